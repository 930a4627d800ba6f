#include <algorithm>
#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

namespace {

constexpr CommandOption kOptions[] = {
    {'c', "no-create"},
    {'o', "io-blocks"},
    {'r', "reference", OptionArgument::kRequired},
    {'s', "size", OptionArgument::kRequired},
};

struct Wishes {
  bool create = true;
  bool blocks = false;
  std::optional<std::string> reference;
  std::optional<uint64_t> reference_size;
  std::optional<uint64_t> size;
  char relation = 0;  // of the size: one of <>/%+-, or none
};

bool TakeSize(CommandIo& io, std::string_view value, Wishes* wishes) {
  std::string_view given = value;
  char& relation = wishes->relation;
  while (value.starts_with(' ')) value.remove_prefix(1);
  relation = 0;
  if (!value.empty() && std::string_view("<>/%+-").find(value[0]) != std::string_view::npos) {
    relation = value[0];
    value.remove_prefix(1);
  }
  wishes->size = ParseSize(value);
  if (!wishes->size) {
    io.Error("Invalid number: " +
             QuoteWord(given.substr(relation == '+' || relation == '-' ? 0 : relation != 0)));
    return false;
  }
  if ((relation == '/' || relation == '%') && *wishes->size == 0) {
    io.Error("division by zero");
    return false;
  }
  return true;
}

// False: it is more than a number can be, or than a file.
bool WantedSize(const Wishes& wishes, uint64_t own_size, uint64_t* wanted) {
  uint64_t base = wishes.reference_size.value_or(own_size);
  uint64_t amount = wishes.size.value_or(0);
  if (wishes.blocks && __builtin_mul_overflow(amount, 4096u, &amount)) amount = UINT64_MAX;
  *wanted = wishes.relation == 0 && wishes.size ? amount : base;
  bool overflow = false;
  switch (wishes.relation) {
    case '+': overflow = __builtin_add_overflow(base, amount, wanted); break;
    case '-': *wanted = base > amount ? base - amount : 0; break;
    case '<': *wanted = std::min(base, amount); break;
    case '>': *wanted = std::max(base, amount); break;
    case '/': *wanted = base / amount * amount; break;
    case '%':
      overflow = __builtin_add_overflow(base, (amount - base % amount) % amount, wanted);
      break;
    default: break;
  }
  return !overflow && *wanted <= INT64_MAX;
}

bool TruncateFile(CommandIo& io, const Wishes& wishes, const std::string& name) {
  uint32_t flags = files::kOpenWrite | (wishes.create ? files::kOpenCreate : 0u);
  files::Result<files::Stat> stat = io.files().CheckOpen(CallerOf(io), name, flags, 0666);
  if (!stat.ok()) {
    if (!wishes.create && !io.files().StatPath(CallerOf(io), name).ok()) return true;
    io.Error("cannot open " + QuoteFile(name) + " for writing", stat.error());
    return false;
  }
  uint64_t wanted = 0;
  files::Status done = WantedSize(wishes, stat->size, &wanted)
                           ? io.files().Truncate(CallerOf(io), name, wanted)
                           : files::Status(EFBIG);
  if (done.ok()) return true;
  io.Error("failed to truncate " + QuoteFile(name) + " at " + std::to_string(wanted) + " bytes",
           done.error());
  return false;
}

}  // namespace

// truncate [-co] [-r FILE] [-s [+-<>/%]SIZE] FILE...
Progress RunTruncate(CommandIo& io) {
  Options options(io, kOptions);
  Wishes wishes;
  while (options.Next()) {
    switch (options.id()) {
      case 'c': wishes.create = false; break;
      case 'o': wishes.blocks = true; break;
      case 'r': wishes.reference = options.value(); break;
      case 's':
        if (!TakeSize(io, options.value(), &wishes)) return Progress::Done(1);
        break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (!wishes.size && !wishes.reference) {
    return Progress::Done(options.Misuse("you must specify either " + QuoteWord("--size") + " or " +
                                         QuoteWord("--reference")));
  }
  if (wishes.reference && wishes.size && wishes.relation == 0) {
    return Progress::Done(options.Misuse("you must specify a relative " + QuoteWord("--size") +
                                         " with " + QuoteWord("--reference")));
  }
  if (names.empty()) {
    io.Error("missing file operand");
    return TryHelp(io);
  }
  if (wishes.reference) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), *wishes.reference);
    if (!stat.ok()) {
      io.Error("cannot stat " + QuoteFile(*wishes.reference), stat.error());
      return Progress::Done(1);
    }
    wishes.reference_size = stat->size;
  }
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 64)) break;
    if (!TruncateFile(io, wishes, name)) status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
