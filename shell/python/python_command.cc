#include "shell/python/python_command.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "lexer/base/threads.h"
#include "pysub/files/file_system.h"
#include "shell/python/module_program.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// What a program does in one step of the shell's scheduler.
constexpr uint64_t kFuel = 50'000;
// A worker that computes is looked at again after an eighth of the time that it has computed,
// within these bounds: what ends at once is not held up, what takes long costs few looks.
constexpr int64_t kShortestPollNs = 20'000;
constexpr int64_t kLongestPollNs = 1'000'000;
// A worker has memory of its own beside the shell's account, so what it may take is taken out of
// that while it runs: its limit, or a quarter of what is left, so that many can run at a time.
constexpr int64_t kWorkersShare = 4;
constexpr int64_t kLeastOfWorker = 2 << 20;
// Where that is not there it waits for programs that end, so long, looking so often.
constexpr int64_t kPatienceNs = 10'000'000'000;
constexpr int64_t kLookForRoomNs = 2'000'000;
// Text of a program, read before there is a heap that could count it.
constexpr size_t kMaxCodeBytes = size_t{64} << 20;

// The python3 of the shell: a program of the sandbox inside a script of the sandbox. It runs a
// slice per step. Its memory and time count for the shell's limits, and its files are the shell's.
class Python : public Command {
 public:
  Python(std::shared_ptr<const PythonHost> host, const PythonOptions& options)
      : host_(std::move(host)), options_(options) {}

  Progress Step(CommandIo& io) override {
    io_ = &io;
    const Progress progress = StepWithLimits(io);
    io_ = nullptr;
    return progress;
  }

  bool JustBegun() const override { return run_ && run_->just_started(); }

  void Fields(Archive& archive) override {
    if (!archive.loading() && run_) saved_ = SavedRun(archive);
    archive(phase_, code_, code_fd_, saved_, reserved_, main_);
    if (archive.loading()) {
      run_.reset();
      if (phase_ > Phase::kRunning) archive.Fail();
    }
  }

 private:
  enum class Phase : uint8_t { kBegin, kReading, kRunning };
  using Source = PythonCommandLine::Source;

  Progress StepWithLimits(CommandIo& io) {
    if (phase_ == Phase::kBegin) {
      if (std::optional<int> status = Begin(io)) return Progress::Done(*status);
    }
    if (phase_ == Phase::kReading) {
      if (std::optional<Progress> progress = ReadCode(io)) return *progress;
    }
    if (!run_) {
      if (const PythonCommandLine line = PythonCommandLine::Parse(io.name(), io.args());
          HasPrompt(io, line))
        return Prompt(io, line);
      if (std::optional<Progress> progress = WaitForRoom(io)) return *progress;
      if (std::optional<int> status = Start(io)) return Progress::Done(*status);
    }
    return Run(io);
  }

  // Something: the command has ended.
  std::optional<int> Begin(CommandIo& io) {
    const PythonCommandLine line = PythonCommandLine::Parse(io.name(), io.args());
    if (line.source == Source::kNothing) {
      io.Write(line.status == 0 ? 1 : 2, line.message);
      return line.status;
    }
    phase_ = Phase::kRunning;
    if (line.source == Source::kCode || line.source == Source::kModule) {
      code_ = line.text;
      return std::nullopt;
    }
    if (line.source == Source::kStandardInput && HasPrompt(io, line)) return std::nullopt;
    phase_ = Phase::kReading;
    code_fd_ = 0;
    if (line.source == Source::kFile) {
      TakeMainOfDirectory(io, line.text);
      const std::string& file = main_.empty() ? line.text : main_;
      code_fd_ = io.Open(file, OpenMode::kRead);
      if (code_fd_ < 0) return CannotOpen(io, file, io.error());
    }
    return std::nullopt;
  }

  // `python3 DIRECTORY` runs DIRECTORY/__main__.py, which has an absolute name;
  // sys.argv[0] is what was given.
  void TakeMainOfDirectory(CommandIo& io, const std::string& path) {
    const files::Caller caller{.cwd = io.cwd()};
    const files::Result<files::Stat> directory = io.files().StatPath(caller, path);
    if (!directory.ok() || !directory->IsDirectory()) return;
    std::string name = io.Absolute(path);
    while (name.ends_with('/') || name.ends_with("/.")) name.pop_back();
    name += "/__main__.py";
    const files::Result<files::Stat> program = io.files().StatPath(caller, name);
    if (program.ok() && program->IsFile()) main_ = std::move(name);
  }

  bool HasPrompt(CommandIo& io, const PythonCommandLine& line) const {
    const bool wants = line.source == Source::kStandardInput ||
                       (line.source == Source::kFile && line.is_interactive);
    return wants && options_.prompt && saved_.empty() && io.HasStreamsOfShell();
  }

