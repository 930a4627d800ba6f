#include "shell/cli/coverage.h"

#include <algorithm>
#include <cstdio>

#include "compiler/opcodes.h"
#include "shell/cli/json_text.h"
#include "shell/cli/streams.h"
#include "vm/library_code.h"
#include "vm/linked_unit.h"

namespace pysub {

namespace {

// What exec() runs is no file, nor are the modules of the library.
bool IsFile(const CompiledUnit& unit) { return !unit.dynamic && !IsOfLibrary(unit); }

// A row of the table of places, as malloc and the table have it.
constexpr uint64_t kRowBytes = 128;

}  // namespace

bool Coverage::Add(std::shared_ptr<const CompiledUnit> unit, uint64_t most_bytes) {
  if (is_full_) return false;
  uint64_t bytes = Vm::MemoryOf(*unit);
  for (const std::unique_ptr<Code>& code : unit->codes)
    bytes += code->words.size() * sizeof(Place) + kRowBytes;
  if (bytes > most_bytes || !vm_.heap.Charge(bytes)) {
    is_full_ = true;
    return false;
  }
  left_bytes_ -= std::min(bytes, left_bytes_);
  // Only what some code that is there makes a function of: what is behind `if False:` was
  // compiled for its errors.
  std::vector<uint32_t> left = {0};
  while (!left.empty()) {
    const Code* const code = unit->codes[left.back()].get();
    left.pop_back();
    std::vector<Place>& places = places_[code];
    if (!places.empty()) continue;
    places.resize(code->words.size());
    size_t row = 0;
    uint32_t before = 0;
    for (size_t pc = 0; pc < places.size();
         pc += static_cast<size_t>(InstructionLength(OpOf(code->words[pc])))) {
      while (row + 1 < code->spans.size() && code->spans[row + 1].start <= pc) ++row;
      const uint32_t line = code->spans.empty() ? 0 : code->spans[row].span.line;
      if (line != before) places[pc].line = line;
      before = line;
      if (OpOf(code->words[pc]) == Op::kMAKE_FUNCTION) left.push_back(code->words[pc + 1]);
    }
  }
  units_.push_back(std::move(unit));
  return true;
}

void Coverage::Before(const Frame& frame, size_t depth) {
  if (frame.code != last_code_) {
    last_code_ = frame.code;
    auto found = places_.find(frame.code);
    if (found == places_.end() && IsFile(*frame.unit->unit) && Add(frame.unit->unit, left_bytes_))
      found = places_.find(frame.code);
    last_places_ = found == places_.end() ? nullptr : &found->second;
  }
  const bool again = frame.pc == last_pc_ && depth == last_depth_;
  last_pc_ = frame.pc;
  last_depth_ = depth;
  if (last_places_ == nullptr || again) return;
  ++(*last_places_)[static_cast<size_t>(frame.pc - frame.code->words.data())].count;
}

std::map<uint32_t, uint64_t> Coverage::LinesOf(const CompiledUnit& unit) const {
  std::map<uint32_t, uint64_t> lines;
  for (const std::unique_ptr<Code>& code : unit.codes) {
    const auto found = places_.find(code.get());
    if (found == places_.end()) continue;
    for (const Place& place : found->second) {
      if (place.line == 0) continue;
      uint64_t& count = lines[place.line];
      count = std::max(count, place.count);
    }
  }
  return lines;
}

size_t Coverage::File::executed() const {
  return static_cast<size_t>(
      std::count_if(lines.begin(), lines.end(), [](const auto& row) { return row.second > 0; }));
}

std::vector<Coverage::File> Coverage::Files() const {
  std::map<std::string, std::map<uint32_t, uint64_t>> by_name;
  for (const std::shared_ptr<const CompiledUnit>& unit : units_) {
    std::map<uint32_t, uint64_t>& lines = by_name[unit->filename];
    for (const auto& [line, count] : LinesOf(*unit)) lines[line] += count;
  }
  std::vector<File> files;
  // The program is the first.
  if (!units_.empty()) {
    auto first = by_name.extract(units_[0]->filename);
    files.push_back({std::move(first.key()), std::move(first.mapped())});
  }
  for (auto& [name, lines] : by_name) files.push_back({name, std::move(lines)});
  return files;
}

namespace {

// "3, 7-9": lines that were not executed, in runs, which a line of which nothing is
// executed does not end.
std::string Missing(const std::map<uint32_t, uint64_t>& lines) {
  std::string missing;
  uint32_t first = 0, last = 0;
  const auto end_run = [&] {
    if (first == 0) return;
    missing += (missing.empty() ? "" : ", ") + std::to_string(first);
    if (last != first) missing += "-" + std::to_string(last);
    first = 0;
  };
  for (const auto& [line, count] : lines) {
    if (count > 0) {
      end_run();
      continue;
    }
    if (first == 0) first = line;
    last = line;
  }
  end_run();
  return missing;
}

}  // namespace

std::string Coverage::Text() const {
  std::string out;
  for (const File& file : Files()) {
    char share[32];
    const double all = std::max<double>(static_cast<double>(file.lines.size()), 1);
    std::snprintf(share, sizeof(share), "%.1f",
                  file.lines.empty() ? 100.0 : 100.0 * static_cast<double>(file.executed()) / all);
    out += "coverage: " + std::to_string(file.executed()) + " of " +
           std::to_string(file.lines.size()) + " lines of " + EscapeControls(file.name) +
           " were executed (" + share + "%)\n";
    const std::string missing = Missing(file.lines);
    if (!missing.empty()) out += "not executed: " + missing + "\n";
  }
  if (out.empty()) out = "coverage: no file was executed\n";
  if (is_full_) out += "coverage: there was no memory to count all files\n";
  return out;
}

std::string Coverage::Json() const {
  std::string out = "{\"files\": [";
  bool is_first = true;
  for (const File& file : Files()) {
    std::string counts;
    for (const auto& [line, count] : file.lines) {
      counts +=
          (counts.empty() ? "\"" : ", \"") + std::to_string(line) + "\": " + std::to_string(count);
    }
    out += (is_first ? "" : ", ") + std::string("{\"file\": ") + JsonText(file.name) +
           ", \"lines\": " + std::to_string(file.lines.size()) +
           ", \"executed\": " + std::to_string(file.executed()) + ", \"counts\": {" + counts + "}}";
    is_first = false;
  }
  return out + "], \"complete\": " + (is_full_ ? "false" : "true") + "}\n";
}

std::string Coverage::Lcov() const {
  std::string out = "TN:\n";
  for (const File& file : Files()) {
    std::string name = file.name;
    // It ends with its line.
    for (char& c : name) {
      if (c == '\n' || c == '\r') c = '?';
    }
    out += "SF:" + name + "\n";
    for (const auto& [line, count] : file.lines)
      out += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
    out += "LF:" + std::to_string(file.lines.size()) + "\nLH:" + std::to_string(file.executed()) +
           "\nend_of_record\n";
  }
  return out;
}

}  // namespace pysub
