#include "shell/cli/run_program.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "compiler/compile.h"
#include "lexer/lexer.h"
#include "parser/ast_dump.h"
#include "shell/cli/coverage.h"
#include "shell/cli/interrupt.h"
#include "shell/cli/machine_clock.h"
#include "shell/cli/outcome.h"
#include "shell/cli/profile.h"
#include "shell/cli/snapshot_commands.h"
#include "shell/cli/streams.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/ending.h"
#include "vm/snapshot/snapshot.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// No machine with an output limit exists when a program does not compile; each warning
// may quote a long line.
constexpr size_t kMaxWarningText = 1 << 20;

// What CPython exits with when standard output did not take everything.
constexpr int kExitOutputLost = 120;

double Seconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// One run of one program.
class Run {
 public:
  Run(const CommandLine& command, const std::string& source, const std::string& name)
      : command_(command),
        source_(source),
        name_(name),
        files_(command),
        streams_(command.raw, &files_) {}

  int Execute() {
    CompileOptions options;
    options.return_last_expression = options.echo_expressions =
        command_.echo == Echo::kOn ||
        (command_.echo == Echo::kDefault && command_.source == ProgramSource::kCode);
    options.marks_lines = command_.coverage != CoverageForm::kNone;
    if (CompileMemory(source_, options.marks_lines) > command_.limits.memory_bytes) {
      streams_.Write(2, LimitMessage(LimitHit::kMemory, command_.limits) + "\n");
      return 1;
    }
    CompileResult compiled = Compile(source_, name_, options);
    if (compiled.unit == nullptr) return SyntaxErrors(compiled);
    std::string error = files_.Prepare();
    if (error.empty() && command_.snapshot_at != 0) error = WhyItCannotBeSaved(command_);
    if (!error.empty()) {
      streams_.Write(2, "pysub: " + error + "\n");
      return 2;
    }
    const double start = Seconds(CLOCK_MONOTONIC);
    const double cpu_start = Seconds(CLOCK_PROCESS_CPUTIME_ID);
    vm_ = std::make_unique<Vm>(StandardRuntime(), command_.limits, streams_.Hooks(command_));
    streams_.Serve(*vm_);
    vm_->arguments = command_.arguments;
    vm_->host.working_directory = command_.working_directory;
    if (command_.virtual_clock.value_or(false)) vm_->host.virtual_clock_ns = kVirtualTime;
    if (command_.seed) vm_->host.entropy_seed = SeedState(*command_.seed);
    vm_->trace = command_.trace;
    if (command_.coverage != CoverageForm::kNone) {
      vm_->observer = &coverage_.emplace(*vm_, command_.limits.memory_bytes);
      // What -m runs first is ours.
      if (command_.source != ProgramSource::kModule && !coverage_->AddProgram(compiled.unit)) {
        streams_.Write(2, LimitMessage(LimitHit::kMemory, command_.limits) + "\n");
        return 1;
      }
    }
    vm_->SetStress(command_.test_mode == TestMode::kCollect,
                   command_.test_mode == TestMode::kTinyStack ? 4 : 0);
    interrupt_.emplace(*vm_);
    int status = kFailedExitCode;
    if (WriteSyntaxWarnings(*vm_, compiled.warnings, name_, source_).ok() &&
        vm_->Load(std::move(compiled.unit)).ok()) {
      if (command_.test_mode == TestMode::kRefusals) vm_->heap.RefuseSometimes(command_.test_seed);
      const VmStop stop = RunToTheEnd();
      vm_->heap.StopRefusing();
      status = Conclude(stop);
    } else {
      status = Conclude({StopKind::kLimit, Value::None()});
    }
    vm_->host.FlushOutput();
    if (streams_.error(1) != 0) status = OutputLost();
    if (command_.stats != StatsForm::kNone) {
      Stats(Seconds(CLOCK_MONOTONIC) - start, Seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start);
    }
    if (profile_ || coverage_) status = Report(status);
    if (interrupted_ && interrupt_->happened()) Interrupt::EndProcess();
    return status;
  }

