#include "pysub/host.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>

#include "lexer/base/threads.h"
#include "osbridge/call_signature.h"
#include "osbridge/sandbox_impl.h"

namespace pysub {
namespace {

constexpr std::chrono::nanoseconds kForEver = std::chrono::nanoseconds::max();

}  // namespace

// The calls of one sandbox that a Host answers later. It lives as long as the sandbox or an answer
// that is still to come.
struct HostCalls {
  using Answers = std::vector<std::pair<CallId, Reply>>;

  void Put(CallId id, Reply reply) {
    {
      const LockGuard lock(mutex);
      answers.emplace_back(id, std::move(reply));
    }
    arrived.NotifyOne();
  }
  // What has come. Waits for it, but no longer than `longest` and no longer than it takes to see
  // that `given_up`: a signal handler may cancel, so nobody can wake us.
  template <typename GivenUp>
  Answers Take(std::chrono::nanoseconds longest, GivenUp given_up) {
    constexpr std::chrono::nanoseconds kLook = std::chrono::milliseconds(5);
    const LockGuard lock(mutex);
    while (longest.count() > 0 && answers.empty() && !given_up()) {
      if (!kHasThreads && longest == kForEver) break;  // nobody is there who could answer
      arrived.WaitFor(mutex, std::min(longest, kLook), [&] { return !answers.empty(); });
      longest -= std::min(longest, kLook);
    }
    return std::exchange(answers, {});
  }

  Mutex mutex;
  Signal arrived;
  Answers answers;           // guarded by `mutex`
  std::vector<CallId> owed;  // of the sandbox's thread: what was answered with Later
  bool is_running = false;   // of the sandbox's thread: a Host runs it
};

namespace {

// What a call gets that is answered later by a thread, where there is none.
HostException NobodyAnswers() {
  return HostException("RuntimeError",
                       "the host answers this call later, which takes a thread that is not there");
}

std::string_view TypeName(HostValue::Kind kind) {
  using Kind = HostValue::Kind;
  switch (kind) {
    case Kind::kNone: return "NoneType";
    case Kind::kBool: return "bool";
    case Kind::kInt:
    case Kind::kBigInt: return "int";
    case Kind::kFloat: return "float";
    case Kind::kEllipsis: return "ellipsis";
    case Kind::kNotImplemented: return "NotImplementedType";
    case Kind::kComplex: return "complex";
    case Kind::kStr: return "str";
    case Kind::kBytes: return "bytes";
    case Kind::kByteArray: return "bytearray";
    case Kind::kList: return "list";
    case Kind::kTuple: return "tuple";
    case Kind::kSet: return "set";
    case Kind::kFrozenSet: return "frozenset";
    case Kind::kDeque: return "collections.deque";
    case Kind::kRange: return "range";
    case Kind::kSlice: return "slice";
    case Kind::kType: return "type";
    case Kind::kFunction: return "function";
    case Kind::kHostFunction: return "builtin_function_or_method";
    case Kind::kCycle:
    case Kind::kNamedTuple:
    case Kind::kDict:
    case Kind::kException:
    case Kind::kTyped:
    case Kind::kObject: break;
  }
  return "";  // those that have a name
}

}  // namespace

namespace internal {

HostException WrongType(const GivenParameter& parameter, std::string_view wanted) {
  const HostValue& value = parameter.value();
  const std::string_view known = TypeName(value.kind());
  return HostException(
      "TypeError", absl::StrCat(parameter.call.name, "() argument '", std::string(parameter.name()),
                                "' must be ", std::string(wanted), ", not ",
                                std::string(known.empty() ? value.name() : known)));
}

HostException DoesNotFit(const GivenParameter& parameter) {
  return HostException("OverflowError",
                       absl::StrCat(parameter.call.name, "() argument '",
                                    std::string(parameter.name()), "' is out of range"));
}

}  // namespace internal

// A Status as the Python exception that says about the same.
HostException ExceptionOf(const absl::Status& status) {
  const auto type = [&] {
    switch (status.code()) {
      case absl::StatusCode::kInvalidArgument:
      case absl::StatusCode::kOutOfRange: return "ValueError";
      case absl::StatusCode::kNotFound: return "LookupError";
      case absl::StatusCode::kAlreadyExists: return "FileExistsError";
      case absl::StatusCode::kPermissionDenied:
      case absl::StatusCode::kUnauthenticated: return "PermissionError";
      case absl::StatusCode::kDeadlineExceeded: return "TimeoutError";
      case absl::StatusCode::kUnavailable: return "ConnectionError";
      case absl::StatusCode::kUnimplemented: return "NotImplementedError";
      default: return "RuntimeError";
    }
  };
  return HostException(type(), std::string_view(status.message().data(), status.message().size()));
}

// ---- Answer

// What is left of a call whose answer comes later, perhaps from another thread. If the host forgets
// it, the destructor answers with an error: the program would wait for ever otherwise.
struct Host::Answer::State {
  State(std::shared_ptr<HostCalls> to, CallId call) : calls(std::move(to)), id(call) {}
  ~State() { Say(HostException("RuntimeError", "the host's function ended without an answer")); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // The first answer counts.
  void Say(Reply reply) {
    if (!said.exchange(true)) calls->Put(id, std::move(reply));
  }

  const std::shared_ptr<HostCalls> calls;
  const CallId id;
  std::atomic<bool> said = false;
};

void Host::Answer::operator()(Reply reply) const { state_->Say(std::move(reply)); }

// ---- Host

namespace {

// An answer of which neither a value nor an exception can be made ends the call all the same.
void Tell(Sandbox& sandbox, CallId id, const Reply& reply) {
  const absl::Status taken = sandbox.Answer(id, reply);
  if (taken.ok() || absl::IsNotFound(taken)) return;
  static_cast<void>(sandbox.Answer(
      id, HostException("RuntimeError",
                        absl::StrCat("the host's answer cannot cross: ", taken.message()))));
}

}  // namespace

struct Host::Impl {
  // A function of the host: what the program sees of it, and what is called.
  struct Offered {
    HostValue value;
    CallSignature signature;
    Callable callable;
    AsyncCallable later;
  };
  std::map<std::string, Offered, std::less<>> functions;
  absl::Status status;

