// The cache of programs, pattern objects, subjects. CPython 3.14 library, "re",
// "Regular Expression Objects".

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/objects.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/hashing.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace re {

// ---- ProgramCache

ProgramCache& ProgramCache::Of(Vm& vm) {
  auto& slot = vm.library_cache(LibraryCacheId::kPatterns);
  if (slot == nullptr) slot = std::make_unique<ProgramCache>(vm.heap);
  return static_cast<ProgramCache&>(*slot);
}

int ProgramCache::Find(std::string_view source, bool is_text, uint32_t flags, uint32_t hash) const {
  if (slots_.empty()) return -1;
  for (size_t at = hash % kSlots; slots_[at] != 0; at = (at + 1) % kSlots) {
    const Entry& entry = entries_[slots_[at] - 1];
    if (entry.hash == hash && entry.given_flags == flags && entry.is_text == is_text &&
        entry.source == source) {
      return slots_[at] - 1;
    }
  }
  return -1;
}

int ProgramCache::Add(std::string_view source, bool is_text, uint32_t flags, uint32_t hash,
                      std::unique_ptr<Program> program) {
  const uint64_t bytes = program->SizeInBytes() + source.size() + sizeof(Entry) + 64;
  if (entries_.size() >= kMaxEntries || !heap_.HasRoomFor(bytes)) Clear();
  if (!heap_.Charge(bytes)) return -1;
  if (slots_.empty()) slots_.assign(kSlots, 0);
  entries_.push_back({std::string(source), is_text, flags, hash, std::move(program), bytes});
  size_t at = hash % kSlots;
  while (slots_[at] != 0) at = (at + 1) % kSlots;
  slots_[at] = static_cast<uint16_t>(entries_.size());
  return static_cast<int>(entries_.size()) - 1;
}

void ProgramCache::Clear() {
  for (const Entry& entry : entries_) heap_.Release(entry.charged);
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

void Purge(Vm& vm) {
  ProgramCache::Of(vm).Clear();
  vm.library_state(LibraryState::kPatterns) = Value::Undefined();
}

// ---- Compiling

namespace {

std::string_view SourceView(PatternObject* pattern) {
  return Vm::IsStr(pattern->source) ? Vm::View(pattern->source)
                                    : pattern->source.As<Bytes>()->view();
}

uint32_t SourceHash(Vm& vm, Value source, uint32_t flags) {
  const uint32_t hash = Vm::IsStr(source) ? StrKeyHash(vm, source.As<Str>())
                                          : TextKeyHash(vm, source.As<Bytes>()->view()) * 31 + 1;
  return hash ^ flags * 0x9E3779B1u;
}

// Parses and compiles; the memory that this takes for a while must be there.
std::unique_ptr<Program> MakeProgram(Vm& vm, Value source, uint32_t flags, bool warn, Tree* tree) {
  const uint64_t size = Vm::IsStr(source) ? source.As<Str>()->count : source.As<Bytes>()->count;
  const uint64_t working = size * 400 + 4096;
  if (!vm.heap.Charge(working)) {
    ProgramCache::Of(vm).Clear();
    vm.library_state(LibraryState::kPatterns) = Value::Undefined();
    if (!vm.heap.Charge(working)) {
      static_cast<void>(vm.NoMemory(working));
      return nullptr;
    }
  }
  auto program = std::make_unique<Program>();
  tree->warn = warn;
  const bool ok =
      Parse(vm, source, flags, tree).ok() && Compile(vm, source, *tree, program.get()).ok();
  // What is still wanted of the tree is small: its names, its flags, how many groups it has.
  // (`= {}` would keep the memory.)
  std::vector<Node>().swap(tree->nodes);
  std::vector<SetItem>().swap(tree->items);
  std::vector<Width>().swap(tree->group_widths);
  std::vector<Width>().swap(tree->known_widths);
  vm.heap.Release(working);
  if (!ok) return nullptr;
  return program;
}

// The list beside the cache's entries, with room for one at `index`.
List* PatternList(Vm& vm, int index) {
  Value& state = vm.library_state(LibraryState::kPatterns);
  if (!IsObjectOf(state, TypeId::kList)) state = Value::Of(TRY(vm.NewList()));
  List* list = state.As<List>();
  while (list->size <= static_cast<uint64_t>(index)) {
    if (!ListAppend(vm, list, Value::None()).ok()) return nullptr;
  }
  return list;
}

// Adds an entry, and gives the list of patterns. A cache that was full begins anew, and its
// patterns with it. After a load the cache is empty, but not the list: behind the new entries it
// still has the patterns that were saved, and each of these stays what re.compile() gives.
List* AddEntry(Vm& vm, Value source, uint32_t given, std::unique_ptr<Program> program, int* added) {
  ProgramCache& cache = ProgramCache::Of(vm);
  const bool is_text = Vm::IsStr(source);
  const std::string_view text = is_text ? Vm::View(source) : source.As<Bytes>()->view();
  const uint32_t flags = program->flags;
  const bool was_empty = cache.size() == 0;
  *added = cache.Add(text, is_text, given, SourceHash(vm, source, given), std::move(program));
  if (*added < 0) {
    static_cast<void>(vm.NoMemory(text.size() * uint64_t{100}));
    return nullptr;
  }
  Value& state = vm.library_state(LibraryState::kPatterns);
  if (*added == 0 && !was_empty) state = Value::Undefined();
  List* list = PatternList(vm, *added);
  if (list == nullptr) return nullptr;
  const auto index = static_cast<uint64_t>(*added);
  const uint64_t end = std::min<uint64_t>(list->size, 2 * ProgramCache::kMaxEntries);
  vm.Spend(end - index);
  for (uint64_t i = index; i < end; ++i) {
    const Value item = list->items()[i];
    if (!IsObjectOf(item, TypeId::kPattern)) continue;
    PatternObject* pattern = item.As<PatternObject>();
    if (static_cast<uint32_t>(pattern->flags) != flags || Vm::IsStr(pattern->source) != is_text ||
        SourceView(pattern).size() != text.size())
      continue;
    vm.Spend(text.size() / 64);
    if (SourceView(pattern) != text) continue;
    std::swap(list->items()[i], list->items()[index]);
    return list;
  }
  // Another one that was saved goes to the end, where it can still be found.
  if (list->size < 2 * ProgramCache::kMaxEntries && !list->items()[index].IsNone() &&
      !ListAppend(vm, list, list->items()[index]).ok())
    return nullptr;
  list->items()[index] = Value::None();
  return list;
}

Value NewPattern(Vm& vm, Value source, const Tree& tree) {
  Dict* names = TRY(vm.NewDict(tree.names.size()));
  for (const GroupName& name : tree.names) {
    Value key = TRY(vm.NewStr(name.name));
    TRY(DictSet(vm, names, key, Value::SmallInt(name.group)));
  }
  PatternObject* pattern = TRY(vm.New<PatternObject>(TypeId::kPattern));
  pattern->source = source;
  pattern->flags = tree.flags;
  pattern->groups = tree.groups - 1;
  pattern->group_index = Value::Of(names);
  return Value::Of(pattern);
}

}  // namespace

Result<int64_t> FlagsArgument(Vm& vm, Value v) {
  if (IsObjectOf(v, TypeId::kRegexFlag)) return v.As<BigInt>()->small();
  if (v.IsSmallInt()) return v.AsSmallInt();
  if (v.IsBool()) return int64_t{v.AsBool()};
  if (IsObjectOf(v, TypeId::kInt)) {  // too large: what its last bits say is complained of first
    const uint32_t bits = static_cast<uint32_t>(v.As<BigInt>()->limbs()[0]);
    return int64_t{v.As<BigInt>()->negative() ? 0u - bits : bits};
  }
  return vm.TypeError("unsupported operand type(s) for &: '", vm.TypeName(v), "' and 'int'");
}

Value CompilePattern(Vm& vm, Value source, Value flags_value) {
  // CPython looks into its cache first, by a tuple of type, pattern and flags.
  for (Value part : {source, flags_value}) {
    if (part.IsUndefined() || !part.IsObject() || Vm::IsStr(part) ||
        IsObjectOf(part, TypeId::kBytes))
      continue;
    if (!IsObjectOf(part, TypeId::kPattern)) TRY(DictKeyHash(vm, TRY(vm.NewTuple({part}))));
  }
  if (IsObjectOf(source, TypeId::kPattern)) {
    const bool any = !flags_value.IsUndefined() && TRY(vm.Truth(flags_value));
    if (any) return vm.ValueError("cannot process flags argument with a compiled pattern");
    return source;
  }
  if (!Vm::IsStr(source) && !IsObjectOf(source, TypeId::kBytes)) {
    return vm.TypeError("first argument must be string or compiled pattern");
  }
  const int64_t wide_flags = flags_value.IsUndefined() ? 0 : TRY(FlagsArgument(vm, flags_value));
  const uint32_t flags = static_cast<uint32_t>(wide_flags);
  ProgramCache& cache = ProgramCache::Of(vm);
  const bool is_text = Vm::IsStr(source);
  const std::string_view text = is_text ? Vm::View(source) : source.As<Bytes>()->view();
  const uint32_t hash = SourceHash(vm, source, flags);
  const int found = cache.Find(text, is_text, flags, hash);
  if (found >= 0 && wide_flags == int64_t{flags}) {
    List* list = TRY(PatternList(vm, found));
    if (IsObjectOf(list->items()[found], TypeId::kPattern)) return list->items()[found];
  }
  Tree tree;
  std::unique_ptr<Program> program = MakeProgram(vm, source, flags, true, &tree);
  if (program == nullptr) return Value::Failed();
  const bool fits = flags_value.IsUndefined() || !flags_value.IsObject() ||
                    IsObjectOf(flags_value, TypeId::kRegexFlag);
  if (!fits || wide_flags < INT32_MIN || wide_flags > INT32_MAX) {
    return vm.OverflowError("Python int too large to convert to C int");
  }
  int added = -1;
  List* list = TRY(AddEntry(vm, source, flags, std::move(program), &added));
  if (IsObjectOf(list->items()[added], TypeId::kPattern)) return list->items()[added];
  Value pattern = TRY(NewPattern(vm, source, tree));
  list->items()[added] = pattern;
  return pattern;
}

// A pattern object holds no program, only its text and flags. The program lives in a cache outside
// the heap, which a snapshot does not store: after a load it is made again when it is first needed.
// This also means that no forged program can come in.
const Program* ProgramOf(Vm& vm, PatternObject* pattern) {
  ProgramCache& cache = ProgramCache::Of(vm);
  const uint32_t flags = static_cast<uint32_t>(pattern->flags);
  const bool is_text = Vm::IsStr(pattern->source);
  // A pattern is found by the flags it has in the end; those given to compile() lack UNICODE.
  for (const uint32_t given : {flags & ~uint32_t{kUnicode}, flags}) {
    const int found =
        cache.Find(SourceView(pattern), is_text, given, SourceHash(vm, pattern->source, given));
    if (found >= 0 && cache.At(found).program->flags == flags) return cache.At(found).program.get();
  }
  Tree tree;
  std::unique_ptr<Program> program = MakeProgram(vm, pattern->source, flags, false, &tree);
  if (program == nullptr) return nullptr;
  int added = -1;
  if (AddEntry(vm, pattern->source, flags, std::move(program), &added) == nullptr) return nullptr;
  return cache.At(added).program.get();
}

// ---- Subject

// Positions in Python count characters, the Matcher counts bytes. For ASCII both are the same
// (`direct_`).
Status Subject::Set(PatternObject* pattern, Value string) {
  string_ = string;
  const bool pattern_is_text = Vm::IsStr(pattern->source);
  is_text_ = Vm::IsStr(string);
  if (is_text_) {
    text_ = Vm::View(string);
    direct_ = string.As<Str>()->ascii();
    length_ = string.As<Str>()->length;
  } else {
    if (!IsBytesLike(vm_, string)) {
      return vm_.TypeError("expected string or bytes-like object, got '", vm_.TypeName(string),
                           "'");
    }
    TRY(bytes_.Get(string));
    text_ = bytes_.view();
    length_ = static_cast<int64_t>(text_.size());
  }
  if (pattern_is_text && !is_text_)
    return vm_.TypeError("cannot use a string pattern on a bytes-like object");
  if (!pattern_is_text && is_text_)
    return vm_.TypeError("cannot use a bytes pattern on a string-like object");
  return Done{};
}

size_t Subject::ByteOf(int64_t index) const {
  if (direct_) return static_cast<size_t>(index);
  if (index == length_) return text_.size();
  return vm_.TextOffset(string_.As<Str>(), static_cast<uint32_t>(index));
}

Value Subject::Slice(size_t start, size_t end) {
  if (start == 0 && end == text_.size() && (is_text_ || IsObjectOf(string_, TypeId::kBytes))) {
    return string_;
  }
  const std::string_view part = text_.substr(start, end - start);
  if (!is_text_) return vm_.NewBytes(part);
  return direct_ ? vm_.NewStr(part, static_cast<uint32_t>(part.size())) : vm_.NewStr(part);
}

Result<Bounds> BoundsOf(Vm& vm, const Subject& subject, Value pos, Value endpos) {
  Bounds bounds{0, subject.length()};
  if (!pos.IsUndefined()) {
    bounds.pos = std::clamp<int64_t>(TRY(SizeArgument(vm, pos)), 0, subject.length());
  }
  if (!endpos.IsUndefined()) {
    bounds.endpos = std::clamp<int64_t>(TRY(SizeArgument(vm, endpos)), 0, subject.length());
  }
  return bounds;
}

// ---- Matching

// Before the text is looked at.
static Status CheckPositions(Vm& vm, Value pos, Value endpos) {
  for (Value position : {pos, endpos}) {
    if (!position.IsUndefined() && !IsIntLike(position)) {
      return vm.TypeError("'", vm.TypeName(position),
                          "' object cannot be interpreted as an integer");
    }
  }
  return Done{};
}

Value DoMatch(Vm& vm, Value pattern, MatchMode mode, Value string, Value pos, Value endpos) {
  TRY(CheckPositions(vm, pos, endpos));
  Subject subject(vm);
  TRY(subject.Set(pattern.As<PatternObject>(), string));
  const Bounds bounds = TRY(BoundsOf(vm, subject, pos, endpos));
  if (bounds.pos > bounds.endpos) return Value::None();
  const Program* program = TRY(ProgramOf(vm, pattern.As<PatternObject>()));
  const size_t start = subject.ByteOf(bounds.pos);
  Matcher matcher(vm, ProgramCache::Of(vm).scratch(), *program,
                  subject.text().substr(0, subject.ByteOf(bounds.endpos)));
  if (!TRY(matcher.Run(mode, start, false))) return Value::None();
  return NewMatch(vm, pattern, string, bounds, matcher, start, static_cast<size_t>(bounds.pos));
}

// One Matcher for all matches: its buffers are made once.
Value DoFindAll(Vm& vm, Value pattern, Value string, Value pos, Value endpos) {
  TRY(CheckPositions(vm, pos, endpos));
  Subject subject(vm);
  TRY(subject.Set(pattern.As<PatternObject>(), string));
  const Bounds bounds = TRY(BoundsOf(vm, subject, pos, endpos));
  List* found = TRY(vm.NewList());
  if (bounds.pos > bounds.endpos) return Value::Of(found);
  const Program* program = TRY(ProgramOf(vm, pattern.As<PatternObject>()));
  const size_t end = subject.ByteOf(bounds.endpos);
  Matcher matcher(vm, ProgramCache::Of(vm).scratch(), *program, subject.text().substr(0, end));
  const Value empty = TRY(subject.is_text() ? vm.NewAsciiStr({}) : vm.NewBytes({}));
  size_t at = subject.ByteOf(bounds.pos);
  bool must_advance = false;
  while (TRY(matcher.Run(MatchMode::kSearch, at, must_advance))) {
    Value item;
    if (program->groups <= 2) {
      item = TRY(GroupText(subject, matcher, program->groups - 1, empty));
    } else {
      Tuple* groups = TRY(vm.NewTuple(program->groups - 1));
      for (uint32_t g = 1; g < program->groups; ++g) {
        groups->items()[g - 1] = TRY(GroupText(subject, matcher, g, empty));
      }
      item = Value::Of(groups);
    }
    TRY(ListAppend(vm, found, item));
    at = matcher.captures()[1];
    must_advance = at == matcher.captures()[0];
    if (!vm.Tick(1)) return Value::Failed();
  }
  return Value::Of(found);
}

Value DoSplit(Vm& vm, Value pattern, Value string, int64_t most) {
  Subject subject(vm);
  TRY(subject.Set(pattern.As<PatternObject>(), string));
  const Program* program = TRY(ProgramOf(vm, pattern.As<PatternObject>()));
  Matcher matcher(vm, ProgramCache::Of(vm).scratch(), *program, subject.text());
  List* parts = TRY(vm.NewList());
  size_t last = 0;
  bool must_advance = false;
  for (int64_t n = 0; most == 0 || n < most; ++n) {
    if (!TRY(matcher.Run(MatchMode::kSearch, last, must_advance))) break;
    Value part = TRY(subject.Slice(last, matcher.captures()[0]));
    TRY(ListAppend(vm, parts, part));
    for (uint32_t g = 1; g < program->groups; ++g) {
      Value text = TRY(GroupText(subject, matcher, g, Value::None()));
      TRY(ListAppend(vm, parts, text));
    }
    last = matcher.captures()[1];
    must_advance = last == matcher.captures()[0];
    if (!vm.Tick(1)) return Value::Failed();
  }
  Value rest = TRY(subject.Slice(last, subject.text().size()));
  TRY(ListAppend(vm, parts, rest));
  return Value::Of(parts);
}

// ---- Scanners

Value NewScanner(Vm& vm, TypeId type, Value pattern, Value string, Value pos, Value endpos) {
  TRY(CheckPositions(vm, pos, endpos));
  Subject subject(vm);
  TRY(subject.Set(pattern.As<PatternObject>(), string));
  const Bounds bounds = TRY(BoundsOf(vm, subject, pos, endpos));
  ScannerObject* scanner = TRY(vm.New<ScannerObject>(type));
  scanner->pattern = pattern;
  scanner->string = string;
  scanner->pos = static_cast<RawWord>(bounds.pos);
  scanner->endpos = static_cast<RawWord>(bounds.endpos);
  scanner->end_byte = subject.ByteOf(bounds.endpos);
  scanner->byte = subject.ByteOf(bounds.pos);
  scanner->index = static_cast<RawWord>(bounds.pos);
  scanner->must_advance = 0;
  scanner->finished = bounds.pos > bounds.endpos;
  return Value::Of(scanner);
}

Value ScanNext(Vm& vm, ScannerObject* scanner, MatchMode mode) {
  if (scanner->finished) return Value::None();
  PatternObject* pattern = scanner->pattern.As<PatternObject>();
  Subject subject(vm);
  TRY(subject.Set(pattern, scanner->string));
  const Program* program = TRY(ProgramOf(vm, pattern));
  const size_t end = subject.Clamp(scanner->end_byte);
  const size_t begin = subject.Clamp(scanner->byte);
  if (begin > end) {
    scanner->finished = 1;
    return Value::None();
  }
  Matcher matcher(vm, ProgramCache::Of(vm).scratch(), *program, subject.text().substr(0, end));
  if (!TRY(matcher.Run(mode, begin, scanner->must_advance != 0))) {
    scanner->finished = 1;
    return Value::None();
  }
  const size_t from = matcher.captures()[0], to = matcher.captures()[1];
  size_t start_index = from, end_index = to;
  if (!subject.direct()) {
    start_index = scanner->index + CountCodePoints(subject.text().substr(begin, from - begin));
    end_index = start_index + CountCodePoints(subject.text().substr(from, to - from));
  }
  Value match =
      TRY(NewMatch(vm, scanner->pattern, scanner->string,
                   {static_cast<int64_t>(scanner->pos), static_cast<int64_t>(scanner->endpos)},
                   matcher, from, start_index));
  scanner->byte = to;
  scanner->index = end_index;
  scanner->must_advance = from == to;
  return match;
}

// ---- Methods

namespace {

PatternObject* AsPattern(Value v) { return v.As<PatternObject>(); }

Value PatternMatch(Vm& vm, const Args& a) {
  return DoMatch(vm, a[0], MatchMode::kMatch, a[1], a[2], a[3]);
}
Value PatternFullMatch(Vm& vm, const Args& a) {
  return DoMatch(vm, a[0], MatchMode::kFullMatch, a[1], a[2], a[3]);
}
Value PatternSearch(Vm& vm, const Args& a) {
  return DoMatch(vm, a[0], MatchMode::kSearch, a[1], a[2], a[3]);
}
Value PatternFindAll(Vm& vm, const Args& a) { return DoFindAll(vm, a[0], a[1], a[2], a[3]); }
Value PatternFindIter(Vm& vm, const Args& a) {
  return NewScanner(vm, TypeId::kMatchIterator, a[0], a[1], a[2], a[3]);
}
Value PatternScanner(Vm& vm, const Args& a) {
  return NewScanner(vm, TypeId::kRegexScanner, a[0], a[1], a[2], a[3]);
}
Value PatternSplit(Vm& vm, const Args& a) {
  return DoSplit(vm, a[0], a[1], TRY(SizeArgument(vm, a[2], 0)));
}
Value PatternSub(Vm& vm, const Args& a) {
  return DoSub(vm, a[0], a[1], a[2], TRY(SizeArgument(vm, a[3], 0)), false);
}
Value PatternSubn(Vm& vm, const Args& a) {
  return DoSub(vm, a[0], a[1], a[2], TRY(SizeArgument(vm, a[3], 0)), true);
}
Value PatternCopy(Vm&, const Args& a) { return a[0]; }

Status PatternRepr(Vm& vm, Value self, TextBuilder& out) {
  TextBuilder source(vm);
  TRY(vm.Repr(AsPattern(self)->source, source));
  out.Append("re.compile(");
  // CPython shows 200 characters of the source.
  std::string_view shown = source.view();
  size_t at = 0;
  for (int n = 0; n < 200 && at < shown.size(); ++n)
    at += static_cast<size_t>(Utf8SizeFromLead(shown[at]));
  out.Append(shown.substr(0, at));
  int64_t flags = static_cast<int64_t>(AsPattern(self)->flags);
  if (Vm::IsStr(AsPattern(self)->source) && (flags & (kLocale | kUnicode | kAscii)) == kUnicode) {
    flags &= ~int64_t{kUnicode};
  }
  if (flags != 0) {
    out.Append(", ");
    TRY(AppendFlagsByValue(vm, flags, out));
  }
  out.Append(')');
  return out.status();
}

Value PatternCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kPattern) || !IsObjectOf(right, TypeId::kPattern)) {
    return Value::NotImplemented();
  }
  const bool same =
      left == right || (AsPattern(left)->flags == AsPattern(right)->flags &&
                        Vm::IsStr(AsPattern(left)->source) == Vm::IsStr(AsPattern(right)->source) &&
                        TRY(vm.Equal(AsPattern(left)->source, AsPattern(right)->source)));
  return Value::Bool(same == (op == CompareOp::kEq));
}

