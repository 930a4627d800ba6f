// Reading a snapshot: bytes to objects, each number and reference within its bounds. What the
// objects must be is in snapshot/checks.cc.

#include "vm/snapshot/reader.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "pysub/version.h"
#include "vm/numbers/limbs.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/tables.h"

namespace pysub {
namespace {

// A native function is saved as table and row. Such a number becomes the address of C++ code, so it
// has to be one that exists: a function of a module, a constructor, a method that the type's slots
// imply, or a row of its methods.
bool IsNativeRow(const Runtime& runtime, uint64_t table, uint64_t row) {
  if (table >= kModuleTableBase) {
    table -= kModuleTableBase;
    return table < runtime.modules.size() && runtime.modules[table] != nullptr &&
           row < runtime.modules[table]->functions.size();
  }
  if (table >= static_cast<uint64_t>(TypeId::kCount) || runtime.types[table] == nullptr)
    return false;
  if (row == kConstructorRow) return runtime.types[table]->constructor != nullptr;
  if (row >= kSlotMethodRow) {
    if (row - kSlotMethodRow >= SlotMethodCount()) return false;
    std::string_view name = SlotMethod(static_cast<uint32_t>(row - kSlotMethodRow)).name;
    return FindSlotMethod(static_cast<TypeId>(table), *runtime.types[table],
                          {name, MemberHash(name)}) >= 0;
  }
  return row < runtime.types[table]->methods.size();
}

}  // namespace

// The order of the checks is for the reader of the message. Who made it is said before what is
// wrong with it, and a snapshot of another format is not called damaged.
bool SnapshotReader::ReadHeader() {
  if (from_.Raw(4) != kSnapshotMagic) return Refuse("it does not begin as one");
  const uint8_t format = from_.Byte();
  std::string maker = "an older pysub";
  if (format >= kFirstFormatWithVersion) {
    maker = "pysub " + std::to_string(from_.Byte());
    maker += "." + std::to_string(from_.Byte());
    maker += "." + std::to_string(from_.Byte());
  }
  if (!from_.ok()) return Refuse("its length is wrong");
  if (format != kSnapshotVersion) {
    return Refuse("it was made by " + maker + " in format " + std::to_string(format) +
                  ", and this is pysub " PYSUB_VERSION_STRING ", which reads format " +
                  std::to_string(kSnapshotVersion));
  }
  uint8_t flags = from_.Byte();
  if (flags & ~kSnapshotHasSources) return Refuse("it has unknown features");
  has_sources_ = flags & kSnapshotHasSources;
  const SnapshotFingerprint ours = FingerprintOf(runtime_);
  SnapshotFingerprint its;
  its.all = from_.Fixed32();
  for (uint16_t& table : its.tables) {
    table = from_.Byte();
    table = static_cast<uint16_t>(table | from_.Byte() << 8);
  }
  if (its.all != ours.all && from_.ok()) {
    const std::string names = its.DifferenceFrom(ours);
    return Refuse("it was made by " + maker +
                  " with other tables than this pysub " PYSUB_VERSION_STRING " has: " +
                  (names.empty() ? "which are unknown" : names));
  }
  const uint32_t length = from_.Fixed32();
  const uint64_t checksum = from_.Fixed64();
  // (Of a longer one the checksum knows how long it is.)
  if (!from_.ok() || length != static_cast<uint32_t>(from_.left()))
    return Refuse("its length is wrong");
  if (SnapshotChecksum(bytes_.substr(kSnapshotHeaderBytes)) != checksum) {
    return Refuse("its checksum is wrong");
  }
  return true;
}

// The host's limits are ceilings. What was used stays used: to save and restore in a loop must not
// fill up a program's time, memory or steps. (A replay is the exception: its clock is the
// recording's.)
bool SnapshotReader::ReadLimits() {
  const Limits& ceilings = options_.ceilings;
  Limits limits;
  limits.memory_bytes = Limit(ceilings.memory_bytes);
  limits.duration_ns = Limit(ceilings.duration_ns);
  limits.allocations = Limit(ceilings.allocations);
  limits.steps = steps_limit_ = Limit(ceilings.steps);
  limits.output_bytes = Limit(ceilings.output_bytes);
  uint64_t depth = from_.Below(UINT32_MAX);
  uint64_t ceiling = from_.Below(UINT32_MAX);
  uint32_t most = std::max(ceilings.recursion_depth, ceilings.recursion_ceiling);
  limits.recursion_depth = static_cast<uint32_t>(std::min<uint64_t>(depth, most));
  limits.recursion_ceiling = static_cast<uint32_t>(std::min<uint64_t>(ceiling, most));
  if (options_.replaces_limits) {
    limits.recursion_depth = ceilings.recursion_depth;
    limits.recursion_ceiling = ceilings.recursion_ceiling;
  }
  if (options_.replay) {
    limits.memory_bytes = ceilings.memory_bytes;
    limits.duration_ns = ceilings.duration_ns;
  }
  vm_ = std::make_unique<Vm>(runtime_, limits, hooks_);
  // What loading itself allocates is not the program's doing.
  vm_->heap.SetAllocationLimit(kUnlimited);
  uint64_t running_ns = from_.Varint();
  if (!options_.replay) vm_->budget_.set_running_ns(running_ns);
  used_allocations_ = from_.Varint();
  used_steps_ = from_.Varint();
  const uint64_t output_bytes = from_.Varint();
  vm_->next_id_ = static_cast<int64_t>(from_.Below(uint64_t{1} << 62));
  vm_->max_str_digits = Unzigzag(from_.Varint());
  vm_->future_flags = from_.Byte() * kLowestFutureFlag;
  uint8_t state = from_.Byte();
  if (state > 127) return Refuse("state");
  vm_->awaits_at_top_ = state & 1;
  vm_->builtins_changed_ = state & 2;
  vm_->skip_traceback_ = state & 4;
  started_ = state & 8;
  vm_->host.resolves_names = state & 16;
  vm_->hides_methods_ = state & 64;
  for (uint64_t& key : vm_->hash_key_) key = state & 32 ? from_.Fixed64() : 0;
  vm_->host.session_id = from_.Varint();
  vm_->host.SetCounts(from_.Below(kMostRequests), output_bytes);
  HostRequest& request = vm_->request_;
  request.kind = static_cast<HostRequestKind>(
      from_.Below(static_cast<uint64_t>(HostRequestKind::kWaiting) + 1));
  request.os_call = static_cast<OsCallId>(from_.Below(static_cast<uint64_t>(OsCallId::kCount)));
  request.sequence = from_.Below(kMostRequests);
  vm_->host.virtual_clock_ns = Unzigzag(from_.Varint());
  vm_->host.entropy_seed = from_.Varint();
  uint64_t arguments = from_.Varint();
  if (arguments > from_.left()) return Refuse("arguments");
  vm_->arguments.clear();
  for (uint64_t i = 0; i < arguments; ++i) vm_->arguments.emplace_back(from_.Text());
  vm_->host.host_note = from_.Text();
  vm_->host.working_directory = from_.Text();
  if (!vm_->host.working_directory.starts_with('/')) return Refuse("working directory");
  return from_.ok() || Refuse("limits");
}

// The text is compiled again, which makes code that needs no checking, and must give what it gave.
// A host that keeps the compiled units saves it by RestoreOptions::units. The compiler may take
// much memory for a short text: room for 40 bytes a byte is asked for before it begins.
bool SnapshotReader::ReadCode() {
  uint8_t flags = from_.Byte();
  uint32_t future_flags = from_.Byte() * kLowestFutureFlag;
  uint64_t existing = from_.Varint();
  if (!from_.ok() || flags >> 6 > 2 || existing > from_.left())
    return Refuse("how a code was compiled");
  std::vector<std::string> globals;
  for (uint64_t i = 0; i < existing; ++i) globals.emplace_back(from_.Text());
  std::string_view filename = from_.Text();
  uint64_t fingerprint = from_.Fixed64();
  std::string_view source = has_sources_ ? from_.Text() : std::string_view();
  if (!from_.ok() || (flags & 3) == 3) return Refuse("a code");
  for (const auto& unit : options_.units) {
    if (unit->fingerprint == fingerprint && unit->filename == filename &&
        (!has_sources_ || unit->source == source)) {
      codes_.push_back(unit);
      return true;
    }
  }
  if (!has_sources_) return Refuse("the host does not have the code " + std::string(filename));
  if (!vm_->heap.HasRoomFor(source.size() * uint64_t{40})) return RefuseMemory();
  if (!IsValidUtf8(source, Surrogates::kRefuse)) return Refuse("a source text");
  CompileOptions options;
  options.mode = static_cast<ParseMode>(flags & 3);
  options.dynamic = flags & 4;
  options.return_last_expression = flags & 8;
  options.echo_expressions = flags & 16;
  options.top_level_await = flags & 32;
  options.optimize = flags >> 6;
  options.future_flags = future_flags;
  options.existing_globals = globals;
  options.parse_limits.max_int_digits = kMostIntDigits;  // it was compiled once
  CompileResult compiled = Compile(source, filename, options);
  if (compiled.unit == nullptr || compiled.unit->fingerprint != fingerprint) {
    return Refuse("a source text compiles to something else");
  }
  codes_.push_back(std::move(compiled.unit));
  return true;
}

// Code is not stored. Its source stands for it, and is compiled again: bytecode from strangers
// would have to be proven harmless, but what the compiler makes is so by construction.
bool SnapshotReader::ReadUnits() {
  uint64_t codes = from_.Varint();
  if (codes > from_.left()) return Refuse("number of codes");
  for (uint64_t i = 0; i < codes; ++i) {
    if (!ReadCode()) return false;
  }
  if (started_ && !vm_->Start().ok()) return RefuseMemory();
  uint64_t units = from_.Varint();
  if (units > from_.left()) return Refuse("number of units");
  for (uint64_t i = 0; i < units; ++i) {
    uint64_t code = from_.Below(codes_.size());
    if (!from_.ok()) return Refuse("code of a unit");
    if (vm_->NewUnit(codes_[code], Value::Undefined(), Value::Undefined()) == nullptr) {
      return RefuseMemory();
    }
  }
  return true;
}

// The contents come before the directory, but cannot be understood without it.
bool SnapshotReader::ReadObjects() {
  const std::string_view contents = from_.Raw(from_.Varint());
  if (!from_.ok() || !ReadDirectory(contents.size())) return Refuse("directory of objects");
  const ByteReader rest = std::exchange(from_, ByteReader(contents));
  if (!ReadContents()) return false;
  if (from_.left() != 0) return Refuse("contents of objects");
  from_ = rest;
  return true;
}

// Makes the objects, empty, before their contents are read. `contents_bytes` is what the contents
// have, and every object with words or bytes takes its share of them: so the memory that this takes
// follows from the length of the snapshot, and a few bytes cannot ask for gigabytes.
//
// Words of the objects are not set here. No collection can run meanwhile (nothing here is an
// instruction), so nobody reads them before ReadContents has filled them.
bool SnapshotReader::ReadDirectory(size_t contents_bytes) {
  const uint64_t count = from_.Varint();
  if (!from_.ok() || count > bytes_.size()) return Refuse("number of objects");
  if (!vm_->heap.HasRoomFor(count * 16)) return RefuseMemory();
  objects_.reserve(count);
  rows_.reserve(16);
  while (objects_.size() < count) {
    const uint64_t head = from_.Varint();
    const uint8_t flags = head & 2 ? from_.Byte() : 0;
    const uint64_t size = from_.Below(UINT32_MAX - 16);
    const uint64_t run = head & 1 ? from_.Varint() : 1;
    const uint64_t type = head >> 2;
    if (!from_.ok() || type >= static_cast<uint64_t>(TypeId::kCount) || flags > 7) {
      return Refuse("type of an object");
    }
    if (run == 0 || run > count - objects_.size() || (run > 1 && size == 0))
      return Refuse("number of objects");
    const Schema* schema = SchemaOf(runtime_, static_cast<TypeId>(type));
    if (schema == nullptr) return Refuse("no object can be of its type");
    const Layout layout =
        type == static_cast<uint64_t>(TypeId::kFunction) ? Layout::kFunction : schema->layout;
    const bool words = layout == Layout::kValues || layout == Layout::kFunction;
    // There is a byte at least for each object that has words.
    const uint64_t needed = words ? size > 0 : size;
    if ((words && !schema->AllowsCount(static_cast<uint32_t>(size))) ||
        (needed > 0 && run > contents_bytes / needed)) {
      return Refuse("size of an object");
    }
    if (static_cast<TypeId>(type) == TypeId::kInt && size / 8 > kMostLimbs) return RefuseMemory();
    contents_bytes -= needed * run;
    if (!NewObjects({layout, static_cast<uint8_t>(flags << 4), static_cast<TypeId>(type),
                     static_cast<uint32_t>(size)},
                    static_cast<uint32_t>(run))) {
      return RefuseMemory();
    }
    const uint32_t end = static_cast<uint32_t>(objects_.size());
    if (rows_.empty() || rows_.back().type != static_cast<TypeId>(type) ||
        rows_.back().flags != flags) {
      rows_.push_back({schema, static_cast<TypeId>(type), layout, flags,
                       end - static_cast<uint32_t>(run), end});
    }
    rows_.back().end = end;
  }
  return true;
}

// `count` objects with this header. False: no memory. kFlagLarge is the heap's to set, so flags are
// added and not assigned.
bool SnapshotReader::NewObjects(Object header, uint32_t count) {
  const uint64_t bytes = BytesFor(header);
  for (uint32_t i = 0; i < count; ++i) {
    Object* object = vm_->heap.NewUninitialized(header.type, header.layout, header.count, bytes);
    if (object == nullptr) return false;
    object->flags |= header.flags;
    objects_.push_back(object);
  }
  if (options_.census != nullptr) {
    TypeCensus& row = (*options_.census)[std::string(Vm::NameOf(header.type))];
    row.objects += count;
    row.bytes += bytes * count;
  }
  return true;
}

// See WordCode::kKnownText.
Value SnapshotReader::KnownText(uint64_t number) {
  if (number >= kFirstCommonName) return vm_->Intern(kCommonNames[number - kFirstCommonName]);
  return number == 128 ? vm_->NewStr("") : vm_->CharStr(static_cast<char32_t>(number));
}

// A word whose tag was kWordOther. Whatever is not known fails the reader, and Undefined stands in
// for it until somebody looks at ok().
Value SnapshotReader::OtherWord(uint64_t code) {
  if (code < static_cast<uint64_t>(WordCode::kFloat)) {
    Value special = Value::FromBits(Value::Undefined().bits() | code);
    bool known = code <= 5 || special.IsExhausted() || special.IsFailed();
    if (!known) from_.Fail();
    return special;
  }
  switch (static_cast<WordCode>(code)) {
    case WordCode::kFloat: return Value::ForeignFloat(std::bit_cast<double>(from_.Fixed64()));
    case WordCode::kConstant:
    case WordCode::kName: {
      LinkedUnit* unit = UnitAt(from_.Varint());
      uint64_t index = from_.Varint();
      if (unit == nullptr) break;
      const std::span<const Value> list =
          static_cast<WordCode>(code) == WordCode::kName ? unit->names : unit->constants;
      if (index >= list.size()) break;
      return list[index];
    }
    case WordCode::kKnownText: {
      const Value text = KnownText(from_.Below(kFirstCommonName + std::size(kCommonNames)));
      if (text.IsFailed()) break;
      return text;
    }
    case WordCode::kType:
      return Value::Type(static_cast<TypeId>(from_.Below(static_cast<uint64_t>(TypeId::kCount))));
    case WordCode::kNative: {
      uint64_t table = from_.Below(UINT16_MAX);
      uint64_t row = from_.Below(UINT16_MAX + uint64_t{1});
      if (!from_.ok() || !IsNativeRow(runtime_, table, row)) break;
      return Value::Native(static_cast<uint16_t>(table), static_cast<uint16_t>(row));
    }
    case WordCode::kAttribute: {
      uint64_t owner = from_.Below(static_cast<uint64_t>(TypeId::kCount));
      uint64_t index = from_.Below(UINT16_MAX);
      if (!from_.ok() || runtime_.types[owner] == nullptr ||
          index >= runtime_.types[owner]->attributes.size()) {
        break;
      }
      return Value::Attribute(static_cast<TypeId>(owner), static_cast<uint16_t>(index));
    }
    case WordCode::kUndefinedRun:
      undefined_left_ = from_.Varint();
      if (undefined_left_ == 0) break;
      --undefined_left_;
      return Value::Undefined();
    default: break;
  }
  from_.Fail();
  return Value::Undefined();
}

// Counts references: of texts, which anybody may share, nobody asks how many there are.
Value SnapshotReader::Referred(Object* object) {
  if (object->layout != Layout::kStr) {
    object->flags |= object->flags & kReferredOnce ? kReferredAgain : kReferredOnce;
  }
  return Value::Of(object);
}

// One word, of any kind. That the object may have such a word is checked later, by its schema.
Value SnapshotReader::Word() {
  if (undefined_left_ > 0) {
    --undefined_left_;
    return Value::Undefined();
  }
  uint64_t word = from_.Varint();
  switch (word & 3) {
    case kWordReference: {
      uint64_t back = word >> 2;
      if (back > next_ || next_ - back >= objects_.size()) break;
      uint64_t number = next_ - back;
      if (back == 0) ++next_;
      return Referred(objects_[number]);
    }
    case kWordInt: {
      int64_t number = Unzigzag(word >> 2);
      if (!Value::FitsSmallInt(number)) break;
      return Value::KnownSmallInt(number);
    }
    case kWordRaw:
      if (word >> 2 >= uint64_t{1} << 48) break;
      return Value::FromBits(word >> 2);
    case kWordOther: return OtherWord(word >> 2);
  }
  from_.Fail();
  return Value::Undefined();
}

// Objects exist already, empty and in their places, so a reference to any of them can be read as a
// number, forwards and backwards alike.
bool SnapshotReader::ReadContents() {
  next_ = from_.Varint();
  if (!from_.ok() || next_ > objects_.size()) return Refuse("number of objects");
  for (const Neighbours& row : rows_) {
    if (row.layout == Layout::kStr) {
      if (!ReadTexts(ObjectsOf(row))) return Refuse("text of a str");
      continue;
    }
    for (Object* object : ObjectsOf(row)) {
      if (row.layout == Layout::kRaw) {
        const std::string_view bytes = from_.Raw(object->count);
        if (!from_.ok()) return Refuse("contents of an object");
        std::memcpy(object->bytes(), bytes.data(), bytes.size());
      } else if (row.type == TypeId::kArray || row.type == TypeId::kTuple) {
        if (!ReadItems(object)) return Refuse("items of an object");
      } else if (!ReadWords(object)) {
        return false;
      }
    }
  }
  next_ = objects_.size();
  return true;
}

// Some at a time: mostly all their bytes are ASCII.
bool SnapshotReader::ReadTexts(std::span<Object* const> strs) {
  constexpr size_t kAtOnce = 64;
  for (; !strs.empty(); strs = strs.subspan(std::min(kAtOnce, strs.size()))) {
    const std::span<Object* const> some = strs.first(std::min(kAtOnce, strs.size()));
    uint64_t bytes = 0;
    for (const Object* object : some) bytes += object->count;
    std::string_view texts = from_.Raw(bytes);
    if (!from_.ok()) return false;
    const bool ascii = IsAscii(texts);
    for (Object* object : some) {
      const std::string_view text = texts.substr(0, object->count);
      texts.remove_prefix(object->count);
      if (!ascii && !IsValidUtf8(text, Surrogates::kAllow)) return false;
      Str* str = static_cast<Str*>(object);
      CopyText(text, reinterpret_cast<char*>(str) + sizeof(Str));
      str->length = ascii ? str->count : static_cast<uint32_t>(CountCodePoints(text));
      str->hash = 0;
    }
  }
  return true;
}

// Short ones in words, of which the last may be more than the text: an object has room for it.
void SnapshotReader::CopyText(std::string_view text, char* to) const {
  constexpr size_t kShort = 64;
  if (text.size() <= kShort &&
      bytes_.data() + bytes_.size() - text.data() >= ptrdiff_t{kShort + 8}) {
    for (size_t i = 0; i < text.size(); i += 8) std::memcpy(to + i, text.data() + i, 8);
  } else {
    std::memcpy(to, text.data(), text.size());
  }
}

// Lists and tuples of ints, floats or new objects are most of a large snapshot. They come in
// blocks, which need no decision for each item. What is checked of a field otherwise (CheckFields)
// is checked here at once: the items are still in the cache.
bool SnapshotReader::ReadItems(Object* object) {
  undefined_left_ = 0;
  const Field any;
  Value* at = object->words();
  Value* const end = at + object->count;
  while (at != end) {
    const uint64_t word = from_.PeekByte();
    const WordCode code = static_cast<WordCode>(word >> 2);
    if (word >= 0x80 || (word & 3) != kWordOther || code < WordCode::kUndefinedRun) {
      *at = Word();
      if (!from_.ok() || undefined_left_ != 0 || !(at->IsSmallInt() || any.Accepts(*at)))
        return false;
      ++at;
      continue;
    }
    from_.Byte();
    if (code == WordCode::kUndefinedRun || code == WordCode::kNextRun) {
      const uint64_t count = from_.Varint();
      if (count > static_cast<uint64_t>(end - at)) return false;
      if (code == WordCode::kUndefinedRun) {
        std::fill_n(at, count, Value::Undefined());
      } else if (!ReadNewItems(at, count)) {
        return false;
      }
      at += count;
    } else {
      uint8_t count = 0;
      if (!ReadBlock(code, at, end, &count)) return false;
      at += count;
    }
  }
  return from_.ok();
}

// A run of objects that nobody referred to before. Storage is not among them: an item is a value.
bool SnapshotReader::ReadNewItems(Value* to, uint64_t count) {
  if (count > objects_.size() - next_) return false;
  for (uint64_t i = 0; i < count; ++i) {
    to[i] = Referred(objects_[next_ + i]);
    if (IsStorage(to[i])) return false;
  }
  next_ += count;
  return true;
}

// Ints of `width` bytes each, or doubles. The shifts at the end give each int its sign. That it
// fits 48 bits follows from a width of at most 6.
bool SnapshotReader::ReadBlock(WordCode code, Value* to, const Value* end, uint8_t* count) {
  *count = from_.Byte();
  const size_t width = code == WordCode::kFloats ? 8 : from_.Byte();
  if (*count > kBlock || *count > end - to) return false;
  if (code == WordCode::kFloats) {
    const std::string_view bytes = from_.Raw(*count * width);
    for (size_t i = 0; i < bytes.size(); i += 8) {
      double number;
      std::memcpy(&number, bytes.data() + i, 8);
      *to++ = Value::ForeignFloat(number);
    }
    return from_.ok();
  }
  if (code != WordCode::kInts || width < 1 || width > 6) return false;
  const std::string_view bytes = from_.Raw(*count * width);
  if (!from_.ok()) return false;
  char last[kBlock * 6 + 8];  // there must be 8 bytes to read where the last int is
  const char* at = bytes.data();
  if (from_.left() < 8) at = static_cast<const char*>(std::memcpy(last, at, bytes.size()));
  const int unused = static_cast<int>(64 - 8 * width);
  for (size_t i = 0; i < *count; ++i, at += width) {
    int64_t number;
    std::memcpy(&number, at, 8);
    to[i] = Value::KnownSmallInt(number << unused >> unused);
  }
  return true;
}

// The first function of a unit brings what belongs to the unit.
bool SnapshotReader::ReadFunction(Function* function) {
  LinkedUnit* unit = UnitAt(from_.Varint());
  const uint64_t code = from_.Varint();
  if (unit == nullptr || code >= unit->unit->codes.size()) return Refuse("code of a function");
  function->unit = unit;
  function->code = unit->unit->codes[code].get();
  if (unit->marked) return true;
  unit->marked = true;
  unit->globals = Word();
  unit->locals = Word();
  return true;
}

// The words that the writer's ForEachWord names; the others follow from something else.
bool SnapshotReader::ReadWords(Object* object) {
  Value* words = object->words();
  uint32_t count = object->count;
  undefined_left_ = 0;
  if (object->type == TypeId::kDictTable) {
    if (count % 3 != 0) return Refuse("size of a dict");
    for (uint32_t i = 0; i < count && from_.ok(); i += 3) {
      words[i] = Word();
      words[i + 1] = Word();
      words[i + 2] = Value::FromBits(0);
    }
  } else if (object->type == TypeId::kSetTable) {
    if (count < 16 || !std::has_single_bit(count)) return Refuse("size of a set");
    for (uint32_t i = 0; i < count && from_.ok(); i += 2) {
      words[i] = Word();
      words[i + 1] = Value::FromBits(0);
    }
  } else if (IsResizableMemory(object->type)) {
    words[0] = Word();
    words[1] = Word();
    words[2] = Value::FromBits(0);
    for (uint32_t i = 3; i < count; ++i) words[i] = Word();
    object->set_flag(kFlagA, true);
  } else if (object->type == TypeId::kSet || object->type == TypeId::kFrozenSet) {
    words[0] = Word();
    words[1] = words[2] = Value::FromBits(0);
    words[3] = Word();
  } else {
    bool dict = Vm::IsSubtype(object->type, TypeId::kDict);
    uint32_t first = 0;
    if (object->layout == Layout::kFunction) {
      if (!ReadFunction(static_cast<Function*>(object))) return false;
      first = 2;
    }
    for (uint32_t i = first; i < count; ++i) {
      if (dict && i == 1) {
        words[i] = Value::Undefined();
      } else if (dict && i == 3) {
        words[i] = Value::FromBits(0);
      } else {
        words[i] = Word();
      }
      if (!from_.ok()) return Refuse("contents of an object");
    }
  }
  return (from_.ok() && undefined_left_ == 0) || Refuse("contents of an object");
}

// A frame of Python code names its instruction. Whether it may stand there, with the registers it
// has, is asked in CheckFrame, when all objects are known to be what they say.
bool SnapshotReader::ReadFrame(uint32_t number) {
  uint64_t kind = from_.Below(3);
  uint64_t base = from_.Below(uint64_t{stack_words_} + 1);
  if (!from_.ok() || base == 0) return Refuse("a frame");
  Vm& vm = *vm_;
  if (vm.frame_ + 1 >= vm.frames_limit_) {
    // The recursion limit was kept when these frames were made; it may have been lowered since.
    uint32_t capacity = std::max<uint32_t>(16, number * 2 + 4);
    if (capacity > vm.frame_capacity_ && !vm.ReserveFrames(capacity).ok()) return RefuseMemory();
    vm.UpdateFramesLimit();
  }
  Frame& frame = *++vm.frame_;
  frame = Frame{nullptr,
                nullptr,
                nullptr,
                Value::Undefined(),
                Value::Undefined(),
                static_cast<uint32_t>(base),
                static_cast<FrameKind>(kind)};
  if (frame.kind == FrameKind::kNative) {
    ++vm.native_frames_;
    return true;
  }
  frame.unit = UnitAt(from_.Varint());
  uint64_t code = from_.Varint();
  uint64_t pc = from_.Varint();
  if (frame.unit == nullptr || code >= frame.unit->unit->codes.size())
    return Refuse("code of a frame");
  frame.code = frame.unit->unit->codes[code].get();
  if (pc >= frame.code->words.size()) return Refuse("instruction of a frame");
  frame.pc = frame.code->words.data() + pc;
  return true;
}

// The stack is as large as the frames need, and its words are roots like all others:
// PersistentRoots visits what writer, reader, collector and fork have in common, so none of them
// can forget one.
bool SnapshotReader::ReadState() {
  Vm& vm = *vm_;
  stack_words_ = static_cast<uint32_t>(from_.Below(uint64_t{1} << 31));
  uint64_t frames = from_.Varint();
  if (!from_.ok() || frames > from_.left() || (!started_ && (stack_words_ != 0 || frames != 0))) {
    return Refuse("size of the stack");
  }
  for (uint64_t i = 0; i < frames; ++i) {
    if (!ReadFrame(static_cast<uint32_t>(i + 1))) return false;
  }
  vm.UpdateFramesLimit();
  // Registers that a frame has lent come back to it.
  uint64_t most = stack_words_;
  for (const Frame& frame : started_ ? vm.frames() : std::span<const Frame>()) {
    if (frame.code != nullptr)
      most = std::max<uint64_t>(most, frame.base + frame.code->register_count);
  }
  if (started_ && most + Vm::kStackSlack > vm.stack_capacity_ &&
      !vm.GrowStack(most + Vm::kStackSlack).ok()) {
    return RefuseMemory();
  }
  if (started_ && vm.StackTop() != stack_words_) return Refuse("size of the stack");
  undefined_left_ = 0;
  vm.PersistentRoots([this](std::span<Value> values) {
    for (Value& value : values) {
      if (!from_.ok()) return;
      value = Word();
    }
  });
  return (from_.ok() && undefined_left_ == 0) || Refuse("state of the program");
}

// id() values that the program has seen stay the same after a load.
bool SnapshotReader::ReadIdentities() {
  uint64_t count = from_.Varint();
  if (!from_.ok() || count > from_.left()) return Refuse("number of identities");
  for (uint64_t i = 0; i < count; ++i) {
    Value object = Word();
    uint64_t id = from_.Varint();
    if (!from_.ok() || !object.IsObject() || id == 0 || id > static_cast<uint64_t>(vm_->next_id_) ||
        vm_->identities_.Find(object.AsObject()) != 0) {
      return Refuse("an identity");
    }
    if (!vm_->identities_.Insert(object.AsObject(), static_cast<int64_t>(id)))
      return RefuseMemory();
  }
  return true;
}

// The Vm gets back what the reader used for itself: the bits that counted references, the limit of
// steps, the count of allocations. Fuel begins at 0, so the first jump back looks at the limits.
void SnapshotReader::Finish() {
  Vm& vm = *vm_;
  for (const Neighbours& row : rows_) {
    if (row.layout == Layout::kStr) continue;
    for (Object* object : ObjectsOf(row)) {
      object->flags = static_cast<uint8_t>(object->flags & ~(kReferredOnce | kReferredAgain));
    }
  }
  vm.budget_.set_step_limit(steps_limit_);
  vm.heap.SetAllocations(vm.budget_.limits().allocations, used_allocations_);
  vm.budget_.BeginAt(used_steps_);
  if (vm.builtins_changed_) vm.BuiltinsChanged();
  if (started_) vm.ReloadGlobals();
}

std::unique_ptr<Vm> RestoreSnapshot(const Runtime& runtime, const HostHooks& hooks,
                                    std::string_view bytes, const RestoreOptions& options,
                                    std::string* error) {
  error->clear();
  std::unique_ptr<Vm> vm = SnapshotReader(runtime, hooks, bytes, options, error).Read();
  if (vm == nullptr && error->empty()) *error = "not a snapshot that can be restored";
  return vm;
}

}  // namespace pysub
