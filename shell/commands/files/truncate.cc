#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {

// truncate [-co] [-r FILE] [-s [+-<>/%]SIZE] FILE...
Progress RunTruncate(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'c', "no-create"},
      {'o', "io-blocks"},
      {'r', "reference", OptionArgument::kRequired},
      {'s', "size", OptionArgument::kRequired},
  };
  Options options(io, kOptions);
  bool create = true;
  bool blocks = false;
  std::optional<std::string> reference;
  std::optional<uint64_t> size;
  char relation = 0;
  while (options.Next()) {
    std::string_view value = options.value();
    switch (options.id()) {
      case 'c': create = false; break;
      case 'o': blocks = true; break;
      case 'r': reference = value; break;
      case 's': {
        while (value.starts_with(' ')) value.remove_prefix(1);
        relation = 0;
        if (!value.empty() && std::string_view("<>/%+-").find(value[0]) != std::string_view::npos) {
          relation = value[0];
          value.remove_prefix(1);
        }
        size = ParseSize(value);
        if (!size) {
          io.Error("Invalid number: " +
                   QuoteWord(options.value().substr(
                       relation == '+' || relation == '-' ? 0 : relation != 0)));
          return Progress::Done(1);
        }
        if ((relation == '/' || relation == '%') && *size == 0) {
          io.Error("division by zero");
          return Progress::Done(1);
        }
        break;
      }
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (!size && !reference) {
    return Progress::Done(options.Misuse("you must specify either " + QuoteWord("--size") + " or " +
                                         QuoteWord("--reference")));
  }
  if (reference && size && relation == 0) {
    return Progress::Done(options.Misuse("you must specify a relative " + QuoteWord("--size") +
                                         " with " + QuoteWord("--reference")));
  }
  if (names.empty()) {
    io.Error("missing file operand");
    return TryHelp(io);
  }
  uint64_t reference_size = 0;
  if (reference) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), *reference);
    if (!stat.ok()) {
      io.Error("cannot stat " + QuoteFile(*reference), stat.error());
      return Progress::Done(1);
    }
    reference_size = stat->size;
  }
  int status = 0;
  for (const std::string& name : names) {
    io.Tick(name.size() + 64);
    uint32_t flags = files::kOpenWrite | (create ? files::kOpenCreate : 0u);
    files::Result<files::Stat> stat = io.files().CheckOpen(CallerOf(io), name, flags, 0666);
    if (!stat.ok()) {
      if (!create && !io.files().StatPath(CallerOf(io), name).ok()) continue;
      io.Error("cannot open " + QuoteFile(name) + " for writing", stat.error());
      status = 1;
      continue;
    }
    uint64_t base = reference ? reference_size : stat->size;
    uint64_t amount = size.value_or(0);
    if (blocks && __builtin_mul_overflow(amount, 4096u, &amount)) amount = UINT64_MAX;
    uint64_t wanted = relation == 0 ? (size ? amount : base) : base;
    bool overflow = false;
    switch (relation) {
      case '+': overflow = __builtin_add_overflow(base, amount, &wanted); break;
      case '-': wanted = base > amount ? base - amount : 0; break;
      case '<': wanted = std::min(base, amount); break;
      case '>': wanted = std::max(base, amount); break;
      case '/': wanted = base / amount * amount; break;
      case '%':
        overflow = __builtin_add_overflow(base, (amount - base % amount) % amount, &wanted);
        break;
      default: break;
    }
    files::Status done = overflow || wanted > INT64_MAX
                             ? files::Status(EFBIG)
                             : io.files().Truncate(CallerOf(io), name, wanted);
    if (done.ok()) continue;
    io.Error("failed to truncate " + QuoteFile(name) + " at " + std::to_string(wanted) + " bytes",
             done.error());
    status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
