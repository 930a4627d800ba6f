// Plays recorded cases of single commands (tests/shell/cases/*.case) and compares; see
// tools/record_commands.py, which lets the real programs write the expectations.
//
//   play_commands [--restore[=K]] [--pieces] [--damage=SEED] [--only=TEXT] FILE...
//
// --restore: every command is saved and loaded between all its steps, or at every K-th. --damage:
// and what was saved is damaged on the way; nothing is compared then.

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/runner/case_filter.h"
#include "tests/shell/command_harness.h"
#ifdef PYSUB_WITH_SQLITE
#include "shell/sqlite/sqlite.h"
#endif

namespace {

using pysub::shell::CommandHarness;

struct Case {
  std::string title;
  std::vector<std::string> lines;
  std::string expected;
};

std::vector<Case> ReadCases(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<Case> cases;
  bool in_expected = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) {
      cases.push_back({.title = line.substr(4)});
      in_expected = false;
    } else if (cases.empty()) {
      continue;
    } else if (!in_expected && line == "---") {
      in_expected = true;
    } else if (in_expected) {
      cases.back().expected += line + "\n";
    } else if (!line.empty() && line[0] != '#') {
      cases.back().lines.push_back(line);
    }
  }
  return cases;
}

// What was printed, errors behind it with "! " in front of each line, and the status when it is not
// 0.
std::string Transcript(const CommandHarness::Outcome& outcome) {
  std::string text;
  for (char c : outcome.out) {
    if (c == '\0')
      text += "\\0";
    else
      text += c;
  }
  if (!text.empty() && text.back() != '\n') text += "\\c\n";
  std::istringstream errors(outcome.err);
  for (std::string line; std::getline(errors, line);) text += "! " + line + "\n";
  if (outcome.status != 0) text += "[" + std::to_string(outcome.status) + "]\n";
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  CommandHarness::Options options;
#ifdef PYSUB_WITH_SQLITE
  if (pysub::shell::CountSqliteMemory())
    options.more_commands.push_back(&pysub::shell::SqliteCommand());
#endif
  std::string only;
  int failures = 0;
  int played = 0;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument.starts_with("--restore")) {
      // Small steps, so that there are many places to be saved at.
      options.restore_every =
          argument.starts_with("--restore=") ? std::stoull(argument.substr(10)) : 1;
      options.work_per_step = 1;
      continue;
    }
    if (argument == "--pieces") {
      options.pieces = true;
      continue;
    }
    if (argument.starts_with("--damage=")) {
      options.restore_every = 1;
      options.work_per_step = 1;
      uint64_t seed = std::stoull(argument.substr(9));
      options.damage_seed = seed * 0x9E3779B97F4A7C15u + 1;
      // rare damage reaches states that come late
      options.damage_every = uint64_t{4} << (seed % 4 * 2);
      options.max_rounds = 3000;
      options.memory_bytes = 16 << 20;
      continue;
    }
    if (argument.starts_with("--only=")) {
      only = argument.substr(7);
      continue;
    }
    for (const Case& one : ReadCases(argument)) {
      if (one.title.find(only) == std::string::npos) continue;
      if (!pysub::IsWanted(argument.substr(argument.rfind('/') + 1) + ": " + one.title)) continue;
      CommandHarness harness(options);
      std::string transcript;
      for (const std::string& line : one.lines) transcript += Transcript(harness.Run(line));
      ++played;
      if (options.damage_seed != 0) {  // it ended, that is all
        options.damage_seed += 2;
        continue;
      }
      // A blank line parts the cases.
      std::string expected = one.expected;
      while (expected.ends_with("\n\n") || expected == "\n") expected.pop_back();
      while (transcript.ends_with("\n\n") || transcript == "\n") transcript.pop_back();
      if (transcript == expected) continue;
      ++failures;
      std::string script;
      for (const std::string& line : one.lines) script += "  " + line + "\n";
      std::printf("FAILED %s: %s\n%s--- expected\n%s--- got\n%s", argument.c_str(),
                  one.title.c_str(), script.c_str(), expected.c_str(), transcript.c_str());
    }
  }
  std::printf("%d cases, %d failed\n", played, failures);
  return failures == 0 && played > 0 ? 0 : 1;
}
