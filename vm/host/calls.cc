// What a program asks of its host, and how the answers come back.
//
// A request pushes nothing: the frame on top (an instruction's, or a native frame's) waits for a
// result as it would for that of a pushed frame, and Run() ends. The answer becomes resume_value_,
// which the next Run() writes back.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "compiler/opcodes.h"
#include "vm/host/entropy.h"
#include "vm/host/link.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/slow_paths.h"
#include "vm/vm.h"

// There are two ways to ask, for two kinds of who asks:
//
//   CallOs   the answer is the result of the whole native (time.time()), or comes in at one of its
//            suspension points
//   AskOs    the asker is in its middle, with C++ variables. The Vm keeps the answer in
//            os_answers_, and the whole instruction is repeated; when the asker comes to the
//            same question again it finds the answer there (docs/decisions/011)
namespace pysub {
namespace {

// A clock stays at the end of time: options and snapshots say where it begins, and a program may
// sleep as long as it likes.
int64_t Later(int64_t time, int64_t nanoseconds) {
  int64_t later;
  return __builtin_add_overflow(time, nanoseconds, &later) ? INT64_MAX : later;
}

constexpr int64_t kVirtualTick = 1000;  // what a look at the virtual clock takes, in nanoseconds

// What the PermissionError of each call says.
namespace denials {
#define PYSUB_OS_PERMISSION(member, denial) constexpr std::string_view member = denial;
#include "vm/host/os_calls.def"
}  // namespace denials
constexpr std::string_view kDenials[] = {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) denials::permission,
#include "vm/host/os_calls.def"
};
std::string_view DenialText(OsCallId call) { return kDenials[static_cast<size_t>(call)]; }

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Nobody has to be
// unable to guess it: it is what a sandbox gets that is to run the same way each time.
uint64_t NextRandom(uint64_t* state) {  // splitmix64
  uint64_t z = *state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

// ---- what a sandbox without any outside answers itself: the same in every run

Value NoLine(Vm& vm, std::span<const Value>) { return vm.NewStr(""); }

Value VirtualTime(Vm& vm, std::span<const Value>) {
  const int64_t later = Later(vm.host.virtual_clock_ns, kVirtualTick);
  const Value now = TRY(vm.NewInt(later));
  vm.host.virtual_clock_ns = later;
  return now;
}

Value VirtualSleep(Vm& vm, std::span<const Value> args) {
  vm.host.virtual_clock_ns =
      Later(vm.host.virtual_clock_ns, std::max<int64_t>(TRY(vm.ToIndexClamped(args[0])), 0));
  return Value::None();
}

// os.urandom() of a sandbox whose host wants the same run twice. The state moves on only when the
// bytes were made, so an operation that is repeated after a collection gets the same bytes.
Value SeededBytes(Vm& vm, std::span<const Value> args) {
  uint64_t count =
      static_cast<uint64_t>(std::clamp<int64_t>(TRY(vm.ToIndexClamped(args[0])), 0, kMostEntropy));
  std::string bytes(count, '\0');
  if (!vm.Tick(count / 8)) return Value::Failed();
  uint64_t state = vm.host.entropy_seed;  // kept only when the bytes could be made
  for (size_t i = 0; i < count; i += 8) {
    uint64_t random = NextRandom(&state);
    std::memcpy(bytes.data() + i, &random, std::min<size_t>(8, count - i));
  }
  Value made = TRY(vm.NewBytes(bytes));
  vm.host.entropy_seed = state;
  return made;
}

Value NoVariable(Vm&, std::span<const Value>) { return Value::None(); }
Value NoVariables(Vm& vm, std::span<const Value>) { return Value::Of(TRY(vm.NewDict())); }
Value NoInput(Vm& vm, std::span<const Value>) { return vm.NewBytes(""); }

// One of both.
struct AnswerAlone {
  int error = 0;
  Value (*make)(Vm& vm, std::span<const Value> args) = nullptr;

  constexpr AnswerAlone(int number) : error(number) {}
  constexpr AnswerAlone(Value (*function)(Vm&, std::span<const Value>)) : make(function) {}
};
constexpr AnswerAlone kAnswersAlone[] = {
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) Alone,
#include "vm/host/os_calls.def"
};

// An errno, or 0 and *answer.
int AnswerVirtually(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  const AnswerAlone& alone = kAnswersAlone[static_cast<size_t>(call)];
  if (alone.make != nullptr) *answer = alone.make(vm, args);
  return alone.error;
}

}  // namespace

