// Whether what was read can be: fields by the schemas of their types, then what C++ takes for
// granted of objects, roots and frames. Dicts and sets are made whole on the way.

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "vm/frame_access.h"
#include "vm/objects/dict.h"
#include "vm/objects/set.h"
#include "vm/snapshot/reader.h"

namespace pysub {
namespace {

// A field for each LibraryState.
constexpr Schema kLibrarySchema{
#define PYSUB_LIBRARY_STATE(name, field) field " "
#include "vm/library_state.def"
};

// The three registers of a loop: see FOR_PREP.
// FOR_ITER takes an int in the first register for a range, and an object for what is walked; the
// second is then the place in it. A place in the middle of a character, or a negative one, would
// read what is no text.
bool IsLoopState(const Value* state) {
  const bool counted = state[1].IsSmallInt() && state[1].AsSmallInt() >= 0;
  if (state[0].IsSmallInt()) return counted && state[2].IsSmallInt();
  if (!state[0].IsObject()) return false;
  switch (state[0].AsObject()->type) {
    case TypeId::kList:
    case TypeId::kTuple: return counted;
    case TypeId::kStr: {
      if (!counted) return false;
      std::string_view text = Vm::View(state[0]);
      uint64_t at = static_cast<uint64_t>(state[1].AsSmallInt());
      return at >= text.size() || (static_cast<uint8_t>(text[at]) & 0xC0) != 0x80;
    }
    case TypeId::kDict: return counted && state[2].IsSmallInt();
    case TypeId::kDictKeys:
    case TypeId::kDictValues:
    case TypeId::kDictItems: return state[1].IsUndefined() || (counted && state[2].IsSmallInt());
    default: return true;
  }
}

// Keys whose hash is in themselves.
bool HasPlainKeys(Dict* dict) {
  return std::all_of(dict->table(), dict->table() + dict->used, [](const DictEntry& entry) {
    return !entry.key.IsObject() || Vm::IsStr(entry.key);
  });
}

}  // namespace

// Each word by the schema of its type. After this a reference of a known kind may be followed, one
// step far: what lies behind it has the right kinds of words, and perhaps nonsense in them.
bool SnapshotReader::CheckFields() {
  for (const Neighbours& row : rows_) {
    if (row.layout != Layout::kValues && row.layout != Layout::kFunction) continue;
    if (row.type == TypeId::kArray || row.type == TypeId::kTuple) continue;  // ReadItems has looked
    for (Object* object : ObjectsOf(row)) {
      if (row.type == TypeId::kList ? !CheckList(static_cast<List*>(object))
                                    : !CheckFieldsOf(object, *row.schema)) {
        return false;
      }
    }
  }
  return true;
}

// As its schema says: there are many of them.
bool SnapshotReader::CheckList(const List* list) {
  const bool empty = list->array.IsUndefined();
  const bool ok = empty ? list->size == 0
                        : IsObjectOf(list->array, TypeId::kArray) && IsReferredOnce(list->array) &&
                              list->size <= list->array.AsObject()->count;
  return ok || Refuse("a list");
}

// Each type says in its schema what its fields may hold. Native code casts without looking, and
// this is why it may: nothing that breaks a schema comes in.
bool SnapshotReader::CheckFieldsOf(Object* object, const Schema& schema) {
  const bool set_table = object->type == TypeId::kSetTable;
  // The slots of native frames have a schema of their own.
  const uint32_t words =
      object->type == TypeId::kNativeFrame ? uint32_t{NativeFrame::kFixedWords} : object->count;
  for (uint32_t i = object->layout == Layout::kFunction ? 2 : 0; i < words; ++i) {
    Value word = object->words()[i];
    if (set_table && word.IsExhausted() && i % 2 == 0) continue;  // a removed item
    if (!schema.FieldAt(i).Accepts(word)) {
      return Refuse("field " + std::to_string(i) + " of an object of type '" +
                    std::string(Vm::NameOf(object->type)) + "'");
    }
  }
  return object->type != TypeId::kNativeFrame ||
         CheckNativeFrame(static_cast<NativeFrame*>(object));
}

// A resume function believes the kinds of its slots, and what its rules say for the state it is in.
// So they are checked here, once, and not at each resumption.
bool SnapshotReader::CheckNativeFrame(NativeFrame* frame) {
  const uint32_t count =
      frame->count < NativeFrame::kFixedWords ? 0 : frame->count - NativeFrame::kFixedWords;
  const Schema* slots = SlotsOf(frame->resume_id);
  if (slots == nullptr || frame->options > 7 || !slots->AllowsCount(count)) return Refuse("a task");
  for (uint32_t i = 0; i < count; ++i) {
    if (!slots->FieldAt(i).Accepts(frame->slots[i])) {
      return Refuse("slot " + std::to_string(i) + " of task " + std::to_string(frame->resume_id));
    }
  }
  return RulesOf(frame->resume_id).Accept(frame->state, frame->slots, count) ||
         Refuse("the state of task " + std::to_string(frame->resume_id));
}

// What keys are hashed by may lie in other containers: in the frozensets inside of them, of which
// the counts are asked, and in the attributes of objects (stdlib/modules/library_class.h), which
// are found by str. So these come first.
bool SnapshotReader::RebuildContainers() {
  std::vector<Object*> later;
  for (const Neighbours& row : rows_) {
    const bool dict = Vm::IsSubtype(row.type, TypeId::kDict);
    const bool set = row.type == TypeId::kSet || row.type == TypeId::kFrozenSet;
    const bool interned = row.type == TypeId::kStr && (row.flags << 4 & kFlagC) != 0;
    if (!dict && !set && !interned && row.type != TypeId::kMemoryView) continue;
    for (Object* object : ObjectsOf(row)) {
      if (row.type == TypeId::kMemoryView) {
        Value target = static_cast<Record*>(object)->words()[0];
        if (target.IsObject() && IsResizableMemory(target.AsObject()->type))
          ++target.As<ByteArray>()->exports;
      }
      if (dict && static_cast<Dict*>(object)->used > static_cast<Dict*>(object)->capacity())
        return Refuse("a dict");
      if (set && !SetCountRestored(static_cast<Set*>(object))) return Refuse("a set");
      if (set || (dict && !HasPlainKeys(static_cast<Dict*>(object)))) {
        later.push_back(object);
      } else if (dict && !DictRestore(*vm_, static_cast<Dict*>(object))) {
        return Refuse("a dict");
      }
      // Interned strings are the one object with their text.
      if (interned && !vm_->texts_.Adopt(*vm_, static_cast<Str*>(object)))
        return Refuse("an interned str");
    }
  }
  for (Object* object : later) {
    if (object->type == TypeId::kSet || object->type == TypeId::kFrozenSet) {
      if (!SetRestore(*vm_, static_cast<Set*>(object))) return Refuse("a set");
    } else if (!DictRestore(*vm_, static_cast<Dict*>(object))) {
      return Refuse("a dict");
    }
  }
  return true;
}

// What a type takes for granted beyond the kinds of its words: a count that fits a size, a place
// within a buffer. A `check` charges steps for what it looks at (AllItems).
bool SnapshotReader::CheckObjects(Turn turn) {
  for (const Neighbours& row : rows_) {
    if (row.schema->check == nullptr || row.type == TypeId::kList) continue;
    const bool first =
        row.type == TypeId::kInt || IsNamedInt(row.type) || IsResizableMemory(row.type);
    if (first != (turn == Turn::kNumbersAndMemory)) continue;
    for (Object* object : ObjectsOf(row)) {
      if (!row.schema->check(*vm_, object)) {
        return Refuse("an object of type '" + std::string(Vm::NameOf(object->type)) + "'");
      }
    }
  }
  return true;
}

// The lines of a traceback lead on until there are no more: whoever prints them relies on it.
bool SnapshotReader::CheckTracebacks() {
  if (std::none_of(rows_.begin(), rows_.end(),
                   [](const auto& row) { return row.type == TypeId::kTraceback; })) {
    return true;
  }
  std::unordered_set<const Object*> ending;
  std::vector<const Object*> path;
  std::unordered_set<const Object*> on_path;
  for (const Neighbours& row : rows_) {
    if (row.type != TypeId::kTraceback) continue;
    for (Object* object : ObjectsOf(row)) {
      path.clear();
      on_path.clear();
      for (Value at = Value::Of(object); at.IsObject(); at = at.As<Traceback>()->next) {
        if (ending.contains(at.AsObject())) break;
        if (!on_path.insert(at.AsObject()).second) return Refuse("a traceback without an end");
        path.push_back(at.AsObject());
      }
      ending.insert(path.begin(), path.end());
    }
  }
  return true;
}

bool SnapshotReader::CheckGenerators() {
  for (const Neighbours& row : rows_) {
    if (row.type != TypeId::kGenerator && row.type != TypeId::kCoroutine &&
        row.type != TypeId::kAsyncGenerator) {
      continue;
    }
    for (Object* object : ObjectsOf(row)) {
      if (!CheckGenerator(static_cast<Generator*>(object))) return Refuse("a generator");
    }
  }
  return true;
}

// A generator that waits must stand at an instruction where one can wait, with registers that the
// code there expects. A running one has them on the stack, where its frame is checked.
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
  if (generator->count < Generator::kFixedWords + std::max<uint32_t>(code.register_count, 1))
    return false;
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
  if (generator->get_state() == GeneratorState::kSuspended && op != Op::kYIELD &&
      op != Op::kYIELD_DELEGATE && op != Op::kASYNC_YIELD) {
    return false;
  }
  if (generator->get_state() == GeneratorState::kCreated && pc != 1) return false;
  if (!generator->awaiting.IsUndefined() && (op != Op::kYIELD_DELEGATE || pc < 2)) return false;
  return CheckRegisters(*function->unit->unit, code, pc, generator->registers, code.register_count);
}

