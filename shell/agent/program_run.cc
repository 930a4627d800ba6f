// Python that runs in this process for a call: a ProgramRun, which may outlive the call when it
// waits for an approval and another call goes on with it (2026-07-28), and the calls, which only
// step it.
#include "shell/agent/program_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/compile.h"
#include "shell/agent/approvals.h"
#include "shell/agent/file_tools.h"
#include "shell/agent/python_program.h"
#include "shell/agent/run_outcome.h"
#include "shell/agent/server_tools.h"
#include "shell/agent/tool_log.h"

namespace pysub::agent {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// How long before the clock of a call a program's own limit is to end it, with a traceback.
constexpr std::chrono::milliseconds kGrace(250);
constexpr size_t kMostShownArguments = 4'000;

RunOutcome OutcomeOf(const absl::Status& status) {
  RunOutcome outcome;
  outcome.end = "failed";
  outcome.exit_code = 1;
  outcome.message = std::string(status.message());
  return outcome;
}

// ---- What people are asked

Json FormOf(const ToolQuestion& question) {
  std::string arguments = ToPlainLine(question.arguments);
  arguments.pop_back();
  const std::string message =
      fmt::format("A program wants to call {} with {}", question.function->path,
                  CutText(arguments, kMostShownArguments));
  const Json approve = Object({{"type", "boolean"},
                               {"title", "Approve"},
                               {"description", "Whether this one call may be made."}});
  return Object({{"mode", "form"},
                 {"message", message},
                 {"requestedSchema", Object({{"type", "object"},
                                             {"properties", Object({{"approve", approve}})},
                                             {"required", HostValue::List({"approve"})}})}});
}

// What an answer (ElicitResult) says; nothing: it is none.
std::optional<bool> DecisionOf(const Json& answer) {
  const std::string_view action = TextAt(answer, "action");
  if (action == "decline" || action == "cancel") return false;
  if (action != "accept") return std::nullopt;
  const Json* content = answer.Find("content");
  const Json* approve =
      content != nullptr && IsObject(*content) ? content->Find("approve") : nullptr;
  if (approve == nullptr || approve->kind() != HostValue::Kind::kBool) return std::nullopt;
  return *approve->as_bool();
}

constexpr std::string_view kDeclined = "was declined";
constexpr std::string_view kNobody =
    "needs an approval, and the client has no way to ask for one (elicitation)";

// ---- Runs

class ProgramRun : public WaitingRun {
 public:
  ProgramRun(Service& service, RunRequest request)
      : service_(service), request_(std::move(request)) {}

  // True: it has ended, and *result is there, or what it wants to be asked.
  bool Step(const std::shared_ptr<ProgramRun>& self, CallResult* result) {
    if (!program_ && !has_ended_) {
      if (service_.servers != nullptr && !service_.servers->IsSettled()) return false;
      if (!Begin()) has_ended_ = true;
    }
    if (has_ended_) {
      *result = std::move(result_);
      return true;
    }
    std::optional<RunOutcome> outcome = program_->Step();
    if (outcome) {
      End(*std::move(outcome));
      *result = std::move(result_);
      return true;
    }
    return program_->WaitsForDecisions() && Ask(self, result);
  }
  void Cancel() {
    is_cancelled_ = true;
    if (program_) program_->Cancel();
  }
  uint64_t progress() const { return program_ ? program_->used() : 0; }
  CallWait wait() const {
    if (program_) return program_->wait();
    constexpr nanoseconds kLook = std::chrono::milliseconds(20);
    return is_cancelled_ || service_.servers == nullptr || service_.servers->IsSettled()
               ? CallWait{}
               : CallWait{kLook, -1};
  }
  void SetContext(const CallContext& context) { context_ = context; }

  std::unique_ptr<Call> Resume(std::shared_ptr<WaitingRun> self, const Json& responses) override;

 protected:
  // The sandbox, ready to run. Null: *status says why not.
  virtual Sandbox* Open(ToolCalls* tools, absl::Status* status) = 0;
  virtual bool keeps_state() const { return false; }
  // Saves memory while it waits: the sandbox as bytes, and back. Null: it cannot be had back.
  virtual void Save() {}
  virtual Sandbox* Load() { return nullptr; }
  virtual CallResult Conclude(RunOutcome outcome, bool is_lost) = 0;
  virtual uint64_t feed() const { return 0; }
  virtual void Note(std::string) {}
  // It has begun, and nobody will see its end.
  bool is_under_way() const { return program_ && !has_ended_; }
  nanoseconds Time() const {
    const nanoseconds most = std::chrono::milliseconds(service_.config.limits.run_ms);
    return request_.timeout.count() > 0 ? std::min(request_.timeout, most) : most;
  }
  PythonProgram& program() { return *program_; }