// ---- asking

Value HostLink::AskHost(HostRequestKind kind, Value target, Value arguments, Value keywords) {
  vm_.request_.kind = kind;
  vm_.request_.sequence = ++requests_;
  vm_.request_.target = target;
  vm_.request_.arguments = arguments;
  vm_.request_.keywords = keywords;
  vm_.after_push_ = Vm::AfterPush::kStop;
  return Value::CallPending();
}

Eventual HostLink::CallHostFunction(Value function, std::span<const Value> args, Value keywords) {
  Value arguments = TRY(vm_.NewTuple(args));
  return AskHost(HostRequestKind::kFunction, function, arguments, keywords);
}

Eventual HostLink::ResolveName(Value name, Value globals) {
  return AskHost(HostRequestKind::kName, name, globals, Value::Undefined());
}

Eventual HostLink::WaitForHost(Value nanoseconds) {
  return AskHost(HostRequestKind::kWaiting, Value::None(), nanoseconds, Value::Undefined());
}

void HostLink::Audit(OsCallId call, std::span<const Value> args, std::string_view outcome) {
  if (hooks_.audit != nullptr) hooks_.audit(hooks_.context, call, args, outcome);
}

// What the host's policy says decides: answered by the VM itself, refused, or asked of the host.
// Each way is audited.
Eventual HostLink::CallOs(OsCallId call, std::span<const Value> args) {
  Value answer = OsDirectly(call, args);
  if (!answer.IsUndefined()) {
    if (!vm_.WantsRepetition()) Audit(call, args, answer.IsFailed() ? "failed" : "ok");
    return answer;
  }
  switch (os_policy(call)) {
    case OsPolicy::kVirtual:
      Audit(call, args, "ok");
      if (const int error = AnswerVirtually(vm_, call, args, &answer); error != 0)
        return RaiseOsError(error);
      return answer;
    case OsPolicy::kDenied:
      Audit(call, args, "denied");
      return vm_.Raise(TypeId::kPermissionError, DenialText(call));
    case OsPolicy::kHost: break;
  }
  Value arguments = TRY(vm_.NewTuple(args));
  vm_.request_.os_call = call;
  return AskHost(HostRequestKind::kOs, Value::None(), arguments, Value::Undefined());
}

// Answers alternate with the calls that they belong to:
//
//   os_answers_   | call | answer | call | answer | call |
//                                  ^ os_answers_read_      the last was asked of the host
//
// The first run of the asker writes them, each repetition reads them from the front. A repetition
// that asks for something else has taken another way, so what follows is dropped.
Value HostLink::AskOs(OsCallId call, std::initializer_list<Value> args, Value shown) {
  if (!IsObjectOf(vm_.os_answers_, TypeId::kList)) vm_.os_answers_ = Value::Of(TRY(vm_.NewList(4)));
  List* answers = vm_.os_answers_.As<List>();
  const Value id = Value::SmallInt(static_cast<int>(call));
  if (answers_read_ + 2 <= answers->size) {
    if (answers->items()[answers_read_] == id) {
      answers_read_ += 2;
      return GivenAnswer(answers->items()[answers_read_ - 1], shown);
    }
    answers->size = answers_read_;  // what was asked before was given up
  }
  // Room first: what was done must not be forgotten.
  TRY(ListReserve(vm_, answers, answers->size + 2));
  Value answer = OsNow(call, std::span<const Value>(args.begin(), args.size()), shown);
  const bool asks_host = vm_.repeat_ == Vm::Repeat::kAfterAnswer;
  if (answer.IsFailed() && !asks_host) return answer;
  answers->items()[answers->size++] = id;
  if (asks_host) return Value::Failed();
  answers->items()[answers->size++] = answer;
  answers_read_ = static_cast<uint32_t>(answers->size);
  return answer;
}

