#ifndef PYSUB_SHELL_COMMANDS_TEXT_SORT_KEYS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_SORT_KEYS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pysub::shell {

// How two keys of sort compare. The orders are those of GNU sort in the C locale: bytes compare as
// bytes, and "blank", "printable" and "letter" are those of ASCII. So a result is the same on each
// host.
struct SortOrder {
  bool skip_start_blanks = false;  // b
  bool skip_end_blanks = false;
  bool dictionary = false;  // d
  bool fold_case = false;   // f
  bool printable = false;   // i
  bool reverse = false;     // r
  // One of these at most: g h M n R V, 0: text.
  char kind = 0;

  bool IsDefault() const {
    return !skip_start_blanks && !skip_end_blanks && !dictionary && !fold_case && !printable &&
           !reverse && kind == 0;
  }
};

// -k F[.C][OPTS][,F[.C][OPTS]]
struct SortKey {
  uint64_t start_field = 0, start_byte = 0;       // from 0
  uint64_t end_field = UINT64_MAX, end_byte = 0;  // the field that ends it; 0 bytes: all of it
  SortOrder order;
};

// The beginning of a key: two lines with different ones stand as these do.
using SortPrefix = unsigned __int128;

// All that decides whether one line stands before another. It holds no line and changes nothing, so
// the words of the command make it again after a snapshot is loaded.
struct SortRules {
  std::vector<SortKey> keys;  // empty: the whole line by `global`
  SortOrder global;
  int tab = -1;  // the separator, -1: runs of blanks before a field
  bool stable = false;
  bool unique = false;
  uint64_t seed = 0;  // of -R

  // <0, 0, >0. Without the keys' help the whole lines decide, unless stable or unique.
  int Compare(std::string_view a, std::string_view b) const;
  // By keys alone.
  int CompareKeys(std::string_view a, std::string_view b) const;
  // The beginning of the first key as a number: where two lines have different ones, CompareKeys()
  // says of them what these say (reversed, see PrefixIsReversed()). Equal ones decide nothing. 0
  // for orders of which nobody has made such a number. A sort asks for it once for each line, and
  // most comparisons need no look at the text then.
  SortPrefix PrefixOf(std::string_view line) const;
  bool PrefixIsReversed() const {
    return keys.empty() ? global.reverse : keys.front().order.reverse;
  }
  // memcmp() of whole lines is all there is to do.
  bool IsPlain() const {
    return keys.empty() && global.kind == 0 && !global.dictionary && !global.fold_case &&
           !global.printable && !global.skip_start_blanks && !global.skip_end_blanks;
  }
};

// As filevercmp: for sort -V and ls -v.
int CompareVersions(std::string_view a, std::string_view b);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_SORT_KEYS_H_
