#ifndef PYSUB_SHELL_COMMANDS_RG_GLOB_H_
#define PYSUB_SHELL_COMMANDS_RG_GLOB_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell::rg {

// A glob as ignore files and -g have them: * ? [...] {a,b} \, and ** for any number of directories;
// * and ? match no slash. Compiled to the steps of an automaton, whose threads go over a path
// together: time is the size of the glob times that of the path at most.
//
//   *.{c,h}     Split -> NotSlash -> Jump back       any name
//                 |
//                 Byte '.'  Split -> Byte 'c' -> Jump -> Match
//                           Split -> Byte 'h' -> Jump -> Match
//
// Nothing here goes back: a glob of stars only, on a path that nearly fits, is as fast as others.
class Glob {
 public:
  // Bytes of a glob. An ignore file is anybody's, and may have lines of any length.
  static constexpr size_t kMaxSize = 4096;

  // Nothing: *error says why ("unclosed character class; missing ']'").
  static std::optional<Glob> Compile(std::string_view text, bool ignore_case, std::string* error);
  // About so much work.
  // So much the caller counts before it asks, since a glob cannot look at the clock.
  uint64_t Cost(std::string_view path) const { return 4 + tail_.size() / 8 + path.size() / 8; }
  bool Matches(std::string_view path) const;
  // Bytes that it holds.
  uint64_t Held() const {
    return sizeof(Glob) + steps_.capacity() * sizeof(Step) + ranges_.capacity() * 4 +
           tail_.capacity();
  }

 private:
  enum class Op : uint8_t {
    kByte,      // a
    kNotSlash,  // one character but a slash
    kAny,       // any byte
    kClass,     // a: first of its ranges, b: behind the last; negated
    kSplit,     // a, b
    kJump,      // a
    kMatch,
  };
  struct Step {
    Op op;
    bool negated = false;
    uint32_t a = 0, b = 0;
  };
  friend class GlobCompiler;

  std::vector<Step> steps_;
  std::vector<std::pair<uint32_t, uint32_t>> ranges_;
  std::string tail_;      // what each match ends with
  bool literal_ = false;  // the glob is **/ and tail_, and nothing else
  bool ignore_case_ = false;
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_GLOB_H_
