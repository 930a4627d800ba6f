#include "osbridge/worker/local_engine.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>
#include <time.h>

#include <algorithm>
#include <utility>

#include "compiler/compile.h"
#include "osbridge/sandbox_impl.h"
#include "osbridge/worker/input_buffer.h"
#include "osbridge/worker/text_of.h"
#include "parser/source_encoding.h"
#include "vm/ending.h"
#include "vm/snapshot/format.h"

namespace pysub {
namespace {

Conclusion EndOf(const Raised& raised) {
  Conclusion conclusion;
  conclusion.exception_type = raised.exception.name();
  conclusion.message = raised.message;
  if (raised.exit_status) {
    conclusion.end = PythonEnd::kExit;
    conclusion.exit_code = *raised.exit_status;
    if (raised.exit_message) conclusion.report = *raised.exit_message + "\n";
  } else {
    conclusion.end = PythonEnd::kRaised;
    conclusion.exit_code = kFailedExitCode;
    conclusion.report = raised.traceback;
  }
  return conclusion;
}

// `message`: which limit it was, "MemoryError: ..."; `report`: all that is printed.
Conclusion EndOf(LimitKind limit, std::string message, std::string report) {
  Conclusion conclusion;
  conclusion.end = PythonEnd::kLimit;
  conclusion.exit_code = kFailedExitCode;
  conclusion.limit = limit;
  conclusion.exception_type = message.substr(0, message.find(':'));
  conclusion.message = std::move(message);
  conclusion.report = std::move(report);
  return conclusion;
}

// It could not even be made.
Conclusion NoMemory(const absl::Status& status) {
  std::string message = absl::StrCat("MemoryError: ", status.message());
  std::string report = message + "\n";
  return EndOf(LimitKind::kMemory, std::move(message), std::move(report));
}

// The request is wrong: a limit of 0, a working directory that is not absolute.
Conclusion Impossible(const absl::Status& status) {
  Conclusion conclusion;
  conclusion.end = PythonEnd::kWorkerError;
  conclusion.exit_code = kFailedExitCode;
  conclusion.message = absl::StrCat("the program cannot be started: ", status.message());
  conclusion.report = absl::StrCat("pysub: ", conclusion.message, "\n");
  return conclusion;
}

// Of a script; "" is the current one.
std::string OwnDirectory(const PythonRequest& request) {
  if (!request.from_file) return "";
  std::string name = request.file_name;
  if (!name.starts_with('/'))
    name = absl::StrCat(request.working_directory,
                        request.working_directory.ends_with('/') ? "" : "/", name);
  name.resize(std::max<size_t>(name.rfind('/'), 1));
  return name;
}

// Whoever sees files may import them: those beside a script or in the current directory,
// then those of PYTHONPATH.
std::vector<std::string> ModulePath(const PythonRequest& request) {
  std::vector<std::string> path;
  if (!request.safe_path) path.push_back(OwnDirectory(request));
  for (const auto& [name, value] : request.environment) {
    if (name != "PYTHONPATH" || request.ignores_environment) continue;
    for (absl::string_view directory : absl::StrSplit(value, ':', absl::SkipEmpty()))
      path.emplace_back(directory);
  }
  return path;
}

// Whatever the request does not ask for stays closed.
SandboxOptions OptionsOf(const PythonRequest& request) {
  SandboxOptions options;
  options.limits = request.limits;
  options.permissions.standard_input = Permission::kHost;
  options.environment.emplace(request.environment.begin(), request.environment.end());
  options.working_directory = request.working_directory;
  if (request.files != nullptr) {
    options.file_system = {std::shared_ptr<void>(), request.files};  // the request's owner keeps it
  } else if (request.asks_for_files) {
    options.permissions.files_read = options.permissions.files_write = Permission::kHost;
  }
  if (request.clock == ClockSource::kReal) {
    options.permissions.clock = Permission::kHost;
    options.permissions.sleep = Permission::kHost;
  }
  if (request.entropy_seed) {
    options.entropy_seed = *request.entropy_seed;
  } else {
    options.permissions.entropy = Permission::kHost;
  }
  if (request.files != nullptr || request.asks_for_files) options.module_path = ModulePath(request);
  options.arguments = request.arguments;
  options.is_cancelled = request.is_cancelled;
  for (const HostFunctionInfo& function : request.functions) {
    HostValue offered = HostValue::HostFunction(function.name, function.doc);
    options.inputs.emplace_back(offered.name(), offered);
  }
  return options;
}

int64_t NowNs(os::Now::Clock clock) {
#if defined(__wasm__)
  const clockid_t kClocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC};
#else
  static constexpr clockid_t kClocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC,
                                          CLOCK_PROCESS_CPUTIME_ID};
#endif
  timespec now = {};
  clock_gettime(kClocks[static_cast<size_t>(clock)], &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Runs the program in this process: fast to start, and as safe as the VM is. The other engine puts
// the kernel between program and host.
class LocalEngine : public Engine {
 public:
  explicit LocalEngine(const PythonRequest& request)
      : input_function_(request.input_function), memory_limit_(request.limits.memory_bytes) {}

  void Start(const PythonRequest& request) {
    // Compiling takes memory before there is a heap that could count it.
    if (request.limits.memory_bytes.value_or(0) != 0 &&
        CompileMemory(request.code) > *request.limits.memory_bytes) {
      return Conclude(
          EndAtLimit(LimitHit::kMemory, {.memory_bytes = *request.limits.memory_bytes}, ""));
    }
    std::string source = request.code, error;
    if (!DecodeSource(request.file_name, &source, &error))
      return FailToCompile(request, "SyntaxError", "", error);
    const Program program = Program::Compile(source, {.file_name = request.file_name,
                                                      .result = ResultOf::kNothing,
                                                      .echo = request.echo,
                                                      .from_file = request.from_file});
    if (!program.ok()) {
      const SyntaxErrorReport& first = program.errors().front();
      return FailToCompile(request, first.type, first.message, first.text);
    }
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(program, OptionsOf(request));
    if (!sandbox.ok())
      return Conclude(sandbox.status().code() == absl::StatusCode::kInvalidArgument
                          ? Impossible(sandbox.status())
                          : NoMemory(sandbox.status()));
    sandbox_.emplace(*std::move(sandbox));
  }

  absl::Status Restore(std::string_view bytes, const PythonRequest& request) {
    ByteReader from(bytes);
    input_.Append(from.Text());
    if (from.Below(2) != 0) input_.End();
    if (!from.ok()) return absl::DataLossError("the saved run is damaged");
    absl::StatusOr<Sandbox> sandbox = Sandbox::Restore(from.Raw(from.left()), OptionsOf(request));
    if (!sandbox.ok()) return sandbox.status();
    sandbox_.emplace(*std::move(sandbox));
    return absl::OkStatus();
  }

  // Runs until the fuel is used up or there is something that only the host can answer. Answers
  // given here cost fuel as well: a program that does nothing but ask would otherwise run for ever
  // in one step.
  EngineEvent Step(uint64_t fuel) override {
    if (conclusion_) return *conclusion_;
    const uint64_t start = sandbox_->usage().steps;
    uint64_t answered = 0;
    while (true) {
      const uint64_t used = sandbox_->usage().steps - start + answered;
      if (used >= fuel) return Working{};
      Stop stop = sandbox_->RunFor(fuel - used);
      // What answering costs here counts like work of the program.
      constexpr uint64_t kCostOfAnswer = 100;
      answered += kCostOfAnswer;
      if (std::holds_alternative<OutOfFuel>(stop)) return Working{};
      if (auto* call = std::get_if<FunctionCall>(&stop)) {
        if (input_function_.empty() || call->name != input_function_) return std::move(*call);
        if (!AnswerWithInput(*call)) return WantsInput{};
        continue;
      }
      if (auto* name = std::get_if<NameLookup>(&stop)) {
        if (!sandbox_->Answer(name->id, NoSuchName{}).ok()) return End(stop);
        continue;
      }
      if (auto* request = std::get_if<OsRequest>(&stop)) {
        switch (AnswerHere(*request)) {
          case Answered::kYes: continue;
          case Answered::kInputIsMissing: return WantsInput{};
          case Answered::kEnded: return *conclusion_;
          case Answered::kNo: return std::move(*request);
        }
      }
      if (std::holds_alternative<Waiting>(stop))
        continue;  // nothing is answered with Later: time has passed
      return End(stop);
    }
  }

  absl::Status Answer(CallId id, Reply reply) override {
    if (!sandbox_) return absl::FailedPreconditionError("the program has ended");
    return sandbox_->Answer(id, std::move(reply));
  }

  absl::Status GiveInput(std::string_view bytes, bool end) override {
    if (!HasRoomFor(input_.BytesToAppend(bytes.size())))
      return absl::ResourceExhaustedError("no room for input");
    input_.Append(bytes);
    if (end) input_.End();
    return absl::OkStatus();
  }

  std::string TakeOutput(OutputStream stream) override {
    return sandbox_ ? sandbox_->TakeOutput(stream) : "";
  }

  std::string Abandon() override {
    if (conclusion_ || !sandbox_) return "";
    sandbox_->Cancel();
    const Stop stop = sandbox_->Run();
    const LimitReached* reached = std::get_if<LimitReached>(&stop);
    if (reached == nullptr) return "";
    return reached->traceback.substr(0, reached->traceback.size() - reached->message.size() - 1);
  }

  absl::StatusOr<std::string> Snapshot() override {
    if (!sandbox_ || conclusion_) return absl::FailedPreconditionError("the program has ended");
    absl::StatusOr<std::string> program = sandbox_->Snapshot();
    if (!program.ok()) return program;
    std::string bytes;
    ByteWriter to(bytes);
    to.Text(input_.rest());
    to.Byte(input_.ended());
    to.Raw(*program);
    to.Flush();
    return bytes;
  }

  Usage usage() override {
    Usage usage = sandbox_ ? sandbox_->usage() : Usage{};
    usage.memory_bytes += input_.bytes_held();
    usage.peak_memory_bytes = std::max(usage.peak_memory_bytes, usage.memory_bytes);
    return usage;
  }

 private:
  enum class Answered : uint8_t { kYes, kNo, kInputIsMissing, kEnded };

  // What waits to be read counts as the program's memory. False: with `bytes` of it that would be
  // more than its limit, which has ended it.
  bool HasRoomFor(uint64_t bytes) {
    constexpr uint64_t kLittle = 1 << 20;
    if (!memory_limit_ || bytes <= kLittle || !sandbox_ || conclusion_) return true;
    if (sandbox_->usage().memory_bytes + bytes <= *memory_limit_) return true;
    EndForMemory();
    return false;
  }

  void EndForMemory() {
    Conclude(EndAtLimit(LimitHit::kMemory, {.memory_bytes = *memory_limit_}, Abandon()));
  }

  void Conclude(Conclusion conclusion) { conclusion_ = std::move(conclusion); }

  void FailToCompile(const PythonRequest& request, std::string_view type, std::string_view message,
                     std::string_view report) {
    Conclusion conclusion;
    conclusion.end = PythonEnd::kSyntaxError;
    conclusion.exit_code = request.syntax_error_exit_code;
    conclusion.exception_type = type;
    conclusion.message = message;
    conclusion.report = report;
    Conclude(std::move(conclusion));
  }

  EngineEvent End(const Stop& stop) {
    if (const Raised* raised = std::get_if<Raised>(&stop)) {
      Conclude(EndOf(*raised));
    } else if (const LimitReached* reached = std::get_if<LimitReached>(&stop)) {
      Conclude(EndOf(reached->limit, reached->message, reached->traceback));
    } else {
      Conclude({});
    }
    return *conclusion_;
  }

  // False: the end of the input has not come yet.
  bool AnswerWithInput(const FunctionCall& call) {
    Reply reply = HostException("TypeError", absl::StrCat(call.name, "() takes no arguments"));
    if (call.args.empty() && call.kwargs.empty()) {
      const std::optional<std::string_view> rest = input_.TakeRest();
      if (!rest) return false;
      reply = TextOf(*rest);
    }
    if (!sandbox_->Answer(call.id, std::move(reply)).ok()) {
      static_cast<void>(sandbox_->Answer(call.id, HostException("MemoryError", "")));
    }
    return true;
  }

  Answered AnswerHere(const OsRequest& request) {
    std::optional<HostValue> value;
    if (std::holds_alternative<os::ReadLine>(request.call)) {
      const std::optional<std::string_view> line = input_.TakeLine();
      if (!line) return Answered::kInputIsMissing;
      value = TextOf(*line);
    } else if (const auto* now = std::get_if<os::Now>(&request.call)) {
      value = os::Now::ToValue(NowNs(now->clock));
    } else if (const auto* read = std::get_if<os::ReadInput>(&request.call)) {
      const std::optional<std::string_view> bytes = input_.TakeBytes(read->size);
      if (!bytes) return Answered::kInputIsMissing;
      // Beside the input there are the answer and what the program makes of it.
      if (!HasRoomFor(input_.bytes_held() + 2 * bytes->size())) return Answered::kEnded;
      value = HostValue::Bytes(*bytes);
    }
    if (!value) return Answered::kNo;
    if (sandbox_->Answer(request.id, *std::move(value)).ok()) return Answered::kYes;
    // No memory for it: the next run ends with that limit.
    if (sandbox_->Answer(request.id, HostException("MemoryError", "")).ok()) return Answered::kYes;
    if (!memory_limit_) return Answered::kNo;
    EndForMemory();
    return Answered::kEnded;
  }

  const std::string input_function_;
  const std::optional<uint64_t> memory_limit_;
  InputBuffer input_;
  std::optional<Sandbox> sandbox_;
  std::optional<Conclusion> conclusion_;
};

}  // namespace

Conclusion EndAtLimit(LimitHit hit, const Limits& limits, const std::string& frames) {
  std::string message = LimitMessage(hit, limits);
  std::string report = absl::StrCat(frames, message, "\n");
  return EndOf(KindOf(hit), std::move(message), std::move(report));
}

std::unique_ptr<Engine> MakeLocalEngine(const PythonRequest& request) {
  auto engine = std::make_unique<LocalEngine>(request);
  engine->Start(request);
  return engine;
}

absl::StatusOr<std::unique_ptr<Engine>> RestoreLocalEngine(std::string_view bytes,
                                                           const PythonRequest& request) {
  auto engine = std::make_unique<LocalEngine>(request);
  if (absl::Status restored = engine->Restore(bytes, request); !restored.ok()) return restored;
  return engine;
}

}  // namespace pysub
