#include "pysub/sandbox.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <array>
#include <bit>

#include "lexer/base/clipped_size.h"
#include "lexer/base/most_memory.h"
#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "osbridge/convert.h"
#include "osbridge/direct_files.h"
#include "osbridge/sandbox_impl.h"
#include "osbridge/snapshot_seal.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/snapshot.h"
#include "vm/traceback.h"

namespace pysub {

Limits VmLimits(const SandboxLimits& limits) {
  Limits result;
  result.memory_bytes = limits.memory_bytes.value_or(kUnlimited);
  if (limits.duration) result.duration_ns = static_cast<uint64_t>(limits.duration->count());
  result.allocations = limits.allocations.value_or(kUnlimited);
  result.steps = limits.steps.value_or(kUnlimited);
  result.output_bytes = limits.output_bytes.value_or(kUnlimited);
  result.recursion_depth = limits.recursion_depth;
  return Bounded(result);
}

namespace {

// As of workers and the command line.
constexpr uint32_t kMostRecursionDepth = 1'000'000;

// Messages name an option as every host knows it, so without a type of C++: they go out through
// C, Python and Node as well.
absl::Status Positive(std::string_view limit, bool is_positive) {
  if (is_positive) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(std::string(limit), " is not positive: std::nullopt switches a limit off"));
}

absl::Status CheckFeedLimits(const FeedLimits& limits) {
  absl::Status status = Positive("duration", !limits.duration || limits.duration->count() > 0);
  status.Update(Positive("allocations", limits.allocations != 0u));
  status.Update(Positive("steps", limits.steps != 0u));
  status.Update(Positive("output_bytes", limits.output_bytes != 0u));
  status.Update(
      Positive("interrupt_after", !limits.interrupt_after || limits.interrupt_after->count() > 0));
  if (limits.interrupt_after && limits.duration && *limits.interrupt_after >= *limits.duration) {
    status.Update(absl::InvalidArgumentError(
        "interrupt_after is not less than the time that a feed may take"));
  }
  return status;
}

}  // namespace

absl::Status CheckLimits(const SandboxLimits& limits) {
  if (limits.recursion_depth > kMostRecursionDepth) {
    return absl::InvalidArgumentError(
        absl::StrCat("recursion_depth is more than ", kMostRecursionDepth));
  }
  absl::Status status = Positive("memory_bytes", limits.memory_bytes != 0u);
  if (limits.memory_bytes && !IsPossibleMemory(*limits.memory_bytes)) {
    status.Update(absl::InvalidArgumentError(absl::StrCat(
        "memory_bytes is more than ", kMostMemory, ", the most where addresses have 32 bits")));
  }
  status.Update(Positive("duration", !limits.duration || limits.duration->count() > 0));
  status.Update(Positive("allocations", limits.allocations != 0u));
  status.Update(Positive("steps", limits.steps != 0u));
  status.Update(Positive("output_bytes", limits.output_bytes != 0u));
  status.Update(Positive("recursion_depth", limits.recursion_depth != 0));
  return status;
}

namespace {

// A Vm that has forgotten a limit would be found by nobody else.
absl::Status CheckLive(const Vm& vm, const Limits& wanted) {
  const Limits& live = vm.budget().limits();
  if (live.memory_bytes == wanted.memory_bytes && vm.heap.limit_bytes() == wanted.memory_bytes &&
      live.duration_ns == wanted.duration_ns && live.allocations == wanted.allocations &&
      live.steps == wanted.steps && live.output_bytes == wanted.output_bytes &&
      live.recursion_depth == wanted.recursion_depth) {
    return absl::OkStatus();
  }
  return absl::InternalError("a limit is not in force");
}

bool AreDefault(const Permissions& permissions) {
  constexpr std::string_view kRows[] = {
#define PYSUB_OS_PERMISSION(member, denial) #member,
#include "vm/host/os_calls.def"
  };
  static_assert(sizeof(Permissions) == std::size(kRows) * sizeof(Permission),
                "vm/host/os_calls.def has others");
  using Bytes = std::array<Permission, sizeof(Permissions)>;
  return std::bit_cast<Bytes>(permissions) == std::bit_cast<Bytes>(Permissions{});
}

OsPolicy PolicyOf(Permission permission) {
  switch (permission) {
    case Permission::kVirtual: return OsPolicy::kVirtual;
    case Permission::kDenied: return OsPolicy::kDenied;
    case Permission::kHost: return OsPolicy::kHost;
  }
  return OsPolicy::kDenied;
}

}  // namespace

