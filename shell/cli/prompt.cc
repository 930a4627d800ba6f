#include "shell/cli/prompt.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "compiler/compile.h"
#include "parser/source_encoding.h"
#include "shell/cli/completion.h"
#include "shell/cli/help_source.h"
#include "shell/cli/highlight.h"
#include "shell/cli/interrupt.h"
#include "shell/cli/line_editor.h"
#include "shell/cli/machine_clock.h"
#include "shell/cli/outcome.h"
#include "shell/cli/source_file.h"
#include "shell/cli/streams.h"
#include "shell/cli/typed_statement.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
#include "vm/ending.h"
#include "vm/snapshot/snapshot.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr char kFileName[] = "<stdin>";
constexpr char kBanner[] = "Ctrl-D or exit leaves, Ctrl-C stops what runs, Tab completes.\n";

std::string HistoryFile() {
  if (const char* path = std::getenv("PYSUB_HISTORY")) return path;
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.pysub_history";
}

// Where the next line of a block begins: as deep as its last one, deeper behind a colon, less deep
// behind what ends a block.
std::string IndentAfter(std::string_view block) {
  const size_t end = block.find_last_not_of('\n');
  if (end == std::string_view::npos) return "";
  block = block.substr(0, end + 1);
  const std::string_view line = block.substr(block.rfind('\n') + 1);
  const size_t depth = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(depth);
  const std::string_view word = text.substr(0, text.find_first_of(" \t;"));
  if (text.substr(0, text.find('#')).find_last_not_of(' ') != std::string_view::npos &&
      text[text.substr(0, text.find('#')).find_last_not_of(' ')] == ':') {
    return std::string(depth + 4, ' ');
  }
  const bool ends = word == "return" || word == "raise" || word == "break" || word == "continue" ||
                    word == "pass";
  return std::string(ends && depth >= 4 ? depth - 4 : depth, ' ');
}

class Prompt {
 public:
  Prompt(const CommandLine& command, const PromptInShell* shell)
      : command_(command),
        shell_(shell),
        files_(command, shell != nullptr ? shell->files : nullptr),
        streams_(command.raw, &files_, shell != nullptr ? shell->is_over : nullptr),
        vm_(std::make_unique<Vm>(StandardRuntime(), command.limits, streams_.Hooks(command))),
        editor_(
            HistoryFile(), [this](std::string_view text) { return CompleteName(*vm_, text); },
            [this](std::string_view line) {
              return Highlighted(statement_.Context(), line, [this](std::string_view name) {
                return IsBuiltinName(*vm_, name);
              });
            }) {
    streams_.Serve(*vm_);
    vm_->arguments = command.arguments;
    vm_->host.working_directory = command.working_directory;
    vm_->trace = command.trace;
    if (command.virtual_clock.value_or(false)) vm_->host.virtual_clock_ns = kVirtualTime;
    if (command.seed) vm_->host.entropy_seed = SeedState(*command.seed);
  }

  int Run() {
    streams_.Write(1, kVersion);
    streams_.Write(1, kBanner);
    // and so there are modules, whose names can be completed and coloured
    Execute(kHelpSource, kFileName, ParseMode::kExec);
    if (shell_ != nullptr && !shell_->file_name.empty()) ExecuteFile();
    std::string text;
    while (!IsOver() && Read(&text)) {
      if (IsBlank(text)) continue;
      editor_.Remember(std::string_view(text).substr(0, text.find_last_not_of('\n') + 1));
      if (text == "exit\n" || text == "quit\n") return 0;
      if (std::optional<int> status = Execute(text, kFileName, ParseMode::kSingle)) return *status;
    }
    return IsOver() ? 1 : 0;
  }

 private:
  bool IsOver() const { return shell_ != nullptr && shell_->is_over(); }

  // What it leaves, and also when it fails, is there at the first line.
  void ExecuteFile() {
    std::string source = shell_->source, error;
    if (!DecodeSource(shell_->file_name, &source, &error)) {
      streams_.WriteTraceback(error);
    } else if (CompileMemory(source) > command_.limits.memory_bytes) {
      streams_.Write(2, LimitMessage(LimitHit::kMemory, command_.limits) + "\n");
    } else {
      static_cast<void>(Execute(source, shell_->file_name, ParseMode::kExec));
    }
  }

  // A statement, as many lines as it takes. False: the session is over.
  bool Read(std::string* text) {
    text->clear();
    statement_.Clear();
    std::string line;
    while (true) {
      switch (ReadLine(text->empty() ? ">>> " : "... ", &line, IndentAfter(*text))) {
        case LineResult::kInterrupted:
          streams_.Write(2, "\nKeyboardInterrupt\n");
          text->clear();
          statement_.Clear();
          continue;
        case LineResult::kEnd:
          streams_.Write(1, "\n");
          return !text->empty();  // the end of an unfinished statement: an error says what is
                                  // missing
        case LineResult::kLine: *text += line;
      }
      if (text->size() == line.size() && IsBlank(line)) {
        text->clear();
        continue;
      }
      ParseLimits limits;
      limits.barry = (vm_->future_flags & kFutureBarry) != 0;
      if (!statement_.WantsMore(*text, line, limits)) return true;
    }
  }