// A function whose unit has no globals belongs to a code object and to nothing else: nobody can
// call it. Were it reachable otherwise, its first LOAD_GLOBAL would look into a dict that is not
// there.
bool SnapshotReader::CheckCodeObjects() {
  uint64_t functions = 0, codes = 0;
  for (const Neighbours& row : rows_) {
    if (row.type != TypeId::kCode && row.type != TypeId::kFunction) continue;
    for (Object* object : ObjectsOf(row)) {
      Value function = row.type == TypeId::kCode ? object->words()[0] : Value::Of(object);
      if (!IsObjectOf(function, TypeId::kFunction) ||
          IsObjectOf(function.As<Function>()->unit->globals, TypeId::kDict)) {
        continue;
      }
      ++(row.type == TypeId::kCode ? codes : functions);
      if (!IsReferredOnce(function)) return false;
    }
  }
  return functions == codes;
}

// Global slots are places in the namespace's entries. So the first entries must be the unit's
// globals, in their order, or an instruction would read and write another variable.
bool SnapshotReader::CheckRoots() {
  Vm& vm = *vm_;
  auto dict_or_nothing = [](Value v) { return v.IsUndefined() || IsObjectOf(v, TypeId::kDict); };
  for (auto& unit : vm.units_) {
    bool globals = unit->unit->globals.empty() ? dict_or_nothing(unit->globals)
                                               : IsObjectOf(unit->globals, TypeId::kDict);
    if (!globals || IsStorage(unit->locals) || unit->locals.IsControl()) return Refuse("globals");
    if (!unit->unit->globals.empty()) {
      Dict* names = unit->globals.As<Dict>();
      if (!names->is_namespace() || names->used < unit->unit->globals.size())
        return Refuse("globals");
      for (size_t i = 0; i < unit->unit->globals.size(); ++i) {
        const Value key = names->table()[i].key;
        const Value name = unit->names[unit->unit->globals[i]];
        if (key != name && !Vm::IsSlotOf(key, Vm::View(name))) return Refuse("globals");
      }
    }
  }
  if (!CheckCodeObjects()) return Refuse("a function without globals");
  bool ok = dict_or_nothing(vm.modules_) && dict_or_nothing(vm.main_globals_) &&
            (vm.resume_error_.IsUndefined() || IsException(vm.resume_error_)) &&
            !IsStorage(vm.stop_value) && !vm.stop_value.IsControl();
  if (started_ && !vm.units_.empty())
    ok = ok && vm.modules_.IsObject() && vm.main_globals_.IsObject();
  if (vm.resume_value_.IsFailed() != !vm.resume_error_.IsUndefined()) ok = false;
  ok = ok && !vm.resume_value_.IsCallPending() && !IsStorage(vm.resume_value_);
  ok = ok && CheckRequest(vm);
  for (uint32_t i = 0; i < kLibrarySchema.field_count; ++i) {
    ok = ok && kLibrarySchema.FieldAt(i).Accepts(vm.library_state(static_cast<LibraryState>(i)));
  }
  return ok || Refuse("state of the program");
}