// ---- SandboxImpl: making one

HostHooks SandboxImpl::Hooks() {
  HostHooks hooks;
  hooks.context = this;
  hooks.write = WriteOutput;
  if (has_input) hooks.read_line = ReadLine;
  hooks.os_call = AnswerOs;
  if (environment) hooks.environment = GetVariable;
  if (on_audit != nullptr) hooks.audit = AuditOs;
  hooks.is_cancelled = IsCancelled;
  return hooks;
}

int SandboxImpl::AnswerOs(void* context, Vm& vm, OsCallId call, std::span<const Value> args,
                          Value* answer) {
  SandboxImpl& impl = *static_cast<SandboxImpl*>(context);
  // (Standard input is part of a recording, and read again.)
  if (impl.has_input && call == OsCallId::kReadInput) return impl.ReadInput(vm, args, answer);
  if (impl.replays && !impl.answers.empty() && impl.answers.front().os_call == call) {
    return impl.ReplayAnswer(vm, answer);
  }
  const int error = impl.AnswerAtOnce(vm, call, args, answer);
  const bool answered = error > 0 || (error == 0 && !answer->IsFailed());
  if (answered && impl.recorder != nullptr) impl.RecordAnswer(vm, call, error, *answer);
  return error;
}

int SandboxImpl::AnswerAtOnce(Vm& vm, OsCallId call, std::span<const Value> args, Value* answer) {
  if (call == OsCallId::kEnvironment && environment)
    return AnswerEnvironment(*environment, vm, answer);
  if (file_system == nullptr || vm.host.os_policy(call) != OsPolicy::kVirtual)
    return HostHooks::kNotHooked;
  return AnswerFromFiles(*file_system, vm, call, args, answer);
}

void SandboxImpl::RecordAnswer(Vm& vm, OsCallId call, int error, Value answer) {
  RecordedEvent event{.kind = RecordedEvent::Kind::kOsAnswer};
  event.os_call = call;
  event.error = error;
  event.values.emplace_back();
  if (error == 0) {
    absl::StatusOr<HostValue> value = ToHost(vm, answer, ConversionLimits{});
    if (value.ok()) event.values[0] = *std::move(value);
  }
  Record(event);
}

int SandboxImpl::ReplayAnswer(Vm& vm, Value* answer) {
  const RecordedEvent& event = answers.front();
  const int error = event.error;
  if (error == 0) {
    absl::StatusOr<Value> value = FromHost(vm, event.values[0], ConversionLimits{});
    if (!value.ok()) {
      *answer = vm.NoMemory(1 << 16);
      return 0;
    }
    *answer = *value;
  }
  answers.pop_front();
  return error;
}

int SandboxImpl::ReadInput(Vm& vm, std::span<const Value> args, Value* answer) {
  size_t left = input.size() - input_read;
  if (args[0].IsSmallInt() && args[0].AsSmallInt() >= 0) {
    left = std::min(left, ClippedSize(args[0].AsSmallInt()));
  }
  *answer = vm.NewBytes(std::string_view(input).substr(input_read, left));
  if (!answer->IsFailed()) input_read += left;
  return 0;
}

bool SandboxImpl::GetVariable(void* context, std::string_view name, std::string* value) {
  const auto& variables = *static_cast<SandboxImpl*>(context)->environment;
  auto found = variables.find(std::string(name));
  if (found == variables.end()) return false;
  *value = found->second;
  return true;
}

