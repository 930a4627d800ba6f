// A sandbox as bytes. The header of each object that was visited is replaced by its number while
// the snapshot is made, as the collector puts forwarding addresses there: no table of addresses is
// needed. One walk over what the roots refer to numbers objects and writes their contents.

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>
#include <unordered_map>
#include <vector>

#include "pysub/version.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/snapshot.h"
#include "vm/snapshot/tables.h"

namespace pysub {
namespace {

// What stands in the header of an object that was visited: what kind of thing it is and which.
enum class Visited : uint8_t { kObject, kConstant, kName, kKnownText };

uint64_t HeaderOf(const Object* object) {
  uint64_t header;
  std::memcpy(&header, object, 8);
  return header;
}
void SetHeader(Object* object, uint64_t header) {
  std::memcpy(static_cast<void*>(object), &header, 8);
}
constexpr uint64_t VisitedHeader(Visited kind, uint64_t unit, uint64_t index) {
  return (static_cast<uint64_t>(kind) << 54 | unit << 32 | index) << 8 |
         static_cast<uint64_t>(Layout::kForwarded);
}

}  // namespace

// One saving of one Vm. It changes headers in the Vm's heap and puts them back (RestoreHeaders),
// also when it fails: in between nobody may look at any object but by the copy of its header that
// was kept.
//
// The order of the work:
//
//   MarkKnown        objects that restoring makes again get a header that says so
//   WriteUnits       code and units
//   WriteContents    from the roots on: each object, in the order of first meeting
//   WriteDirectory   only now are all objects known
//   WriteState       roots and frames, whose references have numbers by now
class SnapshotWriter {
 public:
  SnapshotWriter(Vm& vm, const SaveOptions& options, std::string* out)
      : vm_(vm), options_(options), out_(*out), to_(*out) {}

  static std::vector<std::shared_ptr<const CompiledUnit>> Units(const Vm& vm) {
    std::vector<std::shared_ptr<const CompiledUnit>> units;
    for (auto& unit : vm.units_) units.push_back(unit->unit);
    return units;
  }

  // First without a collection, since most snapshots need none. If a unit that nobody can reach any
  // more stands in the way, the heap is collected and all is written once more.
  bool Write(std::string* error) {
    if (vm_.budget_.limit_hit() != LimitHit::kNone) {
      *error = "the sandbox has reached a limit";
      return false;
    }
    const size_t before = out_.size();
    vm_.host.FlushOutput();
    if (!WriteAll() && vm_.frames_ != nullptr) {
      // Units that nobody can call any more are no part of a snapshot.
      RestoreHeaders();
      out_.resize(before);
      vm_.CollectForHost();
      WriteAll();
    }
    RestoreHeaders();
    CompleteHeader(before);
    return true;
  }

 private:
  // False: there are units without a function.
  bool WriteAll() {
    out_.reserve(out_.size() + kSmallest);
    to_.Raw(kSnapshotMagic);
    to_.Byte(kSnapshotVersion);
    constexpr uint8_t kVersion[] = {PYSUB_VERSION_MAJOR, PYSUB_VERSION_MINOR, PYSUB_VERSION_PATCH};
    for (uint8_t number : kVersion) to_.Byte(number);
    to_.Byte(options_.with_sources ? kSnapshotHasSources : 0);
    const SnapshotFingerprint fingerprint = FingerprintOf(vm_.runtime());
    to_.Fixed32(fingerprint.all);
    for (uint16_t table : fingerprint.tables) {
      to_.Byte(static_cast<uint8_t>(table));
      to_.Byte(static_cast<uint8_t>(table >> 8));
    }
    to_.Fixed32(0);  // the length and ...
    to_.Fixed64(0);  // ... the checksum: see CompleteHeader
    MarkKnown();
    WriteLimits();
    WriteUnits();
    const bool all_used = WriteContents();
    WriteDirectory();
    WriteState();
    WriteIdentities();
    to_.Flush();
    return all_used;
  }

