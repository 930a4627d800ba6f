#ifndef PYSUB_SHELL_CLI_PROFILE_H_
#define PYSUB_SHELL_CLI_PROFILE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "shell/cli/flame_view.h"
#include "vm/vm.h"

namespace pysub {

// --profile: where the time of a run goes, by function and by line. The run is stopped
// after so many steps each, and the CPU time since the stop before is that of the line it
// stands in and of the functions on the stack. A run that has none of these costs nothing;
// with one, stops take a few per cent.
//
// It keeps the code that it names, which the memory limit of the run does not count: so much of it,
// then the rest is "(others)".
class Profile {
 public:
  static constexpr uint64_t kStepsBetween = 5000;

  // `keeps_stacks`: for Svg().
  explicit Profile(bool keeps_stacks = false);
  // The run stands between two instructions.
  void Sample(const Vm& vm);

  std::string Text() const;
  std::string Json() const;
  std::string Svg() const;

 private:
  // Time that was spent in a function, by itself and with what it called.
  struct Function {
    std::shared_ptr<const CompiledUnit> unit;  // keeps `code`; null, and so is `code`: the others
    const Code* code = nullptr;
    std::string_view name() const {
      return code != nullptr ? std::string_view(code->qualified_name) : "(others)";
    }
    std::string_view file() const {
      return unit != nullptr ? std::string_view(unit->filename) : "";
    }
    uint32_t first_line() const { return code != nullptr ? code->first_line : 0; }
    uint64_t own_ns = 0;
    uint64_t total_ns = 0;     // with those it called
    uint64_t last_sample = 0;  // that counted it: once, however often it is on the stack
  };

  Function& FunctionOf(const Frame& frame);
  bool Keep(const CompiledUnit& unit);
  // The node of `function` called from `parent`.
  uint32_t NodeBelow(uint32_t parent, const Function* function);
  void CountStack(std::span<const Frame> frames, uint64_t passed);
  std::vector<const Function*> ByTime() const;
  std::vector<std::pair<std::pair<const Function*, uint32_t>, uint64_t>> LinesByTime() const;
  static std::string SourceLine(const Function& function, uint32_t line);

  // A function at one place of the stacks that were seen, and the time that passed while it or what
  // it called was running.
  struct Node {
    const Function* function = nullptr;
    uint64_t ns = 0;
    std::map<const Function*, uint32_t> calls;
  };

  uint64_t last_ns_;
  uint64_t total_ns_ = 0;
  uint64_t samples_ = 0;
  std::unordered_map<const Code*, Function> functions_;  // null: the others
  std::unordered_set<const CompiledUnit*> kept_;
  size_t kept_bytes_ = 0;
  std::map<std::pair<const Function*, uint32_t>, uint64_t> lines_;
  std::vector<Node> nodes_;  // [0]: everything; empty: nobody asked for stacks
};

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_PROFILE_H_