void SandboxImpl::AuditOs(void* context, OsCallId call, std::span<const Value> args,
                          std::string_view outcome) {
  static_cast<SandboxImpl*>(context)->Audit(MakeOsCall(call, args), outcome);
}

SandboxImpl::SandboxImpl(const SandboxOptions& options)
    : conversion(options.conversion),
      on_output(options.on_output),
      on_audit(options.on_audit),
      is_cancelled(options.is_cancelled),
      file_system(options.file_system),
      environment(options.environment),
      has_input(options.standard_input.has_value()) {
  feed_limits = options.feed_limits;
  after_limit = options.after_limit;
  if (has_input) input = *options.standard_input;
  if (environment && !environment->contains("HOME")) (*environment)["HOME"] = options.home;
}

void SandboxImpl::SetPolicies(const Permissions& permissions) {
  if (AreDefault(permissions)) {  // those of a new Vm, but for commands
    vm->host.SetOsPolicy(OsCallId::kRunCommand, PolicyOf(permissions.run_command));
    return;
  }
#define PYSUB_OS_CALL(Name, permission, Reply, Alone) \
  vm->host.SetOsPolicy(OsCallId::k##Name, PolicyOf(permissions.permission));
#include "vm/host/os_calls.def"
}

// As a copy of the program's prototype, if it has one.
bool SandboxImpl::StartAsCopy(const Program& from, const SandboxOptions& options,
                              const Limits& limits) {
  const VmImage* prototype = from.data_->Prototype(options.entropy_seed);
  if (prototype == nullptr) return false;
  vm = prototype->Copy(limits, Hooks());
  if (vm == nullptr) return false;
  if (options.entropy_seed != 0 && !Rekey(*vm, options.entropy_seed)) return false;
  program = from.data_;
  if (!program->last_name.empty()) vm->host.host_note = program->last_name;
  return true;
}

absl::Status SandboxImpl::Start(const Program& from, const SandboxOptions& options) {
  const Limits limits = VmLimits(options.limits);
  const bool loaded = StartAsCopy(from, options, limits);
  if (!loaded) {
    vm = Vm::New(StandardRuntime(), limits, Hooks());
    vm->SeedHashes(options.entropy_seed);
  }
  vm->host.session_id = options.session_id;
  vm->host.resolves_names = options.resolve_names;
  vm->host.virtual_clock_ns = options.virtual_time.count();
  vm->host.entropy_seed = options.entropy_seed;
  if (options.working_directory != vm->host.working_directory) {
    if (!options.working_directory.starts_with('/') ||
        options.working_directory.find('\0') != std::string::npos) {
      return absl::InvalidArgumentError("working_directory is not absolute");
    }
    vm->host.working_directory = options.working_directory;
  }
  if (!options.arguments.empty()) vm->arguments = options.arguments;
  SetPolicies(options.permissions);
  if (!options.module_path.empty()) {
    absl::Status importing = WithMemory([&] {
      if (SetModulePath(*vm, options.module_path).ok()) return absl::OkStatus();
      vm->DropFailure();
      return absl::AbortedError("module_path does not fit into the memory limit");
    });
    if (!importing.ok()) return importing;
  }
  if (absl::Status live = CheckLive(*vm, limits); !live.ok()) return live;
  if (!loaded) {
    if (absl::Status status = Load(from.data_); !status.ok()) return status;
  }
  for (const auto& [name, value] : options.inputs) {
    if (absl::Status set = Set(name, value); !set.ok()) {
      return absl::Status(set.code(), absl::StrCat("input '", name, "': ", set.message()));
    }
  }
  return absl::OkStatus();
}

void SandboxImpl::FindState() {
  if (vm->host.request().kind != HostRequestKind::kNone) {
    state = State::kRequest;
  } else {
    state = vm->frames().empty() ? State::kEnded : State::kRunning;
  }
}

absl::Status SandboxImpl::Load(std::shared_ptr<const ProgramData> data) {
  program = std::move(data);
  vm->host.host_note = program->last_name;
  raises_syntax_error = !program->errors.empty();
  state = State::kRunning;
  last.reset();
  std::shared_ptr<const CompiledUnit> unit = program->unit;
  const std::string& source = unit != nullptr ? unit->source : program->source;
  if (unit == nullptr) unit = CompileProgram("", {}, vm->GlobalNames(), vm->future_flags)->unit;
  return WithMemory([&]() -> absl::Status {
    if (vm->Load(unit).ok() &&
        WriteSyntaxWarnings(*vm, program->warnings, program->file_name, source).ok()) {
      return absl::OkStatus();
    }
    vm->DropFailure();
    return absl::AbortedError("the program does not fit into the memory limit");
  });
}

int SandboxImpl::WriteOutput(void* context, int stream, std::string_view bytes) {
  SandboxImpl& impl = *static_cast<SandboxImpl*>(context);
  impl.output_bytes += bytes.size();
  if (impl.recorder != nullptr || impl.replays)
    impl.output_hash = HashOutput(impl.output_hash, stream, bytes);
  if (impl.on_output != nullptr) {
    impl.on_output(static_cast<OutputStream>(stream), bytes);
  } else {
    impl.output[stream - 1].append(bytes);
  }
  return 0;
}

bool SandboxImpl::ReadLine(void* context, std::string* line) {
  SandboxImpl& impl = *static_cast<SandboxImpl*>(context);
  size_t end = impl.input.find('\n', impl.input_read);
  end = end == std::string::npos ? impl.input.size() : end + 1;
  line->append(impl.input, impl.input_read, end - impl.input_read);
  impl.input_read = end;
  return !line->empty();
}

// ---- running

Stop SandboxImpl::Run(uint64_t fuel) {
  if (state == State::kEnded || state == State::kDead) return last ? *last : Finished{};
  if (vm->host.request().kind == HostRequestKind::kWaiting && IsInterrupted()) {
    vm->host.AnswerWaiting(false);  // the event loop goes on, and gets the KeyboardInterrupt
  } else if (vm->host.request().kind == HostRequestKind::kWaiting && !vm->IsCancelled()) {
    Waiting waiting = PublishWaiting();
    if (!waiting.sleep_ns && !waiting.pending.empty()) return waiting;
    vm->host.AnswerWaiting(waiting.sleep_ns.has_value());
  }
  // Telling the host of the stop counts as running: a program decides how long its traceback is.
  VmStop stop = vm->Run(fuel);
  vm->host.FlushOutput();
  while (stop.kind == StopKind::kHost) {
    Stop result;
    if (PublishRequest(&result)) {
      state = State::kRequest;
      vm->budget().PauseClock();
      return result;
    }
    stop = vm->Run(fuel);
    vm->host.FlushOutput();
  }
  Stop result = Publish(stop);
  vm->budget().PauseClock();
  return result;
}

Stop SandboxImpl::Publish(const VmStop& stop) {
  switch (stop.kind) {
    case StopKind::kFinished:
      if (raises_syntax_error) {
        raises_syntax_error = false;
        static_cast<void>(RaiseSyntaxError(*vm, program->error_infos[0], program->file_name));
        Value exception = vm->TakeException();
        if (exception.IsUndefined()) return PublishLimit();
        Stop raised = PublishRaised(exception);
        // The report knows more than the exception: which keyword may have been meant.
        std::get_if<Raised>(&raised)->traceback = FittingReport(*vm, program->errors[0].text);
        return End(std::move(raised));
      }
      return End(PublishFinished(ResultOfProgram(stop.value)));
    case StopKind::kRaised: return End(PublishRaised(stop.value));
    case StopKind::kCallbackFinished:
    case StopKind::kCallbackRaised:
      state = vm->host.request().kind != HostRequestKind::kNone ? State::kRequest : State::kEnded;
      if (state == State::kEnded) EndFeed();
      return stop.kind == StopKind::kCallbackRaised ? PublishRaised(stop.value)
                                                    : PublishFinished(stop.value);
    case StopKind::kOutOfFuel: return OutOfFuel{};
    case StopKind::kLimit:
    case StopKind::kHost: break;
  }
  return PublishLimit();
}

Stop SandboxImpl::End(Stop stop) {
  EndFeed();
  state = State::kEnded;
  last = stop;
  return stop;
}

// ---- calls and globals

absl::Status SandboxImpl::CheckAlive() const {
  if (state != State::kDead && vm->budget().limit_hit() == LimitHit::kNone) return absl::OkStatus();
  return absl::FailedPreconditionError("a limit was reached: nothing of the program is left");
}

absl::Status SandboxImpl::Call(const HostValue& function, std::span<const HostValue> args,
                               std::span<const std::pair<std::string, HostValue>> kwargs) {
  if (absl::Status alive = CheckAlive(); !alive.ok()) return alive;
  if (state != State::kEnded && state != State::kRequest) {
    return absl::FailedPreconditionError("the program is in the middle of running");
  }
  if (state == State::kEnded) {
    if (absl::Status begun = BeginFeed(); !begun.ok()) return begun;
  }
  HostValue arguments = HostValue::Tuple({args.begin(), args.end()});
  HostValue keywords = HostValue::Dict({kwargs.begin(), kwargs.end()});
  absl::Status status = WithMemory([&]() -> absl::Status {
    absl::StatusOr<Value> callee = FromHost(*vm, function, conversion);
    if (!callee.ok()) return callee.status();
    absl::StatusOr<Value> tuple = FromHost(*vm, arguments, conversion);
    if (!tuple.ok()) return tuple.status();
    absl::StatusOr<Value> dict = Value::Undefined();
    if (!kwargs.empty()) dict = FromHost(*vm, keywords, conversion);
    if (!dict.ok()) return dict.status();
    if (vm->host.CallForHost(*callee, *tuple, *dict).ok()) return absl::OkStatus();
    bool too_deep = vm->FailureIsCatchable();
    vm->DropFailure();
    return too_deep ? absl::ResourceExhaustedError("calls of the host are nested too deeply")
                    : absl::AbortedError("the sandbox has no memory for this call");
  });
  if (status.ok()) state = State::kRunning;
  if (!status.ok() && state == State::kEnded) EndFeed();
  return status;
}

absl::StatusOr<HostValue> SandboxImpl::Get(std::string_view name) {
  if (absl::Status alive = CheckAlive(); !alive.ok()) return alive;
  Value globals = vm->main_globals();
  if (IsObjectOf(globals, TypeId::kDict)) {
    Value value = DictGetStr(*vm, globals.As<Dict>(), name);
    if (value.IsFailed()) vm->DropFailure();
    if (!value.IsFailed() && !value.IsUndefined()) return ToHost(*vm, value, conversion);
  }
  return absl::NotFoundError(absl::StrCat("there is no global '", std::string(name), "'"));
}

absl::Status SandboxImpl::Set(std::string_view name, const HostValue& value) {
  if (absl::Status alive = CheckAlive(); !alive.ok()) return alive;
  if (!IsValidUtf8(name, Surrogates::kRefuse)) {
    return absl::InvalidArgumentError("the name is not valid UTF-8");
  }
  // A function that no program can call: what is meant is told now, not by a later NameError.
  if (value.kind() == HostValue::Kind::kHostFunction && !StrIsIdentifier(name)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", absl::string_view(name.data(), std::min<size_t>(name.size(), 200)),
                     "' is no name of a function"));
  }
  if (!IsObjectOf(vm->main_globals(), TypeId::kDict)) {
    return absl::FailedPreconditionError("there is no program that could have globals");
  }
  return WithMemory([&]() -> absl::Status {
    absl::StatusOr<Value> converted = FromHost(*vm, value, conversion);
    if (!converted.ok()) return converted.status();
    Value key = vm->Intern(name);
    if (!key.IsFailed() && DictSet(*vm, vm->main_globals().As<Dict>(), key, *converted).ok()) {
      return absl::OkStatus();
    }
    vm->DropFailure();
    return absl::AbortedError("the sandbox has no memory for this value");
  });
}

