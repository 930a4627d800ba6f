#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {

// touch [-acmh] [-d DATE | -t STAMP | -r FILE] FILE...
Progress RunTouch(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      LongRow(256, "time", OptionArgument::kRequired),
      {'c', "no-create"},
      {'d', "date", OptionArgument::kRequired},
      {'r', "reference", OptionArgument::kRequired},
      {'h', "no-dereference"},
      {'a', ""},
      {'f', ""},
      {'m', ""},
      {'t', "", OptionArgument::kRequired},
  };
  Options options(io, kOptions);
  bool atime = false, mtime = false, create = true;
  files::Follow follow = files::Follow::kYes;
  std::optional<std::string> date, stamp, reference;
  while (options.Next()) {
    std::string value(options.value());
    switch (options.id()) {
      case 'a': atime = true; break;
      case 'm': mtime = true; break;
      case 'c': create = false; break;
      case 'f': break;
      case 'h':
        follow = files::Follow::kNo;
        create = false;
        break;
      case 'd': date = value; break;
      case 'r': reference = value; break;
      case 't': stamp = value; break;
      case 256:
        if (value == "atime" || value == "access" || value == "use") {
          atime = true;
        } else if (value == "mtime" || value == "modify") {
          mtime = true;
        } else {
          io.Error("invalid argument " + QuoteWord(value) + " for " + QuoteWord("--time"));
          io.Write(2,
                   "Valid arguments are:\n  - ‘atime’, ‘access’, ‘use’\n  - ‘mtime’, ‘modify’\n");
          return TryHelp(io);
        }
        break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (!atime && !mtime) atime = mtime = true;
  int64_t access_ns = files::kTimeNow;
  int64_t modify_ns = files::kTimeNow;
  if ((stamp && date) || (stamp && reference)) {
    return Progress::Done(options.Misuse("cannot specify times from more than one source"));
  }
  int64_t base_ns = io.RealTimeNs();
  if (stamp) {
    std::optional<int64_t> time = ParseTouchStamp(*stamp, base_ns);
    if (!time) {
      io.Error("invalid date format " + QuoteWord(*stamp));
      return Progress::Done(1);
    }
    access_ns = modify_ns = *time;
  }
  if (reference) {
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), *reference, follow);
    if (!stat.ok()) {
      io.Error("failed to get attributes of " + QuoteFile(*reference), stat.error());
      return Progress::Done(1);
    }
    access_ns = stat->atime_ns;
    modify_ns = stat->mtime_ns;
  }
  if (date) {
    std::optional<int64_t> access = ParseDate(*date, reference ? access_ns : base_ns);
    std::optional<int64_t> modify = ParseDate(*date, reference ? modify_ns : base_ns);
    if (!access || !modify) {
      io.Error("invalid date format " + QuoteWord(*date));
      return Progress::Done(1);
    }
    access_ns = *access;
    modify_ns = *modify;
  }
  if (names.empty()) {
    io.Error("missing file operand");
    return TryHelp(io);
  }
  if (!atime) access_ns = files::kTimeKeep;
  if (!mtime) modify_ns = files::kTimeKeep;
  int status = 0;
  for (const std::string& name : names) {
    io.Tick(name.size() + 64);
    if (name == "-") continue;
    int opened = 0;
    if (create) {
      files::Result<files::Stat> there =
          io.files().CheckOpen(CallerOf(io), name, files::kOpenWrite | files::kOpenCreate, 0666);
      // What cannot be written may still be given a time.
      opened = there.error();
    }
    files::Status set = io.files().SetTimes(CallerOf(io), name, access_ns, modify_ns, follow);
    if (set.ok() || (!create && set.error() == ENOENT && follow == files::Follow::kYes)) continue;
    if (opened != 0 && opened != EISDIR && opened != EPERM && opened != EINVAL) {
      io.Error("cannot touch " + QuoteFile(name), opened);
    } else {
      io.Error("setting times of " + QuoteFile(name), set.error());
    }
    status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
