#include <cerrno>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

namespace {

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

// What the options say, and the times that come of it.
struct Touch {
  bool atime = false, mtime = false, create = true;
  files::Follow follow = files::Follow::kYes;
  std::optional<std::string> date, stamp, reference;
  int64_t access_ns = files::kTimeNow, modify_ns = files::kTimeNow;
};

std::optional<Progress> TakeOptions(CommandIo& io, Options* options, Touch* touch) {
  while (options->Next()) {
    std::string value(options->value());
    switch (options->id()) {
      case 'a': touch->atime = true; break;
      case 'm': touch->mtime = true; break;
      case 'c': touch->create = false; break;
      case 'f': break;
      case 'h':
        touch->follow = files::Follow::kNo;
        touch->create = false;
        break;
      case 'd': touch->date = value; break;
      case 'r': touch->reference = value; break;
      case 't': touch->stamp = value; break;
      case 256:
        if (value == "atime" || value == "access" || value == "use") {
          touch->atime = true;
        } else if (value == "mtime" || value == "modify") {
          touch->mtime = true;
        } else {
          io.Error(
              InvalidArgument(value, "--time", {"‘atime’, ‘access’, ‘use’", "‘mtime’, ‘modify’"}));
          return TryHelp(io);
        }
        break;
    }
  }
  if (options->status()) return Progress::Done(*options->status());
  if (!touch->atime && !touch->mtime) touch->atime = touch->mtime = true;
  if (touch->stamp && (touch->date || touch->reference)) {
    return Progress::Done(options->Misuse("cannot specify times from more than one source"));
  }
  return std::nullopt;
}

// The times of -t, -r and -d; -d may count from those of -r.
std::optional<Progress> FindTimes(CommandIo& io, Touch* touch) {
  auto bad_date = [&](std::string_view text) {
    io.Error("invalid date format " + QuoteWord(text));
    return Progress::Done(1);
  };
  int64_t base_ns = io.RealTimeNs();
  if (touch->stamp) {
    const std::optional<Instant> time = ParseTouchStamp(*touch->stamp, base_ns, ZoneOf(io));
    if (!time) return bad_date(*touch->stamp);
    touch->access_ns = touch->modify_ns = time->FileTime();
  }
  if (touch->reference) {
    files::Result<files::Stat> stat =
        io.files().StatPath(CallerOf(io), *touch->reference, touch->follow);
    if (!stat.ok()) {
      io.Error("failed to get attributes of " + QuoteFile(*touch->reference), stat.error());
      return Progress::Done(1);
    }
    touch->access_ns = stat->atime_ns;
    touch->modify_ns = stat->mtime_ns;
  }
  if (touch->date) {
    bool relative = touch->reference.has_value();
    const TimeZone zone = ZoneOf(io);
    const std::optional<Instant> access =
        ParseDate(*touch->date, relative ? touch->access_ns : base_ns, zone);
    const std::optional<Instant> modify =
        ParseDate(*touch->date, relative ? touch->modify_ns : base_ns, zone);
    if (!access || !modify) return bad_date(*touch->date);
    touch->access_ns = access->FileTime();
    touch->modify_ns = modify->FileTime();
  }
  return std::nullopt;
}

bool TouchFile(CommandIo& io, const Touch& touch, const std::string& name) {
  int opened = 0;
  if (touch.create) {
    files::Result<files::Stat> there =
        io.files().CheckOpen(CallerOf(io), name, files::kOpenWrite | files::kOpenCreate, 0666);
    // What cannot be written may still be given a time.
    opened = there.error();
  }
  files::Status set =
      io.files().SetTimes(CallerOf(io), name, touch.access_ns, touch.modify_ns, touch.follow);
  if (set.ok()) return true;
  if (!touch.create && set.error() == ENOENT && touch.follow == files::Follow::kYes) return true;
  if (opened != 0 && opened != EISDIR && opened != EPERM && opened != EINVAL) {
    io.Error("cannot touch " + QuoteFile(name), opened);
  } else {
    io.Error("setting times of " + QuoteFile(name), set.error());
  }
  return false;
}

}  // namespace

// touch [-acmh] [-d DATE | -t STAMP | -r FILE] FILE...
Progress RunTouch(CommandIo& io) {
  Options options(io, kOptions);
  Touch touch;
  if (std::optional<Progress> end = TakeOptions(io, &options, &touch)) return *end;
  if (std::optional<Progress> end = FindTimes(io, &touch)) return *end;
  std::vector<std::string> names = options.operands();
  if (names.empty()) {
    io.Error("missing file operand");
    return TryHelp(io);
  }
  if (!touch.atime) touch.access_ns = files::kTimeKeep;
  if (!touch.mtime) touch.modify_ns = files::kTimeKeep;
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 64)) break;
    if (name != "-" && !TouchFile(io, touch, name)) status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
