// A sandbox from bytes that may come from anybody. Nothing follows a reference before all references and
// fields of all objects were checked; what can be computed (indices of dicts, hashes, code) is not read but
// made again.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/compile.h"
#include "lexer/unicode/utf8.h"
#include "vm/frame_access.h"
#include "vm/objects/dict.h"
#include "vm/objects/set.h"
#include "vm/shape.h"
#include "vm/slot_methods.h"
#include "vm/snapshot.h"
#include "vm/snapshot_format.h"

namespace pysub {
namespace {

// What vm.library_state holds, by index.
constexpr Shape kLibraryShape{"l? <AsyncState>? l? v v v v v"};

bool IsNativeRow(const Runtime& runtime, uint64_t table, uint64_t row) {
  if (table >= kModuleTableBase) {
    table -= kModuleTableBase;
    return table < runtime.modules.size() && runtime.modules[table] != nullptr &&
           row < runtime.modules[table]->functions.size();
  }
  if (table >= static_cast<uint64_t>(TypeId::kCount) || runtime.types[table] == nullptr) return false;
  if (row == kConstructorRow) return runtime.types[table]->constructor != nullptr;
  if (row >= kSlotMethodRow) {
    if (row - kSlotMethodRow >= SlotMethodCount()) return false;
    std::string_view name = SlotMethod(static_cast<uint32_t>(row - kSlotMethodRow)).name;
    return FindSlotMethod(static_cast<TypeId>(table), *runtime.types[table],
                          {name, MemberHash(name)}) >= 0;
  }
  return row < runtime.types[table]->methods.size();
}

// The three registers of a loop: see FOR_PREP.
bool IsLoopState(const Value* state) {
  if (state[0].IsSmallInt()) return state[1].IsSmallInt() && state[2].IsSmallInt();
  if (!state[0].IsObject()) return false;
  bool counted = state[1].IsSmallInt() && state[1].AsSmallInt() >= 0;
  switch (state[0].AsObject()->type) {
    case TypeId::kList:
    case TypeId::kTuple:
      return counted;
    case TypeId::kStr: {
      if (!counted) return false;
      std::string_view text = Vm::View(state[0]);
      uint64_t at = static_cast<uint64_t>(state[1].AsSmallInt());
      return at >= text.size() || (static_cast<uint8_t>(text[at]) & 0xC0) != 0x80;
    }
    case TypeId::kDict:
      return counted && state[2].IsSmallInt();
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems:
      return state[1].IsUndefined() || (counted && state[2].IsSmallInt());
    default:
      return true;
  }
}

}  // namespace

class SnapshotReader {
 public:
  SnapshotReader(const Runtime& runtime, const HostHooks& hooks, std::string_view bytes,
                 const RestoreOptions& options, std::string* error)
      : runtime_(runtime), hooks_(hooks), options_(options), bytes_(bytes), from_(bytes),
        error_(error) {}

  std::unique_ptr<Vm> Read() {
    if (!ReadHeader() || !ReadLimits() || !ReadUnits() || !ReadDirectory() || !ReadContents() ||
        !ReadState() || !ReadIdentities()) {
      return nullptr;
    }
    if (from_.left() != 0) return Refuse("bytes follow its end"), nullptr;
    // What objects share is looked at again for each that refers to it: not more often than this.
    vm_->limits_.steps = kMostWork + 64 * bytes_.size();
    if (!CheckFields() || !CheckObjects(Turn::kNumbersAndLists) || !CheckObjects(Turn::kOthers) ||
        !CheckTracebacks() || !RebuildContainers() || !CheckGenerators() || !CheckRoots() || !CheckFrames()) {
      return nullptr;
    }
    Finish();
    return std::move(vm_);
  }

 private:
  static constexpr uint64_t kMostWork = uint64_t{1} << 27;

  bool Refuse(std::string_view why) {
    if (vm_ != nullptr && vm_->limit_hit_ != LimitHit::kNone) why = "it takes too much work or memory";
    if (error_->empty()) error_->append("not a snapshot that can be restored: ").append(why);
    return false;
  }
  bool RefuseMemory() { return Refuse("it needs more memory than its limit"); }

  bool ReadHeader();
  bool ReadLimits();
  bool ReadUnits();
  bool ReadCode();
  bool ReadDirectory();
  bool ReadContents();
  bool ReadWords(Object* object);
  bool ReadState();
  bool ReadFrame(uint32_t number);
  bool ReadIdentities();
  Value Word();
  Value OtherWord(uint64_t code);

