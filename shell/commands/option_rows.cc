#include "shell/commands/option_rows.h"

#include <algorithm>

namespace pysub::shell {

std::string ProgramName(CommandIo& io) {
  std::string_view name = io.name();
  return std::string(name.substr(name.rfind('/') + 1));
}

std::string Options::Letters(std::span<const Option> rows, Order order) {
  std::string letters = order == kStopAtOperand ? "+" : order == kInOrder ? "-" : "";
  for (const Option& row : rows) {
    if (!row.has_letter) continue;
    letters += static_cast<char>(row.id);
    if (row.argument != OptionArgument::kNone) letters += row.argument == OptionArgument::kRequired ? ":" : "::";
  }
  return letters;
}

std::vector<LongOption> Options::Names(std::span<const Option> rows) {
  std::vector<LongOption> names;
  for (const Option& row : rows) {
    if (!row.name.empty()) names.push_back({row.name, row.argument, row.id});
  }
  names.push_back({"help", OptionArgument::kNone, kHelp});
  names.push_back({"version", OptionArgument::kNone, kVersion});
  return names;
}

Options::Options(CommandIo& io, std::span<const Option> rows, Order order, int error_status)
    : Options(io, io.args(), rows, order, error_status) {}

Options::Options(CommandIo& io, std::span<const std::string> words, std::span<const Option> rows, Order order, int error_status)
    : io_(io), letters_(Letters(rows, order)), names_(Names(rows)), parser_(io, words, letters_, names_),
      error_status_(error_status) {}

bool Options::Next() {
  if (status_) return false;
  id_ = parser_.Next();
  switch (id_) {
    case OptionParser::kEnd: operands_ = parser_.Operands(); return false;
    case OptionParser::kBad: TryHelp(); return false;
    case kHelp:
      for (const CommandInfo& info : StandardCommands()) {
        if (info.name == ProgramName(io_)) io_.Out(info.usage);
      }
      status_ = 0;
      return false;
    case kVersion:
      io_.Out(ProgramName(io_) + " (pysub)\n");
      status_ = 0;
      return false;
    default: return true;
  }
}

int Options::TryHelp() {
  std::string text = usage_line_.empty() ? "" : usage_line_ + "\n";
  if (named_try_) text += ProgramName(io_) + ": ";
  if (says_try_) text += (old_quotes_ ? "Try `" : "Try '") + std::string(io_.name()) + " --help' for more information.\n";
  io_.Write(2, text);
  status_ = error_status_;
  return error_status_;
}

int Options::Misuse(std::string_view text) {
  io_.Error(text);
  return TryHelp();
}

std::optional<uint64_t> ParseCount(std::string_view text, std::string_view suffixes) {
  size_t at = 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  if (at < text.size() && text[at] == '+') ++at;
  size_t digits = at;
  uint64_t number = 0;
  bool overflow = false;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    overflow |= __builtin_mul_overflow(number, uint64_t{10}, &number);
    overflow |= __builtin_add_overflow(number, static_cast<uint64_t>(text[at] - '0'), &number);
  }
  bool has_digits = at > digits;
  if (!has_digits) number = 1;  // "K" alone is 1K
  std::string_view suffix = text.substr(at);
  if (!has_digits && suffix.empty()) return std::nullopt;
  if (!suffix.empty()) {
    char letter = suffix[0];
    if (suffixes.find(letter) == std::string_view::npos) return std::nullopt;
    uint64_t base = 1024;
    if (suffix.size() == 2 && suffix[1] == 'B') base = 1000;
    if (!(suffix.size() == 1 || suffix.substr(1) == "B" || suffix.substr(1) == "iB")) return std::nullopt;
    int power = 0;
    switch (letter) {
      case 'b': overflow |= __builtin_mul_overflow(number, uint64_t{512}, &number); break;
      case 'c': break;
      case 'w': overflow |= __builtin_mul_overflow(number, uint64_t{2}, &number); break;
      default: power = static_cast<int>(std::string_view("KMGTPEZY").find(letter == 'k' ? 'K' : letter)) + 1; break;
    }
    for (int i = 0; i < power; ++i) overflow |= __builtin_mul_overflow(number, base, &number);
  }
  return overflow ? UINT64_MAX : number;
}

}  // namespace pysub::shell