  // In any order: each header was replaced once.
  void RestoreHeaders() {
    for (const VisitedObject& visited : objects_) SetHeader(visited.object, visited.header);
    for (const VisitedObject& visited : known_) SetHeader(visited.object, visited.header);
    objects_.clear();
    known_.clear();
    unit_numbers_.clear();
    code_numbers_.clear();
    codes_.clear();
  }

  // The number of an object is its place in objects_. A known object has no number of its own.
  struct VisitedObject {
    Object* object;
    uint64_t header;  // as it was
  };
  static Object HeaderIn(uint64_t bits) {
    Object header;
    std::memcpy(static_cast<void*>(&header), &bits, 8);
    return header;
  }

  // Such an object may be a constant of two units. The first one wins, and both refer to it by
  // that.
  void MarkKnown(Value v, Visited kind, size_t unit, size_t index) {
    if (!v.IsObject() || v.AsObject()->layout == Layout::kForwarded) return;
    known_.push_back({v.AsObject(), HeaderOf(v.AsObject())});
    SetHeader(v.AsObject(), VisitedHeader(kind, unit, index));
  }

  // What restoring makes again by itself: common texts, and the names and constants of units.
  void MarkKnown() {
    known_.reserve(64);
    // All of them are looked up before anything is marked: the table looks into the strings it
    // passes.
    Value common[std::size(kCommonNames)];
    for (size_t i = 0; i < std::size(kCommonNames); ++i)
      common[i] = vm_.texts_.FindInterned(kCommonNames[i]);
    const Value* chars = vm_.texts_.chars();
    for (size_t i = 0; chars != nullptr && i < TextTables::kChars; ++i) {
      MarkKnown(chars[i], Visited::kKnownText, 0, i);
    }
    for (size_t i = 0; i < std::size(kCommonNames); ++i) {
      MarkKnown(common[i], Visited::kKnownText, 0, kFirstCommonName + i);
    }
    for (size_t u = 0; u < vm_.units_.size(); ++u) {
      LinkedUnit& unit = *vm_.units_[u];
      unit.marked = false;
      if (vm_.units_.size() > 1) {
        unit_numbers_[&unit] = static_cast<uint32_t>(u);
        if (code_numbers_.emplace(unit.unit.get(), codes_.size()).second)
          codes_.push_back(unit.unit.get());
      } else {
        codes_.push_back(unit.unit.get());
      }
      for (size_t i = 0; i < unit.names.size(); ++i) MarkKnown(unit.names[i], Visited::kName, u, i);
      for (size_t i = 0; i < unit.constants.size(); ++i) {
        MarkKnown(unit.constants[i], Visited::kConstant, u, i);
      }
    }
  }
  uint32_t NumberOf(const LinkedUnit* unit) {
    return unit_numbers_.empty() ? 0 : unit_numbers_.at(unit);
  }

  // The next number is the object's.
  void Meet(Object* object) {
    const uint64_t header = HeaderOf(object);
    SetHeader(object, VisitedHeader(Visited::kObject, 0, objects_.size()));
    objects_.push_back({object, header});
    const Object saved = HeaderIn(header);
    if (saved.layout != Layout::kValues) bytes_to_come_ += saved.count;
  }
  // Fresh memory costs more than what is done with it: no more of it than is needed.
  void ExpectObjects(size_t count) {
    const size_t all = objects_.size() + count;
    if (all > objects_.capacity()) objects_.reserve(std::max(all, objects_.capacity() * 2));
  }
  void ExpectBytes() {
    const size_t all = out_.size() + bytes_to_come_ + objects_.size() * 4 + kSmallest;
    if (all > out_.capacity()) out_.reserve(all);
  }
  static bool IsNew(Value v) { return v.IsObject() && v.AsObject()->layout != Layout::kForwarded; }