  bool CheckFields();
  bool RebuildContainers();
  bool PrepareKey(Value key);
  bool RebuildDict(Dict* dict);
  bool RebuildSet(Set* set);
  bool AdoptInterned(Str* str);
  // What others look into is checked before them, and all before keys are hashed.
  enum class Turn : uint8_t { kNumbersAndLists, kOthers };
  bool CheckObjects(Turn turn);
  bool CheckGenerators();
  bool CheckTracebacks();
  bool CheckGenerator(Generator* generator);
  bool CheckRoots();
  bool CheckCodeObjects();
  bool CheckRequest(Vm& vm);
  bool CheckFrames();
  bool CheckFrame(uint32_t number);
  const RegisterKinds* KindsOf(const CodeUnit& unit, const Code& code);
  bool MayWaitAt(const CodeUnit& unit, const Code& code, uint32_t pc);
  bool CheckRegisters(const CodeUnit& unit, const Code& code, uint32_t pc, const Value* registers,
                      uint32_t count, uint32_t except = UINT32_MAX);
  void Finish();

  UnitInstance* UnitAt(uint64_t number) {
    return number < vm_->units_.size() ? vm_->units_[number].get() : nullptr;
  }
  uint64_t Limit(uint64_t ceiling) {
    uint64_t read = from_.Varint();
    return std::min(read == 0 ? kUnlimited : read - 1, ceiling);
  }

  const Runtime& runtime_;
  const HostHooks& hooks_;
  const RestoreOptions& options_;
  std::string_view bytes_;
  ByteReader from_;
  std::string* error_;
  std::unique_ptr<Vm> vm_;
  bool has_sources_ = false;
  bool started_ = false;
  uint64_t used_allocations_ = 0;
  uint64_t used_steps_ = 0;
  uint64_t steps_limit_ = 0;
  std::vector<std::shared_ptr<const CodeUnit>> codes_;
  std::vector<Object*> objects_;
  uint64_t met_by_roots_ = 0;
  uint64_t next_ = 0;
  uint64_t undefined_left_ = 0;
  uint32_t stack_words_ = 0;
  std::unordered_map<const Code*, std::optional<RegisterKinds>> kinds_;
};

// Changes whenever bytes of before would mean something else: the types and steps have other numbers.
static constexpr uint64_t TablesFingerprint() {
  uint64_t hash = kSnapshotVersion;
  auto mix = [&](std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
    hash = (hash ^ 256) * 1099511628211u;
  };
#define PYSUB_TYPE(id, name, module, base) mix(#id);
#include "vm/types.def"
#undef PYSUB_TYPE
#define PYSUB_EXCEPTION(id, name, module, base) mix(#id);
#include "vm/exceptions.def"
#undef PYSUB_EXCEPTION
#define PYSUB_STEP(name, ...) mix(#name);
#include "vm/steps.def"
#undef PYSUB_STEP
  return hash;
}
uint64_t SnapshotFingerprint() {
  constexpr uint64_t kFingerprint = TablesFingerprint();
  return kFingerprint;
}

bool SnapshotReader::ReadHeader() {
  if (from_.Raw(4) != kSnapshotMagic) return Refuse("it does not begin as one");
  if (from_.Byte() != kSnapshotVersion) return Refuse("its version is another");
  uint8_t flags = from_.Byte();
  if (flags & ~kSnapshotHasSources) return Refuse("it has unknown features");
  has_sources_ = flags & kSnapshotHasSources;
  if (from_.Fixed64() != SnapshotFingerprint()) return Refuse("another build of pysub made it");
  uint64_t length = from_.Fixed64();
  uint64_t checksum = from_.Fixed64();
  if (!from_.ok() || length != from_.left()) return Refuse("its length is wrong");
  if (SnapshotChecksum(bytes_.substr(kSnapshotHeaderBytes)) != checksum) {
    return Refuse("its checksum is wrong");
  }
  return true;
}

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
  if (options_.replay) {
    limits.memory_bytes = ceilings.memory_bytes;
    limits.duration_ns = ceilings.duration_ns;
  }
  vm_ = std::make_unique<Vm>(runtime_, limits, hooks_);
  // What loading itself allocates is not the program's doing.
  vm_->heap.SetAllocationLimit(kUnlimited);
  uint64_t running_ns = from_.Varint();
  if (!options_.replay) vm_->running_ns_ = running_ns;
  used_allocations_ = from_.Varint();
  used_steps_ = from_.Varint();
  vm_->output_bytes_ = from_.Varint();
  vm_->next_id_ = static_cast<int64_t>(from_.Below(uint64_t{1} << 62));
  vm_->max_str_digits = Unzigzag(from_.Varint());
  uint8_t state = from_.Byte();
  if (state > 31) return Refuse("state");
  vm_->awaits_at_top_ = state & 1;
  vm_->builtins_changed_ = state & 2;
  vm_->skip_traceback_ = state & 4;
  started_ = state & 8;
  vm_->resolves_names = state & 16;
  vm_->hash_key_[0] = from_.Fixed64();
  vm_->hash_key_[1] = from_.Fixed64();
  vm_->session_id = from_.Varint();
  vm_->requests_ = from_.Varint();
  HostRequest& request = vm_->request_;
  request.kind = static_cast<HostRequestKind>(
      from_.Below(static_cast<uint64_t>(HostRequestKind::kWaiting) + 1));
  request.os_call = static_cast<OsCallId>(from_.Below(static_cast<uint64_t>(OsCallId::kCount)));
  request.sequence = from_.Varint();
  vm_->virtual_clock_ns = Unzigzag(from_.Varint());
  vm_->entropy_seed = from_.Varint();
  uint64_t arguments = from_.Varint();
  if (arguments > from_.left()) return Refuse("arguments");
  vm_->arguments.clear();
  for (uint64_t i = 0; i < arguments; ++i) vm_->arguments.emplace_back(from_.Text());
  vm_->host_note = from_.Text();
  vm_->working_directory = from_.Text();
  if (!vm_->working_directory.starts_with('/')) return Refuse("working directory");
  return from_.ok() || Refuse("limits");
}