 private:
  int SyntaxErrors(const CompileResult& compiled) {
    SourceOrigin origin =
        command_.source == ProgramSource::kFile ? SourceOrigin::kFile : SourceOrigin::kString;
    size_t room = kMaxWarningText;
    for (const SyntaxWarningInfo& warning : compiled.warnings) {
      const std::string text = FormatSyntaxWarning(warning, name_, source_);
      if (text.size() > room) break;
      room -= text.size();
      streams_.Write(2, text);
    }
    for (const SyntaxErrorInfo& error : compiled.errors) {
      streams_.WriteTraceback(FormatSyntaxError(error, name_, source_, origin));
    }
    return 1;
  }

  VmStop RunToTheEnd() {
    if (command_.test_mode == TestMode::kSnapshots) return RunThroughSnapshots();
    if (command_.snapshot_at != 0) return vm_->Run(command_.snapshot_at);
    if (command_.profile != ProfileForm::kNone) return RunAndProfile();
    if (command_.test_mode != TestMode::kSlices) {
      VmStop stop = vm_->Run();
      while (stop.kind == StopKind::kOutOfFuel) stop = vm_->Run();
      return stop;
    }
    // Slices of 1 to 7 units, different ones each time.
    uint32_t random = 12345;
    while (true) {
      random = random * 1103515245 + 12345;
      VmStop stop = vm_->Run(1 + (random >> 16) % 7);
      if (stop.kind != StopKind::kOutOfFuel) return stop;
    }
  }

  VmStop RunAndProfile() {
    profile_.emplace(command_.profile == ProfileForm::kSvg);
    while (true) {
      const VmStop stop = vm_->Run(Profile::kStepsBetween);
      if (stop.kind != StopKind::kOutOfFuel) return stop;
      profile_->Sample(*vm_);
    }
  }

  // Saved and restored at the end of each slice; slices grow, so that long programs end too. Every
  // other time the texts are compiled again, as in another process.
  VmStop RunThroughSnapshots() {
    uint64_t slice = 1;
    for (bool compiles = false;; compiles = !compiles) {
      VmStop stop = vm_->Run(slice);
      if (stop.kind != StopKind::kOutOfFuel) return stop;
      std::string bytes;
      std::string error;
      std::unique_ptr<Vm> restored;
      if (SaveSnapshot(*vm_, {}, &bytes, &error)) {
        std::vector<std::shared_ptr<const CompiledUnit>> units = UnitsOf(*vm_);
        RestoreOptions options;
        options.ceilings = command_.limits;
        if (!compiles) options.units = units;
        interrupt_.reset();
        vm_ = nullptr;
        restored =
            RestoreSnapshot(StandardRuntime(), streams_.Hooks(command_), bytes, options, &error);
      }
      if (restored == nullptr) {
        WriteAll(STDERR_FILENO, "snapshot: " + error + "\n");
        std::_Exit(3);
      }
      vm_ = std::move(restored);
      streams_.Serve(*vm_);
      interrupt_.emplace(*vm_);
      slice += slice / 8 + 1;
    }
  }

  int Conclude(VmStop stop) {
    if (command_.snapshot_at != 0 && stop.kind != StopKind::kOutOfFuel) NotSaved(*vm_, command_);
    if (stop.kind == StopKind::kOutOfFuel) return WriteSnapshot(*vm_, command_);
    const int status = pysub::Conclude(*vm_, command_.limits, streams_, stop);
    interrupted_ =
        stop.kind == StopKind::kRaised && vm_->IsInstance(stop.value, TypeId::kKeyboardInterrupt);
    return status;
  }

  int OutputLost() {
    const int error = streams_.error(1);
    const std::string type = error == EPIPE ? "BrokenPipeError" : "OSError";
    streams_.Write(2, "Exception ignored while flushing sys.stdout:\n" + type + ": [Errno " +
                          std::to_string(error) + "] " + std::strerror(error) + "\n");
    return kExitOutputLost;
  }

  std::string ReportText() const {
    switch (command_.coverage) {
      case CoverageForm::kNone: break;
      case CoverageForm::kText: return coverage_->Text();
      case CoverageForm::kJson: return coverage_->Json();
      case CoverageForm::kLcov: return coverage_->Lcov();
    }
    if (command_.profile == ProfileForm::kSvg) return profile_->Svg();
    return command_.profile == ProfileForm::kJson ? profile_->Json()
                                                  : EscapeControls(profile_->Text());
  }