  // Nothing else of the shell happens meanwhile.
  Progress Prompt(CommandIo& io, const PythonCommandLine& line) {
    PythonPrompt prompt;
    prompt.arguments = line.arguments;
    if (line.source == Source::kFile) {
      prompt.file_name = main_.empty() ? line.text : main_;
      prompt.source = std::move(code_);
    }
    for (const std::string& variable : io.Environment()) {
      if (const size_t equals = variable.find('='); equals != std::string::npos)
        prompt.environment[variable.substr(0, equals)] = variable.substr(equals + 1);
    }
    prompt.working_directory = io.cwd();
    prompt.safe_path = line.safe_path;
    prompt.ignores_environment = line.ignores_environment;
    prompt.files = &io.files();
    prompt.limits = options_.limits;
    // Beside the session there is what it was before the statement that runs; what files take is
    // charged to the shell as ever.
    const uint64_t share = static_cast<uint64_t>(std::max(io.account().Left() / 4, int64_t{1}));
    prompt.limits.memory_bytes = std::min(prompt.limits.memory_bytes.value_or(share), share);
    if (!Reserve(io, reserved_ + 2 * *prompt.limits.memory_bytes)) return Progress::Done(2);
    prompt.is_over = [&io] { return !io.account().Look(); };
    prompt.waits = [&io](bool waits) { io.StopTime(waits); };
    return Progress::Done(options_.prompt(prompt));
  }

  int CannotOpen(CommandIo& io, const std::string& path, int error) {
    if (error == EISDIR) {
      io.Write(2, std::string(io.name()) + ": can't find '__main__' module in '" +
                      io.Absolute(path) + "'\n");
      return 1;
    }
    io.Write(2, std::string(io.name()) + ": can't open file '" + io.Absolute(path) + "': [Errno " +
                    std::to_string(error) + "] " + std::string(ErrnoText(error)) + "\n");
    return 2;
  }

