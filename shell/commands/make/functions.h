#ifndef PYSUB_SHELL_COMMANDS_MAKE_FUNCTIONS_H_
#define PYSUB_SHELL_COMMANDS_MAKE_FUNCTIONS_H_

#include <cstdint>
#include <string_view>

namespace pysub::shell::maker {

// The functions of makefiles: kFunctionRows[id] says how each is called.
// What GNU make 4.3 has, but for `guile`. The calls themselves: functions.cc, where all a function
// needs are its arguments; expand.cc, where it decides itself what is expanded or waits for
// something.
enum class Function : uint8_t {
  kAbspath,
  kAddprefix,
  kAddsuffix,
  kAnd,
  kBasename,
  kCall,
  kDir,
  kError,
  kEval,
  kFile,
  kFilter,
  kFilterOut,
  kFindstring,
  kFirstword,
  kFlavor,
  kForeach,
  kIf,
  kInfo,
  kJoin,
  kLastword,
  kNotdir,
  kOr,
  kOrigin,
  kPatsubst,
  kRealpath,
  kShell,
  kSort,
  kStrip,
  kSubst,
  kSuffix,
  kValue,
  kWarning,
  kWildcard,
  kWord,
  kWordlist,
  kWords,
};

// How a call is cut into arguments. Behind the last one commas are text: $(subst a,b,c,d) changes
// "c,d". `if`, `and`, `or` and `foreach` expand an argument only when its turn comes: one that is
// not chosen must have no effect.
struct FunctionRow {
  std::string_view name;
  uint8_t least, most;  // arguments; most 0: any number
  bool expands;         // its arguments before it is called
};

// By name, and in the order of the enumerators: a Function is an index of it.
constexpr FunctionRow kFunctionRows[] = {
    {"abspath", 0, 1, true},    {"addprefix", 2, 2, true}, {"addsuffix", 2, 2, true},
    {"and", 1, 0, false},       {"basename", 0, 1, true},  {"call", 1, 0, true},
    {"dir", 0, 1, true},        {"error", 0, 1, true},     {"eval", 0, 1, true},
    {"file", 1, 2, true},       {"filter", 2, 2, true},    {"filter-out", 2, 2, true},
    {"findstring", 2, 2, true}, {"firstword", 0, 1, true}, {"flavor", 0, 1, true},
    {"foreach", 3, 3, false},   {"if", 2, 3, false},       {"info", 0, 1, true},
    {"join", 2, 2, true},       {"lastword", 0, 1, true},  {"notdir", 0, 1, true},
    {"or", 1, 0, false},        {"origin", 0, 1, true},    {"patsubst", 3, 3, true},
    {"realpath", 0, 1, true},   {"shell", 0, 1, true},     {"sort", 0, 1, true},
    {"strip", 0, 1, true},      {"subst", 3, 3, true},     {"suffix", 0, 1, true},
    {"value", 0, 1, true},      {"warning", 0, 1, true},   {"wildcard", 0, 1, true},
    {"word", 2, 2, true},       {"wordlist", 3, 3, true},  {"words", 0, 1, true},
};
constexpr int kFunctionCount = sizeof(kFunctionRows) / sizeof(kFunctionRows[0]);

// -1: there is none of this name.
constexpr int FindFunction(std::string_view name) {
  for (int i = 0; i < kFunctionCount; ++i) {
    if (kFunctionRows[i].name == name) return i;
  }
  return -1;
}

}  // namespace pysub::shell::maker

#endif  // PYSUB_SHELL_COMMANDS_MAKE_FUNCTIONS_H_
