#ifndef PYSUB_STDLIB_MODULES_RE_OBJECTS_H_
#define PYSUB_STDLIB_MODULES_RE_OBJECTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/modules/re/matcher.h"
#include "stdlib/modules/re/program.h"
#include "vm/objects/bytes.h"
#include "vm/vm.h"

// Patterns, matches and scanners as objects. A pattern holds its source and flags; its program lies
// in a cache outside of the heap and is made again when it is not there (after a restore, a purge,
// another 512 patterns).
namespace pysub::re {

// A pattern as a program sees it: what is needed to make its Program again, and what its attributes
// say.
struct PatternObject : Object {
  Value source;  // str or bytes
  RawWord flags;
  RawWord groups;     // without group 0
  Value group_index;  // dict: names to numbers
};

// A match. Spans are kept as bytes and become indices when somebody asks: for text that is not
// ASCII counting is linear, and most matches are only asked for their text.
struct MatchObject : Object {
  Value pattern, string;
  RawWord pos, endpos;            // as the program gave them, clamped
  RawWord last_group;             // 0: none
  RawWord base_byte, base_index;  // a byte offset whose index is known
  RawWord spans[1];               // byte offset + 1 of each start and end; 0: not set

  static constexpr uint32_t kFixedWords = 7;
  uint32_t groups() const { return (count - kFixedWords) / 2; }  // with group 0
};

// The state of finditer(), scanner() and of sub() between two matches.
struct ScannerObject : Object {
  Value pattern, string;
  RawWord pos, endpos;
  RawWord end_byte;
  RawWord byte, index;  // where to go on
  RawWord must_advance, finished;
};

// The programs of this sandbox, and what matching needs. The pattern object of entry i is item i of
// the list vm.library_state(LibraryState::kPatterns). At most kMaxEntries, as in CPython; when it
// is full it is emptied, for programs that make patterns without end.
class ProgramCache : public LibraryCache {
 public:
  explicit ProgramCache(Heap& heap) : heap_(heap), scratch_(heap) {}
  ~ProgramCache() override { Clear(); }

  static ProgramCache& Of(Vm& vm);
  struct Entry {
    std::string source;
    bool is_text;
    uint32_t given_flags;
    uint32_t hash;
    std::unique_ptr<Program> program;
    uint64_t charged;
  };
  // The entry for a source compiled with `flags`; -1: none.
  int Find(std::string_view source, bool is_text, uint32_t flags, uint32_t hash) const;
  Entry& At(int index) { return entries_[static_cast<size_t>(index)]; }
  // -1: no memory.
  int Add(std::string_view source, bool is_text, uint32_t flags, uint32_t hash,
          std::unique_ptr<Program> program);
  void Clear();
  Scratch& scratch() { return scratch_; }
  size_t size() const { return entries_.size(); }

  static constexpr size_t kMaxEntries = 512;

 private:
  static constexpr size_t kSlots = 1024;
  Heap& heap_;
  Scratch scratch_;
  std::vector<Entry> entries_;
  std::vector<uint16_t> slots_;  // entry + 1 by hash
};

// re.compile(): `source` a str, a bytes-like object or a pattern.
Value CompilePattern(Vm& vm, Value source, Value flags);
void Purge(Vm& vm);
// Its program; null: failed.
const Program* ProgramOf(Vm& vm, PatternObject* pattern);
// An int or RegexFlag.
Result<int64_t> FlagsArgument(Vm& vm, Value v);

// The text that a pattern is applied to. Valid until Python runs.
class Subject {
 public:
  explicit Subject(Vm& vm) : vm_(vm), bytes_(vm) {}
  // TypeError for what is no text, or not of the pattern's kind.
  Status Set(PatternObject* pattern, Value string);
  std::string_view text() const { return text_; }
  bool is_text() const { return is_text_; }
  // Whether bytes and indices are the same.
  bool direct() const { return direct_; }
  int64_t length() const { return length_; }
  size_t ByteOf(int64_t index) const;
  Value Slice(size_t start, size_t end);
  // A byte offset that was kept while Python ran, or came with a snapshot: inside of the text, and
  // at a character's first byte.
  size_t Clamp(size_t byte) const {
    if (byte > text_.size()) byte = text_.size();
    while (is_text_ && byte < text_.size() && IsContinuationByte(text_[byte])) ++byte;
    return byte;
  }

 private:
  Vm& vm_;
  BytesArgument bytes_;
  Value string_;
  std::string_view text_;
  bool is_text_ = false, direct_ = true;
  int64_t length_ = 0;
};

// Bounds of match(), search() ... as indices, clamped.
struct Bounds {
  int64_t pos, endpos;
};
Result<Bounds> BoundsOf(Vm& vm, const Subject& subject, Value pos, Value endpos);

Value NewMatch(Vm& vm, Value pattern, Value string, Bounds bounds, const Matcher& matcher,
               size_t base_byte, size_t base_index);
// The text of a group, `otherwise` if it took no part.
Value GroupText(Vm& vm, MatchObject* match, Subject& subject, uint32_t group, Value otherwise);
Value GroupText(Subject& subject, const Matcher& matcher, uint32_t group, Value otherwise);

// The next match of a scanner (a match object or None).
Value ScanNext(Vm& vm, ScannerObject* scanner, MatchMode mode);
Value NewScanner(Vm& vm, TypeId type, Value pattern, Value string, Value pos, Value endpos);

// What a match at `spans` makes of the template, a str or bytes as the template is. TypeError where
// a group is of the other kind, as CPython joins them.
Value ExpandTemplate(Vm& vm, const Template& of, const Subject& subject,
                     const std::vector<size_t>& spans);

// ---- Methods of patterns, shared with the functions of the module: v[0] is the pattern.
Value DoMatch(Vm& vm, Value pattern, MatchMode mode, Value string, Value pos, Value endpos);
Value DoFindAll(Vm& vm, Value pattern, Value string, Value pos, Value endpos);
Value DoSplit(Vm& vm, Value pattern, Value string, int64_t most);
Value DoSub(Vm& vm, Value pattern, Value replacement, Value string, int64_t most, bool count_too);

// RegexFlag
Value NewFlag(Vm& vm, int64_t value);
Status AppendFlags(Vm& vm, int64_t flags, TextBuilder& out);
Status AppendFlagsByValue(Vm& vm, int64_t flags, TextBuilder& out);  // as patterns show theirs

}  // namespace pysub::re

#endif  // PYSUB_STDLIB_MODULES_RE_OBJECTS_H_
