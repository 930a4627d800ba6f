#include "tests/snapshots/mutants.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "compiler/compile.h"
#include "stdlib/install.h"
#include "vm/native_frame.h"
#include "vm/snapshot/format.h"
#include "vm/snapshot/schema.h"
#include "vm/snapshot/snapshot.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

constexpr uint64_t kMostSteps = 100'000;
// A native notices the end of its steps at its next look at the clock.
constexpr uint64_t kStepsTooMany = 100'000;

Limits Tight() {
  Limits limits;
  limits.memory_bytes = 16 << 20;
  limits.steps = kMostSteps;
  limits.output_bytes = 1 << 18;
  limits.recursion_depth = 200;
  return limits;
}

int Count(void* context, int, std::string_view bytes) {
  *static_cast<uint64_t*>(context) += bytes.size();
  return 0;
}

// Who runs a snapshot may write as much as the limit allows: it goes nowhere but into `written`.
HostHooks CountingHooks(uint64_t* written) {
  HostHooks hooks;
  hooks.context = written;
  hooks.write = Count;
  return hooks;
}

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

std::unique_ptr<Vm> Restore(std::string_view bytes, const CodeUnits& units, const HostHooks& hooks,
                            std::string* error) {
  RestoreOptions options;
  options.ceilings = Tight();
  options.units = units;
  return RestoreSnapshot(StandardRuntime(), hooks, bytes, options, error);
}

// A host that says something to whatever is asked: a line to who asks for input, a function for a
// name, None or a number to all others.
bool AnswerAnything(Vm& vm) {
  const HostRequest& request = vm.host.request();
  if (request.kind == HostRequestKind::kWaiting) {
    vm.host.AnswerWaiting(true);
    return true;
  }
  Value answer = Value::None();
  if (request.kind == HostRequestKind::kName) {
    HostFunction* function = vm.New<HostFunction>(TypeId::kHostFunction);
    if (function == nullptr) return vm.DropFailure(), false;
    function->name = request.target;
    function->doc = Value::None();
    answer = Value::Of(function);
  } else if (request.kind == HostRequestKind::kFunction) {
    answer = Value::SmallInt(7);
  } else if (request.os_call == OsCallId::kReadLine) {
    answer = vm.NewStr("7\n");
  } else if (request.os_call == OsCallId::kNow) {
    answer = vm.NewInt(int64_t{1767225600} * 1'000'000'000);
  } else if (request.os_call == OsCallId::kEntropy || request.os_call == OsCallId::kReadInput ||
             request.os_call == OsCallId::kReadFile) {
    answer = vm.NewBytes("some bytes of it");
  } else if (request.os_call == OsCallId::kOpenFile || request.os_call == OsCallId::kWriteFile) {
    answer = Value::SmallInt(16);
  } else if (request.os_call >= OsCallId::kFileStat && request.os_call < OsCallId::kEnvironment) {
    // (As if the host had no such file.)
    const Value arguments = vm.NewTuple(std::span<const Value>());
    const Value error =
        arguments.IsFailed() ? arguments : vm.NewException(TypeId::kFileNotFoundError, arguments);
    if (error.IsFailed()) return vm.DropFailure(), false;
    vm.host.AnswerException(error);
    return true;
  }
  if (answer.IsFailed() || !vm.host.Answer(answer).ok()) return vm.DropFailure(), false;
  return true;
}

// Runs for some slices; whatever is asked is answered.
void RunOn(Vm& vm) {
  for (int slice = 0; slice < 24; ++slice) {
    VmStop stop = vm.Run(slice == 0 ? 3 : 2000);
    if (stop.kind == StopKind::kHost) {
      if (!AnswerAnything(vm)) return;
    } else if (stop.kind != StopKind::kOutOfFuel) {
      TextBuilder text(vm);
      if (stop.kind == StopKind::kRaised) static_cast<void>(FormatException(vm, stop.value, text));
      if (stop.kind == StopKind::kLimit) static_cast<void>(FormatLimit(vm, text));
      return;
    }
  }
}

}  // namespace