// The text is compiled again, which makes code that needs no checking, and must give what it gave.
bool SnapshotReader::ReadCode() {
  uint8_t flags = from_.Byte();
  uint64_t existing = from_.Varint();
  if (!from_.ok() || flags > 63 || existing > from_.left()) return Refuse("how a code was compiled");
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
  if (!vm_->heap.HasRoomFor(source.size() * 40)) return RefuseMemory();
  if (!IsValidUtf8(source, Surrogates::kRefuse)) return Refuse("a source text");
  CompileOptions options;
  options.mode = static_cast<ParseMode>(flags & 3);
  options.dynamic = flags & 4;
  options.return_last_expression = flags & 8;
  options.echo_expressions = flags & 16;
  options.top_level_await = flags & 32;
  options.existing_globals = globals;
  CompileResult compiled = Compile(source, filename, options);
  if (compiled.unit == nullptr || compiled.unit->fingerprint != fingerprint) {
    return Refuse("a source text compiles to something else");
  }
  codes_.push_back(std::move(compiled.unit));
  return true;
}

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

bool SnapshotReader::ReadDirectory() {
  uint64_t count = from_.Varint();
  met_by_roots_ = from_.Varint();
  if (count > from_.left() || met_by_roots_ > count) return Refuse("number of objects");
  if (!vm_->heap.HasRoomFor(count * 16)) return RefuseMemory();
  objects_.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t head = from_.Varint();
    uint8_t flags = head & 1 ? from_.Byte() : 0;
    uint64_t size = from_.Below(UINT32_MAX - 16);
    uint64_t type = head >> 1;
    if (!from_.ok() || type >= static_cast<uint64_t>(TypeId::kCount) || flags > 7) {
      return Refuse("type of an object");
    }
    const Shape* shape = ShapeOf(runtime_, static_cast<TypeId>(type));
    if (shape == nullptr) return Refuse("no object can be of its type");
    Layout layout = type == static_cast<uint64_t>(TypeId::kFunction) ? Layout::kFunction : shape->layout;
    bool words = layout == Layout::kValues || layout == Layout::kFunction;
    if (words ? !shape->AllowsCount(static_cast<uint32_t>(size)) : size > from_.left()) {
      return Refuse("size of an object");
    }
    Object header{layout, 0, static_cast<TypeId>(type), static_cast<uint32_t>(size)};
    Object* object = vm_->heap.NewUninitialized(header.type, layout, header.count,
                                                ObjectBytes(&header));
    if (object == nullptr) return RefuseMemory();
    object->flags |= static_cast<uint8_t>(flags << 4);
    if (options_.census != nullptr) {
      TypeCensus& row = (*options_.census)[std::string(Vm::NameOf(object->type))];
      ++row.objects;
      row.bytes += ObjectBytes(object);
    }
    objects_.push_back(object);
  }
  return true;
}

Value SnapshotReader::OtherWord(uint64_t code) {
  if (code < 32) {
    Value special = Value::FromBits(Value::Undefined().bits() | code);
    bool known = code <= 5 || special.IsExhausted() || special.IsFailed();
    if (!known) from_.Fail();
    return special;
  }
  switch (static_cast<WordCode>(code)) {
    case WordCode::kFloat:
      return Value::ForeignFloat(std::bit_cast<double>(from_.Fixed64()));
    case WordCode::kConstant:
    case WordCode::kName: {
      UnitInstance* unit = UnitAt(from_.Varint());
      uint64_t index = from_.Varint();
      if (unit == nullptr) break;
      const std::span<const Value> list =
          static_cast<WordCode>(code) == WordCode::kName ? unit->names : unit->constants;
      if (index >= list.size()) break;
      return list[index];
    }
    case WordCode::kCharacter: {
      uint64_t character = from_.Below(129);
      Value text = character == 128 ? vm_->NewStr("") : vm_->CharStr(static_cast<char32_t>(character));
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
  }
  from_.Fail();
  return Value::Undefined();
}

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
      uint8_t& flags = objects_[number]->flags;
      flags |= flags & kReferredOnce ? kReferredAgain : kReferredOnce;
      return Value::Of(objects_[number]);
    }
    case kWordInt: {
      int64_t number = Unzigzag(word >> 2);
      if (!Value::FitsSmallInt(number)) break;
      return Value::SmallInt(number);
    }
    case kWordRaw:
      if (word >> 2 >= uint64_t{1} << 48) break;
      return Value::FromBits(word >> 2);
    case kWordOther:
      return OtherWord(word >> 2);
  }
  from_.Fail();
  return Value::Undefined();
}