  uint32_t StackTop() const { return vm_.frames_ == nullptr ? 0 : vm_.StackTop(); }
  // A Vm that was never started has neither frames nor a stack.
  std::span<const Frame> Frames() const {
    return vm_.frames_ == nullptr ? std::span<const Frame>() : vm_.frames();
  }

  // What the roots refer to gets its number first. Then numbers of objects do not depend on how the
  // contents refer to each other, and the reader knows how many references the state has for new
  // objects: none.
  void MeetRoots() {
    objects_.reserve(64);
    vm_.PersistentRoots([this](std::span<const Value> values) {
      for (Value v : values) {
        if (IsNew(v)) Meet(v.AsObject());
      }
    });
  }

  // The words of an object that are saved, in order; `saved` is its header as it was. What can be
  // computed is left out: hashes and indices of dicts and sets, counts, cached hashes. The reader's
  // ReadWords has the same cases.
  template <typename F>
  void ForEachWord(Object* object, const Object& saved, F f) {
    if (saved.layout != Layout::kValues && saved.layout != Layout::kFunction) return;
    Value* words = object->words();
    switch (saved.type) {
      case TypeId::kDictTable:
        for (uint32_t i = 0; i < saved.count; i += 3) {
          f(words[i]);
          f(words[i + 1]);
        }
        return;
      case TypeId::kSetTable:
        for (uint32_t i = 0; i < saved.count; i += 2) f(words[i]);
        return;
      case TypeId::kByteArray:
      case TypeId::kArrayArray:
        f(words[0]);
        f(words[1]);
        for (uint32_t i = 3; i < saved.count; ++i) f(words[i]);
        return;
      case TypeId::kSet:
      case TypeId::kFrozenSet:
        f(words[0]);
        f(saved.type == TypeId::kSet ? words[3] : Value::Undefined());
        return;
      default: break;
    }
    if (Vm::IsSubtype(saved.type, TypeId::kDict)) {
      for (uint32_t i = 0; i < saved.count; ++i) {
        if (i != 1 && i != 3) f(words[i]);  // index and number of items follow from the table
      }
      return;
    }
    for (uint32_t i = saved.layout == Layout::kFunction ? 2 : 0; i < saved.count; ++i) f(words[i]);
  }

  // The items of a list or tuple: what comes in runs has a loop of its own.
  void Items(const Value* at, const Value* end) {
    while (at != end) {
      if (at->IsSmallInt()) {
        at = Ints(at, end);
      } else if (IsNew(*at)) {
        const Value* first = at;
        ExpectObjects(static_cast<size_t>(end - at));
        do {
          Meet(at++->AsObject());
        } while (at != end && IsNew(*at));
        Run(WordCode::kNextRun, 0, static_cast<uint64_t>(at - first));
      } else if (at->IsUndefined()) {
        const Value* first = at;
        while (at != end && at->IsUndefined()) ++at;
        Run(WordCode::kUndefinedRun, kWordOther, static_cast<uint64_t>(at - first));
      } else if (IsWholeFloat(*at)) {
        at = Floats(at, end);
      } else {
        OtherThanInt(*at++);
      }
    }
  }

  // `count` words, each of which is `word` when it is alone.
  void Run(WordCode code, uint64_t word, uint64_t count) {
    if (count > 2) {
      Other(code);
      to_.Varint(count);
    } else {
      for (; count > 0; --count) to_.Varint(word);
    }
  }