namespace {

// All that a program asks stops it: the snapshots of such a run stand at questions.
void AskEverything(Vm& vm) {
  for (int call = 0; call < static_cast<int>(OsCallId::kCount); ++call) {
    vm.host.SetOsPolicy(static_cast<OsCallId>(call), OsPolicy::kHost);
  }
  vm.host.resolves_names = true;
}

constexpr int kMostQuestions = 200;

// Runs to the end; the number of questions, -1: it ends by a limit or asks without end.
int QuestionsOf(Vm& vm) {
  for (int questions = 0; questions < kMostQuestions; ++questions) {
    const VmStop stop = vm.Run();
    if (stop.kind == StopKind::kLimit) return -1;
    if (stop.kind != StopKind::kHost) return questions;
    if (!AnswerAnything(vm)) return -1;
  }
  return -1;
}

}  // namespace

SnapshotSeries SnapshotsOf(std::string_view source, int count, std::mt19937_64& random,
                           Sources sources) {
  SnapshotSeries series;
  CompileResult compiled = Compile(source, "t.py");
  if (compiled.unit == nullptr) return series;
  const std::shared_ptr<const CompiledUnit> unit = std::move(compiled.unit);
  uint64_t written = 0;
  const HostHooks hooks = CountingHooks(&written);
  const bool asks = random() % 2 == 0;
  Vm measured(StandardRuntime(), Tight(), hooks);
  if (asks) AskEverything(measured);
  if (!measured.Load(unit).ok()) return series;
  const int questions = QuestionsOf(measured);
  if (questions < 0) return series;
  const uint64_t steps = measured.budget().steps_used();
  Vm vm(StandardRuntime(), Tight(), hooks);
  if (asks) AskEverything(vm);
  if (!vm.Load(unit).ok()) return series;
  const auto save = [&] {
    std::string bytes, error;
    const bool with_sources = sources == Sources::kAlways || random() % 8 == 0;
    Require(SaveSnapshot(vm, {.with_sources = with_sources}, &bytes, &error),
            "a program can be saved");
    // eval() and exec() add to them.
    series.units = UnitsOf(vm);
    const bool restores = Restore(bytes, series.units, hooks, &error) != nullptr;
    Require(restores, (error + ", of this program:\n" + std::string(source)).c_str());
    series.snapshots.push_back(std::move(bytes));
  };
  while (true) {
    const StopKind stop =
        vm.Run(1 + random() % (2 * steps / static_cast<uint64_t>(count) + 1)).kind;
    if (stop == StopKind::kOutOfFuel) {
      save();
    } else if (stop == StopKind::kHost) {
      if (random() % static_cast<uint64_t>(questions) < static_cast<uint64_t>(count)) {
        save();
        ++series.at_questions;
      }
      if (!AnswerAnything(vm)) break;
    } else {
      break;
    }
  }
  return series;
}

void CorrectHeader(std::string& bytes) {
  if (bytes.size() < kSnapshotHeaderBytes) return;
  std::string header = bytes.substr(0, kSnapshotHeaderBytes - 12);
  std::string_view rest = std::string_view(bytes).substr(kSnapshotHeaderBytes);
  {
    ByteWriter to(header);
    to.Fixed32(static_cast<uint32_t>(rest.size()));
    to.Fixed64(SnapshotChecksum(rest));
  }
  bytes.replace(0, kSnapshotHeaderBytes, header);
}

