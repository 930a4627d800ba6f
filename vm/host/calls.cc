// What a program asks of its host, and how the answers come back.
//
// A request pushes nothing: the frame on top (an instruction's, or a native frame's) waits for a
// result as it would for that of a pushed frame, and Run() ends. The answer becomes resume_value_,
// which the next Run() writes back.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "compiler/opcodes.h"
#include "vm/host/entropy.h"
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
  const int64_t later = Later(vm.virtual_clock_ns, kVirtualTick);
  const Value now = TRY(vm.NewInt(later));
  vm.virtual_clock_ns = later;
  return now;
}

Value VirtualSleep(Vm& vm, std::span<const Value> args) {
  vm.virtual_clock_ns =
      Later(vm.virtual_clock_ns, std::max<int64_t>(TRY(vm.ToIndexClamped(args[0])), 0));
  return Value::None();
}

// os.urandom() of a sandbox whose host wants the same run twice. The state moves on only when the
// bytes were made, so an operation that is repeated after a collection gets the same bytes.
Value SeededBytes(Vm& vm, std::span<const Value> args) {
  uint64_t count =
      static_cast<uint64_t>(std::clamp<int64_t>(TRY(vm.ToIndexClamped(args[0])), 0, kMostEntropy));
  std::string bytes(count, '\0');
  if (!vm.Tick(count / 8)) return Value::Failed();
  uint64_t state = vm.entropy_seed;  // kept only when the bytes could be made
  for (size_t i = 0; i < count; i += 8) {
    uint64_t random = NextRandom(&state);
    std::memcpy(bytes.data() + i, &random, std::min<size_t>(8, count - i));
  }
  Value made = TRY(vm.NewBytes(bytes));
  vm.entropy_seed = state;
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

Value Vm::AskHost(HostRequestKind kind, Value target, Value arguments, Value keywords) {
  request_.kind = kind;
  request_.sequence = ++requests_;
  request_.target = target;
  request_.arguments = arguments;
  request_.keywords = keywords;
  after_push_ = AfterPush::kStop;
  return Value::CallPending();
}

Eventual Vm::CallHostFunction(Value function, std::span<const Value> args, Value keywords) {
  Value arguments = TRY(NewTuple(args));
  return AskHost(HostRequestKind::kFunction, function, arguments, keywords);
}

Eventual Vm::ResolveName(Value name, Value globals) {
  return AskHost(HostRequestKind::kName, name, globals, Value::Undefined());
}

Eventual Vm::WaitForHost(Value nanoseconds) {
  return AskHost(HostRequestKind::kWaiting, Value::None(), nanoseconds, Value::Undefined());
}

void Vm::Audit(OsCallId call, std::span<const Value> args, std::string_view outcome) {
  if (hooks_.audit != nullptr) hooks_.audit(hooks_.context, call, args, outcome);
}

// What the host's policy says decides: answered by the VM itself, refused, or asked of the host.
// The first two are audited here.
Eventual Vm::CallOs(OsCallId call, std::span<const Value> args) {
  Value answer = OsDirectly(call, args);
  if (!answer.IsUndefined()) {
    if (!WantsRepetition()) Audit(call, args, answer.IsFailed() ? "failed" : "ok");
    return answer;
  }
  switch (os_policy(call)) {
    case OsPolicy::kVirtual:
      Audit(call, args, "ok");
      if (const int error = AnswerVirtually(*this, call, args, &answer); error != 0)
        return RaiseOsError(error);
      return answer;
    case OsPolicy::kDenied:
      Audit(call, args, "denied");
      return Raise(TypeId::kPermissionError, DenialText(call));
    case OsPolicy::kHost: break;
  }
  Value arguments = TRY(NewTuple(args));
  request_.os_call = call;
  return AskHost(HostRequestKind::kOs, Value::None(), arguments, Value::Undefined());
}

// Answers alternate with the calls that they belong to:
//
//   os_answers_   | call | answer | call | answer | call |
//                                  ^ os_answers_read_      the last was asked of the host
//
// The first run of the asker writes them, each repetition reads them from the front. A repetition
// that asks for something else has taken another way, so what follows is dropped.
Value Vm::AskOs(OsCallId call, std::initializer_list<Value> args, Value shown) {
  if (!IsObjectOf(os_answers_, TypeId::kList)) os_answers_ = Value::Of(TRY(NewList(4)));
  List* answers = os_answers_.As<List>();
  const Value id = Value::SmallInt(static_cast<int>(call));
  if (os_answers_read_ + 2 <= answers->size) {
    if (answers->items()[os_answers_read_] == id) {
      os_answers_read_ += 2;
      return GivenAnswer(answers->items()[os_answers_read_ - 1], shown);
    }
    answers->size = os_answers_read_;  // what was asked before was given up
  }
  // Room first: what was done must not be forgotten.
  TRY(ListReserve(answers, answers->size + 2));
  Value answer = OsNow(call, std::span<const Value>(args.begin(), args.size()), shown);
  const bool asks_host = repeat_ == Repeat::kAfterAnswer;
  if (answer.IsFailed() && !asks_host) return answer;
  answers->items()[answers->size++] = id;
  if (asks_host) return Value::Failed();
  answers->items()[answers->size++] = answer;
  os_answers_read_ = static_cast<uint32_t>(answers->size);
  return answer;
}

// Asks for the first time. A hook of the host comes first, then the policy: so a host that answers
// files at once need not be asked by a stop.
Value Vm::OsNow(OsCallId call, std::span<const Value> args, Value shown) {
  Value answer = OsDirectly(call, args);
  int error = answer.IsUndefined() ? HostHooks::kNotHooked : 0;
  if (error != 0 && hooks_.os_call != nullptr) {
    error = hooks_.os_call(hooks_.context, *this, call, args, &answer);
  }
  if (error == HostHooks::kNotHooked && os_policy(call) == OsPolicy::kVirtual) {
    error = AnswerVirtually(*this, call, args, &answer);
  }
  if (error != HostHooks::kNotHooked) {
    if (!WantsRepetition())
      Audit(call, args, error != 0 ? strerrorname_np(error) : answer.IsFailed() ? "failed" : "ok");
    return error != 0 ? Value(RaiseOsError(error, shown)) : answer;
  }
  switch (os_policy(call)) {
    case OsPolicy::kVirtual:
    case OsPolicy::kDenied:
      Audit(call, args, "denied");
      return Raise(TypeId::kPermissionError, DenialText(call));
    case OsPolicy::kHost: break;
  }
  Value arguments = TRY(NewTuple(args));
  request_.kind = HostRequestKind::kOs;
  request_.os_call = call;
  request_.sequence = ++requests_;
  request_.target = Value::True();  // what asked is repeated
  request_.arguments = arguments;
  request_.keywords = Value::Undefined();
  repeat_ = Repeat::kAfterAnswer;
  return Value::Failed();
}

// An answer may be an exception, which is then raised. `shown` is the path as the program wrote it,
// or a tuple of two: OSError shows it, and not the absolute path that the host was asked for.
Value Vm::GivenAnswer(Value answer, Value shown) {
  if (!IsException(answer)) return answer;
  Exception* error = answer.As<Exception>();
  if (!shown.IsUndefined() && IsSubtype(error->type, TypeId::kOSError) &&
      !error->fields[0].IsUndefined() && error->fields[2].IsUndefined()) {
    bool two = IsObjectOf(shown, TypeId::kTuple) && shown.AsObject()->count == 2;
    error->fields[2] = two ? shown.As<Tuple>()->items()[0] : shown;
    if (two) error->fields[3] = shown.As<Tuple>()->items()[1];
  }
  return RaiseException(answer);
}

TypeId Vm::OsErrorType(int64_t number) {
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
Failure Vm::RaiseOsError(int number, Value shown) {
  if (number == ECANCELED && !CheckLimits()) return Failure{};
  Value text = TRY(NewStr(std::strerror(number)));
  Value args = TRY(NewTuple({Value::SmallInt(number), text}));
  // A read-only mount is a matter of permission.
  TypeId type = number == EROFS ? TypeId::kPermissionError : OsErrorType(number);
  Value exception = TRY(NewException(type, args));
  Exception* error = exception.As<Exception>();
  error->fields[0] = Value::SmallInt(number);
  error->fields[1] = text;
  bool two = IsObjectOf(shown, TypeId::kTuple) && shown.AsObject()->count == 2;
  if (!shown.IsUndefined()) error->fields[2] = two ? shown.As<Tuple>()->items()[0] : shown;
  if (two) error->fields[3] = shown.As<Tuple>()->items()[1];
  return RaiseException(exception);
}

// By a hook, if there is one; else Undefined.
Value Vm::OsDirectly(OsCallId call, std::span<const Value> args) {
  switch (call) {
    case OsCallId::kReadLine: {
      if (hooks_.read_line == nullptr) break;
      FlushOutput();
      std::string line;
      uint64_t before = MonotonicNanoseconds();
      bool more = hooks_.read_line(hooks_.context, &line);
      if (WantsRepetition()) return Value::Failed();  // no room for the line, which waits
      // Waiting for the host does not count, but asking it does: a program may ask a million times.
      constexpr uint64_t kCostOfAsking = 20'000;
      uint64_t waited = MonotonicNanoseconds() - before;
      started_ns_ += waited - std::min(waited, kCostOfAsking);
      if (!CheckLimits()) return Value::Failed();
      if (!more) line.clear();
      Heap::AlwaysAllocateScope line_was_read(heap);
      return DecodeText(*this, line, Value::Undefined(), {}, {});
    }
    case OsCallId::kNow:
      if (hooks_.now_ns == nullptr) break;
      return NewInt(hooks_.now_ns(hooks_.context));
    case OsCallId::kSleep: {
      if (hooks_.sleep_ns == nullptr) break;
      FlushOutput();
      // It blocks the host's thread, so it counts: no longer than until the time limit.
      int64_t wanted = TRY(ToIndexClamped(args[0]));
      uint64_t left = limits_.duration_ns - std::min(limits_.duration_ns, running_ns_);
      hooks_.sleep_ns(hooks_.context, static_cast<int64_t>(std::min<uint64_t>(wanted, left)));
      return CheckLimits() ? Value::None() : Value::Failed();
    }
    case OsCallId::kEntropy: {
      if (hooks_.entropy == nullptr) break;
      uint64_t count =
          static_cast<uint64_t>(std::clamp<int64_t>(TRY(ToIndexClamped(args[0])), 0, kMostEntropy));
      std::string bytes(count, '\0');
      if (!hooks_.entropy(hooks_.context, bytes.data(), count)) {
        return Raise(TypeId::kOSError, "no random bytes are to be had");
      }
      return NewBytes(bytes);
    }
    case OsCallId::kGetEnvironment: {
      if (hooks_.environment == nullptr) break;
      std::string value;
      if (!hooks_.environment(hooks_.context, View(args[0]), &value)) return Value::None();
      return DecodeText(*this, value, Value::Undefined(), {}, "surrogateescape");
    }
    default: break;
  }
  return Value::Undefined();
}

// ---- stopping, and answers

// Why the loop was left after a push. What a callback of the host interrupted goes on with what it
// waited for.
VmStop Vm::StopAfterPush(Value result) {
  AfterPush after = after_push_;
  after_push_ = AfterPush::kGoOn;
  switch (after) {
    case AfterPush::kCallbackFinished:
      resume_value_ = std::exchange(callback_resumes_, Value::Undefined());
      return {StopKind::kCallbackFinished, result};
    case AfterPush::kCallbackRaised:
      resume_value_ = std::exchange(callback_resumes_, Value::Undefined());
      return {StopKind::kCallbackRaised, result};
    default: return {StopKind::kHost, Value::None()};
  }
}

// An unbound name is no result: it is put into the namespace, and LOAD_GLOBAL is repeated.
Status Vm::Answer(Value value) {
  if (request_.kind == HostRequestKind::kOs && request_.target.IsTrue()) return KeepAnswer(value);
  if (request_.kind == HostRequestKind::kName) {
    // The instruction starts again and finds it.
    TRY(DictSet(request_.arguments.As<Dict>(), request_.target, value));
    value = Value::Undefined();
  }
  request_ = HostRequest{};
  resume_value_ = value;
  return Done{};
}

// The native that asked will be repeated: what waits for it stays as it is. An odd count says that
// the call is there and waits for this answer.
Status Vm::KeepAnswer(Value answer) {
  if (!IsObjectOf(os_answers_, TypeId::kList)) {
    List* none = TRY(NewList(2));  // (of a restored snapshot)
    os_answers_ = Value::Of(none);
  }
  List* answers = os_answers_.As<List>();
  TRY(ListReserve(answers, answers->size + 2));
  if (answers->size % 2 == 0) {
    answers->items()[answers->size++] = Value::SmallInt(static_cast<int>(request_.os_call));
  }
  answers->items()[answers->size++] = answer;
  request_ = HostRequest{};
  return Done{};
}

void Vm::AnswerException(Value exception) {
  if (request_.kind == HostRequestKind::kOs && request_.target.IsTrue()) {
    Heap::AlwaysAllocateScope answered(heap);
    if (!KeepAnswer(exception).ok()) DropFailure();
    return;
  }
  bool name = request_.kind == HostRequestKind::kName;
  request_ = HostRequest{};
  // The name of a call stands at the instruction's last word.
  if (name && OpOf(*frame_->pc) == Op::kCALL_GLOBAL) FailAtLastWord(frame_, frame_->pc);
  static_cast<void>(RaiseException(exception));
  resume_error_ = std::exchange(error_, Value::Undefined());
  resume_value_ = Value::Failed();
}

Status Vm::AnswerNoSuchName() {
  Value name = request_.target;
  if (request_.kind == HostRequestKind::kFunction) name = name.As<HostFunction>()->name;
  static_cast<void>(slow::UndefinedName(*this, name));
  if (!FailureIsCatchable()) return Failure{};
  Value exception = error_;
  error_ = Value::Undefined();
  AnswerException(exception);
  return Done{};
}

void Vm::AnswerWaiting(bool timeout) {
  request_ = HostRequest{};
  resume_value_ = timeout ? Value::True() : Value::None();
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
Status Vm::CallForHost(Value callee, Value arguments, Value keywords) {
  if (resume_value_.IsControl() || resume_value_.IsExhausted()) {
    return Raise(TypeId::kRuntimeError, "nothing can be called before the host has answered");
  }
  TRY(Start());
  Value slots[kSlots];
  slots[kCallee] = callee;
  slots[kArguments] = arguments;
  slots[kKeywords] = keywords;
  slots[kKind] = Value::SmallInt(static_cast<int>(request_.kind));
  slots[kOsCall] = Value::SmallInt(static_cast<int>(request_.os_call));
  slots[kSequence] = Value::KnownSmallInt(request_.sequence);
  slots[kTarget] = request_.target;
  slots[kAsked] = request_.arguments;
  slots[kAskedKeywords] = request_.keywords;
  slots[kAnswers] = os_answers_;
  slots[kResume] = resume_value_;
  if (!PushNativeFrame(ResumeId::kHostCallback, slots, kFrameCatches).IsCallPending())
    return Failure{};
  request_ = HostRequest{};
  os_answers_ = Value::Undefined();
  resume_value_ = Value::Undefined();
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
      HostRequest before;
      before.kind = static_cast<HostRequestKind>(frame.slots[kKind].AsSmallInt());
      before.os_call = static_cast<OsCallId>(frame.slots[kOsCall].AsSmallInt());
      before.sequence = static_cast<uint64_t>(frame.slots[kSequence].AsSmallInt());
      before.target = frame.slots[kTarget];
      before.arguments = frame.slots[kAsked];
      before.keywords = frame.slots[kAskedKeywords];
      vm.os_answers_ = frame.slots[kAnswers];
      vm.callback_resumes_ = frame.slots[kResume];
      if (!IsConsistent(before))
        return vm.Raise(TypeId::kSystemError, "a request that nobody made");
      vm.request_ = before;
      vm.after_push_ = raised ? Vm::AfterPush::kCallbackRaised : Vm::AfterPush::kCallbackFinished;
      if (in.IsExhausted()) in = Value::None();
      return in;
  }
  return Value::None();
}

}  // namespace pysub
