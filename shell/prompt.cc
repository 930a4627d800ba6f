#include "shell/prompt.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "compiler/compile.h"
#include "lexer/lexer.h"
#include "parser/arena.h"
#include "parser/diagnosis.h"
#include "shell/completion.h"
#include "shell/highlight.h"
#include "shell/interrupt.h"
#include "shell/line_editor.h"
#include "shell/outcome.h"
#include "shell/streams.h"
#include "stdlib/install.h"
#include "stdlib/modules/syntax_error_objects.h"
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

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\f\r\n") == std::string_view::npos;
}

// Whether `text`, which ends with a whole line, wants another one: brackets or a block are open, or
// it is a compound statement, which an empty line ends.
bool WantsMore(const std::string& text, std::string_view last_line, const ParseLimits& limits) {
  const TokenList tokens = Tokenize(text);
  const Completeness completeness = CheckCompleteness(text, tokens, ParseMode::kSingle, limits);
  if (completeness != Completeness::kComplete) return completeness == Completeness::kIncomplete;
  if (IsBlank(last_line)) return false;
  Arena arena;
  const ParseResult parsed = Parse(text, kFileName, ParseMode::kSingle, arena, limits);
  if (parsed.module == nullptr || parsed.module->body.empty()) return false;
  switch (parsed.module->body[0]->kind) {
    case ast::StmtKind::kIf:
    case ast::StmtKind::kFor:
    case ast::StmtKind::kWhile:
    case ast::StmtKind::kWith:
    case ast::StmtKind::kTry:
    case ast::StmtKind::kFunctionDef:
      return true;
    default:
      return false;
  }
}

class Prompt {
 public:
  explicit Prompt(const CommandLine& command)
      : command_(command),
        files_(command),
        streams_(command.raw, &files_),
        vm_(StandardRuntime(), command.limits, streams_.Hooks()),
        editor_(
            HistoryFile(), [this](std::string_view text) { return CompleteName(vm_, text); },
            [this](std::string_view line) {
              return Highlighted(statement_, line, [this](std::string_view name) { return IsBuiltinName(vm_, name); });
            }) {
    streams_.Serve(vm_);
    vm_.arguments = command.arguments;
    vm_.trace = command.trace;
  }

  int Run() {
    streams_.Write(1, kVersion);
    streams_.Write(1, kBanner);
    Execute("pass\n");  // so that there are modules, whose names can be completed and coloured
    std::string text;
    while (Read(&text)) {
      if (IsBlank(text)) continue;
      if (text == "exit\n" || text == "quit\n") return 0;
      if (std::optional<int> status = Execute(text)) return *status;
    }
    return 0;
  }

 private:
  // A statement, as many lines as it takes. False: the session is over.
  bool Read(std::string* text) {
    text->clear();
    std::string line;
    while (true) {
      statement_ = *text;
      switch (editor_.Read(text->empty() ? ">>> " : "... ", &line)) {
        case LineResult::kInterrupted:
          streams_.Write(2, "\nKeyboardInterrupt\n");
          text->clear();
          continue;
        case LineResult::kEnd:
          streams_.Write(1, "\n");
          return !text->empty();  // the end of an unfinished statement: an error says what is
                                  // missing
        case LineResult::kLine:
          *text += line;
      }
      if (IsBlank(*text)) {
        text->clear();
        continue;
      }
      ParseLimits limits;
      limits.barry = (vm_.future_flags & kFutureBarry) != 0;
      if (!WantsMore(*text, line, limits)) return true;
    }
  }

  // Runs `text`; a number: the session is over with this exit status.
  std::optional<int> Execute(const std::string& text) {
    const std::vector<std::string> names = vm_.GlobalNames();
    CompileOptions options;
    options.mode = ParseMode::kSingle;
    options.echo_expressions = command_.echo != Echo::kOff;
    options.existing_globals = names;
    options.future_flags = vm_.future_flags;
    CompileResult compiled = Compile(text, kFileName, options);
    if (compiled.unit == nullptr) {
      for (const SyntaxWarningInfo& warning : compiled.warnings) {
        streams_.Write(2, FormatSyntaxWarning(warning, kFileName, text));
      }
      for (const SyntaxErrorInfo& error : compiled.errors) {
        streams_.Write(2, FormatSyntaxError(error, kFileName, text, SourceOrigin::kFile));
      }
      return std::nullopt;
    }
    Interrupt interrupt(vm_);
    VmStop stop{StopKind::kLimit, Value::None()};
    if (WriteSyntaxWarnings(vm_, compiled.warnings, kFileName, text).ok() &&
        Load(std::move(compiled.unit))) {
      do stop = vm_.Run();
      while (stop.kind == StopKind::kOutOfFuel);
    }
    vm_.FlushOutput();
    if (stop.kind == StopKind::kFinished) return std::nullopt;
    if (stop.kind != StopKind::kRaised) {
      ShowLimit(vm_, command_.limits, streams_);
      return 1;
    }
    if (vm_.IsInstance(stop.value, TypeId::kSystemExit)) {
      return ExitStatus(vm_, command_.limits, streams_, stop.value);
    }
    ShowException(vm_, command_.limits, streams_, stop.value);
    return vm_.limit_hit() == LimitHit::kNone ? std::nullopt : std::optional(1);
  }

  bool Load(std::shared_ptr<const CodeUnit> unit) {
    if (vm_.Load(unit).ok()) return true;
    vm_.DropFailure();
    vm_.CollectForHost();
    return vm_.Load(unit).ok();
  }

  const CommandLine& command_;
  CommandFiles files_;
  Streams streams_;
  Vm vm_;
  LineEditor editor_;
  std::string statement_;  // its lines before the one that is being typed
};

}  // namespace

int RunPrompt(const CommandLine& command) {
  // On the heap: a Vm is too large for some stacks.
  return std::make_unique<Prompt>(command)->Run();
}

}  // namespace pysub
