#include "shell/cli/profile.h"

#include <time.h>

#include <algorithm>
#include <cstdio>

#include "shell/cli/json_text.h"

namespace pysub {
namespace {

constexpr size_t kMostFrames = 1000;  // of a stack, from its top
constexpr size_t kMostRows = 20;      // of a table for people
// What is kept of a program that makes code all the time. A unit is its source, and what was made
// of it.
constexpr size_t kMostSourceBytes = size_t{4} << 20;
constexpr size_t kBytesOfUnit = 1 << 10;
constexpr size_t kMostLines = 50'000;
constexpr size_t kMostNodes = 5000;
// of the stacks that are kept; what is above counts for the last
constexpr size_t kMostDepth = 100;

uint64_t CpuNs() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

std::string Format(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof(text), format, number);
  return text;
}

std::string Seconds(uint64_t ns) { return Format("%.6f", static_cast<double>(ns) * 1e-9); }

}  // namespace

Profile::Profile(bool keeps_stacks) : last_ns_(CpuNs()) {
  if (keeps_stacks) nodes_.emplace_back();
}

bool Profile::Keep(const CompiledUnit& unit) {
  if (kept_.contains(&unit)) return true;
  const size_t bytes = unit.source.size() + unit.filename.size() + kBytesOfUnit;
  if (bytes > kMostSourceBytes - kept_bytes_) return false;
  kept_bytes_ += bytes;
  kept_.insert(&unit);
  return true;
}

Profile::Function& Profile::FunctionOf(const Frame& frame) {
  const auto found = functions_.find(frame.code);
  if (found != functions_.end()) return found->second;
  if (!Keep(*frame.unit->unit)) return functions_[nullptr];
  return functions_.try_emplace(frame.code, Function{frame.unit->unit, frame.code}).first->second;
}

void Profile::Sample(const Vm& vm) {
  const uint64_t now = CpuNs();
  const uint64_t passed = now - last_ns_;
  ++samples_;
  total_ns_ += passed;
  bool is_top = true;
  const Code* above = nullptr;
  size_t seen = 0;
  const std::span<const Frame> frames = vm.frames();
  for (size_t i = frames.size(); i-- > 0 && seen < kMostFrames; ++seen) {
    const Frame& frame = frames[i];
    // (A stack a thousand deep is mostly one function, which has been counted.)
    if (frame.code == nullptr || frame.code == above) continue;
    above = frame.code;
    Function& function = FunctionOf(frame);
    if (is_top) {
      function.own_ns += passed;
      const uint32_t pc = static_cast<uint32_t>(frame.pc - frame.code->words.data());
      const bool is_named = function.code != nullptr && lines_.size() < kMostLines;
      lines_[{is_named ? &function : &functions_[nullptr],
              is_named ? frame.code->SpanAt(pc).line : 0}] += passed;
      is_top = false;
    }
    if (function.last_sample == samples_) continue;
    function.last_sample = samples_;
    function.total_ns += passed;
  }
  if (!nodes_.empty()) CountStack(frames, passed);
  last_ns_ = CpuNs();  // what was done here is not the program's
}

uint32_t Profile::NodeBelow(uint32_t parent, const Function* function) {
  const auto found = nodes_[parent].calls.find(function);
  if (found != nodes_[parent].calls.end()) return found->second;
  if (nodes_.size() >= kMostNodes) return parent;
  const uint32_t node = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({function});
  nodes_[parent].calls.emplace(function, node);
  return node;
}

void Profile::CountStack(std::span<const Frame> frames, uint64_t passed) {
  uint32_t node = 0;
  nodes_[node].ns += passed;
  size_t depth = 0;
  for (const Frame& frame : frames) {
    if (frame.code == nullptr) continue;
    if (++depth > kMostDepth) return;
    const uint32_t below = NodeBelow(node, &FunctionOf(frame));
    if (below == node) return;
    node = below;
    nodes_[node].ns += passed;
  }
}

std::vector<const Profile::Function*> Profile::ByTime() const {
  std::vector<const Function*> rows;
  for (const auto& [code, function] : functions_) rows.push_back(&function);
  std::sort(rows.begin(), rows.end(), [](const Function* a, const Function* b) {
    return std::pair(b->own_ns, b->total_ns) < std::pair(a->own_ns, a->total_ns);
  });
  return rows;
}

