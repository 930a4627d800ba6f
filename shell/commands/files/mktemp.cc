#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

namespace {

constexpr CommandOption kOptions[] = {
    {'d', "directory"},
    {'u', "dry-run"},
    {'q', "quiet"},
    LongRow(256, "suffix", OptionArgument::kRequired),
    LongRow('p', "tmpdir", OptionArgument::kOptional),
    {'p', "", OptionArgument::kRequired},
    {'t', ""},
    {'V', ""},
};

struct Wishes {
  bool directory = false, dry = false, quiet = false;
  bool in_temp = false, old_style = false;  // -p or -t
  std::optional<std::string> suffix;
  std::string where;  // of -p
};

// The name to be made: pattern, whose last `count` characters are X, and suffix.
struct Template {
  std::string pattern, suffix;
  size_t count = 0;
  std::string text() const { return pattern + suffix; }
};

bool Fail(CommandIo& io, const std::string& text) {
  io.Error(text);
  return false;
}

// Cuts the suffix off and counts the X.
bool SplitTemplate(CommandIo& io, const std::optional<std::string>& suffix, Template* name) {
  std::string& pattern = name->pattern;
  if (suffix) {
    if (!pattern.ends_with('X'))
      return Fail(io, "with --suffix, template " + QuoteWord(pattern) + " must end in X");
    name->suffix = *suffix;
  } else {
    size_t last = pattern.rfind('X');
    name->suffix = last == std::string::npos ? "" : pattern.substr(last + 1);
  }
  if (name->suffix.find('/') != std::string::npos) {
    return Fail(io, "invalid suffix " + QuoteWord(name->suffix) + ", contains directory separator");
  }
  if (!suffix) pattern.resize(pattern.size() - name->suffix.size());
  size_t& count = name->count;
  while (count < pattern.size() && pattern[pattern.size() - 1 - count] == 'X') ++count;
  return count >= 3 || Fail(io, "too few X's in template " + QuoteWord(name->text()));
}

// Puts the directory of -p, -t or $TMPDIR before it.
bool PutInTemp(CommandIo& io, const Wishes& wishes, Template* name) {
  std::string_view temp = io.Env("TMPDIR").value_or("");
  std::string folder = wishes.where;
  if (wishes.old_style) {
    if (name->pattern.find('/') != std::string::npos) {
      return Fail(
          io, "invalid template, " + QuoteWord(name->text()) + ", contains directory separator");
    }
    if (!temp.empty()) folder = temp;
  } else {
    if (folder.empty()) folder = temp;
    if (name->pattern.starts_with('/')) {
      return Fail(io, "invalid template, " + QuoteWord(name->text()) +
                          "; with --tmpdir, it may not be absolute");
    }
  }
  name->pattern = JoinPath(folder.empty() ? "/tmp" : folder, name->pattern);
  return true;
}

std::string RandomName(CommandIo& io, const Template& pattern) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::string name = pattern.pattern;
  uint64_t chance = 0;
  for (size_t i = 0; i < pattern.count; ++i) {
    if (i % 8 == 0) chance = io.Random();
    name[name.size() - pattern.count + i] = kLetters[chance % kLetters.size()];
    chance >>= 8;
  }
  return name + pattern.suffix;
}

// The error number, 0 for none.
int Create(CommandIo& io, const Wishes& wishes, const std::string& name) {
  if (wishes.dry) return io.files().Lstat(CallerOf(io), name).ok() ? EEXIST : 0;
  if (wishes.directory) return io.files().Mkdir(CallerOf(io), name, 0700).error();
  constexpr uint32_t kFlags = files::kOpenWrite | files::kOpenCreate | files::kOpenExclusive;
  return io.files().CheckOpen(CallerOf(io), name, kFlags, 0600).error();
}

}  // namespace

// mktemp [-dqut] [-p DIR] [--suffix=SUFFIX] [TEMPLATE]
Progress RunMktemp(CommandIo& io) {
  Options options(io, kOptions);
  Wishes wishes;
  while (options.Next()) {
    switch (options.id()) {
      case 'd': wishes.directory = true; break;
      case 'u': wishes.dry = true; break;
      case 'q': wishes.quiet = true; break;
      case 't': wishes.in_temp = wishes.old_style = true; break;
      case 'p':
        wishes.in_temp = true;
        wishes.where = options.value();
        break;
      case 256: wishes.suffix = options.value(); break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> operands = options.operands();
  if (operands.size() > 1) {
    io.Error("too many templates");
    return TryHelp(io);
  }
  if (operands.empty()) wishes.in_temp = true;
  Template pattern{.pattern = operands.empty() ? "tmp.XXXXXXXXXX" : operands[0]};
  if (!SplitTemplate(io, wishes.suffix, &pattern)) return Progress::Done(1);
  if (wishes.in_temp && !PutInTemp(io, wishes, &pattern)) return Progress::Done(1);
  constexpr int kTries = 100;
  int error = EEXIST;
  for (int attempt = 0; attempt < kTries && error == EEXIST; ++attempt) {
    std::string name = RandomName(io, pattern);
    error = Create(io, wishes, name);
    io.Tick(name.size() + 64);
    if (error == 0) {
      io.Out(name + "\n");
      return Progress::Done(0);
    }
  }
  if (!wishes.quiet) {
    io.Error(std::string(wishes.directory ? "failed to create directory via template "
                                          : "failed to create file via template ") +
                 QuoteWord(pattern.text()),
             error);
  }
  return Progress::Done(1);
}

}  // namespace pysub::shell