  // What --profile or --coverage say. The exit status: `status`, or 1 when it cannot be written.
  int Report(int status) {
    const std::string text = ReportText();
    if (command_.report_to.empty()) {
      WriteAll(STDERR_FILENO, text);
      return status;
    }
    const int file =
        open(command_.report_to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const int failed = file < 0 ? errno : WriteAll(file, text);
    if (file >= 0) close(file);
    if (failed == 0) return status;
    WriteAll(STDERR_FILENO, "pysub: can't write file '" + command_.report_to + "': [Errno " +
                                std::to_string(failed) + "] " + std::strerror(failed) + "\n");
    return 1;
  }

  void StatsTable(double seconds, double cpu_seconds) {
    struct Row {
      const char* name;
      std::string value;
      const char* unit;
    };
    const auto number = [](uint64_t value) {
      std::string text = std::to_string(value);
      for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
      return text;
    };
    const auto time = [](double value) {
      char text[32];
      std::snprintf(text, sizeof(text), "%.6f", value);
      return std::string(text);
    };
    const Row rows[] = {{"steps", number(vm_->budget().steps_used()), ""},
                        {"allocations", number(vm_->heap.allocations()), ""},
                        {"collections", number(vm_->heap.collections()), ""},
                        {"peak memory", number(vm_->heap.peak()), " bytes"},
                        {"wall time", time(seconds), " s"},
                        {"CPU time", time(cpu_seconds), " s"}};
    size_t widest = 0;
    for (const Row& row : rows) widest = std::max(widest, row.value.size());
    std::string text;
    for (const Row& row : rows) {
      std::string line = row.name;
      line.resize(13 + widest - row.value.size(), ' ');
      text += line + row.value + row.unit + "\n";
    }
    WriteAll(STDERR_FILENO, text);
  }

  void Stats(double seconds, double cpu_seconds) {
    if (command_.stats == StatsForm::kTable) return StatsTable(seconds, cpu_seconds);
    char text[256];
    std::snprintf(text, sizeof(text),
                  "{\"steps\": %llu, \"allocations\": %llu, \"collections\": %llu, "
                  "\"peak_bytes\": %llu, \"seconds\": %.6f, \"cpu_seconds\": %.6f}\n",
                  static_cast<unsigned long long>(vm_->budget().steps_used()),
                  static_cast<unsigned long long>(vm_->heap.allocations()),
                  static_cast<unsigned long long>(vm_->heap.collections()),
                  static_cast<unsigned long long>(vm_->heap.peak()), seconds, cpu_seconds);
    WriteAll(STDERR_FILENO, text);
  }

  const CommandLine& command_;
  const std::string& source_;
  const std::string& name_;
  CommandFiles files_;
  Streams streams_;
  bool interrupted_ = false;  // by an uncaught KeyboardInterrupt
  std::unique_ptr<Vm> vm_;
  std::optional<Interrupt> interrupt_;
  std::optional<Profile> profile_;
  std::optional<Coverage> coverage_;
};

std::string DumpCode(const std::string& source, const std::string& name, std::string* error) {
  CompileResult compiled = Compile(source, name, {});
  if (compiled.unit != nullptr) return Disassemble(*compiled.unit);
  *error = FormatSyntaxError(compiled.errors[0], name, source, SourceOrigin::kFile);
  return "";
}

std::string DumpTree(const std::string& source, const std::string& name, std::string* error) {
  Arena arena;
  ParseResult parsed = Parse(source, name, ParseMode::kExec, arena);
  if (parsed.module != nullptr) return DumpAst(*parsed.module, DumpPositions::kLeaveOut) + "\n";
  *error = FormatSyntaxError(*parsed.error, name, source, SourceOrigin::kFile);
  return "";
}

}  // namespace

int RunProgram(const CommandLine& command, const std::string& source, const std::string& name) {
  return Run(command, source, name).Execute();
}

int DumpProgram(const CommandLine& command, const std::string& source, const std::string& name) {
  std::string text, error;
  switch (command.dump) {
    case DumpKind::kTokens:
      text = DumpTokens(source, Tokenize(source));  // a std::string has the NUL that Tokenize wants
      break;
    case DumpKind::kAst: text = DumpTree(source, name, &error); break;
    case DumpKind::kScopes: text = DumpScopes(source, name, {}); break;
    case DumpKind::kCode:
    case DumpKind::kNone: text = DumpCode(source, name, &error); break;
  }
  WriteAll(STDOUT_FILENO, text);
  WriteAll(STDERR_FILENO, error);
  return error.empty() ? 0 : 1;
}

}  // namespace pysub