std::vector<std::pair<std::pair<const Profile::Function*, uint32_t>, uint64_t>>
Profile::LinesByTime() const {
  std::vector<std::pair<std::pair<const Function*, uint32_t>, uint64_t>> rows(lines_.begin(),
                                                                              lines_.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return b.second < a.second; });
  return rows;
}

std::string Profile::SourceLine(const Function& function, uint32_t line) {
  if (function.unit == nullptr) return "";
  const CompiledUnit& unit = *function.unit;
  if (line == 0 || line > unit.line_starts.size()) return "";
  const size_t start = unit.line_starts[line - 1];
  std::string text = unit.source.substr(start, unit.source.find_first_of("\r\n", start) - start);
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string Profile::Text() const {
  const double all = std::max<double>(static_cast<double>(total_ns_), 1);
  const auto share = [&](uint64_t ns) {
    return Format("%6.1f%%", static_cast<double>(ns) * 100 / all);
  };
  std::string out =
      "profile: " + Seconds(total_ns_) + " s of CPU in " + std::to_string(samples_) + " samples\n";
  out += "   self    total  function\n";
  size_t rows = 0;
  for (const Function* function : ByTime()) {
    if (++rows > kMostRows) break;
    out += share(function->own_ns) + "  " + share(function->total_ns) + "  " +
           std::string(function->name()) + " (" + std::string(function->file()) + ":" +
           std::to_string(function->first_line()) + ")\n";
  }
  out += "   time  line\n";
  rows = 0;
  for (const auto& [place, ns] : LinesByTime()) {
    if (++rows > kMostRows) break;
    out += share(ns) + "  " + std::string(place.first->file()) + ":" +
           std::to_string(place.second) + "  " + SourceLine(*place.first, place.second) + "\n";
  }
  return out;
}

std::string Profile::Json() const {
  std::string out = "{\"seconds\": " + Seconds(total_ns_) +
                    ", \"samples\": " + std::to_string(samples_) + ", \"functions\": [";
  bool is_first = true;
  for (const Function* function : ByTime()) {
    out += (is_first ? "" : ", ") + std::string("{\"function\": ") + JsonText(function->name()) +
           ", \"file\": " + JsonText(function->file()) +
           ", \"line\": " + std::to_string(function->first_line()) +
           ", \"self\": " + Seconds(function->own_ns) +
           ", \"total\": " + Seconds(function->total_ns) + "}";
    is_first = false;
  }
  out += "], \"lines\": [";
  is_first = true;
  for (const auto& [place, ns] : LinesByTime()) {
    out += (is_first ? "" : ", ") + std::string("{\"file\": ") + JsonText(place.first->file()) +
           ", \"line\": " + std::to_string(place.second) + ", \"seconds\": " + Seconds(ns) + "}";
    is_first = false;
  }
  return out + "]}\n";
}

std::string Profile::Svg() const {
  std::vector<FlameBox> boxes;
  struct Place {
    uint32_t node;
    uint32_t depth;
    uint64_t start;
  };
  // (Not by recursion: a stack of a program is as deep as it likes.)
  std::vector<Place> left = {{0, 0, 0}};
  while (!left.empty()) {
    const Place place = left.back();
    left.pop_back();
    const Node& node = nodes_[place.node];
    if (place.node == 0) {
      boxes.push_back({"all", "", 0, 0, node.ns});
    } else {
      std::string where(node.function->file());
      if (!where.empty()) where += ":" + std::to_string(node.function->first_line());
      boxes.push_back({node.function->name(), std::move(where), place.depth, place.start, node.ns});
    }
    uint64_t start = place.start;
    std::vector<uint32_t> calls;
    for (const auto& [function, call] : node.calls) calls.push_back(call);
    std::sort(calls.begin(), calls.end());  // in the order in which they were met
    for (uint32_t call : calls) {
      left.push_back({call, place.depth + 1, start});
      start += nodes_[call].ns;
    }
  }
  return FlameView(boxes,
                   Seconds(total_ns_) + " s of CPU in " + std::to_string(samples_) + " samples");
}

}  // namespace pysub