  // Ints one after the other, at most kBlock of them. All of a block take as many bytes as the
  // widest.
  const Value* Ints(const Value* at, const Value* end) {
    // In a number of so many bits, and in none less, the two highest differ.
    uint64_t differences = 0;
    const Value* last = at;
    for (const Value* most = at + std::min<ptrdiff_t>(end - at, kBlock);
         last != most && last->IsSmallInt(); ++last) {
      differences |= last->bits() ^ last->bits() << 1;
    }
    const size_t count = static_cast<size_t>(last - at);
    if (count < kFewInts) {
      for (; at != last; ++at) to_.Varint(Zigzag(at->AsSmallInt()) << 2 | kWordInt);
      return last;
    }
    const size_t width =
        static_cast<size_t>(63 - std::countl_zero((differences & ((uint64_t{1} << 48) - 1)) | 1)) /
            8 +
        1;
    Other(WordCode::kInts);
    to_.Byte(static_cast<uint8_t>(count));
    to_.Byte(static_cast<uint8_t>(width));
    char* to = to_.Room(count * width + 8);
    for (; at != last; ++at, to += width) std::memcpy(to, at, 8);
    to_.Use(count * width);
    return last;
  }

  // Not one that is a raw number as well.
  static bool IsWholeFloat(Value v) { return v.IsFloat() && v.bits() >= uint64_t{1} << 48; }

  // Floats one after the other, at most kBlock of them: their bits as they are.
  const Value* Floats(const Value* at, const Value* end) {
    const Value* last = at;
    for (const Value* most = at + std::min<ptrdiff_t>(end - at, kBlock);
         last != most && IsWholeFloat(*last);)
      ++last;
    const size_t count = static_cast<size_t>(last - at);
    if (count <= 2) {
      for (; at != last; ++at) OtherThanInt(*at);
      return last;
    }
    Other(WordCode::kFloats);
    to_.Byte(static_cast<uint8_t>(count));
    std::memcpy(to_.Room(count * 8), at, count * 8);
    to_.Use(count * 8);
    return last;
  }

  // ---- words

  // Words that are Undefined are counted before they are written: they come in runs (registers,
  // room in tables). Whoever writes another word, or ends an object, flushes first.
  void FlushUndefined() {
    if (undefined_ != 0) [[unlikely]]
      WriteUndefined();
  }
  void WriteUndefined() {
    if (undefined_ <= 2) {
      for (; undefined_ > 0; --undefined_) to_.Varint(kWordOther);
    } else {
      Other(static_cast<uint64_t>(WordCode::kUndefinedRun));
      to_.Varint(undefined_);
      undefined_ = 0;
    }
  }
  // A word of kind kWordOther; its operands are for the caller to write.
  void Other(uint64_t code) { to_.Varint(code << 2 | kWordOther); }
  void Other(WordCode code) { Other(static_cast<uint64_t>(code)); }

  void Word(Value v) {
    if (v.IsSmallInt()) [[likely]] {
      FlushUndefined();
      to_.Varint(Zigzag(v.AsSmallInt()) << 2 | kWordInt);
    } else {
      OtherThanInt(v);
    }
  }
  // Runs of Undefined are common (empty slots), and are written as one count.
  void OtherThanInt(Value v) {
    if (v.IsUndefined()) {
      ++undefined_;
      return;
    }
    FlushUndefined();
    if (v.IsObject()) {
      Reference(v.AsObject());
    } else if (v.bits() < uint64_t{1} << 48) {
      to_.Varint(v.bits() << 2 | kWordRaw);
    } else if (v.IsFloat()) {
      Other(WordCode::kFloat);
      to_.Fixed64(v.bits());
    } else if (v.IsType()) {
      Other(WordCode::kType);
      to_.Varint(static_cast<uint64_t>(v.AsType()));
    } else if (v.IsNative()) {
      Other(WordCode::kNative);
      to_.Varint(v.NativeTable());
      to_.Varint(v.NativeRow());
    } else if (v.IsAttribute()) {
      Other(WordCode::kAttribute);
      to_.Varint(static_cast<uint64_t>(v.AttributeOwner()));
      to_.Varint(v.AttributeIndex());
    } else {
      Other(v.bits() & 31);
    }
  }