bool SnapshotReader::ReadContents() {
  next_ = met_by_roots_;
  for (Object* object : objects_) {
    switch (object->layout) {
      case Layout::kRaw: {
        std::string_view bytes = from_.Raw(object->count);
        if (!from_.ok()) return Refuse("contents of an object");
        std::memcpy(object->bytes(), bytes.data(), bytes.size());
        break;
      }
      case Layout::kStr: {
        std::string_view text = from_.Raw(object->count);
        if (!from_.ok() || !IsValidUtf8(text, Surrogates::kAllow)) return Refuse("text of a str");
        Str* str = static_cast<Str*>(object);
        std::memcpy(reinterpret_cast<char*>(str) + sizeof(Str), text.data(), text.size());
        str->length = static_cast<uint32_t>(CountCodePoints(text));
        str->hash = 0;
        break;
      }
      default:
        if (!ReadWords(object)) return false;
        break;
    }
  }
  next_ = objects_.size();
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
      UnitInstance* unit = UnitAt(from_.Varint());
      uint64_t code = from_.Varint();
      if (unit == nullptr || code >= unit->unit->codes.size()) return Refuse("code of a function");
      static_cast<Function*>(object)->unit = unit;
      static_cast<Function*>(object)->code = unit->unit->codes[code].get();
      first = 2;
    }
    for (uint32_t i = first; i < count; ++i) {
      if (undefined_left_ == 0 && !dict) {
        from_.Varints([&](uint64_t word) {
          const int64_t number = Unzigzag(word >> 2);
          if (i == count || (word & 3) != kWordInt || !Value::FitsSmallInt(number)) return false;
          words[i++] = Value::SmallInt(number);
          return true;
        });
        if (i == count) break;
      }
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

bool SnapshotReader::ReadFrame(uint32_t number) {
  uint64_t kind = from_.Below(3);
  uint64_t base = from_.Below(uint64_t{stack_words_} + 1);
  if (!from_.ok() || base == 0) return Refuse("a frame");
  Vm& vm = *vm_;
  if (vm.frame_ + 1 >= vm.frames_limit_) {
    // The recursion limit was kept when these frames were made; it may have been lowered since.
    uint32_t capacity = std::max<uint32_t>(16, number * 2 + 4);
    uint64_t more = uint64_t{capacity - std::min(capacity, vm.frame_capacity_)} * sizeof(Frame);
    if (capacity > vm.frame_capacity_) {
      if (!vm.heap.Charge(more)) return RefuseMemory();
      Frame* frames = static_cast<Frame*>(
          std::realloc(static_cast<void*>(vm.frames_), capacity * sizeof(Frame)));
      if (frames == nullptr) return RefuseMemory();
      vm.frame_ = frames + (vm.frame_ - vm.frames_);
      vm.frames_ = frames;
      vm.frame_capacity_ = capacity;
    }
    vm.UpdateFramesLimit();
  }
  Frame& frame = *++vm.frame_;
  frame = Frame{nullptr, nullptr, nullptr, Value::Undefined(), Value::Undefined(),
                static_cast<uint32_t>(base), static_cast<FrameKind>(kind)};
  if (frame.kind == FrameKind::kTask) {
    ++vm.tasks_;
    return true;
  }
  frame.unit = UnitAt(from_.Varint());
  uint64_t code = from_.Varint();
  uint64_t pc = from_.Varint();
  if (frame.unit == nullptr || code >= frame.unit->unit->codes.size()) return Refuse("code of a frame");
  frame.code = frame.unit->unit->codes[code].get();
  if (pc >= frame.code->words.size()) return Refuse("instruction of a frame");
  frame.pc = frame.code->words.data() + pc;
  return true;
}

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
  for (const Frame* frame = vm.frames_ + 1; started_ && frame <= vm.frame_; ++frame) {
    if (frame->code != nullptr) most = std::max<uint64_t>(most, frame->base + frame->code->register_count);
  }
  if (started_ && most + Vm::kStackSlack > vm.stack_capacity_ &&
      !vm.GrowStack(most + Vm::kStackSlack).ok()) {
    return RefuseMemory();
  }
  // The words in the order of the writer's ForEachRoot.
  undefined_left_ = 0;
  for (auto& unit : vm.units_) {
    unit->globals = Word();
    unit->locals = Word();
  }
  for (uint32_t i = 0; i < stack_words_ && from_.ok(); ++i) vm.stack_[i] = Word();
  for (Frame* frame = vm.frames_ + 1; started_ && frame <= vm.frame_ && from_.ok(); ++frame) {
    frame->handled = Word();
    frame->owner = Word();
  }
  for (Value* root : {&vm.resume_error_, &vm.stop_value, &vm.modules_, &vm.main_globals_, &vm.resume_value_,
                      &vm.request_.target, &vm.request_.arguments, &vm.request_.keywords,
                      &vm.host_futures, &vm.host_handles, &vm.os_answers_}) {
    *root = Word();
  }
  for (Value& root : vm.library_state) root = Word();
  return (from_.ok() && undefined_left_ == 0) || Refuse("state of the program");
}

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
    if (!vm_->identities_.Insert(object.AsObject(), static_cast<int64_t>(id))) return RefuseMemory();
  }
  return true;
}