// See HostRequestKind for what belongs to each.
bool SnapshotReader::CheckRequest(Vm& vm) {
  static constexpr Schema kSchemas[] = {Schema("v v v"), Schema("<HostFunction> t d?"),
                                        Schema("s d v"), Schema("v t v"), Schema("v i~ v")};
  const HostRequest& request = vm.request_;
  const Schema& schema = kSchemas[static_cast<int>(request.kind)];
  if (!schema.FieldAt(0).Accepts(request.target) || !schema.FieldAt(1).Accepts(request.arguments) ||
      !schema.FieldAt(2).Accepts(request.keywords)) {
    return false;
  }
  if (request.kind != HostRequestKind::kNone && (!started_ || vm.frame_ == vm.frames_))
    return false;
  static constexpr Schema kHost("d? l? l?");
  return kHost.FieldAt(0).Accepts(vm.host_futures) && kHost.FieldAt(1).Accepts(vm.host_handles) &&
         kHost.FieldAt(2).Accepts(vm.os_answers_);
}

// Computed at the first use: most codes of a program have no frame when it is saved.
const RegisterKinds* SnapshotReader::KindsOf(const CompiledUnit& unit, const Code& code) {
  auto [at, fresh] = kinds_.try_emplace(&code);
  if (fresh) at->second = KindsOfRegisters(unit, code);
  return at->second ? &*at->second : nullptr;
}

