// Plays tests/shell: each case in a shell of its own, compared with what bash said
// (tools/update_shell.py). A case with a line `# bash: reason` states a difference: behind bash's
// text its expectation has `--- pysub` and what we say.
//
//   shell_golden [--quiet] [--fuel=N] [--restore | --fork] [FILTER]
//
// --fuel: in slices of so much work. --restore: behind each slice the shell is saved, and what is
// restored from the bytes goes on (with --fork: its fork); compared with the same script in one go:
// output, status, files. Where a case says `# large`, in no smaller slices than kLargeFuel.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "pysub/shell/shell.h"
#include "tests/runner/case_filter.h"

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargeFuel = 2'000'000;
constexpr std::string_view kOurs = "--- pysub\n";

struct Case {
  std::string title;
  std::string script;
};

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool Blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

std::vector<Case> Cases(const std::string& text) {
  std::vector<Case> cases;
  Case current;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    if (line.starts_with("# ---")) {
      if (!Blank(current.script)) cases.push_back(current);
      size_t start = line.find_first_not_of(' ', 5);
      current = {start == std::string::npos ? "" : line.substr(start), ""};
    } else {
      current.script += line + "\n";
    }
  }
  if (!Blank(current.script)) cases.push_back(current);
  return cases;
}

std::string Block(std::string_view mark, const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) out += std::string(mark) + " " + line + "\n";
  if (!text.empty() && text.back() != '\n') out += "\\ no newline\n";
  return out;
}

pysub::Shell::Builder Settings() {
  pysub::Shell::Builder builder;
  pysub::ShellLimits limits;
  limits.wall_time = std::chrono::seconds(20);
  builder.Limits(limits).Cwd("/tmp/case").Env("LC_ALL", "C.UTF-8").Seed(1);
  return builder;
}

std::string Play(const std::string& script, uint64_t fuel) {
  auto shell = Settings().Build();
  shell->Start(script);
  std::optional<pysub::ExecResult> ended;
  while (!(ended = shell->RunFor(fuel))) continue;
  const pysub::ExecResult& result = *ended;
  std::string out = Block("|", result.stdout_text) + Block("!", result.stderr_text);
  if (result.exit_code != 0) out += fmt::format("exit {}\n", result.exit_code);
  return out;
}

enum class Move { kNone, kRestore, kFork };

// Everything that a script leaves behind. Time passes only while it sleeps.
std::string PlayMoved(const std::string& script, uint64_t fuel, Move move) {
  auto now = std::make_shared<int64_t>(1'700'000'000'000'000'000);
  pysub::Shell::Builder builder = Settings();
  builder.Clock([now] { return *now; }, [now] { return *now; }, [now](int64_t ns) { *now += ns; });
  auto shell = builder.Build();
  shell->Start(script);
  std::string out, err;
  std::optional<pysub::ExecResult> ended;
  while (!(ended = shell->RunFor(fuel))) {
    out += shell->TakeStdout();
    err += shell->TakeStderr();
    if (move == Move::kFork) {
      shell = shell->Fork();
    } else if (move == Move::kRestore) {
      const absl::StatusOr<std::string> bytes = shell->Snapshot();
      shell = bytes.ok() ? builder.Restore(*bytes) : bytes.status();
      if (shell.ok() && *shell->Snapshot() != *bytes)
        shell = absl::InternalError("other bytes when it is saved again");
    }
    if (!shell.ok())
      return fmt::format("cannot go on elsewhere: {}\n{}{}", shell.status().ToString(), out, err);
  }
  out += ended->stdout_text;
  err += ended->stderr_text;
  // (Commands may count work again when they were restored.)
  static constexpr char kTellState[] =
      "echo $? $! $$ $- \"${PIPESTATUS[@]}\"; declare -p; declare -f; alias; trap; shopt; set -o; "
      "pwd; umask; dirs; jobs; "
      "echo $RANDOM $SECONDS; for fd in {0..20}; do { true >&$fd; } 2>/dev/null && echo $fd; done";
  pysub::ExecResult state = shell->Exec(kTellState);
  return Block("|", out) + Block("!", err) +
         fmt::format("exit {}\nstate {:x} files {:x}\n", ended->exit_code,
                     std::hash<std::string>()(state.stdout_text + state.stderr_text),
                     std::hash<std::string>()(shell->files().Snapshot()));
}

std::vector<std::string> Expected(const std::string& text) {
  std::vector<std::string> blocks;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    if (line.starts_with("=== ")) {
      blocks.emplace_back();
    } else if (!blocks.empty()) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

}  // namespace

int main(int argc, char** argv) {
  std::string filter;
  bool quiet = false;
  uint64_t fuel = UINT64_MAX;
  Move move = Move::kNone;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--quiet") {
      quiet = true;
    } else if (argument == "--restore") {
      move = Move::kRestore;
    } else if (argument == "--fork") {
      move = Move::kFork;
    } else if (argument.starts_with("--fuel=")) {
      fuel = std::strtoull(argv[i] + 7, nullptr, 10);
    } else {
      filter = argument;
    }
  }
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator("tests/shell")) {
    if (entry.path().extension() == ".sh" &&
        entry.path().string().find(filter) != std::string::npos)
      paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  int total = 0, failed = 0, stated = 0;
  for (const fs::path& path : paths) {
    std::vector<Case> cases = Cases(Read(path));
    std::vector<std::string> expected = Expected(Read(fs::path(path).replace_extension(".out")));
    int file_failed = 0;
    for (size_t i = 0; i < cases.size(); ++i) {
      if (!pysub::IsWanted(fs::relative(path, "tests/shell").string() + ": " + cases[i].title))
        continue;
      ++total;
      bool differs = cases[i].script.find("# bash:") != std::string::npos;
      if (move != Move::kNone) {
        std::string straight = PlayMoved(cases[i].script, UINT64_MAX, Move::kNone);
        const bool is_large = cases[i].script.find("# large") != std::string::npos;
        std::string moved =
            PlayMoved(cases[i].script, is_large ? std::max(fuel, kLargeFuel) : fuel, move);
        if (moved == straight) continue;
        ++failed;
        fmt::print("FAILED {} case {}: {}\n{}--- in one go\n{}--- moved\n{}\n", path.string(),
                   i + 1, cases[i].title, quiet ? "" : cases[i].script, straight, moved);
        continue;
      }
      std::string wanted = i < expected.size() ? expected[i] : "(no expectation)\n";
      std::string actual = Play(cases[i].script, fuel);
      if (differs) {
        ++stated;
        size_t mark = wanted.find(kOurs);
        // One that is equal by now is not stated any longer.
        if (wanted.substr(0, mark) == actual) {
          wanted = "(a difference from this:)\n" + actual;
        } else {
          wanted = mark == std::string::npos ? "(" + std::string(kOurs) + " is missing)\n"
                                             : wanted.substr(mark + kOurs.size());
        }
      }
      if (actual == wanted) continue;
      ++failed;
      ++file_failed;
      if (quiet) continue;
      fmt::print("FAILED {} case {}: {}\n{}--- expected\n{}--- pysub-shell\n{}\n", path.string(),
                 i + 1, cases[i].title, cases[i].script, wanted, actual);
    }
    if (quiet && file_failed > 0)
      fmt::print("{}: {} of {} differ\n", path.string(), file_failed, cases.size());
  }
  fmt::print("{} cases, {} differ, {} stated differences\n", total, failed, stated);
  return failed == 0 ? 0 : 1;
}