// ---- checking

bool SnapshotReader::CheckFields() {
  for (Object* object : objects_) {
    if (object->layout != Layout::kValues && object->layout != Layout::kFunction) continue;
    const Shape* shape = ShapeOf(runtime_, object->type);
    bool set_table = object->type == TypeId::kSetTable;
    if (object->type == TypeId::kArray) {  // nearly all words there are
      const Field any;
      for (uint32_t i = 0; i < object->count; ++i) {
        Value word = object->words()[i];
        if (!word.IsSmallInt() && !any.Accepts(word)) return Refuse("an item");
      }
      continue;
    }
    // The slots of tasks have a shape of their own.
    uint32_t words = object->type == TypeId::kTask ? uint32_t{Task::kFixedWords} : object->count;
    for (uint32_t i = object->layout == Layout::kFunction ? 2 : 0; i < words; ++i) {
      Value word = object->words()[i];
      if (set_table && word.IsExhausted() && i % 2 == 0) continue;  // a removed item
      if (!shape->FieldAt(i).Accepts(word)) {
        return Refuse("field " + std::to_string(i) + " of an object of type '" +
                      std::string(Vm::NameOf(object->type)) + "'");
      }
    }
    if (object->type != TypeId::kTask) continue;
    Task* task = static_cast<Task*>(object);
    uint32_t count = object->count < Task::kFixedWords ? 0 : object->count - Task::kFixedWords;
    if (task->step >= static_cast<uint64_t>(StepId::kCount) || runtime_.steps[task->step] == nullptr) {
      return Refuse("a task");
    }
    const Shape* slots = SlotsOf(task->step);
    if (slots == nullptr || task->options > 7 || !slots->AllowsCount(count)) return Refuse("a task");
    for (uint32_t i = 0; i < count; ++i) {
      if (!slots->FieldAt(i).Accepts(task->slots[i])) {
        return Refuse("slot " + std::to_string(i) + " of task " + std::to_string(task->step));
      }
    }
  }
  return true;
}

bool SnapshotReader::RebuildContainers() {
  for (Object* object : objects_) {
    if (object->type == TypeId::kMemoryView) {
      Value target = static_cast<Record*>(object)->words()[0];
      if (target.IsObject() && IsResizableMemory(target.AsObject()->type)) ++target.As<ByteArray>()->exports;
    }
    if (Vm::IsSubtype(object->type, TypeId::kDict) && !RebuildDict(static_cast<Dict*>(object))) {
      return Refuse("a dict");
    }
    if ((object->type == TypeId::kSet || object->type == TypeId::kFrozenSet) &&
        !RebuildSet(static_cast<Set*>(object))) {
      return Refuse("a set");
    }
    // Interned strings are the one object with their text.
    if (object->type == TypeId::kStr && object->flag(kFlagC) &&
        !AdoptInterned(static_cast<Str*>(object))) {
      return Refuse("an interned str");
    }
  }
  return true;
}

// Frozensets inside of a key must be whole before it is hashed.
bool SnapshotReader::PrepareKey(Value key) {
  if (!key.IsObject()) return true;
  if (!vm_->Tick(1)) return false;
  DepthGuard guard(*vm_);
  if (!guard.ok()) return false;
  if (IsObjectOf(key, TypeId::kTuple)) {
    Tuple* tuple = key.As<Tuple>();
    for (uint32_t i = 0; i < tuple->size(); ++i) {
      if (!PrepareKey(tuple->items()[i])) return false;
    }
  }
  return !IsObjectOf(key, TypeId::kFrozenSet) || RebuildSet(key.As<Set>());
}

bool SnapshotReader::RebuildDict(Dict* dict) {
  if (dict->used > dict->capacity()) return false;
  for (uint32_t i = 0; i < dict->used; ++i) {
    if (!PrepareKey(dict->table()[i].key)) return false;
  }
  return DictRestore(*vm_, dict);
}

bool SnapshotReader::RebuildSet(Set* set) {
  if (set->live != 0 || set->table.IsUndefined()) return true;  // done
  for (uint64_t i = 0; i <= SetMask(set); ++i) {
    SetEntry& entry = SetTable(set)[i];
    if (IsLiveSlot(entry) && !PrepareKey(entry.key)) return false;
  }
  return SetRestore(*vm_, set);
}