  // The header alone tells whether the object has a number already. Distances are counted
  // backwards, since what was met last is referred to most.
  void Reference(Object* object) {
    if (object->layout != Layout::kForwarded) {
      Meet(object);
      to_.Varint(kWordReference);
      return;
    }
    uint64_t visited = HeaderOf(object) >> 8;
    uint64_t unit = visited >> 32 & 0x3FFFFF;
    uint64_t index = visited & 0xFFFFFFFF;
    switch (static_cast<Visited>(visited >> 54)) {
      case Visited::kObject: to_.Varint((objects_.size() - index) << 2 | kWordReference); return;
      case Visited::kConstant:
      case Visited::kName:
        Other(static_cast<Visited>(visited >> 54) == Visited::kName ? WordCode::kName
                                                                    : WordCode::kConstant);
        to_.Varint(unit);
        to_.Varint(index);
        return;
      case Visited::kKnownText:
        Other(WordCode::kKnownText);
        to_.Varint(index);
        return;
    }
  }

  // ---- sections

  // 0: without limit.
  void Limit(uint64_t limit) { to_.Varint(limit >= kUnlimited ? 0 : limit + 1); }

  void WriteLimits() {
    const Limits& limits = vm_.budget_.limits();
    Limit(limits.memory_bytes);
    Limit(limits.duration_ns);
    Limit(limits.allocations);
    Limit(limits.steps);
    Limit(limits.output_bytes);
    to_.Varint(limits.recursion_depth);
    to_.Varint(vm_.budget_.recursion_ceiling());
    to_.Varint(vm_.budget_.running_ns());
    to_.Varint(vm_.heap.allocations());
    to_.Varint(vm_.budget().steps_used());
    to_.Varint(vm_.host.output_bytes());
    to_.Varint(static_cast<uint64_t>(vm_.next_id_));
    to_.Varint(Zigzag(vm_.max_str_digits));
    WriteFuture(vm_.future_flags);
    const bool has_keys = (vm_.hash_key_[0] | vm_.hash_key_[1]) != 0;
    to_.Byte(static_cast<uint8_t>(vm_.awaits_at_top_ | vm_.builtins_changed_ << 1 |
                                  vm_.skip_traceback_ << 2 | (vm_.frames_ != nullptr) << 3 |
                                  vm_.host.resolves_names << 4 | has_keys << 5 |
                                  vm_.hides_methods_ << 6));
    if (has_keys) {
      to_.Fixed64(vm_.hash_key_[0]);
      to_.Fixed64(vm_.hash_key_[1]);
    }
    to_.Varint(vm_.host.session_id);
    to_.Varint(vm_.host.requests());
    to_.Byte(static_cast<uint8_t>(vm_.request_.kind));
    to_.Byte(static_cast<uint8_t>(vm_.request_.os_call));
    to_.Varint(vm_.request_.sequence);
    to_.Varint(Zigzag(vm_.host.virtual_clock_ns));
    to_.Varint(vm_.host.entropy_seed);
    to_.Varint(vm_.arguments.size());
    for (const std::string& argument : vm_.arguments) to_.Text(argument);
    to_.Text(vm_.host.host_note);
    to_.Text(vm_.host.working_directory);
  }

  void WriteFuture(uint32_t flags) { to_.Byte(static_cast<uint8_t>(flags / kLowestFutureFlag)); }

  void WriteUnits() {
    to_.Varint(codes_.size());
    for (const CompiledUnit* code : codes_) {
      const CompileRecipe& recipe = code->recipe;
      to_.Byte(static_cast<uint8_t>(
          recipe.mode | code->dynamic << 2 | recipe.return_last_expression << 3 |
          recipe.echo_expressions << 4 | recipe.top_level_await << 5 | recipe.optimize << 6));
      WriteFuture(recipe.future_flags);
      to_.Varint(recipe.existing_globals);
      for (uint32_t i = 0; i < recipe.existing_globals; ++i) {
        to_.Text(code->names[code->globals[i]]);
      }
      to_.Text(code->filename);
      to_.Fixed64(code->fingerprint);
      if (options_.with_sources) to_.Text(code->source);
    }
    to_.Varint(vm_.units_.size());
    for (auto& unit : vm_.units_)
      to_.Varint(codes_.size() == 1 ? 0 : code_numbers_.at(unit->unit.get()));
  }