// ---- Sandbox

Sandbox::Sandbox(std::unique_ptr<SandboxImpl> impl) : impl_(std::move(impl)) {}
Sandbox::Sandbox(Sandbox&&) noexcept = default;
Sandbox& Sandbox::operator=(Sandbox&&) noexcept = default;
Sandbox::~Sandbox() = default;

absl::StatusOr<Sandbox> Sandbox::Create(const Program& program, const SandboxOptions& options) {
  if (absl::Status limits = CheckLimits(options.limits); !limits.ok()) return limits;
  if (absl::Status limits = CheckFeedLimits(options.feed_limits); !limits.ok()) return limits;
  auto impl = std::make_unique<SandboxImpl>(options);
  if (absl::Status started = impl->Start(program, options); !started.ok()) return started;
  impl->SetSessionLimits(impl->vm->budget().limits(), impl->vm->budget().limits());
  return Sandbox(std::move(impl));
}

Stop Sandbox::Run() { return impl_->RunRecorded(kUnlimited); }
Stop Sandbox::RunFor(uint64_t fuel) { return impl_->RunRecorded(std::max<uint64_t>(fuel, 1)); }
absl::Status Sandbox::Answer(CallId id, Reply reply) {
  absl::Status status = impl_->Answer(id, reply);
  if (status.ok() && impl_->recorder != nullptr) {
    impl_->Record({.kind = RecordedEvent::Kind::kAnswer, .id = id, .reply = std::move(reply)});
  }
  return status;
}