// Asks for the first time. A hook of the host comes first, then the policy: so a host that answers
// files at once need not be asked by a stop.
Value HostLink::OsNow(OsCallId call, std::span<const Value> args, Value shown) {
  Value answer = OsDirectly(call, args);
  int error = answer.IsUndefined() ? HostHooks::kNotHooked : 0;
  if (error != 0 && hooks_.os_call != nullptr) {
    error = hooks_.os_call(hooks_.context, vm_, call, args, &answer);
  }
  if (error == HostHooks::kNotHooked && os_policy(call) == OsPolicy::kVirtual) {
    error = AnswerVirtually(vm_, call, args, &answer);
  }
  if (error != HostHooks::kNotHooked) {
    if (!vm_.WantsRepetition())
      Audit(call, args, error != 0 ? strerrorname_np(error) : answer.IsFailed() ? "failed" : "ok");
    return error != 0 ? Value(RaiseOsError(error, shown)) : answer;
  }
  switch (os_policy(call)) {
    case OsPolicy::kVirtual:
    case OsPolicy::kDenied:
      Audit(call, args, "denied");
      return vm_.Raise(TypeId::kPermissionError, DenialText(call));
    case OsPolicy::kHost: break;
  }
  Value arguments = TRY(vm_.NewTuple(args));
  vm_.request_.kind = HostRequestKind::kOs;
  vm_.request_.os_call = call;
  vm_.request_.sequence = ++requests_;
  vm_.request_.target = Value::True();  // what asked is repeated
  vm_.request_.arguments = arguments;
  vm_.request_.keywords = Value::Undefined();
  vm_.repeat_ = Vm::Repeat::kAfterAnswer;
  return Value::Failed();
}

// An answer may be an exception, which is then raised. `shown` is the path as the program wrote it,
// or a tuple of two: OSError shows it, and not the absolute path that the host was asked for.
Value HostLink::GivenAnswer(Value answer, Value shown) {
  if (!IsException(answer)) return answer;
  Exception* error = answer.As<Exception>();
  if (!shown.IsUndefined() && Vm::IsSubtype(error->type, TypeId::kOSError) &&
      !error->fields[0].IsUndefined() && error->fields[2].IsUndefined()) {
    bool two = IsObjectOf(shown, TypeId::kTuple) && shown.AsObject()->count == 2;
    error->fields[2] = two ? shown.As<Tuple>()->items()[0] : shown;
    if (two) error->fields[3] = shown.As<Tuple>()->items()[1];
  }
  return vm_.RaiseException(answer);
}

TypeId HostLink::OsErrorType(int64_t number) {
  struct Row {
    int number;
    TypeId type;
  };
  // CPython 3.14, "OS exceptions" (Linux numbers).
  static constexpr Row kRows[] = {
      {EPERM, TypeId::kPermissionError},           {ENOENT, TypeId::kFileNotFoundError},
      {ESRCH, TypeId::kProcessLookupError},        {EINTR, TypeId::kInterruptedError},
      {ECHILD, TypeId::kChildProcessError},        {EAGAIN, TypeId::kBlockingIOError},
      {EACCES, TypeId::kPermissionError},          {EEXIST, TypeId::kFileExistsError},
      {ENOTDIR, TypeId::kNotADirectoryError},      {EISDIR, TypeId::kIsADirectoryError},
      {EPIPE, TypeId::kBrokenPipeError},           {ECONNABORTED, TypeId::kConnectionAbortedError},
      {ECONNRESET, TypeId::kConnectionResetError}, {ESHUTDOWN, TypeId::kBrokenPipeError},
      {ETIMEDOUT, TypeId::kTimeoutError},          {ECONNREFUSED, TypeId::kConnectionRefusedError},
      {EALREADY, TypeId::kBlockingIOError},        {EINPROGRESS, TypeId::kBlockingIOError},
  };
  for (const Row& row : kRows) {
    if (row.number == number) return row.type;
  }
  return TypeId::kOSError;
}