bool CheckPattern(Vm&, Object* object) {
  const Value source = static_cast<PatternObject*>(object)->source;
  return Vm::IsStr(source) || IsObjectOf(source, TypeId::kBytes);
}
constexpr Schema kPatternSchema{"V # # d", CheckPattern};
constexpr Schema kScannerSchema{"<Pattern> V # # # # # # #"};

Result<int64_t> PatternHash(Vm& vm, Value self) {
  const int64_t hash =
      TRY(vm.Hash(AsPattern(self)->source)) ^ static_cast<int64_t>(AsPattern(self)->flags);
  return hash == -1 ? -2 : hash;
}

constexpr NativeInfo kPatternMethods[] = {
    {"match(string, pos=0, endpos=sys.maxsize)", PatternMatch,
     "Matches zero or more characters at the beginning of the string."},
    {"fullmatch(string, pos=0, endpos=sys.maxsize)", PatternFullMatch,
     "Matches against all of the string."},
    {"search(string, pos=0, endpos=sys.maxsize)", PatternSearch,
     "Scan through string looking for a match, and return a corresponding match object "
     "instance.\n\nReturn "
     "None if no position in the string matches."},
    {"sub(repl, string, count=0)", PatternSub,
     "Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern "
     "in string "
     "by the replacement repl."},
    {"subn(repl, string, count=0)", PatternSubn,
     "Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost "
     "non-overlapping "
     "occurrences of pattern with the replacement repl."},
    {"split(string, maxsplit=0)", PatternSplit, "Split string by the occurrences of pattern."},
    {"findall(string, pos=0, endpos=sys.maxsize)", PatternFindAll,
     "Return a list of all non-overlapping matches of pattern in string."},
    {"finditer(string, pos=0, endpos=sys.maxsize)", PatternFindIter,
     "Return an iterator over all non-overlapping matches for the RE pattern in string.\n\nFor "
     "each match, "
     "the iterator returns a match object."},
    {"scanner(string, pos=0, endpos=sys.maxsize)", PatternScanner, ""},
    {"__copy__()", PatternCopy, ""},
    {"__deepcopy__(memo, /)", PatternCopy, ""},
};
Value GroupIndex(Vm& vm, Value self) {
  Value names = AsPattern(self)->group_index;
  if (!IsObjectOf(names, TypeId::kDict) || names.As<Dict>()->live != 0)
    return NewMappingProxy(vm, names);
  return Value::Of(TRY(vm.NewDict()));
}

