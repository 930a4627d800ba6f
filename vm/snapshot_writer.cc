// A sandbox as bytes. The header of each object that was met is replaced by its number while the snapshot
// is made, as the collector puts forwarding addresses there: no table of addresses is needed.

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "vm/snapshot.h"
#include "vm/snapshot_format.h"

namespace pysub {
namespace {

// What stands in the header of an object that was met: what kind of thing it is and which.
enum class Met : uint8_t { kObject, kConstant, kName, kCharacter };

uint64_t HeaderOf(const Object* object) {
  uint64_t header;
  std::memcpy(&header, object, 8);
  return header;
}
void SetHeader(Object* object, uint64_t header) {
  std::memcpy(static_cast<void*>(object), &header, 8);
}
constexpr uint64_t MetHeader(Met kind, uint64_t unit, uint64_t index) {
  return (static_cast<uint64_t>(kind) << 54 | unit << 32 | index) << 8 |
         static_cast<uint64_t>(Layout::kForwarded);
}

}  // namespace

class SnapshotWriter {
 public:
  SnapshotWriter(Vm& vm, const SaveOptions& options, std::string* out)
      : vm_(vm), options_(options), out_(*out), to_(*out) {}

  static std::vector<std::shared_ptr<const CodeUnit>> Units(const Vm& vm) {
    std::vector<std::shared_ptr<const CodeUnit>> units;
    for (auto& unit : vm.units_) units.push_back(unit->unit);
    return units;
  }

  bool Write(std::string* error) {
    if (vm_.limit_hit_ != LimitHit::kNone) {
      *error = "the sandbox has reached a limit";
      return false;
    }
    size_t before = out_.size();
    vm_.FlushOutput();
    if (vm_.frames_ != nullptr) vm_.CollectForHost();
    MeetKnown();
    MeetRoots();
    MeetAll();
    out_.append(kSnapshotHeaderBytes, '\0');
    WriteLimits();
    WriteUnits();
    WriteObjects();
    WriteState();
    WriteIdentities();
    to_.Flush();
    for (size_t i = 0; i < objects_.size(); ++i) SetHeader(objects_[i], headers_[i]);
    for (auto& [object, header] : known_) SetHeader(object, header);
    WriteHeader(before);
    return true;
  }

 private:
  // The header that an object had, by its number.
  Object Saved(size_t number) const {
    Object header;
    std::memcpy(static_cast<void*>(&header), &headers_[number], 8);
    return header;
  }

  void MeetKnown(Value v, Met kind, size_t unit, size_t index) {
    if (!v.IsObject() || v.AsObject()->layout == Layout::kForwarded) return;
    known_.emplace_back(v.AsObject(), HeaderOf(v.AsObject()));
    SetHeader(v.AsObject(), MetHeader(kind, unit, index));
  }

  // What restoring makes again by itself: characters, and the names and constants of units.
  void MeetKnown() {
    for (size_t i = 0; vm_.chars_ != nullptr && i < Vm::kChars; ++i) {
      MeetKnown(vm_.chars_[i], Met::kCharacter, 0, i);
    }
    for (size_t u = 0; u < vm_.units_.size(); ++u) {
      const UnitInstance& unit = *vm_.units_[u];
      unit_numbers_[&unit] = static_cast<uint32_t>(u);
      if (code_numbers_.emplace(unit.unit.get(), codes_.size()).second) {
        codes_.push_back(unit.unit.get());
      }
      for (size_t i = 0; i < unit.names.size(); ++i) MeetKnown(unit.names[i], Met::kName, u, i);
      for (size_t i = 0; i < unit.constants.size(); ++i) {
        MeetKnown(unit.constants[i], Met::kConstant, u, i);
      }
    }
  }

  void Meet(Value v) {
    if (!v.IsObject()) return;
    Object* object = v.AsObject();
    if (object->layout == Layout::kForwarded) return;
    headers_.push_back(HeaderOf(object));
    SetHeader(object, MetHeader(Met::kObject, 0, objects_.size()));
    objects_.push_back(object);
  }

  template <typename F>
  void ForEachRoot(F f) {
    for (auto& unit : vm_.units_) {
      f(unit->globals);
      f(unit->locals);
    }
    for (uint32_t i = 0; i < StackTop(); ++i) f(vm_.stack_[i]);
    for (const Frame& frame : Frames()) {
      f(frame.handled);
      f(frame.owner);
    }
    for (Value v : {vm_.resume_error_, vm_.stop_value, vm_.modules_, vm_.main_globals_, vm_.resume_value_,
                    vm_.request_.target, vm_.request_.arguments, vm_.request_.keywords,
                    vm_.host_futures, vm_.host_handles, vm_.os_answers_}) {
      f(v);
    }
    for (Value v : vm_.library_state) f(v);
  }
  uint32_t StackTop() const { return vm_.frames_ == nullptr ? 0 : vm_.StackTop(); }
  std::span<const Frame> Frames() const {
    return vm_.frames_ == nullptr ? std::span<const Frame>() : vm_.frames();
  }