void Mutate(std::string& bytes, std::string_view other, std::mt19937_64& random) {
  const bool corrects = random() % 16 != 0;
  const size_t first = corrects && bytes.size() > kSnapshotHeaderBytes ? kSnapshotHeaderBytes : 0;
  const uint64_t changes = random() % 4 == 0 ? 1 + random() % 12 : 1 + random() % 2;
  for (uint64_t i = 0; i < changes && bytes.size() > first + 1; ++i) {
    const size_t at = first + random() % (bytes.size() - first);
    const size_t left = bytes.size() - at;
    switch (random() % 12) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8); break;
      case 1: bytes[at] = static_cast<char>(random()); break;
      case 2:  // another word of its tag
        bytes[at] = static_cast<char>(bytes[at] + (random() % 2 ? 4 : -4));
        break;
      case 3:  // a reference to an object met lately
        bytes[at] = static_cast<char>(random() % 32 << 2 | kWordReference);
        break;
      case 4:  // a small number, as an int or raw
        bytes[at] = static_cast<char>(random() % 32 << 2 | (random() % 2 ? kWordInt : kWordRaw));
        break;
      case 5:  // a special value, a run or a block
        bytes[at] = static_cast<char>(random() % 32 << 2 | kWordOther);
        break;
      case 6: {  // a huge number
        static constexpr std::string_view kHuge[] = {
            "\xFF\xFF\xFF\xFF\x0F", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01",
            "\xFE\xFF\xFF\xFF\xFF\xFF\x7F", "\x80\x80\x04", "\xFF\x7F"};
        bytes.replace(at, random() % 2, kHuge[random() % std::size(kHuge)]);
        break;
      }
      case 7: bytes.erase(at, 1 + random() % 4); break;
      case 8: bytes.insert(at, 1, static_cast<char>(random() % 64)); break;
      case 9: {  // a piece of another
        if (other.empty()) break;
        const size_t from = random() % other.size();
        const size_t count = std::min<size_t>(1 + random() % 12, other.size() - from);
        bytes.replace(at, std::min(count, left), other, from, count);
        break;
      }
      case 10: {  // a piece of itself
        const std::string piece =
            bytes.substr(first + random() % (bytes.size() - first), 1 + random() % 16);
        bytes.replace(at, std::min(piece.size(), left), piece);
        break;
      }
      case 11:
        if (random() % 8 == 0) {
          bytes.resize(at);
        } else {
          std::swap(bytes[at], bytes[at + (left > 1)]);
        }
        break;
    }
  }
  if (corrects) CorrectHeader(bytes);
}

namespace {

// Whether any value that a field of its schema accepts may stand there. Of others the writer knows
// more than the schema says.
bool CanBeSpoiled(const Object* object) {
  if (object->layout != Layout::kValues || Vm::IsSubtype(object->type, TypeId::kDict)) return false;
  switch (object->type) {
    case TypeId::kDictTable:
    case TypeId::kSetTable:
    case TypeId::kSet:
    case TypeId::kFrozenSet:
    case TypeId::kGenerator:
    case TypeId::kCoroutine:
    case TypeId::kAsyncGenerator: return false;
    default: return SchemaOf(StandardRuntime(), object->type) != nullptr;
  }
}

Value AnyWord(const std::vector<Object*>& objects, Object* near, std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
    case 1: return Value::Undefined();
    case 2: return Value::None();
    case 3: return Value::Bool(random() % 2);
    case 4: return Value::SmallInt(static_cast<int>(random() % 12) - 2);
    case 5: return near->words()[random() % near->count];
    case 6: return Value::FromBits(random() % 12);
    default: return Value::Of(objects[random() % objects.size()]);
  }
}

void SpoilNativeFrame(NativeFrame* frame, const std::vector<Object*>& objects,
                      std::mt19937_64& random) {
  if (random() % 2)
    frame->state = random() % (random() % 4 ? 8 : 16) + (random() % 3 == 0 ? kRepeatPoint : 0);
  const Schema* slots = SlotsOf(frame->resume_id);
  for (uint32_t i = 0; i < frame->count - NativeFrame::kFixedWords; ++i) {
    const Value word = AnyWord(objects, frame, random);
    if (random() % 3 == 0 && slots->FieldAt(i).Accepts(word)) frame->slots[i] = word;
  }
}

void SpoilObject(Vm& vm, Object* object, const std::vector<Object*>& objects,
                 std::mt19937_64& random) {
  const Schema* schema = SchemaOf(StandardRuntime(), object->type);
  const uint32_t at = static_cast<uint32_t>(random() % object->count);
  const Value word = AnyWord(objects, object, random);
  if (!schema->FieldAt(at).Accepts(word)) return;
  const Value before = std::exchange(object->words()[at], word);
  if (schema->check != nullptr && !schema->check(vm, object)) object->words()[at] = before;
}

}  // namespace