absl::Status Sandbox::Call(const HostValue& function, std::span<const HostValue> args,
                           std::span<const std::pair<std::string, HostValue>> kwargs) {
  absl::Status status = impl_->Call(function, args, kwargs);
  if (status.ok() && impl_->recorder != nullptr) {
    impl_->Record({.kind = RecordedEvent::Kind::kCall,
                   .values = {function, HostValue::Tuple({args.begin(), args.end()}),
                              HostValue::Dict({kwargs.begin(), kwargs.end()})}});
  }
  return status;
}

absl::StatusOr<HostValue> Sandbox::Get(std::string_view name) {
  absl::StatusOr<HostValue> value = impl_->Get(name);
  if (value.ok() && impl_->recorder != nullptr) {
    impl_->Record({.kind = RecordedEvent::Kind::kGet, .text = std::string(name)});
  }
  return value;
}
absl::Status Sandbox::Set(std::string_view name, const HostValue& value) {
  absl::Status status = impl_->Set(name, value);
  if (status.ok() && impl_->recorder != nullptr) {
    impl_->Record(
        {.kind = RecordedEvent::Kind::kSet, .text = std::string(name), .values = {value}});
  }
  return status;
}
void Sandbox::ReleaseHandles() {
  pysub::ReleaseHandles(*impl_->vm);
  impl_->Record({.kind = RecordedEvent::Kind::kReleaseHandles});
}