// ECANCELED says that the host's call was given up because the run is over. Then the limit is what
// ends it, and no OSError.
Failure HostLink::RaiseOsError(int number, Value shown) {
  if (number == ECANCELED && !vm_.CheckLimits()) return Failure{};
  Value text = TRY(vm_.NewStr(std::strerror(number)));
  Value args = TRY(vm_.NewTuple({Value::SmallInt(number), text}));
  // A read-only mount is a matter of permission.
  TypeId type = number == EROFS ? TypeId::kPermissionError : OsErrorType(number);
  Value exception = TRY(vm_.NewException(type, args));
  Exception* error = exception.As<Exception>();
  error->fields[0] = Value::SmallInt(number);
  error->fields[1] = text;
  bool two = IsObjectOf(shown, TypeId::kTuple) && shown.AsObject()->count == 2;
  if (!shown.IsUndefined()) error->fields[2] = two ? shown.As<Tuple>()->items()[0] : shown;
  if (two) error->fields[3] = shown.As<Tuple>()->items()[1];
  return vm_.RaiseException(exception);
}

// By a hook, if there is one; else Undefined.
Value HostLink::OsDirectly(OsCallId call, std::span<const Value> args) {
  switch (call) {
    case OsCallId::kReadLine: {
      if (hooks_.read_line == nullptr) break;
      FlushOutput();
      std::string line;
      uint64_t before = MonotonicNanoseconds();
      bool more = hooks_.read_line(hooks_.context, &line);
      if (vm_.WantsRepetition()) return Value::Failed();  // no room for the line, which waits
      // Waiting for the host does not count, but asking it does: a program may ask a million times.
      constexpr uint64_t kCostOfAsking = 20'000;
      uint64_t waited = MonotonicNanoseconds() - before;
      vm_.budget().ForgiveTime(waited - std::min(waited, kCostOfAsking));
      if (!vm_.CheckLimits()) return Value::Failed();
      if (!more) line.clear();
      Heap::AlwaysAllocateScope line_was_read(vm_.heap);
      return DecodeText(vm_, line, Value::Undefined(), {}, {});
    }
    case OsCallId::kNow:
      if (hooks_.now_ns == nullptr) break;
      return vm_.NewInt(hooks_.now_ns(hooks_.context));
    case OsCallId::kSleep: {
      if (hooks_.sleep_ns == nullptr) break;
      FlushOutput();
      // It blocks the host's thread, so it counts: no longer than until the time limit.
      int64_t wanted = TRY(vm_.ToIndexClamped(args[0]));
      const uint64_t left = vm_.budget().time_left();
      hooks_.sleep_ns(hooks_.context, static_cast<int64_t>(std::min<uint64_t>(wanted, left)));
      return vm_.CheckLimits() ? Value::None() : Value::Failed();
    }
    case OsCallId::kEntropy: {
      if (hooks_.entropy == nullptr) break;
      uint64_t count = static_cast<uint64_t>(
          std::clamp<int64_t>(TRY(vm_.ToIndexClamped(args[0])), 0, kMostEntropy));
      std::string bytes(count, '\0');
      if (!hooks_.entropy(hooks_.context, bytes.data(), count)) {
        return vm_.Raise(TypeId::kOSError, "no random bytes are to be had");
      }
      return vm_.NewBytes(bytes);
    }
    case OsCallId::kGetEnvironment: {
      if (hooks_.environment == nullptr) break;
      std::string value;
      if (!hooks_.environment(hooks_.context, Vm::View(args[0]), &value)) return Value::None();
      return DecodeText(vm_, value, Value::Undefined(), {}, "surrogateescape");
    }
    default: break;
  }
  return Value::Undefined();
}

// ---- stopping, and answers

// An unbound name is no result: it is put into the namespace, and LOAD_GLOBAL is repeated.
Status HostLink::Answer(Value value) {
  if (vm_.request_.kind == HostRequestKind::kOs && vm_.request_.target.IsTrue())
    return KeepAnswer(value);
  if (vm_.request_.kind == HostRequestKind::kName) {
    // The instruction starts again and finds it.
    TRY(DictSet(vm_, vm_.request_.arguments.As<Dict>(), vm_.request_.target, value));
    value = Value::Undefined();
  }
  vm_.request_ = HostRequest{};
  vm_.resume_value_ = value;
  return Done{};
}