std::string Spoil(const std::string& bytes, const CodeUnits& units, std::mt19937_64& random) {
  std::string error, spoiled;
  uint64_t written = 0;
  const HostHooks hooks = CountingHooks(&written);
  std::unique_ptr<Vm> vm = Restore(bytes, units, hooks, &error);
  if (vm == nullptr) return "";
  std::vector<Object*> objects, frames;
  vm->heap.ForEachObject([&](Object* object) {
    if (object->type == TypeId::kNativeFrame) frames.push_back(object);
    if (object->type != TypeId::kNativeFrame && object->count > 0 && CanBeSpoiled(object))
      objects.push_back(object);
  });
  if (objects.empty()) return "";
  for (Object* frame : frames) {
    if (random() % 3) SpoilNativeFrame(static_cast<NativeFrame*>(frame), objects, random);
  }
  for (uint64_t changes = random() % (frames.empty() ? 12 : 3); changes > 0; --changes) {
    SpoilObject(*vm, objects[random() % objects.size()], objects, random);
  }
  if (!SaveSnapshot(*vm, {.with_sources = true}, &spoiled, &error)) return "";
  return spoiled;
}

bool HasNativeFrame(const std::string& bytes, const CodeUnits& units) {
  std::string error;
  uint64_t written = 0;
  const HostHooks hooks = CountingHooks(&written);
  std::unique_ptr<Vm> vm = Restore(bytes, units, hooks, &error);
  bool found = false;
  if (vm != nullptr)
    vm->heap.ForEachObject([&](Object* object) { found |= object->type == TypeId::kNativeFrame; });
  return found;
}

namespace {

std::vector<NativeFrame*> NativeFramesOf(Vm& vm) {
  std::vector<NativeFrame*> frames;
  vm.heap.ForEachObject([&](Object* object) {
    if (object->type == TypeId::kNativeFrame) frames.push_back(static_cast<NativeFrame*>(object));
  });
  return frames;
}

std::pair<ResumeId, RawWord> StateOf(const NativeFrame* frame) {
  return {static_cast<ResumeId>(frame->resume_id), frame->state};
}

constexpr std::string_view kResumeNames[] = {
#define PYSUB_RESUME(name, ...) #name,
#include "vm/resume_functions.def"
#undef PYSUB_RESUME
};

// One snapshot, whose native frames are told apart by their number in the restored heap.
class Liar {
 public:
  Liar(const std::string& bytes, const CodeUnits& units, uint64_t* written)
      : bytes_(bytes), units_(units), hooks_(CountingHooks(written)) {}

  std::unique_ptr<Vm> Restored() const {
    std::string error;
    return Restore(bytes_, units_, hooks_, &error);
  }

  // Adds the snapshot with `change` in that frame, if there is one.
  void Change(size_t number, const std::string& what,
              const std::function<bool(NativeFrame*)>& change) {
    const std::unique_ptr<Vm> vm = Restored();
    NativeFrame* frame = NativeFramesOf(*vm)[number];
    const std::string name(kResumeNames[frame->resume_id]);
    const std::string state = std::to_string(frame->state);
    std::string lie, error;
    if (change(frame) && SaveSnapshot(*vm, {.with_sources = true}, &lie, &error))
      lies.push_back({std::move(lie), name + " in state " + state + ": " + what});
  }

  void AddStates(size_t number) {
    for (RawWord base = 0; base < 12; ++base) {
      for (RawWord state : {base, base + kRepeatPoint}) {
        Change(number, "state " + std::to_string(state),
               [&](NativeFrame* frame) { return std::exchange(frame->state, state) != state; });
      }
    }
  }

  // Each slot gets each of these words, and what each other slot has.
  void AddSlots(size_t number, uint32_t slots) {
    static const Value kWords[] = {Value::Undefined(), Value::None(),      Value::Bool(true),
                                   Value::SmallInt(0), Value::SmallInt(3), Value::SmallInt(-1),
                                   Value::FromBits(0), Value::FromBits(1), Value::FromBits(5)};
    constexpr uint32_t kCount = std::size(kWords);
    for (uint32_t slot = 0; slot < slots; ++slot) {
      for (uint32_t word = 0; word < kCount + slots; ++word) {
        const std::string what = "slot " + std::to_string(slot) + ", word " + std::to_string(word);
        Change(number, what, [&](NativeFrame* frame) {
          const Value other = word < kCount ? kWords[word] : frame->slots[word - kCount];
          if (!SlotsOf(frame->resume_id)->FieldAt(slot).Accepts(other)) return false;
          return std::exchange(frame->slots[slot], other).bits() != other.bits();
        });
      }
    }
  }

