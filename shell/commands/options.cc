#include "shell/commands/options.h"

#include <algorithm>

#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"

namespace pysub::shell {
namespace {

constexpr int kHelp = -10;
constexpr int kVersion = -11;
// What a row's id may have beside its letter.
constexpr int kMarks = kRefusedOption | kHelpLetter | kVersionLetter;
// What every command understands; behind its own rows, as the list of possibilities has it.
constexpr CommandOption kOfAll[] = {LongRow(kHelp, "help"), LongRow(kVersion, "version")};

std::string TryLine(CommandIo& io, std::string_view quote = "'") {
  return "Try " + std::string(quote) + std::string(io.name()) + " --help' for more information.\n";
}

// The real commands of a package that scripts ask for before they use what only GNU's have: which
// one, and which release the options here are those of.
struct Package {
  std::string_view name;
  std::string_view commands;  // between blanks
};

constexpr Package kPackages[] = {
    {"GNU coreutils) 9.1",
     " arch b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut "
     "date "
     "dd df dirname du echo env expand expr factor false fmt fold groups head hostid id install "
     "join link ln logname ls md5sum mkdir mkfifo mktemp mv nice nl nohup nproc numfmt od paste "
     "pathchk printenv printf pwd readlink realpath rm rmdir seq sha1sum sha224sum sha256sum "
     "sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test "
     "timeout touch tr true truncate tsort tty uname unexpand uniq unlink users wc who whoami "
     "yes "},
    {"GNU sed) 4.9", " sed "},
    {"GNU grep) 3.8", " grep egrep fgrep "},
    {"GNU Awk) 5.2.1", " awk gawk "},
    {"GNU tar) 1.34", " tar "},
    {"GNU findutils) 4.9.0", " find xargs "},
    {"GNU diffutils) 3.8", " diff cmp "},
    {"GNU patch) 2.7.6", " patch "},
    {"gzip) 1.12", " gzip gunzip zcat zgrep zegrep zfgrep zdiff zcmp zless zmore "},
    {"util-linux) 2.38.1", " column getopt hexdump hd rev look flock more setsid "},
};

}  // namespace

int SayRefused(CommandIo& io, const std::string& option, int status) {
  io.Error(option + " is not supported in this sandbox");
  return status;
}

std::string VersionText(const std::string& name) {
  for (const Package& package : kPackages) {
    if (package.commands.find(" " + name + " ") != std::string_view::npos)
      return name + " (pysub, as " + std::string(package.name) + "\n";
  }
  return name + " (pysub)\n";
}

std::string ProgramName(CommandIo& io) {
  std::string_view name = io.name();
  return std::string(name.substr(name.rfind('/') + 1));
}

std::string UsageOf(CommandIo& io) {
  for (const CommandInfo& info : StandardCommands()) {
    if (info.name == ProgramName(io)) return std::string(info.usage);
  }
  return "";
}

Progress TryHelp(CommandIo& io, int status) {
  io.Write(2, TryLine(io));
  return Progress::Done(status);
}

Options::Options(CommandIo& io, std::span<const CommandOption> rows, Order order, int error_status)
    : Options(io, io.args(), rows, order, error_status) {}

Options::Options(CommandIo& io, std::span<const std::string> words,
                 std::span<const CommandOption> rows, Order order, int error_status)
    : io_(io), words_(words), rows_(rows), order_(order), error_status_(error_status) {}

// The words of operands are collected on the way, so options may stand behind them (GNU's
// permutation) unless the order says otherwise.
bool Options::Next() {
  if (status_) return false;
  value_ = {};
  has_value_ = is_attached_ = false;
  if (!group_.empty()) return TakeLetter();
  while (next_ < words_.size()) {
    std::string_view word = words_[next_];
    const bool is_operand = word.size() < 2 || word[0] != '-';
    if (is_operand && order_ == kStopAtOperand) break;
    ++next_;
    if (is_operand && order_ == kInOrder) {
      id_ = kOperand;
      value_ = word;
      has_value_ = true;
      return true;
    }
    if (is_operand) {
      operands_.emplace_back(word);
      continue;
    }
    if (word == "--") break;
    if (word[1] == '-') return TakeName(word.substr(2));
    group_ = word.substr(1);
    return TakeLetter();
  }
  operands_.insert(operands_.end(), words_.begin() + static_cast<std::ptrdiff_t>(next_),
                   words_.end());
  return false;
}

// -abc is -a -b -c. The rest of the word is the value of the first letter that takes one.
bool Options::TakeLetter() {
  const char letter = group_[0];
  group_.remove_prefix(1);
  auto row = std::find_if(rows_.begin(), rows_.end(), [&](const CommandOption& candidate) {
    return candidate.has_letter && (candidate.id & ~kMarks) == static_cast<unsigned char>(letter);
  });
  if (row == rows_.end()) return Refuse(std::string("invalid option -- '") + letter + "'");
  if ((row->id & kHelpLetter) != 0) return Answer(UsageOf(io_));
  if ((row->id & kVersionLetter) != 0) return Answer(VersionText(ProgramName(io_)));
  if (row->id >= kRefusedOption) {
    status_ = SayRefused(io_, std::string("-") + letter, error_status_);
    return false;
  }
  id_ = row->id;
  if (row->argument == OptionArgument::kNone) return true;
  if (!group_.empty()) {
    value_ = group_;
    has_value_ = is_attached_ = true;
    group_ = {};
  } else if (row->argument == OptionArgument::kRequired && !TakeNextWord()) {
    return Refuse(std::string("option requires an argument -- '") + letter + "'");
  }
  return true;
}

bool Options::TakeName(std::string_view word) {
  const size_t equals = word.find('=');
  const CommandOption* row = FindName(word.substr(0, equals), word);
  if (row == nullptr) return false;
  if (row->id >= kRefusedOption) {
    status_ = SayRefused(io_, "--" + std::string(row->name), error_status_);
    return false;
  }
  const std::string shown = "option '--" + std::string(row->name) + "'";
  if (equals != std::string_view::npos) {
    if (row->argument == OptionArgument::kNone) return Refuse(shown + " doesn't allow an argument");
    value_ = word.substr(equals + 1);
    has_value_ = true;
  } else if (row->argument == OptionArgument::kRequired && !TakeNextWord()) {
    return Refuse(shown + " requires an argument");
  }
  id_ = row->id;
  if (id_ == kVersion) return Answer(VersionText(ProgramName(io_)));
  return id_ != kHelp || Answer(UsageOf(io_));
}

// A name may be abbreviated as long as it fits one option only. An exact name always wins.
const CommandOption* Options::FindName(std::string_view name, std::string_view word) {
  const CommandOption* found = nullptr;
  bool is_ambiguous = false;
  std::string possibilities;
  for (std::span<const CommandOption> rows : {rows_, std::span<const CommandOption>(kOfAll)}) {
    for (const CommandOption& row : rows) {
      if (row.name.empty() || !row.name.starts_with(name)) continue;
      if (row.name == name) return &row;
      possibilities += " '--" + std::string(row.name) + "'";
      // Names of one option are no choice.
      if (found == nullptr)
        found = &row;
      else
        is_ambiguous |= found->id != row.id || found->argument != row.argument;
    }
  }
  if (is_ambiguous) {
    Refuse("option '--" + std::string(word) + "' is ambiguous; possibilities:" + possibilities);
    return nullptr;
  }
  if (found == nullptr) Refuse("unrecognized option '--" + std::string(word) + "'");
  return found;
}

bool Options::TakeNextWord() {
  if (next_ == words_.size()) return false;
  value_ = words_[next_++];
  has_value_ = true;
  return true;
}

bool Options::Answer(std::string_view text) {
  io_.Out(text);
  status_ = 0;
  return false;
}

bool Options::Refuse(std::string_view text) {
  Misuse(text);
  return false;
}

int Options::TryHelp() {
  std::string text = usage_line_.empty() ? "" : usage_line_ + "\n";
  if (named_try_) text += ProgramName(io_) + ": ";
  if (says_try_) text += TryLine(io_, old_quotes_ ? "`" : "'");
  io_.Write(2, text);
  status_ = error_status_;
  return error_status_;
}

int Options::Misuse(std::string_view text) {
  io_.Error(text);
  return TryHelp();
}

std::optional<uint64_t> TakeCount(CommandIo& io, std::string_view complaint, std::string_view text,
                                  std::string_view suffixes) {
  std::optional<uint64_t> count = ParseCount(text, suffixes);
  if (!count) io.Error(std::string(complaint) + ": " + QuoteWord(text));
  return count;
}

// As coreutils' xstrtoumax(): b is 512, K is 1024, kB 1000. Which letters are allowed is the
// command's to say.
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
    if (!(suffix.size() == 1 || suffix.substr(1) == "B" || suffix.substr(1) == "iB"))
      return std::nullopt;
    int power = 0;
    switch (letter) {
      case 'b': overflow |= __builtin_mul_overflow(number, uint64_t{512}, &number); break;
      case 'c': break;
      case 'w': overflow |= __builtin_mul_overflow(number, uint64_t{2}, &number); break;
      default:
        power =
            static_cast<int>(std::string_view("KMGTPEZY").find(letter == 'k' ? 'K' : letter)) + 1;
        break;
    }
    for (int i = 0; i < power; ++i) overflow |= __builtin_mul_overflow(number, base, &number);
  }
  return overflow ? UINT64_MAX : number;
}

}  // namespace pysub::shell