// The native that asked will be repeated: what waits for it stays as it is. An odd count says that
// the call is there and waits for this answer.
Status HostLink::KeepAnswer(Value answer) {
  if (!IsObjectOf(vm_.os_answers_, TypeId::kList)) {
    List* none = TRY(vm_.NewList(2));  // (of a restored snapshot)
    vm_.os_answers_ = Value::Of(none);
  }
  List* answers = vm_.os_answers_.As<List>();
  TRY(ListReserve(vm_, answers, answers->size + 2));
  if (answers->size % 2 == 0) {
    answers->items()[answers->size++] = Value::SmallInt(static_cast<int>(vm_.request_.os_call));
  }
  answers->items()[answers->size++] = answer;
  vm_.request_ = HostRequest{};
  return Done{};
}

void HostLink::AnswerException(Value exception) {
  if (vm_.request_.kind == HostRequestKind::kOs && vm_.request_.target.IsTrue()) {
    Heap::AlwaysAllocateScope answered(vm_.heap);
    if (!KeepAnswer(exception).ok()) vm_.DropFailure();
    return;
  }
  bool name = vm_.request_.kind == HostRequestKind::kName;
  vm_.request_ = HostRequest{};
  // The name of a call stands at the instruction's last word.
  if (name && OpOf(*vm_.frame_->pc) == Op::kCALL_GLOBAL)
    vm_.FailAtLastWord(vm_.frame_, vm_.frame_->pc);
  static_cast<void>(vm_.RaiseException(exception));
  vm_.resume_error_ = std::exchange(vm_.error_, Value::Undefined());
  vm_.resume_value_ = Value::Failed();
}

Status HostLink::AnswerNoSuchName() {
  Value name = vm_.request_.target;
  if (vm_.request_.kind == HostRequestKind::kFunction) name = name.As<HostFunction>()->name;
  static_cast<void>(slow::UndefinedName(vm_, name));
  if (!vm_.FailureIsCatchable()) return Failure{};
  Value exception = vm_.error_;
  vm_.error_ = Value::Undefined();
  AnswerException(exception);
  return Done{};
}

void HostLink::AnswerWaiting(bool timeout) {
  vm_.request_ = HostRequest{};
  vm_.resume_value_ = timeout ? Value::True() : Value::None();
}

// ---- calls for the host

namespace {

// Slots of HostCallback: what is called, and the request that stood before.
enum {
  kCallee,
  kArguments,
  kKeywords,
  kKind,
  kOsCall,
  kSequence,
  kTarget,
  kAsked,
  kAskedKeywords,
  kAnswers,
  kResume,
  kSlots
};

}  // namespace

// The host calls a function of the program, at a stop. What the program waited for is put aside in
// the slots of a native frame, so the callee may ask the host itself, be saved meanwhile, and
// raise. HostCallbackResume puts it back.
Status HostLink::CallForHost(Value callee, Value arguments, Value keywords) {
  if (vm_.resume_value_.IsControl() || vm_.resume_value_.IsExhausted()) {
    return vm_.Raise(TypeId::kRuntimeError, "nothing can be called before the host has answered");
  }
  TRY(vm_.Start());
  Value slots[kSlots];
  slots[kCallee] = callee;
  slots[kArguments] = arguments;
  slots[kKeywords] = keywords;
  slots[kKind] = Value::SmallInt(static_cast<int>(vm_.request_.kind));
  slots[kOsCall] = Value::SmallInt(static_cast<int>(vm_.request_.os_call));
  slots[kSequence] = Value::KnownSmallInt(vm_.request_.sequence);
  slots[kTarget] = vm_.request_.target;
  slots[kAsked] = vm_.request_.arguments;
  slots[kAskedKeywords] = vm_.request_.keywords;
  slots[kAnswers] = vm_.os_answers_;
  slots[kResume] = vm_.resume_value_;
  if (!vm_.PushNativeFrame(ResumeId::kHostCallback, slots, kFrameCatches).IsCallPending())
    return Failure{};
  vm_.request_ = HostRequest{};
  vm_.os_answers_ = Value::Undefined();
  vm_.resume_value_ = Value::Undefined();
  return Done{};
}