// What a register must hold so that no instruction is misled. Instructions that only compiled code
// can reach with the right register do not look: LIST_APPEND takes a list for one. The verifier
// knows of each instruction what every path to it has put where, and a snapshot must agree.
//
// `except`: a register that the instruction has written already, before it was to be repeated.
bool SnapshotReader::CheckRegisters(const CompiledUnit& unit, const Code& code, uint32_t pc,
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
      case RegisterKind::kMaybe: break;
      case RegisterKind::kUndefined:
        if (!v.IsUndefined()) return false;
        break;
      case RegisterKind::kCell:
        if (!IsObjectOf(v, TypeId::kCell)) return false;
        break;
      case RegisterKind::kLoop:
        // One that was overwritten in part belongs to a loop that is over.
        if (i + 3 <= count && except != i + 1 && except != i + 2 &&
            kinds[i + 1] == RegisterKind::kLoopRest && kinds[i + 2] == RegisterKind::kLoopRest &&
            !IsLoopState(registers + i)) {
          return false;
        }
        break;
      case RegisterKind::kLoopRest: break;
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
bool SnapshotReader::MayWaitAt(const CompiledUnit& unit, const Code& code, uint32_t pc) {
  Op op = OpOf(code.words[pc]);
  if (InfoOf(op).effect != Effect::kRunsPython || op == Op::kFOR_PREP) return false;
  if (KindOf(op) == OpKind::kRaise) return true;  // never goes on behind itself
  const RegisterKinds* kinds = KindsOf(unit, code);
  return kinds != nullptr && kinds->Before(pc + InstructionLength(op)) != nullptr;
}

// From the bottom to the top: each frame relies on the one below it.
bool SnapshotReader::CheckFrames() {
  Vm& vm = *vm_;
  if (!started_) return true;
  for (uint32_t i = 0; i < stack_words_; ++i) {
    if (vm.stack_[i].IsControl() || vm.stack_[i].IsExhausted())
      return Refuse("a word of the stack");
  }
  uint32_t frames = static_cast<uint32_t>(vm.frame_ - vm.frames_);
  for (uint32_t i = 1; i <= frames; ++i) {
    if (!CheckFrame(i)) return Refuse("frame " + std::to_string(i));
  }
  return true;
}

// Whether what the host answers is the result of the instruction that asked; else that is repeated.
static bool TakesAnswer(const HostRequest& request) {
  switch (request.kind) {
    case HostRequestKind::kNone:
    case HostRequestKind::kName: return false;
    case HostRequestKind::kOs: return !request.target.IsTrue();
    default: return true;
  }
}

// Windows of frames must not overlap but where a call lends registers. The function below the
// registers must be that of the frame, or a captured cell of another one would be used. And each
// frame but the top one must stand at an instruction that waits for a result.
bool SnapshotReader::CheckFrame(uint32_t number) {
  Vm& vm = *vm_;
  const Frame& frame = vm.frames_[number];
  const Frame& below = vm.frames_[number - 1];
  bool top = &frame == vm.frame_;
  if (!frame.handled.IsUndefined() && !IsException(frame.handled)) return false;
  if (frame.kind == FrameKind::kNative) {
    if (!IsObjectOf(frame.owner, TypeId::kNativeFrame) || frame.base < below.base) return false;
    return below.code == nullptr || frame.base >= below.base + below.code->register_count;
  }
  // A call puts its callee just above what the caller keeps.
  uint32_t kept = 0;
  if (below.code != nullptr) {
    kept = frame.kind == FrameKind::kGenerator
               ? below.code->register_count
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
  bool waits = !top || !(vm.resume_value_.IsUndefined() || vm.resume_value_.IsControl()) ||
               TakesAnswer(vm.request_);
  if (waits && !MayWaitAt(*frame.unit->unit, *frame.code, pc)) return false;
  // A frame that waits has lent the rest to those above. A call of a global may have begun: its
  // window has the callee already.
  uint32_t count = frame.code->register_count;
  uint32_t lent = FirstLentRegister(*frame.pc, frame.code->register_count);
  if (!top) count = std::min({count, lent, (&frame)[1].base - 1 - frame.base});
  // A call that is repeated because its native asked the host has had its arguments bound above its
  // window, in registers that it loses in any case.
  if (top && lent < count && OpOf(*frame.pc) != Op::kLEN) {
    count = std::min(count, OpOf(*frame.pc) == Op::kCALL_EX ? lent + 4 : lent + 1 + COf(*frame.pc));
  }
  bool begun = top && (OpOf(*frame.pc) == Op::kCALL_GLOBAL || OpOf(*frame.pc) == Op::kLEN);
  return CheckRegisters(*frame.unit->unit, *frame.code, pc, registers, count,
                        begun ? lent : UINT32_MAX);
}

}  // namespace pysub