  std::vector<Lie> lies;

 private:
  const std::string& bytes_;
  const CodeUnits& units_;
  HostHooks hooks_;
};

bool HasNewState(Vm& vm, const MetStates& met) {
  for (const NativeFrame* frame : NativeFramesOf(vm)) {
    if (!met.contains(StateOf(frame))) return true;
  }
  return false;
}

void PlayLies(Vm& running, MetStates* met,
              const std::function<void(const Lie&, const CodeUnits&)>& play) {
  std::string bytes, error;
  Require(SaveSnapshot(running, {.with_sources = true}, &bytes, &error), "a program can be saved");
  const CodeUnits units = UnitsOf(running);
  uint64_t written = 0;
  Liar liar(bytes, units, &written);
  const std::unique_ptr<Vm> vm = liar.Restored();
  Require(vm != nullptr, "what was saved can be restored");
  const std::vector<NativeFrame*> frames = NativeFramesOf(*vm);
  for (size_t i = 0; i < frames.size(); ++i) {
    if (!met->insert(StateOf(frames[i])).second) continue;
    liar.lies.clear();
    liar.AddStates(i);
    liar.AddSlots(i, frames[i]->count - NativeFrame::kFixedWords);
    for (const Lie& lie : liar.lies) play(lie, units);
  }
}

// A program that runs longer shows nothing new.
constexpr int kMostUnits = 1500;

}  // namespace

void ForEachLieOfNativeFrames(
    std::string_view source, MetStates* met,
    const std::function<void(const Lie& lie, const CodeUnits& units)>& play) {
  CompileResult compiled = Compile(source, "t.py");
  if (compiled.unit == nullptr) return;
  const std::shared_ptr<const CompiledUnit> unit = std::move(compiled.unit);
  for (const bool asks : {false, true}) {
    uint64_t written = 0;
    Vm vm(StandardRuntime(), Tight(), CountingHooks(&written));
    if (asks) AskEverything(vm);
    if (!vm.Load(unit).ok()) return;
    for (int units = 0; units < kMostUnits; ++units) {
      const StopKind stop = vm.Run(1).kind;
      if (stop != StopKind::kOutOfFuel && stop != StopKind::kHost) break;
      if (HasNewState(vm, *met)) PlayLies(vm, met, play);
      if (stop == StopKind::kHost && !AnswerAnything(vm)) break;
    }
  }
}

bool PlaySnapshot(std::string_view bytes, const CodeUnits& units) {
  std::string error;
  uint64_t written = 0;
  const HostHooks hooks = CountingHooks(&written);
  std::unique_ptr<Vm> vm = Restore(bytes, units, hooks, &error);
  if (vm == nullptr) {
    Require(!error.empty(), "who is refused is told why");
    return false;
  }
  // It may say that it has used more than it may: then it is over.
  const uint64_t before = vm->budget().steps_used();
  RunOn(*vm);
  vm->host.FlushOutput();
  // (A forged number may be near 2^64.)
  const uint64_t most =
      std::max(std::min(before, UINT64_MAX - kStepsTooMany), kMostSteps) + kStepsTooMany;
  Require(vm->budget().steps_used() <= most,
          ("the limit of steps holds: " + std::to_string(before) + " before, " +
           std::to_string(vm->budget().steps_used()))
              .c_str());
  // A collection may take a quarter more while it copies (vm/heap/heap.h), and a block.
  Require(vm->heap.peak() <= Tight().memory_bytes / 2 * 3, "the limit of memory holds");
  Require(written <= Tight().output_bytes + 4096, "the limit of output holds");
  std::string again;
  if (SaveSnapshot(*vm, {}, &again, &error)) {
    std::unique_ptr<Vm> second = Restore(again, units, hooks, &error);
    if (second != nullptr) RunOn(*second);
  }
  return true;
}

}  // namespace pysub