  // False: a unit has no function any more.
  bool WriteContents() {
    to_.Raw(std::string_view("\0\0\0\0\0\0", kContentsLengthBytes));
    to_.Flush();
    const size_t begin = out_.size();
    MeetRoots();
    to_.Varint(objects_.size());
    for (size_t i = 0, known = 0; i < objects_.size(); ++i) {
      if (i == known) {
        ExpectBytes();
        known = objects_.size();
        bytes_to_come_ = 0;
      }
      Contents(objects_[i].object, HeaderIn(objects_[i].header));
    }
    to_.Flush();
    const uint64_t length = out_.size() - begin;
    for (size_t i = 0; i < kContentsLengthBytes; ++i) {
      const uint64_t more = i + 1 < kContentsLengthBytes ? 0x80 : 0;
      out_[begin - kContentsLengthBytes + i] = static_cast<char>((length >> 7 * i & 0x7F) | more);
    }
    return std::all_of(vm_.units_.begin(), vm_.units_.end(),
                       [](const auto& unit) { return unit->marked; });
  }

  // Of a header, what is saved of it.
  static uint64_t DirectoryEntry(uint64_t header) {
    Object entry = HeaderIn(header);
    entry.layout = Layout::kValues;
    // What kFlagA says of memory is found out anew by whoever restores it.
    entry.flags &= IsResizableMemory(entry.type) ? kFlagB | kFlagC : kFlagA | kFlagB | kFlagC;
    return HeaderOf(&entry);
  }

  // The headers of all objects, with runs of equal ones written once. The reader takes them before
  // the contents: from them it makes all objects, and knows each one's place.
  void WriteDirectory() {
    to_.Varint(objects_.size());
    for (size_t i = 0; i < objects_.size();) {
      const uint64_t bits = DirectoryEntry(objects_[i].header);
      const Object entry = HeaderIn(bits);
      size_t end = i + 1;
      while (entry.count > 0 && end < objects_.size() &&
             DirectoryEntry(objects_[end].header) == bits)
        ++end;
      const bool run = end - i > 1;
      to_.Varint(static_cast<uint64_t>(entry.type) << 2 | (entry.flags != 0) << 1 | run);
      if (entry.flags != 0) to_.Byte(entry.flags >> 4);
      to_.Varint(entry.count);
      if (run) to_.Varint(end - i);
      i = end;
    }
  }

  // `saved` is the object's header as it was: the one in memory is a number now. A SharedStr is
  // written as a plain text, so a snapshot forgets the room behind it and what else shares the
  // buffer.
  void Contents(Object* object, const Object& saved) {
    switch (saved.layout) {
      case Layout::kRaw: to_.Raw({object->bytes(), saved.count}); return;
      case Layout::kStr:
        Text(reinterpret_cast<const char*>(object) + sizeof(Str), saved.count);
        return;
      case Layout::kStrShared: {
        Object* buffer = static_cast<SharedStr*>(object)->buffer.AsObject();
        to_.Raw({buffer->bytes() + SharedStr::kHeaderBytes, saved.count});
        return;
      }
      case Layout::kFunction: {
        Function* function = static_cast<Function*>(object);
        to_.Varint(NumberOf(function->unit));
        to_.Varint(NumberOf(*function->unit->unit, function->code));
        if (function->unit->marked) break;
        // The first of its functions brings what belongs to a unit.
        function->unit->marked = true;
        Word(function->unit->globals);
        Word(function->unit->locals);
        break;
      }
      default: break;
    }
    if (saved.type == TypeId::kArray || saved.type == TypeId::kTuple) {
      Items(object->words(), object->words() + saved.count);
    } else {
      ForEachWord(object, saved, [this](Value v) { Word(v); });
    }
    FlushUndefined();
  }