constexpr AttributeInfo kPatternAttributes[] = {
    {"pattern", [](Vm&, Value self) { return AsPattern(self)->source; }, nullptr,
     AttributeKind::kMember},
    {"flags",
     [](Vm& vm, Value self) { return vm.NewInt(static_cast<int64_t>(AsPattern(self)->flags)); },
     nullptr, AttributeKind::kMember},
    {"groups",
     [](Vm& vm, Value self) { return vm.NewInt(static_cast<int64_t>(AsPattern(self)->groups)); },
     nullptr, AttributeKind::kMember},
    {"groupindex", GroupIndex},
};
PYSUB_MEMBERS(Pattern, kPatternMethods, kPatternAttributes);

Value ScannerMatch(Vm& vm, const Args& a) {
  return ScanNext(vm, a[0].As<ScannerObject>(), MatchMode::kMatch);
}
Value ScannerSearch(Vm& vm, const Args& a) {
  return ScanNext(vm, a[0].As<ScannerObject>(), MatchMode::kSearch);
}
constexpr NativeInfo kScannerMethods[] = {
    {"match()", ScannerMatch, ""},
    {"search()", ScannerSearch, ""},
};
constexpr AttributeInfo kScannerAttributes[] = {
    {"pattern", [](Vm&, Value self) { return self.As<ScannerObject>()->pattern; }, nullptr,
     AttributeKind::kMember},
};
PYSUB_MEMBERS(RegexScanner, kScannerMethods, kScannerAttributes);