bool SnapshotReader::CheckObjects(Turn turn) {
  for (Object* object : objects_) {
    const bool first = object->type == TypeId::kInt || IsNamedInt(object->type) || object->type == TypeId::kList ||
                       IsResizableMemory(object->type);
    if (first != (turn == Turn::kNumbersAndLists)) continue;
    const Shape* shape = ShapeOf(runtime_, object->type);
    if (shape->check != nullptr && !shape->check(*vm_, object)) {
      return Refuse("an object of type '" + std::string(Vm::NameOf(object->type)) + "'");
    }
  }
  return true;
}

// The lines of a traceback lead on until there are no more: whoever prints them relies on it.
bool SnapshotReader::CheckTracebacks() {
  std::unordered_set<const Object*> ending;
  std::vector<const Object*> path;
  std::unordered_set<const Object*> on_path;
  for (Object* object : objects_) {
    if (object->type != TypeId::kTraceback) continue;
    path.clear();
    on_path.clear();
    for (Value at = Value::Of(object); at.IsObject(); at = at.As<Traceback>()->next) {
      if (ending.contains(at.AsObject())) break;
      if (!on_path.insert(at.AsObject()).second) return Refuse("a traceback without an end");
      path.push_back(at.AsObject());
    }
    ending.insert(path.begin(), path.end());
  }
  return true;
}

bool SnapshotReader::CheckGenerators() {
  for (Object* object : objects_) {
    if ((object->type == TypeId::kGenerator || object->type == TypeId::kCoroutine ||
         object->type == TypeId::kAsyncGenerator) &&
        !CheckGenerator(static_cast<Generator*>(object))) {
      return Refuse("a generator");
    }
  }
  return true;
}

bool SnapshotReader::CheckGenerator(Generator* generator) {
  const Function* function = generator->function.As<Function>();
  const Code& code = *function->code;
  if (generator->state > static_cast<RawWord>(GeneratorState::kClosed)) return false;
  TypeId type = TypeId::kGenerator;
  if (code.flags & kCodeCoroutine) {
    type = code.flags & kCodeGenerator ? TypeId::kAsyncGenerator : TypeId::kCoroutine;
  } else if (!(code.flags & kCodeGenerator)) {
    return false;
  }
  if (generator->type != type) return false;
  if (generator->count < Generator::kFixedWords + std::max<uint32_t>(code.register_count, 1)) return false;
  if (type == TypeId::kAsyncGenerator && generator->origin.IsObject() &&
      !IsObjectOf(generator->origin, TypeId::kAsyncGenASend) &&
      !IsObjectOf(generator->origin, TypeId::kAsyncGenAThrow)) {
    return false;
  }
  if (generator->get_state() == GeneratorState::kClosed) return true;
  if (generator->pc >= code.words.size()) return false;
  if (generator->get_state() == GeneratorState::kRunning) return true;
  uint32_t pc = static_cast<uint32_t>(generator->pc);
  Op op = OpOf(code.words[pc]);
  if (generator->get_state() == GeneratorState::kSuspended &&
      op != Op::kYIELD && op != Op::kYIELD_DELEGATE && op != Op::kASYNC_YIELD) {
    return false;
  }
  if (generator->get_state() == GeneratorState::kCreated && pc != 1) return false;
  if (!generator->awaiting.IsUndefined() && (op != Op::kYIELD_DELEGATE || pc < 2)) return false;
  return CheckRegisters(*function->unit->unit, code, pc, generator->registers, code.register_count);
}

// A function whose unit has no globals belongs to a code object and to nothing else: nobody can call it.
bool SnapshotReader::CheckCodeObjects() {
  uint64_t functions = 0, codes = 0;
  for (Object* object : objects_) {
    Value function = object->type == TypeId::kCode ? object->words()[0] : Value::Of(object);
    if (!IsObjectOf(function, TypeId::kFunction) ||
        IsObjectOf(function.As<Function>()->unit->globals, TypeId::kDict)) {
      continue;
    }
    ++(object->type == TypeId::kCode ? codes : functions);
    if (!IsReferredOnce(function)) return false;
  }
  return functions == codes;
}

