#ifndef PYSUB_SHELL_REGEX_CODE_SET_H_
#define PYSUB_SHELL_REGEX_CODE_SET_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/syntax/arena.h"

namespace pysub::shell {

// A set of code points (or of bytes): ranges in order that do not touch.
class CodeSet {
 public:
  using Range = std::pair<uint32_t, uint32_t>;
  static constexpr uint32_t kLast = 0x10FFFF;

  void Add(uint32_t low, uint32_t high);
  void Add(const CodeSet& other);
  // What is not in it, up to `last`.
  void Negate(uint32_t last);
  void Intersect(const CodeSet& other);
  void Remove(const CodeSet& other);
  // The letters that differ from one of its own by case alone. `ascii`: those of ASCII only. False:
  // a limit was reached.
  bool AddOtherCases(bool ascii, ParseAccount* account);
  bool Has(uint32_t c) const;
  bool empty() const { return ranges_.empty(); }
  const std::vector<Range>& ranges() const { return ranges_; }

 private:
  void Tidy();

  std::vector<Range> ranges_;
};

// "Lu", "Letter", "Greek", "alpha" of \p{...}: false: there is no such property here.
bool AddUnicodeProperty(std::string_view name, ParseAccount* account, CodeSet* set);
// \w, \d and \s of Unicode.
void AddUnicodeWord(ParseAccount* account, CodeSet* set);
void AddUnicodeDigit(ParseAccount* account, CodeSet* set);
void AddUnicodeSpace(CodeSet* set);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_REGEX_CODE_SET_H_