  Service& service_;
  const RunRequest request_;
  bool is_saved_ = false;

 private:
  bool Begin() {
    // Compiling takes memory before anything counts it.
    if (CompileMemory(request_.code) > service_.config.limits.memory_bytes)
      return Fail(absl::ResourceExhaustedError("the code is too long for the memory limit"));
    if (service_.servers != nullptr) {
      tools_.emplace(service_.servers->catalog(), *service_.servers,
                     ToolLimits{service_.config.limits.tool_calls, context_.trace},
                     [this](const ToolCallNote& note) { TakeNote(note); });
    }
    absl::Status status;
    Sandbox* python = Open(tools_ ? &*tools_ : nullptr, &status);
    if (python == nullptr) return Fail(status);
    const bool is_whole = Time() >= std::chrono::milliseconds(service_.config.limits.run_ms);
    program_.emplace(python, tools_ ? &*tools_ : nullptr,
                     PythonProgram::Options{Time(), is_whole ? nanoseconds(kGrace) : nanoseconds(0),
                                            keeps_state()});
    if (is_cancelled_) program_->Cancel();
    return true;
  }
  bool Fail(const absl::Status& status) {
    result_ = Conclude(OutcomeOf(status), false);
    return false;
  }
  void End(RunOutcome outcome) {
    has_ended_ = true;
    const bool is_lost = program_->is_lost();
    if (tools_) tools_->CancelAll();
    result_ = Conclude(std::move(outcome), is_lost);
    if (tools_) AddCalls(&result_);
  }

  void TakeNote(const ToolCallNote& note) {
    const std::string line = ToolLogLine(note, context_.trace);
    Note(line);
    service_.tool_log.Write(line);
    if (calls_.size() < kMostCalls) calls_.push_back(ToolCallRow(note));
    ++ended_calls_;
  }
  void AddCalls(CallResult* result) {
    if (!IsObject(result->structured)) return;
    Members members;
    const std::span<const Json> items = result->structured.items();
    for (size_t i = 0; i < items.size(); i += 2) members.emplace_back(items[i], items[i + 1]);
    members.emplace_back("tool_calls", static_cast<int64_t>(ended_calls_));
    members.emplace_back("calls", HostValue::List(std::move(calls_)));
    result->structured = Object(std::move(members));
  }

  // True: the call ends here, and another one goes on.
  bool Ask(const std::shared_ptr<ProgramRun>& self, CallResult* result) {
    switch (context_.asking) {
      case CallContext::Asking::kNobody: Refuse(kNobody); return false;
      case CallContext::Asking::kByRequest: AskByRequests(); return false;
      case CallContext::Asking::kByResult: break;
    }
    Members requests;
    for (const ToolQuestion& question : tools_->questions())
      requests.emplace_back(
          question.key, Object({{"method", "elicitation/create"}, {"params", FormOf(question)}}));
    const std::string state = service_.approvals.Park(self, context_.digest);
    if (state.empty()) {
      Refuse("needs an approval, and as many runs wait for one as may (approvals)");
      return false;
    }
    Save();
    result->input_requests = Object(std::move(requests));
    result->request_state = state;
    return true;
  }
  void Refuse(std::string_view why) {
    while (!tools_->questions().empty()) {
      const std::string key = tools_->questions().front().key;
      tools_->Decide(program_->sandbox(), key, false, why);
    }
    program_->GoOn();
  }

