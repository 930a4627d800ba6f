#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// mktemp [-dqut] [-p DIR] [--suffix=SUFFIX] [TEMPLATE]
Progress RunMktemp(CommandIo& io) {
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
  Options options(io, kOptions);
  bool directory = false, dry = false, quiet = false, in_temp = false, old_style = false;
  std::optional<std::string> suffix;
  std::string where;
  while (options.Next()) {
    switch (options.id()) {
      case 'd': directory = true; break;
      case 'u': dry = true; break;
      case 'q': quiet = true; break;
      case 't': in_temp = old_style = true; break;
      case 'p':
        in_temp = true;
        where = options.value();
        break;
      case 256: suffix = options.value(); break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> operands = options.operands();
  if (operands.size() > 1) {
    io.Error("too many templates");
    return TryHelp(io);
  }
  if (operands.empty()) in_temp = true;
  std::string pattern = operands.empty() ? "tmp.XXXXXXXXXX" : operands[0];
  auto fail = [&](const std::string& text) {
    io.Error(text);
    return Progress::Done(1);
  };
  if (suffix) {
    if (!pattern.ends_with('X'))
      return fail("with --suffix, template " + QuoteWord(pattern) + " must end in X");
    if (suffix->find('/') != std::string::npos) {
      return fail("invalid suffix " + QuoteWord(*suffix) + ", contains directory separator");
    }
  } else {
    size_t last = pattern.rfind('X');
    suffix = last == std::string::npos ? "" : pattern.substr(last + 1);
    if (suffix->find('/') != std::string::npos) {
      return fail("invalid suffix " + QuoteWord(*suffix) + ", contains directory separator");
    }
    pattern.resize(pattern.size() - suffix->size());
  }
  size_t count = 0;
  while (count < pattern.size() && pattern[pattern.size() - 1 - count] == 'X') ++count;
  if (count < 3) return fail("too few X's in template " + QuoteWord(pattern + *suffix));
  if (in_temp) {
    std::string_view temp = io.Env("TMPDIR").value_or("");
    std::string folder = where;
    if (old_style) {
      if (pattern.find('/') != std::string::npos) {
        return fail("invalid template, " + QuoteWord(pattern + *suffix) +
                    ", contains directory separator");
      }
      if (!temp.empty()) folder = temp;
    } else if (folder.empty()) {
      folder = temp;
    }
    if (!old_style && pattern.starts_with('/')) {
      return fail("invalid template, " + QuoteWord(pattern + *suffix) +
                  "; with --tmpdir, it may not be absolute");
    }
    pattern = JoinPath(folder.empty() ? "/tmp" : folder, pattern);
  }
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr int kTries = 100;
  int error = EEXIST;
  for (int attempt = 0; attempt < kTries && error == EEXIST; ++attempt) {
    std::string name = pattern;
    uint64_t chance = 0;
    for (size_t i = 0; i < count; ++i) {
      if (i % 8 == 0) chance = io.Random();
      name[name.size() - count + i] = kLetters[chance % kLetters.size()];
      chance >>= 8;
    }
    name += *suffix;
    if (dry) {
      error = io.files().Lstat(CallerOf(io), name).ok() ? EEXIST : 0;
    } else if (directory) {
      error = io.files().Mkdir(CallerOf(io), name, 0700).error();
    } else {
      constexpr uint32_t kFlags = files::kOpenWrite | files::kOpenCreate | files::kOpenExclusive;
      error = io.files().CheckOpen(CallerOf(io), name, kFlags, 0600).error();
    }
    io.Tick(name.size() + 64);
    if (error == 0) {
      io.Out(name + "\n");
      return Progress::Done(0);
    }
  }
  if (!quiet) {
    io.Error(std::string(directory ? "failed to create directory via template "
                                   : "failed to create file via template ") +
                 QuoteWord(pattern + *suffix),
             error);
  }
  return Progress::Done(1);
}

}  // namespace pysub::shell
