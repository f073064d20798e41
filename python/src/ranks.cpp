#include "ranks.hpp"

#include <nanobind/stl/string.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bind.hpp"
#include "call.hpp"
#include "vieta/error.hpp"

namespace vieta::python {

team*& ranks_of_this_thread() {
  thread_local team* ranks = nullptr;
  return ranks;
}

namespace {

nb::bytes as_python(const team::bytes& data) { return nb::bytes(data.data(), data.size()); }

team::bytes from_python(nb::handle object) {
  const auto message = nb::cast<nb::bytes>(object);
  team::bytes data(message.size());
  if (!data.empty()) std::memcpy(data.data(), message.c_str(), data.size());
  return data;
}

/// A communicator of mpi4py, or whatever has its functions for Python objects: bcast, alltoall, rank, size. The work
/// goes on without the interpreter's lock, messages take it.
class python_team : public team {
 public:
  explicit python_team(nb::object comm)
      : comm_(std::move(comm)), rank_(nb::cast<int>(comm_.attr("rank"))), size_(nb::cast<int>(comm_.attr("size"))) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  void broadcast(bytes& data) override {
    nb::gil_scoped_acquire locked;
    const nb::object all = comm_.attr("bcast")(rank_ == 0 ? nb::object(as_python(data)) : nb::none());
    if (rank_ != 0) data = from_python(all);
  }
  std::vector<bytes> all_to_all(std::vector<bytes> messages) override {
    nb::gil_scoped_acquire locked;
    nb::list sent;
    for (const bytes& m : messages) sent.append(as_python(m));
    messages.clear();
    std::vector<bytes> arrived;
    for (const nb::handle m : comm_.attr("alltoall")(sent)) arrived.push_back(from_python(m));
    return arrived;
  }
  bool write_slices(const std::string& path, std::uint64_t offset, const bytes& slice) override {
    nb::gil_scoped_acquire locked;
    try {
      const nb::object write = nb::module_::import_("vieta._inside.ranks").attr("write_slices");
      return nb::cast<bool>(write(comm_, path, offset, as_python(slice)));
    } catch (const nb::python_error& failed) {  // which must not outlive the lock
      throw error(path + ": cannot write: " + failed.what());
    }
  }
  void end(int exit_code) override {
    nb::gil_scoped_acquire locked;
    comm_.attr("Abort")(exit_code);
  }

 private:
  nb::object comm_;
  int rank_, size_;
};

}  // namespace

void bind_ranks(nb::module_& module) {
  nb::class_<python_team>(module, "Team")
      .def(nb::init<nb::object>())
      .def("lead", [](python_team& ranks) { ranks_of_this_thread() = &ranks; })
      .def("dismiss",
           [](python_team& ranks) {
             ranks_of_this_thread() = nullptr;
             nb::gil_scoped_release unlocked;
             dismiss(ranks);
           })
      .def("help", [](python_team& ranks) {
        python_call call{nb::none()};
        call.run([&] {
          help(ranks, call.cancel());
          return true;
        });
      });
}

}  // namespace vieta::python
