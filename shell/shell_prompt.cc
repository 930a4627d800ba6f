#include "shell/shell_prompt.h"

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

#include "shell/line_editor.h"
#include "shell/shell_streams.h"
#include "shell/terminal_output.h"

namespace pysub {
namespace {

// A signal handler can reach nothing but variables of the whole program.
std::atomic<Shell*> running_shell = nullptr;

void OnInterrupt(int) {
  if (Shell* shell = running_shell.load()) shell->Cancel();
}

// There is nobody who could go on with what was stopped.
void OnStop(int) {
  constexpr std::string_view kText = "\r\npysub-shell: nothing can be stopped here; Ctrl-C ends a command, Ctrl-D the shell\r\n";
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

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\n") == std::string_view::npos; }

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Whether the lines of a here-document are still to come: `cat <<END` runs without them otherwise.
bool HasOpenHereDocument(const std::string& command) {
  std::vector<std::pair<std::string, bool>> wanted;  // the words that end them; whether tabs before it do not count
  char quote = 0;
  size_t parentheses = 0;  // of $(( and ((, in which << shifts
  size_t at = 0;
  const auto end_of_line = [&](size_t from) { return std::min(command.find('\n', from), command.size()); };
  while (at < command.size()) {
    const char c = command[at];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++at;
      if (c == quote) quote = 0;
      ++at;
    } else if (c == '\'' || c == '"') {
      quote = c;
      ++at;
    } else if (c == '\\') {
      at += 2;
    } else if (command.compare(at, 2, "((") == 0) {
      ++parentheses;
      at += 2;
    } else if (parentheses > 0 && command.compare(at, 2, "))") == 0) {
      --parentheses;
      at += 2;
    } else if (command.compare(at, 3, "<<<") == 0) {
      at += 3;
    } else if (parentheses == 0 && command.compare(at, 2, "<<") == 0) {
      at += 2;
      const bool strips = at < command.size() && command[at] == '-';
      if (strips) ++at;
      while (at < command.size() && (command[at] == ' ' || command[at] == '\t')) ++at;
      std::string word;
      char inside = 0;
      while (at < command.size() && (inside != 0 || strchr(" \t\n;&|<>()", command[at]) == nullptr)) {
        if (inside == 0 && (command[at] == '\'' || command[at] == '"')) {
          inside = command[at];
        } else if (inside == command[at]) {
          inside = 0;
        } else if (command[at] != '\\') {
          word += command[at];
        }
        ++at;
      }
      if (!word.empty()) wanted.emplace_back(word, strips);
    } else if (c == '\n' && !wanted.empty()) {
      ++at;
      for (const auto& [word, strips] : wanted) {
        bool is_closed = false;
        while (at < command.size() && !is_closed) {
          std::string_view line = std::string_view(command).substr(at, end_of_line(at) - at);
          at = end_of_line(at) + 1;
          while (strips && line.starts_with('\t')) line.remove_prefix(1);
          is_closed = line == word;
        }
        if (!is_closed) return true;
      }
      wanted.clear();
    } else {
      ++at;
    }
  }
  return false;
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
        editor_(HistoryFile(), [this](std::string_view text) { return Complete(text); }, nullptr) {
    ReadStandardInput(&options_);
    Handle(SIGTSTP, OnStop);
  }

  int Run() {
    std::string command, line;
    int status = 0;
    while (true) {
      const std::string prompt = command.empty() ? EscapeControls(shell_->cwd()) + "$ " : "> ";
      switch (editor_.Read(prompt.c_str(), &line)) {
        case LineResult::kInterrupted:
          fputs("^C\n", stderr);
          command.clear();
          status = 130;
          continue;
        case LineResult::kEnd:
          if (command.empty()) {
            fputs("exit\n", stderr);
            return status;
          }
          fputs("\n", stderr);
          break;  // the error says what is missing
        case LineResult::kLine:
          command += line;
          if (IsBlank(command)) {
            command.clear();
            continue;
          }
          if (IsIncomplete(command)) continue;
      }
      editor_.Remember(std::string_view(command).substr(0, command.find_last_not_of('\n') + 1));
      status = Exec(command);
      if (IsExit(command)) return status;
      command.clear();
    }
  }

 private:
  int Exec(const std::string& command) {
    Interruptible interruptible(shell_);
    return shell_->Exec(command, options_).exit_code;
  }

  bool IsIncomplete(const std::string& command) const {
    const ScriptAnalysis analysis = shell_->Analyze(command);
    if (analysis.valid || analysis.errors.empty()) return command.ends_with("\\\n") || HasOpenHereDocument(command);
    const std::string& error = analysis.errors.back();
    return error.find("unexpected end of file") != std::string::npos || error.find("unexpected EOF") != std::string::npos;
  }

  static bool IsExit(std::string_view command) {
    command.remove_prefix(std::min(command.find_first_not_of(" \t"), command.size()));
    const std::string_view word = command.substr(0, command.find_first_of(" \t\n;"));
    return word == "exit" || word == "logout";
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
      const bool is_command = last == std::string_view::npos || strchr("|;&(`", before[last]) != nullptr;
      if (is_command && word.find('/') == std::string_view::npos) found.words = Ask("-c", word);
      if (found.words.empty()) {
        const std::vector<std::string> directories = Ask("-d", word);
        for (const std::string& file : Ask("-f", word)) {
          const bool is_directory = std::find(directories.begin(), directories.end(), file) != directories.end();
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
};

}  // namespace

int RunShellPrompt(Shell* shell, const ExecOptions& options) { return ShellPrompt(shell, options).Run(); }

}  // namespace pysub