bool SnapshotReader::CheckRoots() {
  Vm& vm = *vm_;
  auto dict_or_nothing = [](Value v) { return v.IsUndefined() || IsObjectOf(v, TypeId::kDict); };
  for (auto& unit : vm.units_) {
    bool globals = unit->unit->globals.empty() ? dict_or_nothing(unit->globals)
                                               : IsObjectOf(unit->globals, TypeId::kDict);
    if (!globals || IsStorage(unit->locals) || unit->locals.IsControl()) return Refuse("globals");
    if (!unit->unit->globals.empty()) {
      Dict* names = unit->globals.As<Dict>();
      if (!names->is_namespace() || names->used < unit->unit->globals.size()) return Refuse("globals");
      for (size_t i = 0; i < unit->unit->globals.size(); ++i) {
        if (names->table()[i].key != unit->names[unit->unit->globals[i]]) return Refuse("globals");
      }
    }
  }
  if (!CheckCodeObjects()) return Refuse("a function without globals");
  bool ok = dict_or_nothing(vm.modules_) && dict_or_nothing(vm.main_globals_) &&
            (vm.resume_error_.IsUndefined() || IsException(vm.resume_error_)) && !IsStorage(vm.stop_value) &&
            !vm.stop_value.IsControl();
  if (started_ && !vm.units_.empty()) ok = ok && vm.modules_.IsObject() && vm.main_globals_.IsObject();
  if (vm.resume_value_.IsFailed() != !vm.resume_error_.IsUndefined()) ok = false;
  ok = ok && !vm.resume_value_.IsPushed() && !IsStorage(vm.resume_value_);
  ok = ok && CheckRequest(vm);
  for (uint32_t i = 0; i < std::size(vm.library_state); ++i) {
    ok = ok && kLibraryShape.FieldAt(i).Accepts(vm.library_state[i]);
  }
  return ok || Refuse("state of the program");
}

// See HostRequestKind for what belongs to each.
bool SnapshotReader::CheckRequest(Vm& vm) {
  static constexpr Shape kShapes[] = {
      Shape("v v v"), Shape("<HostFunction> t d?"), Shape("s d v"), Shape("v t v"), Shape("v i~ v")};
  const HostRequest& request = vm.request_;
  const Shape& shape = kShapes[static_cast<int>(request.kind)];
  if (!shape.FieldAt(0).Accepts(request.target) || !shape.FieldAt(1).Accepts(request.arguments) ||
      !shape.FieldAt(2).Accepts(request.keywords)) {
    return false;
  }
  if (request.kind != HostRequestKind::kNone && (!started_ || vm.frame_ == vm.frames_)) return false;
  static constexpr Shape kHost("d? l? l?");
  return kHost.FieldAt(0).Accepts(vm.host_futures) && kHost.FieldAt(1).Accepts(vm.host_handles) &&
         kHost.FieldAt(2).Accepts(vm.os_answers_);
}

const RegisterKinds* SnapshotReader::KindsOf(const CodeUnit& unit, const Code& code) {
  auto [at, fresh] = kinds_.try_emplace(&code);
  if (fresh) at->second = KindsOfRegisters(unit, code);
  return at->second ? &*at->second : nullptr;
}

// What a register must hold so that no instruction is misled.
bool SnapshotReader::CheckRegisters(const CodeUnit& unit, const Code& code, uint32_t pc,
                                    const Value* registers, uint32_t count, uint32_t except) {
  const RegisterKinds* code_kinds = KindsOf(unit, code);
  const RegisterKind* kinds = code_kinds != nullptr ? code_kinds->Before(pc) : nullptr;
  if (kinds == nullptr) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (i == except) continue;
    Value v = registers[i];
    RegisterKind kind = i < RegisterKinds::kTracked ? kinds[i] : RegisterKind::kMaybe;
    if (v.IsControl() || (IsStorage(v) && kind != RegisterKind::kUnset)) return false;
    switch (kind) {
      case RegisterKind::kUnset:
      case RegisterKind::kMaybe:
        break;
      case RegisterKind::kUndefined:
        if (!v.IsUndefined()) return false;
        break;
      case RegisterKind::kCell:
        if (!IsObjectOf(v, TypeId::kCell)) return false;
        break;
      case RegisterKind::kLoop:
        // One that was overwritten in part belongs to a loop that is over.
        if (i + 3 <= count && except != i + 1 && except != i + 2 && kinds[i + 1] == RegisterKind::kLoopRest &&
            kinds[i + 2] == RegisterKind::kLoopRest && !IsLoopState(registers + i)) {
          return false;
        }
        break;
      case RegisterKind::kLoopRest:
        break;
      case RegisterKind::kValue:
        if (v.IsUndefined()) return false;
        break;
      case RegisterKind::kList:
        if (!IsObjectOf(v, TypeId::kList)) return false;
        break;
      case RegisterKind::kTuple:
        if (!IsObjectOf(v, TypeId::kTuple)) return false;
        break;
      case RegisterKind::kSet:
        if (!IsObjectOf(v, TypeId::kSet)) return false;
        break;
      case RegisterKind::kDict:
        if (!IsObjectOf(v, TypeId::kDict)) return false;
        break;
      case RegisterKind::kStr:
        if (!IsObjectOf(v, TypeId::kStr)) return false;
        break;
      case RegisterKind::kFunction:
        if (!IsObjectOf(v, TypeId::kFunction)) return false;
        break;
      case RegisterKind::kException:
        if (!IsException(v)) return false;
        break;
    }
  }
  return true;
}