  // In words: an object has room up to a multiple of 8.
  void Text(const char* text, size_t size) {
    if (size > kShortText) return to_.Raw({text, size});
    char* to = to_.Room(kShortText);
    for (size_t i = 0; i < size; i += 8) std::memcpy(to + i, text + i, 8);
    to_.Use(size);
  }

  // Linear: most units have few codes, and only functions and frames ask.
  static uint64_t NumberOf(const CompiledUnit& unit, const Code* code) {
    uint64_t number = 0;
    while (unit.codes[number].get() != code) ++number;
    return number;
  }

  // Registers above the top of the stack are no part of it: nobody reads them before they are
  // written.
  void WriteState() {
    to_.Varint(StackTop());
    to_.Varint(Frames().size());
    for (const Frame& frame : Frames()) {
      to_.Byte(static_cast<uint8_t>(frame.kind));
      to_.Varint(frame.base);
      if (frame.code == nullptr) continue;
      to_.Varint(NumberOf(frame.unit));
      to_.Varint(NumberOf(*frame.unit->unit, frame.code));
      to_.Varint(static_cast<uint64_t>(frame.pc - frame.code->words.data()));
    }
    vm_.PersistentRoots([this](std::span<const Value> values) {
      for (Value v : values) Word(v);
    });
    FlushUndefined();
  }

  // The objects whose id() somebody knows, as far as they are alive.
  void WriteIdentities() {
    std::vector<std::pair<Object*, int64_t>> alive;
    auto find = [&](const VisitedObject& visited) {
      const int64_t id = vm_.identities_.Find(visited.object);
      if (id != 0) alive.emplace_back(visited.object, id);
    };
    if (vm_.identities_.size() != 0) {
      for (const VisitedObject& visited : known_) find(visited);
      for (const VisitedObject& visited : objects_) find(visited);
    }
    to_.Varint(alive.size());
    for (auto [object, id] : alive) {
      Reference(object);
      to_.Varint(static_cast<uint64_t>(id));
    }
  }

  // What is known only now.
  void CompleteHeader(size_t at) {
    const std::string_view rest = std::string_view(out_).substr(at + kSnapshotHeaderBytes);
    const uint64_t checksum = SnapshotChecksum(rest);
    const uint64_t length = rest.size();
    char* last = out_.data() + at + kSnapshotHeaderBytes - 12;
    for (int i = 0; i < 4; ++i) *last++ = static_cast<char>(length >> 8 * i);
    for (int i = 0; i < 8; ++i) *last++ = static_cast<char>(checksum >> 8 * i);
  }

  static constexpr size_t kSmallest = 192;  // bytes of a snapshot, roughly
  static constexpr size_t kFewInts = 16;    // a block would not be shorter
  static constexpr size_t kShortText = 64;

  Vm& vm_;
  const SaveOptions& options_;
  std::string& out_;
  ByteWriter to_;
  std::vector<VisitedObject> objects_;  // by number
  std::vector<VisitedObject> known_;
  std::unordered_map<const LinkedUnit*, uint32_t> unit_numbers_;
  std::unordered_map<const CompiledUnit*, size_t> code_numbers_;
  std::vector<const CompiledUnit*> codes_;
  uint64_t undefined_ = 0;
  size_t bytes_to_come_ = 0;  // of the raw objects that were visited
};

std::vector<std::shared_ptr<const CompiledUnit>> UnitsOf(const Vm& vm) {
  return SnapshotWriter::Units(vm);
}

bool SaveSnapshot(Vm& vm, const SaveOptions& options, std::string* out, std::string* error) {
  return SnapshotWriter(vm, options, out).Write(error);
}

}  // namespace pysub