  // Nothing: all of it is there.
  std::optional<Progress> ReadCode(CommandIo& io) {
    while (true) {
      std::string_view bytes;
      switch (io.ReadSome(code_fd_, &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kError:
          // (A standard input that is closed is empty.)
          if (code_fd_ != 0) {
            const PythonCommandLine line = PythonCommandLine::Parse(io.name(), io.args());
            return Progress::Done(CannotOpen(io, main_.empty() ? line.text : main_, io.error()));
          }
          [[fallthrough]];
        case ReadStatus::kEnd:
          if (code_fd_ != 0) io.Close(code_fd_);
          phase_ = Phase::kRunning;
          return std::nullopt;
        case ReadStatus::kData: break;
      }
      if (code_.size() + bytes.size() > kMaxCodeBytes) {
        io.Write(2, "MemoryError: the program text is too large\n");
        return Progress::Done(1);
      }
      // as it takes while it grows
      if (!Reserve(io, 3 * (code_.size() + bytes.size()))) return Progress::Done(2);
      code_ += bytes;
      if (io.Tick(bytes.size())) return Progress::Yield();
    }
  }

  PythonRequest Request(CommandIo& io) {
    const PythonCommandLine line = PythonCommandLine::Parse(io.name(), io.args());
    PythonRequest request;
    request.code = code_;
    request.from_file = line.source == Source::kFile;
    request.file_name = line.source == Source::kCode     ? "<string>"
                        : line.source == Source::kModule ? std::string(kModuleProgramName)
                        : line.source != Source::kFile   ? "<stdin>"
                        : main_.empty()                  ? line.text
                                                         : main_;
    request.arguments = line.arguments;
    request.standard_input = std::nullopt;
    if (line.source == Source::kStandardInput) request.standard_input = "";  // it was the program
    for (const std::string& variable : io.Environment()) {
      const size_t equals = variable.find('=');
      if (equals != std::string::npos)
        request.environment.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
    }
    request.working_directory = io.cwd();
    request.safe_path = line.safe_path;
    request.ignores_environment = line.ignores_environment;
    request.files = &io.files();
    request.limits = options_.limits;
    request.echo = options_.echo.value_or(line.source == Source::kCode);
    request.syntax_error_exit_code = options_.syntax_error_exit_code;
    // The script's time and its cancellation hold inside of natives, too.
    request.is_cancelled = [this] { return io_ != nullptr && !io_->account().Look(); };
    return request;
  }

  // Something: no worker can start yet, or none will.
  std::optional<Progress> WaitForRoom(CommandIo& io) {
    if (!host_->in_worker() || io.account().Left() >= 2 * kLeastOfWorker) return std::nullopt;
    const int64_t now = io.MonotonicNs();
    if (waits_since_ns_ == 0) waits_since_ns_ = now;
    if (now - waits_since_ns_ > kPatienceNs) {
      io.Error("cannot start: the programs that run have the memory of the shell");
      return Progress::Done(1);
    }
    io.WakeAt(now + kLookForRoomNs);
    return Progress::Wait();
  }

  std::optional<int> Start(CommandIo& io) {
    // There are the request and the source as it was decoded beside it, until there is a heap that
    // counts.
    if (!Reserve(io, 4 * (code_.size() + saved_.size()))) return 2;
    PythonRequest request = Request(io);
    if (host_->in_worker()) {
      const int64_t share = std::max(io.account().Left() / kWorkersShare, kLeastOfWorker);
      of_worker_ =
          std::min(request.limits.memory_bytes.value_or(UINT64_MAX), static_cast<uint64_t>(share));
      request.limits.memory_bytes = of_worker_;
      if (!Reserve(io, reserved_ + of_worker_)) return 2;
    } else if (saved_.empty()) {
      // What it takes in a step is charged behind it, so it may have no more than there is. (A
      // program that was saved has what it had.)
      const auto left = static_cast<uint64_t>(std::max(io.account().Left(), int64_t{1}));
      request.limits.memory_bytes = std::min(request.limits.memory_bytes.value_or(left), left);
    }
    absl::StatusOr<PythonRun> run =
        saved_.empty() ? host_->Start(request) : host_->Restore(saved_, request);
    if (!run.ok()) {
      io.Error(std::string(run.status().message()));
      return 1;
    }
    run_.emplace(*std::move(run));
    code_.clear();
    saved_.clear();
    return std::nullopt;
  }

  Progress Run(CommandIo& io) {
    const PythonRun::State state = run_->Step(kFuel);
    if (!io.account().Look()) return Progress::Done(2);  // the script's end, not the program's
    const bool full = io.Tick(run_->poll_descriptor() < 0 ? kFuel / 16 : 1);
    if (state != PythonRun::State::kBusy) busy_since_ns_ = 0;
    for (OutputStream stream : {OutputStream::kOut, OutputStream::kError}) {
      const std::string bytes = run_->TakeOutput(stream);
      if (!bytes.empty()) io.Write(stream == OutputStream::kOut ? 1 : 2, bytes);
    }
    if (!Reserve(io, std::max(run_->usage().memory_bytes, of_worker_))) return Progress::Done(2);
    switch (state) {
      case PythonRun::State::kReady: return Progress::Yield();
      case PythonRun::State::kBusy:
        if (full) return Progress::Yield();
        WakeForWorker(io);
        return Progress::Wait();
      case PythonRun::State::kSleeps:
        io.WakeAt(io.MonotonicNs() + run_->sleep_left().count());
        return Progress::Wait();
      case PythonRun::State::kWantsInput: return GiveInput(io);
      case PythonRun::State::kCalls:
        static_cast<void>(run_->Answer(NoSuchName{}));  // it was offered none
        return Progress::Yield();
      case PythonRun::State::kEnded: break;
    }
    const PythonResult& result = run_->result();
    io.Write(1, result.standard_output);
    io.Write(2, result.standard_error);
    return Progress::Done(result.exit_code);
  }

  void WakeForWorker(CommandIo& io) {
    const int64_t now = io.MonotonicNs();
    if (busy_since_ns_ == 0) busy_since_ns_ = now;
    io.WakeAt(now + std::clamp((now - busy_since_ns_) / 8, kShortestPollNs, kLongestPollNs));
  }

  Progress GiveInput(CommandIo& io) {
    std::string_view bytes;
    switch (io.ReadSome(0, &bytes)) {
      case ReadStatus::kData: run_->GiveInput(bytes); return Progress::Yield();
      case ReadStatus::kWait: return Progress::Wait();
      case ReadStatus::kEnd:
      case ReadStatus::kError: break;
    }
    run_->EndInput();
    return Progress::Yield();
  }

  // Makes what the shell has charged for this command `bytes`.
  bool Reserve(CommandIo& io, uint64_t bytes) {
    const int64_t more = static_cast<int64_t>(bytes) - static_cast<int64_t>(reserved_);
    if (more == 0) return true;
    if (!io.Reserve(more)) return false;
    reserved_ = bytes;
    return true;
  }

  // A worker is waited for: it answers within one of its slices.
  std::string SavedRun(Archive& archive) {
    for (int i = 0; i < 50'000; ++i) {
      absl::StatusOr<std::string> bytes = run_->Snapshot();
      if (bytes.ok()) return *std::move(bytes);
      if (!absl::IsUnavailable(bytes.status())) break;
      SleepFor(std::chrono::microseconds(100));
    }
    archive.Fail();
    return "";
  }

  const std::shared_ptr<const PythonHost> host_;
  const PythonOptions options_;
  Phase phase_ = Phase::kBegin;
  std::string code_;
  std::string main_;  // not empty: the file that runs when a directory was given
  int code_fd_ = 0;
  std::string saved_;  // of a command that was loaded and has not stepped
  uint64_t reserved_ = 0;
  uint64_t of_worker_ = 0;      // its limit; 0: it runs in this process
  CommandIo* io_ = nullptr;     // during a step
  int64_t waits_since_ns_ = 0;  // for memory
  int64_t busy_since_ns_ = 0;   // when a worker began to compute; 0: none does
  std::optional<PythonRun> run_;
};

}  // namespace

std::unique_ptr<Command> MakePython(std::shared_ptr<const PythonHost> host,
                                    const PythonOptions& options) {
  return std::make_unique<Python>(std::move(host), options);
}

}  // namespace pysub::shell