  LineResult ReadLine(const char* prompt, std::string* line, const std::string& prefill) {
    if (shell_ != nullptr) shell_->waits(true);
    const LineResult result = editor_.Read(prompt, line, prefill);
    if (shell_ != nullptr) shell_->waits(false);
    return result;
  }

  // Runs `text`; a number: the session is over with this exit status.
  std::optional<int> Execute(const std::string& text, const std::string& name, ParseMode mode) {
    const std::vector<std::string> names = vm_->GlobalNames();
    CompileOptions options;
    options.mode = mode;
    options.echo_expressions = mode == ParseMode::kSingle && command_.echo != Echo::kOff;
    options.existing_globals = names;
    options.future_flags = vm_->future_flags;
    CompileResult compiled = Compile(text, name, options);
    if (compiled.unit == nullptr) {
      for (const SyntaxWarningInfo& warning : compiled.warnings) {
        streams_.Write(2, FormatSyntaxWarning(warning, name, text));
      }
      for (const SyntaxErrorInfo& error : compiled.errors) {
        streams_.WriteTraceback(FormatSyntaxError(error, name, text, SourceOrigin::kFile));
      }
      return std::nullopt;
    }
    std::unique_ptr<Vm> before = BeginStatement();
    std::optional<Interrupt> interrupt(*vm_);
    VmStop stop{StopKind::kLimit, Value::None()};
    if (WriteSyntaxWarnings(*vm_, compiled.warnings, name, text).ok() &&
        Load(std::move(compiled.unit))) {
      do stop = vm_->Run();
      while (stop.kind == StopKind::kOutOfFuel);
    }
    vm_->host.FlushOutput();
    if (stop.kind == StopKind::kFinished) return std::nullopt;
    if (IsOver()) return 1;
    if (stop.kind == StopKind::kRaised) {
      if (mode == ParseMode::kSingle && vm_->IsInstance(stop.value, TypeId::kSystemExit)) {
        return ExitStatus(*vm_, command_.limits, streams_, stop.value);
      }
      ShowException(*vm_, command_.limits, streams_, stop.value);
      if (vm_->budget().limit_hit() == LimitHit::kNone) return std::nullopt;
    } else {
      ShowLimit(*vm_, command_.limits, streams_);
    }
    if (before == nullptr) return 1;
    interrupt.reset();
    vm_ = std::move(before);
    streams_.Serve(*vm_);
    streams_.output_bytes = output_before_;
    streams_.Write(2, "The session goes on as it was before this statement.\n");
    return std::nullopt;
  }

  // Each statement has the limits of the command line for itself, memory apart, which all
  // share. What there is before it is kept for the case that it meets one; null: there are
  // no limits, or no room.
  std::unique_ptr<Vm> BeginStatement() {
    const auto from = [](uint64_t used, uint64_t limit) {
      return limit >= kUnlimited - used ? kUnlimited : used + limit;
    };
    const Limits& own = command_.limits;
    if (own.memory_bytes == kUnlimited && own.duration_ns == kUnlimited &&
        own.steps == kUnlimited && own.allocations == kUnlimited &&
        own.output_bytes == kUnlimited) {
      return nullptr;
    }
    std::string error;
    std::unique_ptr<Vm> before = ForkSandbox(*vm_, streams_.Hooks(command_), &error);
    if (before != nullptr) {
      before->arguments = vm_->arguments;
      before->trace = vm_->trace;
    }
    output_before_ = streams_.output_bytes;
    Limits limits = own;
    limits.duration_ns = from(vm_->budget().running_ns(), own.duration_ns);
    limits.steps = from(vm_->budget().steps_used(), own.steps);
    limits.allocations = from(vm_->heap.allocations(), own.allocations);
    limits.output_bytes = from(output_before_, own.output_bytes);
    vm_->SetWorkLimits(limits);
    return before;
  }

  bool Load(std::shared_ptr<const CompiledUnit> unit) {
    if (vm_->Load(unit).ok()) return true;
    vm_->DropFailure();
    vm_->CollectForHost();
    return vm_->Load(unit).ok();
  }

  const CommandLine& command_;
  const PromptInShell* const shell_;  // or null
  CommandFiles files_;
  Streams streams_;
  std::unique_ptr<Vm> vm_;
  LineEditor editor_;
  uint64_t output_before_ = 0;  // what had been printed when the statement began
  TypedStatement statement_;    // as far as it is typed
};

}  // namespace

int RunPrompt(const CommandLine& command, const PromptInShell* shell) {
  if (const std::string error = shell != nullptr ? "" : CommandFiles(command).Prepare();
      !error.empty()) {
    WriteAll(2, "pysub: " + error + "\n");
    return usage::kUsageError;
  }
  return Prompt(command, shell).Run();
}

}  // namespace pysub