std::string Sandbox::TakeOutput(OutputStream stream) {
  return std::exchange(impl_->output[static_cast<int>(stream) - 1], std::string());
}

Usage Sandbox::usage() const {
  const Vm& vm = *impl_->vm;
  const uint64_t kept = impl_->before != nullptr ? impl_->before->heap.charged() : 0;
  return {.memory_bytes = vm.heap.charged() + kept,
          .peak_memory_bytes = vm.heap.peak(),
          .allocations = vm.heap.allocations(),
          .steps = vm.budget().steps_used(),
          .output_bytes = impl_->output_bytes,
          .running = std::chrono::nanoseconds(vm.budget().running_ns())};
}

// ---- snapshots

namespace {

absl::Status CheckKey(std::string_view key) {
  if (key.empty() || key.size() >= kMinSealKeyBytes) return absl::OkStatus();
  return absl::InvalidArgumentError("a key of a snapshot has at least 16 bytes");
}

// What is under the seal, if there is one and has to be.
absl::Status OpenSealOf(std::string_view key, std::string_view* bytes) {
  if (absl::Status status = CheckKey(key); !status.ok()) return status;
  if (key.empty()) {
    if (!IsSealed(*bytes)) return absl::OkStatus();
    return absl::PermissionDeniedError("the snapshot is sealed: it takes its key to load it");
  }
  const SealCheck check = OpenSeal(*bytes, key, bytes);
  if (check == SealCheck::kGood) return absl::OkStatus();
  const std::string_view text = SealText(check);
  return absl::PermissionDeniedError(absl::string_view(text.data(), text.size()));
}

}  // namespace

