#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "io/roots_json_reader.hpp"
#include "report/json/json.hpp"
#include "unit/report/report_example.hpp"
#include "vieta/error.hpp"
#include "vieta/json.hpp"

namespace vieta {
namespace {

std::string written(const roots_result& result) {
  std::ostringstream out;
  report::write_json(out, result);
  return out.str();
}

roots_result read(const std::string& text) {
  std::istringstream in(text);
  return io::read_roots_json(in, "result.json");
}

TEST(report_json, doubles_come_back_bit_for_bit) {
  const roots_result before = example_result(), after = read(written(before));
  ASSERT_EQ(after.roots.size(), before.roots.size());
  for (std::size_t k = 0; k < before.roots.size(); ++k) {
    EXPECT_EQ(after.roots[k].value, before.roots[k].value);
    EXPECT_EQ(after.roots[k].radius, before.roots[k].radius);
    EXPECT_EQ(after.roots[k].multiplicity, before.roots[k].multiplicity);
    EXPECT_EQ(after.roots[k].status, before.roots[k].status);
    EXPECT_EQ(after.roots[k].real, before.roots[k].real);
  }
  EXPECT_TRUE(after.decimal.empty());
  EXPECT_EQ(after.status, before.status);
  EXPECT_EQ(after.report.degree, 7);
  EXPECT_EQ(after.report.target, before.report.target);
  EXPECT_EQ(after.report.seconds, before.report.seconds);
  EXPECT_EQ(after.report.stopped_by, "time");
  EXPECT_EQ(written(after), written(before));
}

TEST(report_json, an_infinite_radius_is_null) {
  EXPECT_NE(written(example_result()).find("\"radius\":null"), std::string::npos);
}

TEST(report_json, doubles_on_request) {
  roots_result r;
  r.roots = {{{INFINITY, 0}, INFINITY, 1, root_status::isolated, true},
             {{0.1, 0}, 1e-17, 1, root_status::isolated, true}};
  r.decimal = {{"1.5e400", "0", "1e380"}, {"0.1000000000000000000001", "0", "1e-22"}};
  const std::string text = to_json(r, json_numbers::doubles);
  EXPECT_NE(text.find(R"({"re":null,"im":0,"radius":null,)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"({"re":0.1,"im":0,"radius":1.0000000000000001e-17,)"), std::string::npos) << text;
}

TEST(report_json, points_in_doubles_have_radii_about_these) {
  const polynomial_system system = polynomial_system::parse(std::vector<std::string>{"x^2 - 2"});
  const newton_result found = newton(system, std::vector<system_point>{{{qd(1.5), qd(0.0)}}});
  ASSERT_EQ(found.report.certified, 1U);
  const std::string text = to_json(system, found, 0, json_numbers::doubles);
  // The double nearest to the square root of 2 is 9.7e-17 away from it.
  ASSERT_NE(text.find(R"({"x":[[1.4142135623730951,0]],"radius":)"), std::string::npos) << text;
  const double radius = std::stod(text.substr(text.find("\"radius\":") + 9));
  EXPECT_GE(radius, 9.667e-17);
  EXPECT_LE(radius, 2.1e-16);
}

TEST(report_json, results_of_version_0_1_0_are_read) {
  std::string text = written(example_result());
  for (std::size_t at; (at = text.find("\"wide\"")) != text.npos;) text.replace(at, 6, "\"uncertain\"");
  EXPECT_EQ(read(text).roots[3].status, root_status::wide);
  EXPECT_EQ(read(text).report.wide, 1);
}

TEST(report_json, decimals_come_back_as_they_were_and_the_double_disc_covers_them) {
  roots_result before;
  before.roots = {{{INFINITY, 0}, INFINITY, 1, root_status::isolated, true},
                  {{0.1, 0}, 1e-17, 1, root_status::isolated, true}};
  before.decimal = {{"1.5e400", "0", "1e380"}, {"0.1000000000000000000001", "0", "1e-22"}};
  const roots_result after = read(written(before));
  ASSERT_EQ(after.decimal.size(), 2);
  EXPECT_EQ(after.decimal[0].re, "1.5e400");
  EXPECT_EQ(after.decimal[1].radius, "1e-22");
  EXPECT_TRUE(std::isinf(after.roots[0].value.real()));
  EXPECT_TRUE(std::isinf(after.roots[0].radius));
  // 0.1 rounds to a double some 5.5e-18 away: the disc about the double has to reach back.
  EXPECT_GE(after.roots[1].radius, 5.5e-18);
  EXPECT_LE(after.roots[1].radius, 2e-17);
}

const std::string whole =
    R"("status":"complete","report":{"degree":1,"isolated":1,"clusters":0,"wide":0,"unproven":0,"at_border":0,"multiple":0})";

TEST(report_json, unknown_keys_are_skipped) {
  const roots_result r = read(
      R"({"extra":{"roots":[1,{"re":3}]},"roots":[{"re":1,"note":{"re":9,"x":[1,[2]]},"im":"0","radius":0,"status":"isolated","multiplicity":1,"real":true,"imaginary":false}],)" +
      whole + "}");
  ASSERT_EQ(r.roots.size(), 1);
  EXPECT_EQ(r.roots[0].value.real(), 1);
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const error& problem) {
    return problem.what();
  }
  return "accepted";
}

// What fuzzing found: a list within "roots" was taken for a root, and bytes of the file came out in messages.
TEST(report_json, a_list_is_no_root) {
  EXPECT_EQ(refusal("{\"roots\":[[1,2,null,[true]]]}"),
            "result.json: root 1: found a list, expected {\"re\":..., \"im\":..., \"radius\":..., \"status\":...}");
}

// What was no number, or a list, in the place of another thing was left out, and the result held without it.
TEST(report_json, known_keys_hold_what_they_should) {
  // A whole root with one of its values changed: a key may stand once only.
  const auto with = [](const std::string& change) {
    std::string members;
    for (const std::string member :
         {R"("re":1)", R"("im":0)", R"("radius":0)", R"("multiplicity":1)", R"("status":"isolated")"}) {
      const bool is_changed = change.starts_with(member.substr(0, member.find(':') + 1));
      members += is_changed ? "" : member + ',';
    }
    return refusal(R"({"roots":[{)" + members + change + "}]}");
  };
  EXPECT_EQ(with(R"("real":"yes")"), "result.json: root 1: \"real\": found 'yes', expected true or false");
  EXPECT_EQ(with(R"("radius":[0])"),
            "result.json: root 1: \"radius\": found a list, expected a number, or one in a string");
  EXPECT_EQ(with(R"("multiplicity":[2])"), "result.json: root 1: \"multiplicity\": found a list, expected a count");
  EXPECT_EQ(with(R"("multiplicity":-2)"), "result.json: root 1: \"multiplicity\": found '-2', expected a count");
  EXPECT_EQ(with(R"("radius":-1e-9)"),
            "result.json: root 1: \"radius\": found '-1e-9', expected a number that is not negative");
  EXPECT_EQ(with(R"("re":{"re":1})"),
            "result.json: root 1: \"re\": found an object, expected a number, or one in a string");
  EXPECT_EQ(refusal(R"({"roots":[1]})"),
            "result.json: root 1: found '1', expected {\"re\":..., \"im\":..., \"radius\":..., \"status\":...}");
  EXPECT_EQ(refusal(R"({"roots":[{"re":1,"im":0,"status":"isolated"}]})"),
            "result.json: root 1: found no \"radius\", expected one");
  EXPECT_EQ(refusal(R"({"roots":{"re":1}})"), "result.json: \"roots\": found an object, expected a list");
  const auto report = [](const std::string& part) { return refusal(R"({"roots":[],"report":{)" + part + "}}"); };
  EXPECT_EQ(report(R"("real_only":1)"), "result.json: \"real_only\": found '1', expected true or false");
  EXPECT_EQ(report(R"("uncertainty":"0")"), "result.json: \"uncertainty\": found '0', expected a number, or null");
  EXPECT_EQ(report(R"("in_disc":"0,0,1")"), "result.json: \"in_disc\": found '0,0,1', expected a list of numbers");
  EXPECT_EQ(report(R"("in_disc":[0,0,null])"),
            "result.json: \"in_disc\": found null, expected numbers (\"1/3\" for 1/3)");
  EXPECT_EQ(report(R"("in_box":[0,1,2])"), "result.json: \"in_box\": found 3 numbers, expected four: its borders");
  EXPECT_EQ(report(R"("in_disc":[0,0,-1])"),
            "result.json: \"in_disc\": found radius -1, expected one that is not negative");
  EXPECT_EQ(report(R"("in_box":[0,1,2,1])"),
            "result.json: \"in_box\": found no point between its borders, expected some");
  EXPECT_EQ(refusal(R"({"results":[]})"),
            "result.json: found results of many polynomials, expected that of one: verify cannot check batches");
  EXPECT_EQ(report(R"("uncertainty":-1)"),
            "result.json: \"uncertainty\": found '-1', expected a number that is not negative");
  for (const char* const key : {"status", "report"}) {
    std::string without = "{\"roots\":[]," + whole + "}";
    without.replace(without.find(key), 6, "others");
    EXPECT_EQ(refusal(without), std::string("result.json: found no \"") + key + "\", expected one");
  }
  for (const char* const key : {"degree", "isolated", "clusters", "unproven", "at_border"}) {
    std::string without = "{\"roots\":[]," + whole + "}";
    without.replace(without.find(key), 4, "more");
    EXPECT_EQ(refusal(without), std::string("result.json: report: found no \"") + key + "\", expected one");
  }
  EXPECT_EQ(refusal(R"({"roots":[],"status":null})"),
            "result.json: \"status\": found null, expected complete, partial, zero_polynomial or bad_input");
}

TEST(report_json, messages_are_short_and_printable) {
  for (const std::string& bad :
       {std::string("\x80\x01"), "{\"" + std::string(1000, '\x01'), "{\"" + std::string(2000, '\xff')})
    try {
      read(bad);
      ADD_FAILURE() << "accepted";
    } catch (const error& problem) {
      const std::string message = problem.what();
      EXPECT_LT(message.size(), 400);
      EXPECT_EQ(std::count_if(message.begin(), message.end(), [](char c) { return c < 0x20 || c > 0x7e; }), 0)
          << message;
    }
}
TEST(report_json, decimals_that_are_no_numbers_are_null) {
  const roots_result mixed = read(
      "{\"roots\":[{\"re\":null,\"im\":\"0.5\",\"radius\":null,\"multiplicity\":1,\"real\":false,\"status\":"
      "\"unproven\",\"imaginary\":false}]," +
      whole + "}");
  ASSERT_EQ(mixed.decimal.size(), 1);
  EXPECT_EQ(read(written(mixed)).decimal.size(), 1);
}

TEST(report_json, what_is_no_result_is_an_error_with_the_file_name) {
  for (const char* bad : {"", "{", "[]", "{}", "null", "{\"roots\":[{}]}", "{\"roots\":[{\"re\":true}]}",
                          "{\"roots\":[{\"re\":1,\"im\":0,\"radius\":-1,\"status\":\"isolated\"}]}",
                          "{\"roots\":[{\"re\":1,\"im\":0,\"radius\":1,\"status\":\"great\"}]}",
                          "{\"roots\":[{\"re\":\"1x\",\"im\":0,\"radius\":1,\"status\":\"isolated\"}]}",
                          "{\"roots\":[{\"re\":1,\"im\":0,\"radius\":1,\"status\":\"isolated\",\"multiplicity\":1.5}]}",
                          "{\"roots\":[]} x"})
    try {
      read(bad);
      ADD_FAILURE() << "accepted: " << bad;
    } catch (const error& problem) {
      EXPECT_TRUE(std::string(problem.what()).starts_with("result.json:")) << problem.what();
    }
}

TEST(report_json, the_public_function_writes_the_same) {
  EXPECT_EQ(to_json(example_result()), written(example_result()));
  EXPECT_EQ(to_json(verification{true, true, 1, {}}),
            "{\"verb\":\"verify\",\"holds\":true,\"decided\":true,\"checked\":1,\"complaints\":[]}\n");
  const double coefficients[] = {-1, 0, 1};
  const std::string real = to_json(real_roots(std::span<const double>(coefficients)), {-2, 2}, "time");
  EXPECT_NE(real.find("{\"roots\":[-1,1],\"status\":\"ok\",\"touching\":[]}"), std::string::npos) << real;
  EXPECT_NE(real.find("\"interval\":[-2,2]"), std::string::npos);
  EXPECT_NE(real.find("\"stopped_by\":\"time\""), std::string::npos);
}

TEST(report_json, a_verification_lists_its_complaints) {
  std::ostringstream out;
  report::write_json(out, verification{false, true, 3, {"root 1: \"moved\""}});
  EXPECT_EQ(out.str(),
            "{\"verb\":\"verify\",\"holds\":false,\"decided\":true,\"checked\":3,\"complaints\":[\n\"root 1: "
            "\\\"moved\\\"\"]}\n");
}

}  // namespace
}  // namespace vieta