Value IteratorSelf(Vm&, Value self) { return self; }
Value IteratorNext(Vm& vm, Value self) {
  Value match = TRY(ScanNext(vm, self.As<ScannerObject>(), MatchMode::kSearch));
  return match.IsNone() ? Value::Exhausted() : match;
}

}  // namespace
}  // namespace re

extern constexpr TypeInfo kPatternType{.id = TypeId::kPattern,
                                       .schema = &re::kPatternSchema,
                                       .doc = "Compiled regular expression object.",
                                       .methods = re::kPatternMethods,
                                       .attributes = re::kPatternAttributes,
                                       .members = re::kPatternMembers,
                                       .repr = re::PatternRepr,
                                       .hash = re::PatternHash,
                                       .compare = re::PatternCompare};

extern constexpr TypeInfo kRegexScannerType{.id = TypeId::kRegexScanner,
                                            .schema = &re::kScannerSchema,
                                            .methods = re::kScannerMethods,
                                            .attributes = re::kScannerAttributes,
                                            .members = re::kRegexScannerMembers};

extern constexpr TypeInfo kMatchIteratorType{.id = TypeId::kMatchIterator,
                                             .schema = &re::kScannerSchema,
                                             .iter = re::IteratorSelf,
                                             .next = re::IteratorNext};

}  // namespace pysub