absl::StatusOr<std::string> Sandbox::Snapshot(const SnapshotOptions& options) {
  if (absl::Status alive = impl_->CheckAlive(); !alive.ok()) return alive;
  if (impl_->raises_syntax_error) {
    return absl::FailedPreconditionError(
        "the program has errors and was not run: there is nothing to save");
  }
  if (absl::Status key = CheckKey(options.key); !key.ok()) return key;
  // The limits of a feed are its host's, who says them again when it restores.
  impl_->vm->SetWorkLimits(impl_->session_limits);
  std::string bytes, error;
  const bool saved =
      SaveSnapshot(*impl_->vm, {.with_sources = options.with_source}, &bytes, &error);
  if (impl_->in_feed) impl_->vm->SetWorkLimits(impl_->feed_end);
  if (!saved) return absl::FailedPreconditionError(error);
  impl_->Record({.kind = RecordedEvent::Kind::kCollect});
  return options.key.empty() ? bytes : SealSnapshot(bytes, options.key);
}

absl::StatusOr<Sandbox> Sandbox::Restore(std::string_view bytes, const SandboxOptions& options,
                                         std::span<const Program> programs) {
  if (absl::Status seal = OpenSealOf(options.snapshot_key, &bytes); !seal.ok()) return seal;
  return RestoreUnsealed(bytes, options, programs, /*replay=*/false);
}

absl::StatusOr<Sandbox> Sandbox::RestoreUnsealed(std::string_view bytes,
                                                 const SandboxOptions& options,
                                                 std::span<const Program> programs, bool replay) {
  if (absl::Status limits = CheckLimits(options.limits); !limits.ok()) return limits;
  if (absl::Status limits = CheckFeedLimits(options.feed_limits); !limits.ok()) return limits;
  auto impl = std::make_unique<SandboxImpl>(options);
  std::vector<std::shared_ptr<const CompiledUnit>> units;
  for (const Program& program : programs) {
    if (SandboxImpl::DataOf(program)->unit != nullptr)
      units.push_back(SandboxImpl::DataOf(program)->unit);
  }
  std::string error;
  impl->vm = RestoreSnapshot(StandardRuntime(), impl->Hooks(), bytes,
                             {.ceilings = VmLimits(options.limits),
                              .replaces_limits = options.replace_snapshot_limits,
                              .units = units,
                              .replay = replay},
                             &error);
  if (impl->vm == nullptr) return absl::DataLossError(error);
  if (!replay) ForgetHandleOwner(*impl->vm);
  impl->replays = replay;
  impl->SetPolicies(options.permissions);
  impl->FindState();
  impl->SetSessionLimits(impl->vm->budget().limits(), impl->vm->budget().limits());
  if (impl->state != SandboxImpl::State::kEnded) {
    impl->in_feed = true;
    impl->NarrowLimits();
  }
  return Sandbox(std::move(impl));
}

