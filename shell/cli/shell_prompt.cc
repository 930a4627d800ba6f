#include "shell/cli/shell_prompt.h"

#include <fmt/format.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/cli/line_editor.h"
#include "shell/cli/shell_streams.h"
#include "shell/cli/terminal_output.h"

namespace pysub {
namespace {

// Of jobs, between two looks at the keyboard: about a millisecond.
constexpr uint64_t kSlice = 1 << 20;

// A signal handler can reach nothing but variables of the whole program.
std::atomic<Shell*> running_shell = nullptr;

void OnInterrupt(int) {
  if (Shell* shell = running_shell.load()) shell->Cancel();
}

// There is nobody who could go on with what was stopped.
void OnStop(int) {
  constexpr std::string_view kText =
      "\r\npysub-shell: nothing can be stopped here; Ctrl-C ends a command, Ctrl-D the shell\r\n";
  static_cast<void>(!write(STDERR_FILENO, kText.data(), kText.size()));
}

void Handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

// While one lives, a script runs, and Ctrl-C ends it.
class Interruptible {
 public:
  explicit Interruptible(Shell* shell) {
    running_shell = shell;
    Handle(SIGINT, OnInterrupt);
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigprocmask(SIG_UNBLOCK, &interrupts, &before_);
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  ~Interruptible() {
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    signal(SIGINT, SIG_DFL);
    running_shell = nullptr;
  }

 private:
  sigset_t before_;
};

std::string HistoryFile() {
  if (const char* path = getenv("PYSUB_SHELL_HISTORY")) return path;
  const char* home = getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.pysub_shell_history";
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class ShellPrompt {
 public:
  ShellPrompt(Shell* shell, const ExecOptions& options)
      : shell_(shell),
        options_(options),
        editor_(
            HistoryFile(), [this](std::string_view text) { return Complete(text); }, nullptr) {
    options_.at_prompt = true;
    ReadStandardInput(&options_);
    editor_.set_background([this] { return shell_->RunJobsFor(kSlice); });
    Handle(SIGTSTP, OnStop);
    // What a shell at a prompt has, beside what Up brings back: history, !! and aliases.
    static_cast<void>(shell_->Exec(
        "shopt -s expand_aliases; : ${HISTFILE=$HOME/.bash_history}; set -o history -o histexpand",
        options_));
  }

  int Run() {
    std::string command;
    int status = 0;
    while (true) {
      TellOfJobs();
      const std::string prompt = EscapeControls(shell_->cwd()) + "$ ";
      LineResult got = editor_.Read(prompt.c_str(), &command);
      if (got == LineResult::kLine) {
        if (IsBlank(command)) continue;
        const auto more = [this, &got](std::string* line) {
          return (got = editor_.Read("> ", line)) == LineResult::kLine;
        };
        static_cast<void>(shell_->ReadCommand(&command, more));
      } else if (got == LineResult::kEnd) {
        fputs("exit\n", stderr);
        return status;
      }
      if (got == LineResult::kInterrupted) {
        fputs("^C\n", stderr);
        status = 130;
        continue;
      }
      if (got == LineResult::kEnd) fputs("\n", stderr);  // the error says what is missing
      editor_.Remember(std::string_view(command).substr(0, command.find_last_not_of('\n') + 1));
      const ExecResult result = Exec(command);
      status = result.exit_code;
      if (result.exited) return status;
    }
  }

 private:
  ExecResult Exec(const std::string& command) {
    Interruptible interruptible(shell_);
    return shell_->Exec(command, options_);
  }

  // What was put into the background, and what has ended there, as bash says it before a prompt.
  void TellOfJobs() {
    const std::vector<ShellJob> jobs = shell_->Jobs();
    for (size_t i = 0; i < jobs.size(); ++i) {
      const ShellJob& job = jobs[i];
      const char mark = i + 1 == jobs.size() ? '+' : i + 2 == jobs.size() ? '-' : ' ';
      if (!job.running) {
        fmt::print(stderr, "[{}]{}  {:<24}{}\n", job.number, mark, job.state,
                   EscapeControls(job.command));
      } else if (job.pid > newest_job_) {
        fmt::print(stderr, "[{}] {}\n", job.number, job.pid);
      }
    }
    for (const ShellJob& job : jobs) newest_job_ = std::max(newest_job_, job.pid);
  }

  // What compgen of the shell says, in a copy of it: nothing of the session changes.
  std::vector<std::string> Ask(std::string_view action, std::string_view word) {
    absl::StatusOr<Shell> copy = shell_->Fork();
    if (!copy.ok()) return {};
    return Lines(copy->Exec("compgen " + std::string(action) + " -- " + Quoted(word)).stdout_text);
  }

  Completions Complete(std::string_view before_cursor) {
    Completions found;
    found.start = before_cursor.find_last_of(" \t|;&()<>=`\"'") + 1;
    std::string_view word = before_cursor.substr(found.start);
    if (const size_t dollar = word.rfind('$'); dollar != std::string_view::npos) {
      found.start += dollar + 1;
      word.remove_prefix(dollar + 1);
      if (word.starts_with('{')) {
        ++found.start;
        word.remove_prefix(1);
      }
      found.words = Ask("-v", word);
    } else {
      const std::string_view before = before_cursor.substr(0, found.start);
      const size_t last = before.find_last_not_of(" \t");
      const bool is_command =
          last == std::string_view::npos || strchr("|;&(`", before[last]) != nullptr;
      if (is_command && word.find('/') == std::string_view::npos) found.words = Ask("-c", word);
      if (found.words.empty()) {
        const std::vector<std::string> directories = Ask("-d", word);
        for (const std::string& file : Ask("-f", word)) {
          const bool is_directory =
              std::find(directories.begin(), directories.end(), file) != directories.end();
          found.words.push_back(is_directory ? file + "/" : file);
        }
      }
    }
    std::sort(found.words.begin(), found.words.end());
    found.words.erase(std::unique(found.words.begin(), found.words.end()), found.words.end());
    return found;
  }

  Shell* shell_;
  ExecOptions options_;
  LineEditor editor_;
  int newest_job_ = 0;  // that was told of, by its pid
};

}  // namespace

int RunShellPrompt(Shell* shell, const ExecOptions& options) {
  return ShellPrompt(shell, options).Run();
}

}  // namespace pysub
