#ifndef PYSUB_SHELL_COMMANDS_AWK_CHARACTERS_H_
#define PYSUB_SHELL_COMMANDS_AWK_CHARACTERS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/commands/awk/value.h"

namespace pysub::shell::awk {

// Where the characters of one long text begin: the offset of each 64th is written down, so that
// finding one counts 63 others at most, however long the text is.
//
//   text      é é é ... é é ...
//   offsets_  0         128       of characters 0, 64, ...
//
// Without it `for (i = 1; i <= length(s); i++) substr(s, i, 1)` would count from the beginning in
// each turn. It belongs to a Str and is found by Heap, never saved: a loaded text makes its own.
class CharacterIndex {
 public:
  explicit CharacterIndex(Heap* heap) : heap_(heap) {}
  CharacterIndex(const CharacterIndex&) = delete;
  CharacterIndex& operator=(const CharacterIndex&) = delete;
  ~CharacterIndex() { heap_->Release(charged_); }

  // Looks at what `text` has behind the part that is known. False: a limit was reached.
  bool Extend(std::string_view text);
  size_t count() const { return count_; }
  // Some bytes are no characters; each counts as one.
  bool has_invalid() const { return has_invalid_; }
  size_t OffsetOf(std::string_view text, size_t character) const;
  // How many begin before `offset`.
  size_t CountBefore(std::string_view text, size_t offset) const;

 private:
  static constexpr size_t kStride = 64;

  Heap* heap_;
  std::vector<uint32_t> offsets_;
  size_t count_ = 0, known_ = 0;  // characters, and bytes that were looked at
  size_t charged_ = 0;
  bool has_invalid_ = false;
};

// The characters of the text of a value, which must outlive this. What was found out of a long text
// stays with it.
class Characters {
 public:
  Characters(const Value& value, std::string_view text, Heap* heap);
  // Each byte is one.
  bool is_ascii() const { return is_ascii_; }
  // Null: nobody has looked at each of them.
  const CharacterIndex* index() const { return index_; }
  size_t Count() const;
  // Bytes in front of this character, and all of them when there are fewer.
  size_t OffsetOf(size_t character) const;
  // The same of one that stands `more` characters behind the one at `offset`, which is `character`.
  size_t OffsetBehind(size_t offset, size_t character, size_t more) const;
  size_t CountBefore(size_t offset) const;

 private:
  std::string_view text_;
  const CharacterIndex* index_ = nullptr;
  bool is_ascii_ = false;
};

// `more` is about to stand behind the bytes of `str`, in the same place.
void BeforeAppend(Str* str, std::string_view more);

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_CHARACTERS_H_