absl::StatusOr<Sandbox> Sandbox::Fork() {
  if (absl::Status alive = impl_->CheckAlive(); !alive.ok()) return alive;
  if (impl_->raises_syntax_error) {
    return absl::FailedPreconditionError(
        "the program has errors and was not run: there is nothing to fork");
  }
  auto copy = std::make_unique<SandboxImpl>(
      SandboxOptions{.conversion = impl_->conversion, .on_output = impl_->on_output});
  copy->feed_limits = impl_->feed_limits;
  copy->after_limit = impl_->after_limit;
  copy->on_audit = impl_->on_audit;
  copy->is_cancelled = impl_->is_cancelled;
  copy->file_system = impl_->file_system;
  copy->environment = impl_->environment;
  copy->program = impl_->program;
  copy->has_input = impl_->has_input;
  copy->input = impl_->input;
  copy->input_read = impl_->input_read;
  copy->output_bytes = impl_->output_bytes;
  copy->state = impl_->state;
  copy->last = impl_->last;
  std::string error;
  copy->vm = ForkSandbox(*impl_->vm, copy->Hooks(), &error);
  if (copy->vm == nullptr) return absl::FailedPreconditionError(error);
  ForgetHandleOwner(*copy->vm);
  if (impl_->before != nullptr) {
    copy->before = ForkSandbox(*impl_->before, copy->Hooks(), &error);
    if (copy->before == nullptr) return absl::FailedPreconditionError(error);
  }
  copy->in_feed = impl_->in_feed;
  copy->SetSessionLimits(impl_->session_limits, impl_->said_limits);
  copy->feed_end = impl_->feed_end;
  copy->interrupt_at_ns = impl_->interrupt_at_ns;
  copy->shown_limits = impl_->shown_limits;
  impl_->Record({.kind = RecordedEvent::Kind::kCollect});
  return Sandbox(std::move(copy));
}

// ---- the self-test

namespace {

struct LimitProbe {
  const char* name;
  LimitKind limit;
  SandboxLimits limits;
  const char* source;
};

SandboxLimits Only(void (*set)(SandboxLimits&)) {
  SandboxLimits limits{std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 100};
  set(limits);
  return limits;
}

}  // namespace

absl::Status Sandbox::SelfTest() {
  const LimitProbe probes[] = {
      {"memory_bytes", LimitKind::kMemory, Only([](SandboxLimits& l) { l.memory_bytes = 1 << 20; }),
       "x = []\nwhile True: x.append(x * 2)"},
      {"duration", LimitKind::kDuration,
       Only([](SandboxLimits& l) { l.duration = std::chrono::milliseconds(2); }),
       "while True: pass"},
      {"allocations", LimitKind::kAllocations, Only([](SandboxLimits& l) { l.allocations = 1000; }),
       "while True: [1]"},
      {"steps", LimitKind::kSteps, Only([](SandboxLimits& l) { l.steps = 10'000; }),
       "sorted(range(10**6), key=lambda n: -n)"},
      {"output_bytes", LimitKind::kOutput, Only([](SandboxLimits& l) { l.output_bytes = 1000; }),
       "while True: print('x' * 100)"},
  };
  for (const LimitProbe& probe : probes) {
    SandboxOptions options;
    options.limits = probe.limits;
    absl::StatusOr<Sandbox> sandbox = Create(Program::Compile(probe.source), options);
    if (!sandbox.ok()) return sandbox.status();
    Stop stop = sandbox->Run();
    const LimitReached* reached = std::get_if<LimitReached>(&stop);
    if (reached == nullptr || reached->limit != probe.limit) {
      return absl::InternalError(absl::StrCat("the limit ", probe.name, " does not hold"));
    }
  }
  SandboxOptions options;
  options.limits.recursion_depth = 50;
  absl::StatusOr<Sandbox> sandbox = Create(Program::Compile("def f(): f()\nf()"), options);
  if (!sandbox.ok()) return sandbox.status();
  Stop stop = sandbox->Run();
  const Raised* raised = std::get_if<Raised>(&stop);
  if (raised == nullptr || raised->exception.name() != "RecursionError") {
    return absl::InternalError("the limit recursion_depth does not hold");
  }
  return absl::OkStatus();
}

}  // namespace pysub
