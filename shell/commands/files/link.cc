// link and unlink: one system call each.

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

// The words, when there are `count` of them.
std::optional<std::vector<std::string>> TakeNames(CommandIo& io, size_t count, int* status) {
  Options options(io, {});
  while (options.Next()) continue;
  if (options.status()) {
    *status = *options.status();
    return std::nullopt;
  }
  const std::vector<std::string>& names = options.operands();
  if (names.size() == count) return names;
  if (names.empty())
    io.Error("missing operand");
  else if (names.size() < count)
    io.Error("missing operand after " + QuoteWord(names.back()));
  else
    io.Error("extra operand " + QuoteWord(names[count]));
  *status = 1;
  (void)TryHelp(io);
  return std::nullopt;
}

}  // namespace

Progress RunLink(CommandIo& io) {
  int status = 0;
  const std::optional<std::vector<std::string>> names = TakeNames(io, 2, &status);
  if (!names) return Progress::Done(status);
  const files::Status made = io.files().Link(CallerOf(io), (*names)[0], (*names)[1]);
  if (made.ok()) return Progress::Done(0);
  io.Error("cannot create link " + QuoteFile((*names)[1]) + " to " + QuoteFile((*names)[0]),
           made.error());
  return Progress::Done(1);
}

Progress RunUnlink(CommandIo& io) {
  int status = 0;
  const std::optional<std::vector<std::string>> names = TakeNames(io, 1, &status);
  if (!names) return Progress::Done(status);
  const files::Status removed = io.files().Unlink(CallerOf(io), (*names)[0]);
  if (removed.ok()) return Progress::Done(0);
  io.Error("cannot unlink " + QuoteFile((*names)[0]), removed.error());
  return Progress::Done(1);
}

}  // namespace pysub::shell