  void MeetRoots() {
    ForEachRoot([this](Value v) { Meet(v); });
    met_by_roots_ = objects_.size();
  }

  // The words of an object that are saved, in order; `saved` is its header as it was.
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
      default:
        break;
    }
    if (Vm::IsSubtype(saved.type, TypeId::kDict)) {
      for (uint32_t i = 0; i < saved.count; ++i) {
        if (i != 1 && i != 3) f(words[i]);  // index and number of items follow from the table
      }
      return;
    }
    for (uint32_t i = saved.layout == Layout::kFunction ? 2 : 0; i < saved.count; ++i) f(words[i]);
  }

  // Lists of ints are worth a loop of their own.
  void Words(std::span<const Value> words) {
    while (!words.empty()) {
      FlushUndefined();
      size_t ints = 0;
      to_.Varints([&]() -> std::optional<uint64_t> {
        if (ints == words.size() || !words[ints].IsSmallInt()) return std::nullopt;
        return Zigzag(words[ints++].AsSmallInt()) << 2 | kWordInt;
      });
      words = words.subspan(ints);
      for (; !words.empty() && !words[0].IsSmallInt(); words = words.subspan(1)) Word(words[0]);
    }
  }

  void MeetAll() {
    for (size_t i = 0; i < objects_.size(); ++i) {
      ForEachWord(objects_[i], Saved(i), [this](Value v) { Meet(v); });
    }
  }

  // ---- words

  void FlushUndefined() {
    if (undefined_ != 0) [[unlikely]] WriteUndefined();
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

  void Reference(const Object* object) {
    uint64_t met = HeaderOf(object) >> 8;
    uint64_t unit = met >> 32 & 0x3FFFFF;
    uint64_t index = met & 0xFFFFFFFF;
    switch (static_cast<Met>(met >> 54)) {
      case Met::kObject:
        to_.Varint((next_ - index) << 2 | kWordReference);
        if (index == next_) ++next_;
        return;
      case Met::kConstant:
      case Met::kName:
        Other(static_cast<Met>(met >> 54) == Met::kName ? WordCode::kName : WordCode::kConstant);
        to_.Varint(unit);
        to_.Varint(index);
        return;
      case Met::kCharacter:
        Other(WordCode::kCharacter);
        to_.Varint(index);
        return;
    }
  }

  // ---- sections

  // 0: without limit.
  void Limit(uint64_t limit) { to_.Varint(limit >= kUnlimited ? 0 : limit + 1); }

  void WriteLimits() {
    const Limits& limits = vm_.limits_;
    Limit(limits.memory_bytes);
    Limit(limits.duration_ns);
    Limit(limits.allocations);
    Limit(limits.steps);
    Limit(limits.output_bytes);
    to_.Varint(limits.recursion_depth);
    to_.Varint(vm_.recursion_ceiling_);
    to_.Varint(vm_.running_ns_);
    to_.Varint(vm_.heap.allocations());
    to_.Varint(vm_.steps_used());
    to_.Varint(vm_.output_bytes_);
    to_.Varint(static_cast<uint64_t>(vm_.next_id_));
    to_.Varint(Zigzag(vm_.max_str_digits));
    to_.Byte(static_cast<uint8_t>(vm_.awaits_at_top_ | vm_.builtins_changed_ << 1 |
                                  vm_.skip_traceback_ << 2 | (vm_.frames_ != nullptr) << 3 |
                                  vm_.resolves_names << 4));
    to_.Fixed64(vm_.hash_key_[0]);
    to_.Fixed64(vm_.hash_key_[1]);
    to_.Varint(vm_.session_id);
    to_.Varint(vm_.requests_);
    to_.Byte(static_cast<uint8_t>(vm_.request_.kind));
    to_.Byte(static_cast<uint8_t>(vm_.request_.os_call));
    to_.Varint(vm_.request_.sequence);
    to_.Varint(Zigzag(vm_.virtual_clock_ns));
    to_.Varint(vm_.entropy_seed);
    to_.Varint(vm_.arguments.size());
    for (const std::string& argument : vm_.arguments) to_.Text(argument);
    to_.Text(vm_.host_note);
    to_.Text(vm_.working_directory);
  }

  void WriteUnits() {
    to_.Varint(codes_.size());
    for (const CodeUnit* code : codes_) {
      const CompileRecipe& recipe = code->recipe;
      to_.Byte(static_cast<uint8_t>(recipe.mode | code->dynamic << 2 |
                                    recipe.return_last_expression << 3 |
                                    recipe.echo_expressions << 4 | recipe.top_level_await << 5));
      to_.Varint(recipe.existing_globals);
      for (uint32_t i = 0; i < recipe.existing_globals; ++i) {
        to_.Text(code->names[code->globals[i]]);
      }
      to_.Text(code->filename);
      to_.Fixed64(code->fingerprint);
      if (options_.with_sources) to_.Text(code->source);
    }
    to_.Varint(vm_.units_.size());
    for (auto& unit : vm_.units_) to_.Varint(code_numbers_[unit->unit.get()]);
  }

  void WriteObjects() {
    to_.Varint(objects_.size());
    to_.Varint(met_by_roots_);
    for (size_t i = 0; i < objects_.size(); ++i) {
      Object saved = Saved(i);
      uint8_t flags = saved.flags & (kFlagA | kFlagB | kFlagC);
      to_.Varint(static_cast<uint64_t>(saved.type) << 1 | (flags != 0));
      if (flags != 0) to_.Byte(flags >> 4);
      to_.Varint(saved.count);
    }
    next_ = met_by_roots_;
    for (size_t i = 0; i < objects_.size(); ++i) Contents(objects_[i], Saved(i));
    next_ = objects_.size();
  }

  void Contents(Object* object, const Object& saved) {
    switch (saved.layout) {
      case Layout::kRaw:
        to_.Raw({object->bytes(), saved.count});
        return;
      case Layout::kStr:
        to_.Raw({reinterpret_cast<const char*>(object) + sizeof(Str), saved.count});
        return;
      case Layout::kStrShared: {
        Object* buffer = static_cast<SharedStr*>(object)->buffer.AsObject();
        to_.Raw({buffer->bytes() + SharedStr::kHeaderBytes, saved.count});
        return;
      }
      case Layout::kFunction: {
        Function* function = static_cast<Function*>(object);
        to_.Varint(unit_numbers_[function->unit]);
        to_.Varint(NumberOf(*function->unit->unit, function->code));
        break;
      }
      default:
        break;
    }
    if (saved.type == TypeId::kArray || saved.type == TypeId::kTuple) {
      Words({object->words(), saved.count});
    } else {
      ForEachWord(object, saved, [this](Value v) { Word(v); });
    }
    FlushUndefined();
  }

  static uint64_t NumberOf(const CodeUnit& unit, const Code* code) {
    uint64_t number = 0;
    while (unit.codes[number].get() != code) ++number;
    return number;
  }

  void WriteState() {
    to_.Varint(StackTop());
    to_.Varint(Frames().size());
    for (const Frame& frame : Frames()) {
      to_.Byte(static_cast<uint8_t>(frame.kind));
      to_.Varint(frame.base);
      if (frame.code == nullptr) continue;
      to_.Varint(unit_numbers_[frame.unit]);
      to_.Varint(NumberOf(*frame.unit->unit, frame.code));
      to_.Varint(static_cast<uint64_t>(frame.pc - frame.code->words.data()));
    }
    ForEachRoot([this](Value v) { Word(v); });
    FlushUndefined();
  }

  // The objects whose id() somebody knows.
  void WriteIdentities() {
    to_.Varint(vm_.identities_.size());
    if (vm_.identities_.size() == 0) return;
    auto write = [&](Object* object) {
      int64_t id = vm_.identities_.Find(object);
      if (id == 0) return;
      Reference(object);
      to_.Varint(static_cast<uint64_t>(id));
    };
    for (auto& [object, header] : known_) write(object);
    for (Object* object : objects_) write(object);
  }

  void WriteHeader(size_t at) {
    std::string_view rest = std::string_view(out_).substr(at + kSnapshotHeaderBytes);
    std::string header;
    {
      ByteWriter to(header);
      to.Raw(kSnapshotMagic);
      to.Byte(kSnapshotVersion);
      to.Byte(options_.with_sources ? kSnapshotHasSources : 0);
      to.Fixed64(SnapshotFingerprint());
      to.Fixed64(rest.size());
      to.Fixed64(SnapshotChecksum(rest));
    }
    out_.replace(at, kSnapshotHeaderBytes, header);
  }

  Vm& vm_;
  const SaveOptions& options_;
  std::string& out_;
  ByteWriter to_;
  std::vector<Object*> objects_;   // by number
  std::vector<uint64_t> headers_;  // as they were
  std::vector<std::pair<Object*, uint64_t>> known_;
  std::unordered_map<const UnitInstance*, uint32_t> unit_numbers_;
  std::unordered_map<const CodeUnit*, size_t> code_numbers_;
  std::vector<const CodeUnit*> codes_;
  uint64_t met_by_roots_ = 0;
  uint64_t next_ = 0;  // the first object that nothing written so far refers to
  uint64_t undefined_ = 0;
};

std::vector<std::shared_ptr<const CodeUnit>> UnitsOf(const Vm& vm) {
  return SnapshotWriter::Units(vm);
}

bool SaveSnapshot(Vm& vm, const SaveOptions& options, std::string* out, std::string* error) {
  return SnapshotWriter(vm, options, out).Write(error);
}

}  // namespace pysub
