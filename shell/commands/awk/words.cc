#include "shell/commands/awk/words.h"

#include <utility>

#include "shell/commands/refused_option.h"

namespace pysub::shell::awk {
namespace {

// What ids have beside their letters.
constexpr int kMarks = kRefusedOption | kHelpLetter | kVersionLetter;

}  // namespace

bool Words::Next() {
  if (status_) return false;
  value_ = {};
  has_value_ = false;
  if (!group_.empty()) return TakeLetter();
  const std::span<const std::string> words = io_.args();
  if (next_ >= words.size() || words[next_].size() < 2 || words[next_][0] != '-') return false;
  const std::string_view word = words[next_++];
  if (word == "--") return false;
  if (word[1] == '-') return TakeName(word.substr(2));
  group_ = word.substr(1);
  return TakeLetter();
}

bool Words::TakeLetter() {
  const int letter = static_cast<unsigned char>(group_[0]);
  group_.remove_prefix(1);
  const CommandOption* found = nullptr;
  for (const CommandOption& row : rows_) {
    if (row.has_letter && (row.id & ~kMarks) == letter) found = &row;
  }
  if (found == nullptr) return Unknown();
  if (found->argument != OptionArgument::kNone && !group_.empty()) {
    value_ = std::exchange(group_, {});
    has_value_ = true;
  }
  return Take(found);
}

// A name may be abbreviated as long as it fits one option only.
bool Words::TakeName(std::string_view word) {
  const size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const CommandOption* found = nullptr;
  int fitting = 0;
  for (const CommandOption& row : rows_) {
    if (row.name.empty() || !row.name.starts_with(name)) continue;
    found = &row;
    fitting = row.name == name ? 1 : fitting + 1;
    if (row.name == name) break;
  }
  if (fitting != 1) return Unknown();
  has_value_ = equals != std::string_view::npos;
  if (has_value_) value_ = word.substr(equals + 1);
  return Take(found);
}

bool Words::Take(const CommandOption* row) {
  row_ = row;
  const std::string letter(1, static_cast<char>(row->id));
  if ((row->id & kRefusedOption) != 0) return End(SayRefused(io_, "-" + letter, 2));
  const bool lacks = row->argument == OptionArgument::kRequired && !has_value_ && !TakeValue();
  if (lacks || (row->argument == OptionArgument::kNone && has_value_)) {
    io_.Error("option requires an argument -- " + letter);
    return End(Usage());
  }
  if ((row->id & (kHelpLetter | kVersionLetter)) == 0) return true;
  io_.Out((row->id & kHelpLetter) != 0 ? UsageOf(io_) : VersionText(ProgramName(io_)));
  return End(0);
}

bool Words::TakeValue() {
  if (next_ >= io_.args().size()) return false;
  value_ = io_.args()[next_++];
  return true;
}

// The whole word is an operand then, whatever letters in front of it are known.
bool Words::Unknown() {
  if (!has_program_) return End(Usage());
  --next_;
  group_ = {};
  return false;
}

int Words::Usage() {
  const std::string begin = "Usage: " + ProgramName(io_) + " [POSIX or GNU style options] ";
  io_.Write(2, begin + "-f progfile [--] file ...\n" + begin + "[--] 'program' file ...\n");
  return 1;
}

}  // namespace pysub::shell::awk