namespace {

// See HostRequestKind. A restored native frame may hold anything in these slots.
bool IsConsistent(const HostRequest& request) {
  if (request.sequence >= kMostRequests) return false;
  switch (request.kind) {
    case HostRequestKind::kNone: return true;
    case HostRequestKind::kFunction:
      return IsObjectOf(request.target, TypeId::kHostFunction) &&
             IsObjectOf(request.arguments, TypeId::kTuple) &&
             (request.keywords.IsUndefined() || IsObjectOf(request.keywords, TypeId::kDict));
    case HostRequestKind::kName:
      return Vm::IsStr(request.target) && IsObjectOf(request.arguments, TypeId::kDict);
    case HostRequestKind::kOs:
      return request.os_call < OsCallId::kCount && IsObjectOf(request.arguments, TypeId::kTuple);
    case HostRequestKind::kWaiting:
      return request.arguments.IsNone() || Vm::IsInt(request.arguments);
  }
  return false;
}

bool IsCallback(const NativeFrame& frame) {
  if (frame.count < NativeFrame::kFixedWords + kSlots) return false;
  const Value* slots = frame.slots;
  return IsObjectOf(slots[kArguments], TypeId::kTuple) &&
         (slots[kKeywords].IsUndefined() || IsObjectOf(slots[kKeywords], TypeId::kDict)) &&
         (slots[kAnswers].IsUndefined() || IsObjectOf(slots[kAnswers], TypeId::kList)) &&
         slots[kKind].IsSmallInt() && slots[kOsCall].IsSmallInt() && slots[kSequence].IsSmallInt();
}

}  // namespace

bool HostLink::EndCallForHost(const NativeFrame& frame, bool raised) {
  HostRequest before;
  before.kind = static_cast<HostRequestKind>(frame.slots[kKind].AsSmallInt());
  before.os_call = static_cast<OsCallId>(frame.slots[kOsCall].AsSmallInt());
  before.sequence = static_cast<uint64_t>(frame.slots[kSequence].AsSmallInt());
  before.target = frame.slots[kTarget];
  before.arguments = frame.slots[kAsked];
  before.keywords = frame.slots[kAskedKeywords];
  vm_.os_answers_ = frame.slots[kAnswers];
  vm_.callback_resumes_ = frame.slots[kResume];
  if (!IsConsistent(before)) return false;
  vm_.request_ = before;
  vm_.after_push_ = raised ? Vm::AfterPush::kCallbackRaised : Vm::AfterPush::kCallbackFinished;
  return true;
}

// The host called back into Python while it answered a request. That request is kept in the frame
// and is there again when the callback has ended.
Value HostCallbackResume(Vm& vm, NativeFrame& frame, Value in) {
  if (!IsCallback(frame)) return vm.Raise(TypeId::kSystemError, "a call that nobody made");
  switch (frame.state) {
    case 0:
      PYSUB_SUSPEND_POINT(1, vm.CallSpread(vm.StackTop(), frame.slots[kCallee],
                                           frame.slots[kArguments], frame.slots[kKeywords]));
      bool raised = in.IsFailed();
      if (raised) {
        in = vm.TakeException();
        if (in.IsUndefined()) return Value::Failed();
      }
      if (!vm.host.EndCallForHost(frame, raised))
        return vm.Raise(TypeId::kSystemError, "a request that nobody made");
      if (in.IsExhausted()) in = Value::None();
      return in;
  }
  return Value::None();
}

// ---- answers that are kept

void HostLink::EndAnswers() {
  if (--answers_depth_ == 0 && !vm_.WantsRepetition()) vm_.os_answers_ = Value::Undefined();
}

void HostLink::ForgetAnswers() {
  vm_.os_answers_ = Value::Undefined();
  answers_read_ = 0;
}

OsAnswers::OsAnswers(Vm& vm) : host_(vm.host) { host_.BeginAnswers(); }
OsAnswers::~OsAnswers() { host_.EndAnswers(); }
void OsAnswers::Forget(Vm& vm) { vm.host.ForgetAnswers(); }

// ---- settings and counts

const HostRequest& HostLink::request() const { return vm_.request_; }

void HostLink::CopyFrom(const HostLink& other) {
  SetCounts(other.requests_, other.output_bytes_);
  std::copy(std::begin(other.os_policies_), std::end(other.os_policies_), os_policies_);
  resolves_names = other.resolves_names;
  session_id = other.session_id;
  virtual_clock_ns = other.virtual_clock_ns;
  entropy_seed = other.entropy_seed;
  if (!other.host_note.empty()) host_note = other.host_note;
  if (other.working_directory != working_directory) working_directory = other.working_directory;
}

}  // namespace pysub
