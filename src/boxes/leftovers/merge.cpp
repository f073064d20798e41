#include "boxes/leftovers/merge.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel_for.hpp"

namespace vieta::boxes {

namespace {

void add(boxes_report& to, const boxes_report& from) {
  to.systems += from.systems, to.complete += from.complete, to.unique += from.unique, to.clusters += from.clusters;
  to.curves += from.curves, to.unresolved += from.unresolved, to.bad_inputs += from.bad_inputs;
  to.boxes_visited += from.boxes_visited, to.certificates += from.certificates;
  to.most_visited = std::max(to.most_visited, from.most_visited);
  if (to.stopped_by.empty()) to.stopped_by = from.stopped_by;
}

/// `first` may lack its last number.
std::size_t end_of(const boxes_result& r, std::size_t system) {
  return system + 1 < r.first.size() ? r.first[system + 1] : r.items.size();
}

void append_items(boxes_result& to, const boxes_result& from, std::size_t begin, std::size_t end) {
  if (from.boxes.empty()) {  // solutions alone, as nearly always
    to.items.insert(to.items.end(), from.items.begin() + static_cast<std::ptrdiff_t>(begin),
                    from.items.begin() + static_cast<std::ptrdiff_t>(end));
    return;
  }
  for (std::size_t i = begin; i < end; ++i) {
    box_item& item = to.items.emplace_back(from.items[i]);
    if (item.boxes > 0) {
      const auto boxes = from.boxes.begin() + static_cast<std::ptrdiff_t>(item.first_box);
      item.first_box = to.boxes.size();
      to.boxes.insert(to.boxes.end(), boxes, boxes + static_cast<std::ptrdiff_t>(item.boxes));
    }
    if (item.trace >= 0) {
      traced_curve& trace = to.traced.emplace_back(from.traced[static_cast<std::size_t>(item.trace)]);
      const auto axes = from.axes.begin() + static_cast<std::ptrdiff_t>(trace.first_axis);
      item.trace = static_cast<int>(to.traced.size() - 1);
      trace.first_axis = to.axes.size();
      to.axes.insert(to.axes.end(), axes, axes + static_cast<std::ptrdiff_t>(item.boxes));
    }
    if (item.points > 0) {
      const auto points = from.polylines.begin() + static_cast<std::ptrdiff_t>(item.first_point);
      item.first_point = to.polylines.size();
      to.polylines.insert(to.polylines.end(), points, points + static_cast<std::ptrdiff_t>(item.points));
    }
  }
}

void append_system(boxes_result& to, const boxes_result& from, std::size_t system) {
  to.first.push_back(to.items.size());
  to.status.push_back(from.status[system]);
  append_items(to, from, from.first[system], end_of(from, system));
}

void sort_visited(boxes_result& result, std::size_t first) {
  std::stable_sort(result.visited.begin() + static_cast<std::ptrdiff_t>(first), result.visited.end(),
                   [](const visited_box& a, const visited_box& b) { return a.system < b.system; });
}

}  // namespace

void clear(boxes_result& result) {
  result.status.clear(), result.first.clear(), result.items.clear(), result.boxes.clear();
  result.polylines.clear(), result.traced.clear(), result.axes.clear(), result.visited.clear();
  result.report = {};
}

void append_in_order(boxes_result& all, const boxes_result& from, const std::vector<std::size_t>& place) {
  const std::size_t first_visited = all.visited.size();
  if (!from.visited.empty()) {
    std::vector<std::size_t> system_at(place.size());
    for (std::size_t k = 0; k < place.size(); ++k) system_at[place[k]] = all.status.size() + k;
    for (visited_box v : from.visited) {
      v.system = system_at[v.system];
      all.visited.push_back(v);
    }
    sort_visited(all, first_visited);
  }
  for (const std::size_t system : place) append_system(all, from, system);
  add(all.report, from.report);
}

void make_room(std::vector<box_item>& items, std::size_t count, int threads) {
  constexpr std::size_t page = 4096, piece = 256 * page;
  if (count <= items.capacity()) return;
  items.reserve(count);
  // Memory that holds no items yet: any byte may be written.
  char* const begin = reinterpret_cast<char*>(items.data() + items.size());
  parallel_for((items.capacity() - items.size()) * sizeof(box_item), piece, threads,
               [&](std::size_t from, std::size_t to) {
                 for (std::size_t at = from; at < to; at += page) begin[at] = 0;
               });
}

boxes_result joined(std::vector<boxes_result> parts, int threads) {
  if (parts.size() == 1) return std::move(parts[0]);
  boxes_result all;
  std::vector<std::size_t> first_system = {0}, first_item = {0};
  for (const boxes_result& part : parts) {
    first_system.push_back(first_system.back() + part.status.size());
    first_item.push_back(first_item.back() + part.items.size());
  }
  std::vector<std::size_t> first_box, first_point;
  for (const boxes_result& part : parts) {
    first_box.push_back(all.boxes.size()), first_point.push_back(all.polylines.size());
    all.boxes.insert(all.boxes.end(), part.boxes.begin(), part.boxes.end());
    all.polylines.insert(all.polylines.end(), part.polylines.begin(), part.polylines.end());
    add(all.report, part.report);
  }
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (visited_box v : parts[k].visited) {
      v.system += first_system[k];
      all.visited.push_back(v);
    }
  all.status.resize(first_system.back());
  all.first.reserve(first_system.back() + 1);
  all.first.resize(first_system.back());
  make_room(all.items, first_item.back(), threads);
  all.items.resize(first_item.back());
  parallel_for(parts.size(), 8, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const boxes_result part = std::move(parts[k]);
      std::copy(part.status.begin(), part.status.end(),
                all.status.begin() + static_cast<std::ptrdiff_t>(first_system[k]));
      for (std::size_t s = 0; s < part.status.size(); ++s)
        all.first[first_system[k] + s] = first_item[k] + part.first[s];
      box_item* to = all.items.data() + first_item[k];
      for (box_item item : part.items) {
        if (item.boxes > 0) item.first_box += first_box[k];
        if (item.points > 0) item.first_point += first_point[k];
        *to++ = item;
      }
    }
  });
  return all;
}

boxes_result interleaved(std::vector<boxes_result> parts, const std::vector<place_in_parts>& place) {
  boxes_result all;
  std::vector<std::vector<std::size_t>> systems_of(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) systems_of[k].resize(parts[k].status.size());
  for (std::size_t k = 0; k < place.size(); ++k) {
    const auto [part, number] = place[k];
    systems_of[part][number] = k;
    append_system(all, parts[part], number);
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (visited_box v : parts[k].visited) {
      v.system = systems_of[k][v.system];
      all.visited.push_back(v);
    }
    add(all.report, parts[k].report);
  }
  sort_visited(all, 0);
  return all;
}

}  // namespace vieta::boxes