  // Each question once; answers come by any thread, and are taken here.
  void AskByRequests() {
    for (const ToolQuestion& question : tools_->questions()) {
      if (std::find(asked_.begin(), asked_.end(), question.key) != asked_.end()) continue;
      asked_.push_back(question.key);
      ask_until_ =
          steady_clock::now() + std::chrono::milliseconds(service_.config.limits.approval_ms);
      context_.ask(FormOf(question), [decided = decided_, key = question.key,
                                      wake = tools_->Waker()](const Json& answer) {
        {
          const std::lock_guard lock(decided->mutex);
          decided->answers.emplace_back(key, answer);
        }
        wake();
      });
    }
    std::vector<std::pair<std::string, Json>> answers;
    {
      const std::lock_guard lock(decided_->mutex);
      answers.swap(decided_->answers);
    }
    for (const auto& [key, answer] : answers) Decide(key, DecisionOf(answer));
    if (steady_clock::now() >= ask_until_) return Refuse("was not approved in time (approval_ms)");
    if (!answers.empty()) program_->GoOn();
  }
  void Decide(std::string_view key, std::optional<bool> decision) {
    const bool is_approved = decision.value_or(false);
    tools_->Decide(program_->sandbox(), key, is_approved, decision ? kDeclined : kNobody);
  }

  friend class ProgramCall;

  struct Decided {
    std::mutex mutex;
    std::vector<std::pair<std::string, Json>> answers;  // guarded by mutex
  };
  static constexpr size_t kMostCalls = 100;  // that a result has

  CallContext context_;
  std::optional<ToolCalls> tools_;
  std::optional<PythonProgram> program_;
  CallResult result_;
  std::vector<HostValue> calls_;
  uint64_t ended_calls_ = 0;
  std::vector<std::string> asked_;
  SteadyTime ask_until_;
  const std::shared_ptr<Decided> decided_ = std::make_shared<Decided>();
  bool is_cancelled_ = false;
  bool has_ended_ = false;
};

class ProgramCall : public Call {
 public:
  explicit ProgramCall(std::shared_ptr<ProgramRun> run, Json responses = {})
      : run_(std::move(run)), responses_(std::move(responses)) {}

  bool Step() override {
    if (!responses_.is_none()) TakeResponses(std::exchange(responses_, Json()));
    return run_->Step(run_, &result_);
  }
  void SetContext(const CallContext& context) override { run_->SetContext(context); }
  void Cancel() override { run_->Cancel(); }
  uint64_t progress() const override { return run_->progress(); }
  CallWait wait() const override { return run_->wait(); }

 private:
  // (What is no answer stays a question, and is asked again.)
  void TakeResponses(const Json& responses) {
    ProgramRun& run = *run_;
    if (run.is_saved_) {
      Sandbox* python = run.Load();
      if (python == nullptr) return;
      run.program_->MoveTo(python);
    }
    bool has_answer = false;
    for (size_t i = 0; i + 1 < responses.items().size(); i += 2) {
      const std::optional<bool> decision = DecisionOf(responses.items()[i + 1]);
      if (!decision || !run.tools_->IsAsked(responses.items()[i].text())) continue;
      run.Decide(responses.items()[i].text(), decision);
      has_answer = true;
    }
    if (has_answer) run.program_->GoOn();
  }

  const std::shared_ptr<ProgramRun> run_;
  Json responses_;
};

std::unique_ptr<Call> ProgramRun::Resume(std::shared_ptr<WaitingRun> self, const Json& responses) {
  auto run = std::static_pointer_cast<ProgramRun>(std::move(self));
  return std::make_unique<ProgramCall>(std::move(run), responses);
}

// ---- A feed of a session

class FeedRun : public ProgramRun {
 public:
  FeedRun(Service& service, std::shared_ptr<Session> session, RunRequest request)
      : ProgramRun(service, std::move(request)), session_(std::move(session)) {}
  // (What is left of the session is as it was before the feed.)
  ~FeedRun() override {
    if (!is_under_way()) return;
    program().Cancel();
    while (!program().Step()) {
    }
    if (program().is_lost()) session_->ForgetPython();
  }
  std::string_view session_id() const override { return session_->id(); }

 protected:
  Sandbox* Open(ToolCalls*, absl::Status* status) override {
    session_->OpenAccount();
    absl::StatusOr<Sandbox*> python = session_->Python();
    if (python.ok() && service_.servers != nullptr) {
      for (const auto& [name, value] : service_.servers->catalog()->Globals()) {
        if (absl::Status set = (*python)->Set(name, value); !set.ok()) python = set;
        if (!python.ok()) break;
      }
    }
    if (python.ok()) {
      session_->BeginFeed();
      absl::Status fed = (*python)->Feed(
          request_.code, {.file_name = fmt::format("<feed {}>", session_->feeds())});
      if (!fed.ok()) python = fed;
    }
    if (!python.ok()) {
      *status = python.status();
      return nullptr;
    }
    return python_ = *python;
  }
  bool keeps_state() const override { return true; }
  void Note(std::string line) override { session_->Note(std::move(line)); }
  CallResult Conclude(RunOutcome outcome, bool is_lost) override {
    session_->Note(LogLine(outcome, "python", request_.code, session_->feeds()));
    if (python_ != nullptr) python_->ReleaseHandles();
    if (is_lost) session_->ForgetPython();
    return ResultOf(std::move(outcome), service_, session_.get());
  }