  // Null: it is not one of these. Else the call fits the signature afterwards, or *wrong says why
  // not.
  const Offered* Find(FunctionCall* call, std::optional<HostException>* wrong) const {
    const auto found = functions.find(call->name);
    if (found == functions.end()) return nullptr;
    // (The sandbox bound it already, unless somebody made a snapshot in which the function
    // has another signature.)
    const absl::Status fits = found->second.signature.Fit(call);
    if (!fits.ok())
      *wrong = HostException("TypeError",
                             std::string_view(fits.message().data(), fits.message().size()));
    return &found->second;
  }
};

Host::Host() : impl_(std::make_unique<Impl>()) {}
Host::~Host() = default;
Host::Host(Host&&) noexcept = default;
Host& Host::operator=(Host&&) noexcept = default;

Host& Host::Add(std::string_view signature, std::string_view doc, Callable callable,
                AsyncCallable later, size_t parameters) {
  absl::StatusOr<CallSignature> read = CallSignature::Read(signature);
  if (read.ok() && parameters != kAnyParameters && parameters != read->size()) {
    read =
        absl::InvalidArgumentError(absl::StrCat("'", std::string(signature), "' has ", read->size(),
                                                " parameters, its callable takes ", parameters));
  }
  if (read.ok() && impl_->functions.contains(read->name())) {
    read = absl::InvalidArgumentError(absl::StrCat("there are two functions '", read->name(), "'"));
  }
  if (!read.ok()) {
    impl_->status.Update(read.status());
    return *this;
  }
  std::string name = read->name();
  impl_->functions.emplace(std::move(name),
                           Impl::Offered{HostValue::HostFunction(signature, doc), *std::move(read),
                                         std::move(callable), std::move(later)});
  return *this;
}

absl::Status Host::AddTo(SandboxOptions* options) const {
  if (!impl_->status.ok()) return impl_->status;
  for (const auto& [name, offered] : impl_->functions)
    options->inputs.emplace_back(name, offered.value);
  return absl::OkStatus();
}

Reply Host::Call(const FunctionCall& call) const {
  FunctionCall fitted = call;
  std::optional<HostException> wrong;
  const Impl::Offered* offered = impl_->Find(&fitted, &wrong);
  if (offered == nullptr) return NoSuchName{};
  if (wrong) return *std::move(wrong);
  if (offered->later == nullptr) return offered->callable(fitted);
  const auto calls = std::make_shared<HostCalls>();
  offered->later(fitted, Answer(std::make_shared<Answer::State>(calls, call.id)));
  HostCalls::Answers came = calls->Take(kForEver, [] { return false; });
  return came.empty() ? Reply(NobodyAnswers()) : std::move(came[0].second);
}

Stop Host::Run(Sandbox& sandbox) const { return RunUntil(sandbox, std::nullopt); }
Stop Host::RunFor(Sandbox& sandbox, uint64_t fuel) const { return RunUntil(sandbox, fuel); }

Stop Host::RunUntil(Sandbox& sandbox, std::optional<uint64_t> fuel) const {
  std::shared_ptr<HostCalls> calls = sandbox.impl_->host_calls;
  if (calls == nullptr) calls = sandbox.impl_->host_calls = std::make_shared<HostCalls>();
  if (calls->is_running) return OutOfFuel{};
  calls->is_running = true;
  Stop stop = RunAndAnswer(sandbox, fuel);
  calls->is_running = false;
  return stop;
}

// Runs until there is something that this host cannot answer. Answers of calls that were put off
// are taken in between; when the program can do nothing without them, this waits.
Stop Host::RunAndAnswer(Sandbox& sandbox, std::optional<uint64_t> fuel) const {
  const std::shared_ptr<HostCalls> calls = sandbox.impl_->host_calls;
  const uint64_t start = sandbox.usage().steps;
  std::chrono::nanoseconds longest(0);
  const auto given_up = [&] {
    return sandbox.impl_->vm->IsCancelled() || sandbox.impl_->IsInterrupted();
  };
  while (true) {
    for (const auto& [id, reply] : calls->Take(longest, given_up)) {
      std::erase(calls->owed, id);
      Tell(sandbox, id, reply);
    }
    const uint64_t used = sandbox.usage().steps - start;
    if (fuel && used >= *fuel) return OutOfFuel{};
    Stop stop = fuel ? sandbox.RunFor(*fuel - used) : sandbox.Run();
    if (const auto* waiting = std::get_if<Waiting>(&stop)) {
      const auto is_owed = [&](CallId id) {
        return std::find(calls->owed.begin(), calls->owed.end(), id) != calls->owed.end();
      };
      const bool answers_come =
          std::any_of(waiting->pending.begin(), waiting->pending.end(), is_owed);
      if (!answers_come && !waiting->sleep_ns) return stop;
      if (!kHasThreads && !waiting->sleep_ns) {
        for (const CallId id : std::exchange(calls->owed, {})) Tell(sandbox, id, NobodyAnswers());
        longest = std::chrono::nanoseconds(0);
        continue;
      }
      longest = waiting->sleep_ns ? std::chrono::nanoseconds(*waiting->sleep_ns) : kForEver;
      continue;
    }
    longest = std::chrono::nanoseconds(0);
    auto* call = std::get_if<FunctionCall>(&stop);
    if (call == nullptr) return stop;
    const Answered answered = AnswerCall(sandbox, call);
    if (answered == Answered::kNotHere) return stop;
    if (answered == Answered::kSandboxIsGone) return OutOfFuel{};
  }
}

// An answer that nobody waits for any longer.
Reply Host::EndOfWait(Sandbox& sandbox) {
  if (sandbox.impl_->vm->IsCancelled()) return HostException("RuntimeError", "cancelled");
  if (!kHasThreads && !sandbox.impl_->IsInterrupted()) return NobodyAnswers();
  sandbox.impl_->DropInterrupt();
  return HostException("KeyboardInterrupt", std::vector<HostValue>());
}

// The callable is the host's code and may do anything, even replace this sandbox. So behind it the
// sandbox is only touched if it is still the same.
Host::Answered Host::AnswerCall(Sandbox& sandbox, FunctionCall* call) const {
  std::optional<HostException> wrong;
  const Impl::Offered* offered = impl_->Find(call, &wrong);
  if (offered == nullptr) return Answered::kNotHere;
  const std::shared_ptr<HostCalls> calls = sandbox.impl_->host_calls;
  // A callable that puts another sandbox in its place breaks its promise, and nothing else.
  const auto is_gone = [&] {
    return sandbox.impl_ == nullptr || sandbox.impl_->host_calls != calls;
  };
  if (wrong || offered->later == nullptr) {
    const Reply reply = wrong ? Reply(*std::move(wrong)) : offered->callable(*call);
    if (is_gone()) return Answered::kSandboxIsGone;
    Tell(sandbox, call->id, reply);
  } else if (sandbox.Answer(call->id, Later{}).ok()) {
    calls->owed.push_back(call->id);
    offered->later(*call, Answer(std::make_shared<Answer::State>(calls, call->id)));
  } else {
    // No event loop runs: the whole program waits.
    const auto alone = std::make_shared<HostCalls>();
    offered->later(*call, Answer(std::make_shared<Answer::State>(alone, call->id)));
    if (is_gone()) return Answered::kSandboxIsGone;
    const HostCalls::Answers came = alone->Take(kForEver, [&] {
      return sandbox.impl_->vm->IsCancelled() || sandbox.impl_->IsInterrupted();
    });
    Tell(sandbox, call->id, came.empty() ? EndOfWait(sandbox) : came[0].second);
  }
  return is_gone() ? Answered::kSandboxIsGone : Answered::kYes;
}

}  // namespace pysub
