// Stops of a Vm as a host sees them, and the host's answers.

#include <absl/strings/str_cat.h>

#include "osbridge/call_signature.h"
#include "osbridge/convert.h"
#include "osbridge/os_calls.h"
#include "osbridge/sandbox_impl.h"
#include "stdlib/modules/asyncio/asyncio.h"
#include "vm/ending.h"
#include "vm/objects/dict.h"
#include "vm/traceback.h"

namespace pysub {
namespace {

std::vector<TracebackFrame> FramesOf(Value traceback) {
  constexpr size_t kMostFrames = 1000;
  std::vector<TracebackFrame> frames;
  while (IsObjectOf(traceback, TypeId::kTraceback) && frames.size() < kMostFrames) {
    Traceback* line = traceback.As<Traceback>();
    traceback = line->next;
    if (!IsObjectOf(line->function, TypeId::kFunction)) continue;
    const Function* function = line->function.As<Function>();
    const CompiledUnit& unit = *function->unit->unit;
    SourceSpan span = function->code->SpanAt(static_cast<uint32_t>(line->pc));
    TracebackFrame& frame = frames.emplace_back();
    frame.file_name = unit.filename;
    frame.function = function->code->name;
    frame.line = span.line != 0 ? span.line : function->code->first_line;
    if (span.line != 0) {
      frame.column = span.col + 1;
      frame.end_line = span.end_line;
      frame.end_column = span.end_col + 1;
    }
    frame.source_line = unit.SourceLine(frame.line);
  }
  return frames;
}

}  // namespace

LimitKind KindOf(LimitHit hit) {
  switch (hit) {
    case LimitHit::kDuration: return LimitKind::kDuration;
    case LimitHit::kAllocations: return LimitKind::kAllocations;
    case LimitHit::kSteps: return LimitKind::kSteps;
    case LimitHit::kOutput: return LimitKind::kOutput;
    case LimitHit::kCancelled: return LimitKind::kCancelled;
    case LimitHit::kMemory:
    case LimitHit::kNone: break;
  }
  return LimitKind::kMemory;
}

// ---- stops

// ResultOf::kLastName: what the last statement assigned to counts when it has no value itself.
Value SandboxImpl::ResultOfProgram(Value value) {
  if (!vm->host.host_note.empty() && value.IsNone() &&
      IsObjectOf(vm->main_globals(), TypeId::kDict)) {
    Value named = DictGetStr(*vm, vm->main_globals().As<Dict>(), vm->host.host_note);
    if (named.IsFailed()) vm->DropFailure();
    if (!named.IsFailed() && !named.IsUndefined()) return named;
  }
  return value;
}

Stop SandboxImpl::PublishFinished(Value value) {
  absl::StatusOr<HostValue> converted = ToHost(*vm, value, conversion);
  if (converted.ok()) return Finished{*std::move(converted), ""};
  return Finished{ToHostHandle(*vm, value), std::string(converted.status().message())};
}

Stop SandboxImpl::PublishRaised(Value exception) {
  Raised raised;
  if (vm->IsInstance(exception, TypeId::kSystemExit)) {
    const std::optional<int> code = ExitCodeOf(exception);
    raised.exit_status = code.value_or(kFailedExitCode);
    if (!code) {
      TextBuilder text(*vm);
      raised.exit_message = vm->ToStr(exception.As<Exception>()->fields[0], text).ok()
                                ? FittingReport(*vm, text.view())
                                : "";
      vm->DropFailure();
    }
  }
  raised.frames = FramesOf(exception.As<Exception>()->traceback);
  {
    TextBuilder text(*vm);
    if (vm->ToStr(exception, text).ok()) raised.message = text.view();
    vm->DropFailure();
  }
  raised.traceback = ExceptionReport(*vm, exception);
  vm->DropFailure();
  absl::StatusOr<HostValue> converted = ToHost(*vm, exception, conversion);
  raised.exception =
      converted.ok()
          ? *std::move(converted)
          : HostValue::Exception(QualifiedTypeName(*vm, Value::Type(vm->TypeOf(exception))), {});
  return raised;
}

Stop SandboxImpl::PublishLimit() {
  LimitReached reached;
  state = State::kDead;
  if (vm->budget().limit_hit() == LimitHit::kNone)
    static_cast<void>(vm->HitLimit(LimitHit::kMemory));
  reached.limit = KindOf(vm->budget().limit_hit());
  reached.message = LimitMessage(vm->budget().limit_hit(), shown_limits);
  reached.traceback = absl::StrCat(LimitTraceback(*vm), reached.message, "\n");
  reached.session_goes_on = GoBack();
  last = reached;
  return reached;
}

namespace {

OsCall MakeOsCall(const HostRequest& request) {
  const Tuple* arguments = request.arguments.As<Tuple>();
  return pysub::MakeOsCall(request.os_call, {arguments->items(), arguments->count});
}

}  // namespace

bool SandboxImpl::PublishRequest(Stop* stop) {
  const HostRequest& request = vm->host.request();
  switch (request.kind) {
    case HostRequestKind::kFunction: {
      FunctionCall& call = stop->emplace<FunctionCall>();
      call.id = Id();
      const HostFunction* function = request.target.As<HostFunction>();
      call.name = std::string(Vm::View(function->name));
      const Tuple* arguments = request.arguments.As<Tuple>();
      absl::Status crossed =
          ToHost(*vm, {arguments->items(), arguments->count}, conversion, &call.args);
      if (crossed.ok() && !request.keywords.IsUndefined()) {
        absl::StatusOr<HostValue> keywords = ToHost(*vm, request.keywords, conversion);
        crossed = keywords.status();
        for (size_t i = 0; keywords.ok() && i + 1 < keywords->items().size(); i += 2) {
          call.kwargs.emplace_back(keywords->items()[i].text(), keywords->items()[i + 1]);
        }
      }
      if (crossed.ok() && Vm::IsStr(function->signature)) {
        const CallSignature* signature = signatures.Find(Vm::View(function->signature));
        // (What does not fit was refused when it was called, but by a snapshot of somebody's
        // making.)
        if (signature != nullptr) crossed = signature->Fit(&call);
      }
      if (!crossed.ok()) {
        // The program passed it, so the program hears of it.
        const std::string text =
            absl::StrCat("arguments of ", call.name, "(): ", crossed.message());
        const absl::Status told = WithMemory([&]() -> absl::Status {
          // (The text is ours: the host's limits of conversion are not for it.)
          absl::StatusOr<Value> refusal =
              FromHost(*vm, HostValue::Exception("ValueError", {text}), ConversionLimits{});
          if (refusal.ok()) vm->host.AnswerException(*refusal);
          return refusal.status();
        });
        if (!told.ok()) {
          static_cast<void>(vm->HitLimit(LimitHit::kMemory));
        }
        return false;
      }
      return true;
    }
    case HostRequestKind::kName:
      *stop = NameLookup{Id(), std::string(Vm::View(request.target))};
      return true;
    case HostRequestKind::kOs: *stop = OsRequest{Id(), MakeOsCall(request)}; return true;
    case HostRequestKind::kWaiting: *stop = PublishWaiting(); return true;
    case HostRequestKind::kNone: break;
  }
  *stop = PublishLimit();
  return true;
}

Waiting SandboxImpl::PublishWaiting() {
  Waiting waiting;
  Value nanoseconds = vm->host.request().arguments;
  if (nanoseconds.IsSmallInt()) waiting.sleep_ns = nanoseconds.AsSmallInt();
  if (IsObjectOf(vm->host_futures, TypeId::kDict)) {
    Dict* futures = vm->host_futures.As<Dict>();
    std::vector<Value> done;
    for (uint32_t at = 0; DictEntry* entry = DictNext(futures, &at);) {
      // (A restored dict may hold anything.)
      if (!entry->key.IsSmallInt() || !asyncio::IsFuture(entry->value) ||
          asyncio::AsFuture(entry->value)->done()) {
        done.push_back(entry->key);
      } else {
        waiting.pending.push_back(
            {vm->host.session_id, static_cast<uint64_t>(entry->key.AsSmallInt())});
      }
    }
    for (Value key : done) static_cast<void>(DictDelete(*vm, futures, key));
  }
  return waiting;
}

// ---- answers

absl::StatusOr<Value> SandboxImpl::MakeException(const HostException& exception) {
  if (!IsExceptionType(TypeOfName(exception.type))) {
    return absl::InvalidArgumentError(absl::StrCat("there is no exception '", exception.type, "'"));
  }
  return FromHost(*vm, HostValue::Exception(exception.type, exception.args), conversion);
}

absl::Status SandboxImpl::Answer(CallId id, const Reply& reply) {
  const HostRequest& request = vm->host.request();
  bool waits = request.kind != HostRequestKind::kNone && request.kind != HostRequestKind::kWaiting;
  if (id.session != vm->host.session_id || state == State::kDead) {
    return absl::NotFoundError("nothing with this id waits for an answer");
  }
  if (waits && request.sequence == id.sequence) {
    absl::Status status = WithMemory([&] { return AnswerRequest(reply); });
    if (status.ok()) state = State::kRunning;
    return status;
  }
  return WithMemory([&] { return AnswerFuture(id.sequence, reply); });
}

absl::Status SandboxImpl::AnswerRequest(const Reply& reply) {
  const HostRequest& request = vm->host.request();
  std::optional<OsCall> audited;
  if (on_audit != nullptr && request.kind == HostRequestKind::kOs) audited = MakeOsCall(request);
  if (const HostValue* value = std::get_if<HostValue>(&reply)) {
    if (request.kind == HostRequestKind::kOs) {
      if (absl::Status fits = CheckOsReply(MakeOsCall(request), *value); !fits.ok()) return fits;
    }
    absl::StatusOr<Value> converted = FromHost(*vm, *value, conversion);
    if (!converted.ok()) return converted.status();
    if (vm->host.Answer(*converted).ok()) {
      if (audited) Audit(*audited, "ok");
      return absl::OkStatus();
    }
    vm->DropFailure();
    return absl::AbortedError("the sandbox has no memory for the answer");
  }
  if (const HostException* exception = std::get_if<HostException>(&reply)) {
    absl::StatusOr<Value> made = MakeException(*exception);
    if (!made.ok()) return made.status();
    vm->host.AnswerException(*made);
    if (audited) Audit(*audited, exception->type);
    return absl::OkStatus();
  }
  if (std::holds_alternative<Later>(reply)) return AnswerLater();
  if (request.kind == HostRequestKind::kOs) {
    return absl::InvalidArgumentError("NoSuchName is no answer to an OsRequest");
  }
  if (vm->host.AnswerNoSuchName().ok()) return absl::OkStatus();
  vm->DropFailure();
  return absl::AbortedError("the sandbox has no memory for the answer");
}

absl::Status SandboxImpl::AnswerLater() {
  const HostRequest& request = vm->host.request();
  if (request.kind != HostRequestKind::kFunction) {
    return absl::FailedPreconditionError("only a FunctionCall can be answered with Later");
  }
  Value loop = asyncio::RunningLoopOrNone(*vm);
  if (loop.IsNone()) {
    return absl::FailedPreconditionError("no event loop runs that could wait for a later answer");
  }
  if (vm->host_futures.IsUndefined()) {
    Dict* futures = vm->NewDict();
    if (futures == nullptr)
      return vm->DropFailure(), absl::AbortedError("no memory for the answer");
    vm->host_futures = Value::Of(futures);
  }
  Value future = asyncio::NewFuture(*vm, loop);
  Value key = Value::KnownSmallInt(request.sequence);
  if (future.IsFailed() || !DictSet(*vm, vm->host_futures.As<Dict>(), key, future).ok()) {
    vm->DropFailure();
    return absl::AbortedError("the sandbox has no memory for the answer");
  }
  return vm->host.Answer(future).ok() ? absl::OkStatus()
                                      : absl::InternalError("an answer that cannot fail");
}

absl::Status SandboxImpl::AnswerFuture(uint64_t sequence, const Reply& reply) {
  if (sequence >= kMostRequests)
    return absl::NotFoundError("nothing with this id waits for an answer");
  Value key = Value::KnownSmallInt(sequence);
  Value future = vm->host_futures.IsUndefined() ? Value::Undefined()
                                                : DictGet(*vm, vm->host_futures.As<Dict>(), key);
  if (future.IsFailed()) vm->DropFailure();
  if (future.IsFailed() || !asyncio::IsFuture(future) || asyncio::AsFuture(future)->done()) {
    return absl::NotFoundError("nothing with this id waits for an answer");
  }
  if (std::holds_alternative<Later>(reply)) {
    return absl::FailedPreconditionError("Later was this call's answer already");
  }
  Status done = Done{};
  if (const HostValue* value = std::get_if<HostValue>(&reply)) {
    absl::StatusOr<Value> converted = FromHost(*vm, *value, conversion);
    if (!converted.ok()) return converted.status();
    done = asyncio::SetResult(*vm, asyncio::AsFuture(future), *converted);
  } else {
    const HostException* given = std::get_if<HostException>(&reply);
    absl::StatusOr<Value> made = MakeException(
        given != nullptr ? *given : HostException("NameError", "the host has no such function"));
    if (!made.ok()) return made.status();
    done = asyncio::SetException(*vm, asyncio::AsFuture(future), *made);
  }
  if (!done.ok()) {
    bool closed = vm->FailureIsCatchable();
    vm->DropFailure();
    if (!closed) return absl::AbortedError("the sandbox has no memory for the answer");
    return absl::NotFoundError("the event loop that waited is closed");
  }
  static_cast<void>(DictDelete(*vm, vm->host_futures.As<Dict>(), key));
  if (vm->host.request().kind == HostRequestKind::kWaiting) {
    vm->host.AnswerWaiting(false);
    state = State::kRunning;
  }
  return absl::OkStatus();
}

}  // namespace pysub