 private:
  const std::shared_ptr<Session> session_;
  Sandbox* python_ = nullptr;  // of the session; while this runs nobody else uses that
};

// ---- A program for once, in code mode

class OnceRun : public ProgramRun {
 public:
  OnceRun(Service& service, RunRequest request)
      : ProgramRun(service, std::move(request)),
        files_(std::make_shared<files::FileSystem>(service.config.file_limits())) {}
  std::string_view session_id() const override { return {}; }

 protected:
  Sandbox* Open(ToolCalls*, absl::Status* status) override {
    if (files::Status filled = FillFiles(*files_, service_.config); !filled.ok()) {
      *status = absl::UnavailableError("the files cannot be set up");
      return nullptr;
    }
    const Program program = Program::Compile(
        request_.code,
        {.file_name = "<string>", .result = pysub::ResultOf::kNothing, .echo = true});
    absl::StatusOr<Sandbox> made = Sandbox::Create(program, Options());
    if (!made.ok()) {
      *status = made.status();
      return nullptr;
    }
    python_.emplace(*std::move(made));
    return &*python_;
  }
  void Save() override {
    absl::StatusOr<std::string> bytes = python_->Snapshot();
    if (!bytes.ok()) return;  // it waits as it is
    out_ += python_->TakeOutput(OutputStream::kOut);
    error_ += python_->TakeOutput(OutputStream::kError);
    saved_ = *std::move(bytes);
    python_.reset();
    is_saved_ = true;
  }
  Sandbox* Load() override {
    is_saved_ = false;
    absl::StatusOr<Sandbox> python = Sandbox::Restore(std::exchange(saved_, {}), Options());
    if (!python.ok()) return nullptr;
    python_.emplace(*std::move(python));
    return &*python_;
  }
  CallResult Conclude(RunOutcome outcome, bool) override {
    outcome.out.insert(0, out_);
    outcome.error.insert(0, error_);
    if (outcome.exception == "SyntaxError" || outcome.exception == "IndentationError" ||
        outcome.exception == "TabError")
      outcome.end = "syntax_error";
    return pysub::agent::ResultOf(std::move(outcome), service_, nullptr);
  }

 private:
  SandboxOptions Options() const {
    const Config& config = service_.config;
    SandboxOptions options;
    options.limits = config.python_limits();
    options.limits.duration = Time();
    options.conversion = {
        .max_values = 1'000'000, .max_bytes = 16 << 20, .max_depth = 100, .max_handles = 1'000};
    if (config.real_clock)
      options.permissions.clock = options.permissions.sleep = Permission::kHost;
    options.permissions.entropy = Permission::kHost;
    options.entropy_seed = seed_;
    options.file_system = files_;
    options.working_directory = config.directory();
    options.module_path = {""};
    options.home = "/home/user";
    options.environment.emplace(config.environment.begin(), config.environment.end());
    options.standard_input = request_.input;
    options.arguments = {"-c"};
    options.arguments.insert(options.arguments.end(), request_.arguments.begin(),
                             request_.arguments.end());
    if (service_.servers != nullptr) options.inputs = service_.servers->catalog()->Globals();
    return options;
  }

  const std::shared_ptr<files::FileSystem> files_;
  const uint64_t seed_ = RandomNumber();
  std::optional<Sandbox> python_;  // over files_
  std::string saved_;              // the sandbox, while it waits
  std::string out_, error_;        // from before it was saved
};

}  // namespace

std::unique_ptr<Call> StartFeed(Service& service, std::shared_ptr<Session> session,
                                RunRequest request) {
  return std::make_unique<ProgramCall>(
      std::make_shared<FeedRun>(service, std::move(session), std::move(request)));
}

std::unique_ptr<Call> StartProgram(Service& service, RunRequest request) {
  return std::make_unique<ProgramCall>(std::make_shared<OnceRun>(service, std::move(request)));
}

}  // namespace pysub::agent
