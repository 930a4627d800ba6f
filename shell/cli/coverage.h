#ifndef PYSUB_SHELL_CLI_COVERAGE_H_
#define PYSUB_SHELL_CLI_COVERAGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/vm.h"

namespace pysub {

// --coverage: which lines of a program were executed. Of each instruction it is known before which
// line it begins; whoever comes to such a one has come to the line. What is kept is as large as the
// code, however long the run is, and counts against the memory limit; files that would take more
// than a quarter of that are not counted, and the report says so.
//
// The units were compiled with CompileOptions::marks_lines, so that there is an instruction for
// each line that CPython has one for.
class Coverage : public InstructionObserver {
 public:
  Coverage(Vm& vm, uint64_t memory_limit) : vm_(vm), left_bytes_(memory_limit / 4) {}

  // Counts the program's own code, which needs not be of a file. False: there is no memory for it.
  bool AddProgram(std::shared_ptr<const CompiledUnit> unit) {
    return Add(std::move(unit), UINT64_MAX);
  }
  void Before(const Frame& frame, size_t depth) override;

  std::string Text() const;
  std::string Json() const;
  std::string Lcov() const;  // of lcov and genhtml

 private:
  // Of an instruction that begins a line.
  struct Place {
    uint32_t line = 0;  // that begins at this word; 0: none
    uint64_t count = 0;
  };
  // What came of one source file.
  struct File {
    std::string name;
    std::map<uint32_t, uint64_t> lines;  // -> how often it was executed
    size_t executed() const;
  };

  // False: it takes more than `most_bytes`, or than there is.
  bool Add(std::shared_ptr<const CompiledUnit> unit, uint64_t most_bytes);
  // Of the parts of a line (a loop's iterable and its next item, a function in it) the most.
  std::map<uint32_t, uint64_t> LinesOf(const CompiledUnit& unit) const;
  // As they began to run, the others by name. A file that was compiled several times counts once.
  std::vector<File> Files() const;

  Vm& vm_;
  // what places_ refers to must stay where it is
  std::vector<std::shared_ptr<const CompiledUnit>> units_;
  std::unordered_map<const Code*, std::vector<Place>> places_;
  uint64_t left_bytes_;   // that may be kept
  bool is_full_ = false;  // there was a file without room: no further one is begun
  const Code* last_code_ = nullptr;
  std::vector<Place>* last_places_ = nullptr;  // of last_code_; null: it does not count
  const uint32_t* last_pc_ = nullptr;
  size_t last_depth_ = 0;
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_COVERAGE_H_