// Whether an instruction takes the result of a call, and then goes on behind itself.
bool SnapshotReader::MayWaitAt(const CodeUnit& unit, const Code& code, uint32_t pc) {
  Op op = OpOf(code.words[pc]);
  if (InfoOf(op).effect != Effect::kRunsPython || op == Op::kFOR_PREP) return false;
  const RegisterKinds* kinds = KindsOf(unit, code);
  return kinds != nullptr && kinds->Before(pc + InstructionLength(op)) != nullptr;
}

bool SnapshotReader::AdoptInterned(Str* str) {
  uint32_t before = vm_->interned_.size;
  Value made = vm_->Intern(str->view());
  if (made.IsFailed() || vm_->interned_.size == before) return false;
  *vm_->InternSlot(str->view()) = Value::Of(str);
  return true;
}

bool SnapshotReader::CheckFrames() {
  Vm& vm = *vm_;
  if (!started_) return true;
  for (uint32_t i = 0; i < stack_words_; ++i) {
    if (vm.stack_[i].IsControl() || vm.stack_[i].IsExhausted()) return Refuse("a word of the stack");
  }
  if (vm.StackTop() != stack_words_) return Refuse("size of the stack");
  uint32_t frames = static_cast<uint32_t>(vm.frame_ - vm.frames_);
  for (uint32_t i = 1; i <= frames; ++i) {
    if (!CheckFrame(i)) return Refuse("frame " + std::to_string(i));
  }
  return true;
}

bool SnapshotReader::CheckFrame(uint32_t number) {
  Vm& vm = *vm_;
  const Frame& frame = vm.frames_[number];
  const Frame& below = vm.frames_[number - 1];
  bool top = &frame == vm.frame_;
  if (!frame.handled.IsUndefined() && !IsException(frame.handled)) return false;
  if (frame.kind == FrameKind::kTask) {
    if (!IsObjectOf(frame.owner, TypeId::kTask) || frame.base < below.base) return false;
    return below.code == nullptr || frame.base >= below.base + below.code->register_count;
  }
  // A call puts its callee just above what the caller keeps.
  uint32_t kept = 0;
  if (below.code != nullptr) {
    kept = frame.kind == FrameKind::kGenerator ? below.code->register_count
                                               : FirstLentRegister(*below.pc, below.code->register_count);
  }
  if (frame.base < uint64_t{below.base} + kept + 1) return false;
  if (top && uint64_t{frame.base} + frame.code->register_count > stack_words_) return false;
  const Value* registers = vm.stack_ + frame.base;
  if (!IsObjectOf(registers[-1], TypeId::kFunction)) return false;
  const Function* function = registers[-1].As<Function>();
  if (function->code != frame.code || function->unit != frame.unit) return false;
  if (frame.kind == FrameKind::kGenerator) {
    bool generator = IsObjectOf(frame.owner, TypeId::kGenerator) ||
                     IsObjectOf(frame.owner, TypeId::kCoroutine) ||
                     IsObjectOf(frame.owner, TypeId::kAsyncGenerator);
    if (!generator || frame.owner.As<Generator>()->function != registers[-1]) return false;
    if (frame.owner.As<Generator>()->get_state() != GeneratorState::kRunning) return false;
  } else if (!frame.owner.IsUndefined()) {
    return false;
  }
  if (!IsObjectOf(frame.unit->globals, TypeId::kDict)) return false;
  uint32_t pc = static_cast<uint32_t>(frame.pc - frame.code->words.data());
  bool waits = !top || !(vm.resume_value_.IsUndefined() || vm.resume_value_.IsControl());
  if (waits && !MayWaitAt(*frame.unit->unit, *frame.code, pc)) return false;
  // A frame that waits has lent the rest to those above. A call of a global may have begun: its window has
  // the callee already.
  uint32_t count = frame.code->register_count;
  uint32_t lent = FirstLentRegister(*frame.pc, frame.code->register_count);
  if (!top) count = std::min({count, lent, (&frame)[1].base - 1 - frame.base});
  // A call that is repeated because its native asked the host has had its arguments bound above its window, in
  // registers that it loses in any case.
  if (top && lent < count && OpOf(*frame.pc) != Op::kLEN) {
    count = std::min(count, OpOf(*frame.pc) == Op::kCALL_EX ? lent + 4 : lent + 1 + COf(*frame.pc));
  }
  bool begun = top && (OpOf(*frame.pc) == Op::kCALL_GLOBAL || OpOf(*frame.pc) == Op::kLEN);
  return CheckRegisters(*frame.unit->unit, *frame.code, pc, registers, count,
                        begun ? lent : UINT32_MAX);
}

void SnapshotReader::Finish() {
  Vm& vm = *vm_;
  for (Object* object : objects_) {
    object->flags = static_cast<uint8_t>(object->flags & ~(kReferredOnce | kReferredAgain));
  }
  vm.limits_.steps = steps_limit_;
  vm.heap.SetAllocations(vm.limits_.allocations, used_allocations_);
  vm.steps_ = used_steps_;
  vm.fuel_ = vm.fuel_left_ = vm.slice_ = 0;
  vm.native_ticks_ = 0;
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
