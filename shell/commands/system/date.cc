#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell {
namespace {

// The formats of -I[WHEN] and --rfc-3339=WHEN; empty: no such WHEN.
// WHEN may be cut short.
struct FormatRow {
  std::string_view when, format;
};
std::string_view FindFormat(std::span<const FormatRow> rows, std::string_view when) {
  for (const FormatRow& row : rows) {
    if (!when.empty() && row.when.starts_with(when)) return row.format;
  }
  return "";
}

std::string_view IsoFormat(std::string_view when) {
  static constexpr FormatRow kRows[] = {{"hours", "%Y-%m-%dT%H%:z"},
                                        {"minutes", "%Y-%m-%dT%H:%M%:z"},
                                        {"date", "%Y-%m-%d"},
                                        {"seconds", "%Y-%m-%dT%H:%M:%S%:z"},
                                        {"ns", "%Y-%m-%dT%H:%M:%S,%N%:z"}};
  return FindFormat(kRows, when.empty() ? "date" : when);
}

std::string_view Rfc3339Format(std::string_view when) {
  static constexpr FormatRow kRows[] = {
      {"date", "%Y-%m-%d"}, {"seconds", "%Y-%m-%d %H:%M:%S%:z"}, {"ns", "%Y-%m-%d %H:%M:%S.%N%:z"}};
  return FindFormat(kRows, when);
}

enum { kRfc3339 = 256, kDebug, kResolution };
constexpr CommandOption kOptions[] = {
    {'d', "date", OptionArgument::kRequired},
    LongRow(kDebug, "debug"),
    LongRow(kResolution, "resolution"),
    {'f', "file", OptionArgument::kRequired},
    {'I', "iso-8601", OptionArgument::kOptional},
    {'r', "reference", OptionArgument::kRequired},
    {'R', "rfc-email"},
    LongRow('R', "rfc-822"),
    LongRow('R', "rfc-2822"),
    LongRow(kRfc3339, "rfc-3339", OptionArgument::kRequired),
    {'s', "set", OptionArgument::kRequired},
    {'u', "uct"},
    LongRow('u', "utc"),
    LongRow('u', "universal"),
};

// date [-uR] [-I[WHEN]] [--rfc-3339=WHEN] [-d TEXT | -f FILE | -r FILE] [+FORMAT]
class Date : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    while (true) {
      Line line;
      switch (io.ReadLine(fd_, '\n', &line)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kEnd: return Progress::Done(status_);
        case ReadStatus::kError:
          io.Error(QuoteFileIfNeeded(file_), io.error());
          return Progress::Done(1);
        case ReadStatus::kData: break;
      }
      size_t size = line.text.size();
      if (!Print(io, std::string(line.text))) status_ = 1;
      if (io.Tick(size + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override { archive(started_, format_, file_, fd_, status_, utc_); }

 private:
  // What the options say.
  struct Wishes {
    std::optional<std::string> text, reference, set;
    std::string_view format;
    int sources = 0;  // -f and -r
  };

  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    Options options(io, kOptions);
    Wishes wishes;
    if (std::optional<Progress> end = TakeOptions(io, &options, &wishes)) return end;
    if (std::optional<Progress> end = TakeOperands(io, options.operands(), &wishes)) return end;
    if (wishes.set) {
      io.Error("cannot set date: Operation not permitted");
      return Progress::Done(1);
    }
    if (!file_.empty()) {
      fd_ = file_ == "-" ? 0 : io.Open(file_, OpenMode::kRead);
      if (fd_ >= 0) return std::nullopt;
      io.Error(QuoteFileIfNeeded(file_), io.error());
      return Progress::Done(1);
    }
    if (resolution_) {
      io.Out("0.000000001\n");
      return Progress::Done(0);
    }
    if (wishes.text) return Progress::Done(Print(io, *wishes.text) ? 0 : 1);
    int64_t time_ns = io.RealTimeNs();
    if (wishes.reference) {
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), *wishes.reference);
      if (!stat.ok()) {
        io.Error(QuoteFileIfNeeded(*wishes.reference), stat.error());
        return Progress::Done(1);
      }
      time_ns = stat->mtime_ns;
    }
    Instant time;
    time.seconds = FloorSeconds(time_ns, &time.ns);
    return Progress::Done(PrintTime(io, time) ? 0 : 1);
  }

  std::optional<Progress> TakeOptions(CommandIo& io, Options* options, Wishes* wishes) {
    while (options->Next()) {
      std::string value(options->value());
      std::string_view chosen;
      switch (options->id()) {
        case 'd': wishes->text = value; break;
        case 'f':
          file_ = value;
          ++wishes->sources;
          break;
        case 'r':
          wishes->reference = value;
          ++wishes->sources;
          break;
        case 's': wishes->set = value; break;
        case 'u': utc_ = true; continue;
        case kDebug: continue;
        case kResolution:
          resolution_ = true;
          ++wishes->sources;
          continue;
        case 'R': chosen = "%a, %d %b %Y %H:%M:%S %z"; break;
        case 'I':
        case kRfc3339:
          chosen = options->id() == 'I' ? IsoFormat(value) : Rfc3339Format(value);
          if (chosen.empty()) return NoSuchFormat(io, options->id(), value);
          break;
      }
      if (chosen.empty()) continue;
      if (!wishes->format.empty()) return SeveralFormats(io);
      wishes->format = chosen;
    }
    if (options->status()) return Progress::Done(*options->status());
    if (wishes->sources + (wishes->text ? 1 : 0) > 1) {
      io.Error("the options to specify dates for printing are mutually exclusive");
      return TryHelp(io);
    }
    return std::nullopt;
  }

  static Progress NoSuchFormat(CommandIo& io, int option, std::string_view value) {
    if (option == 'I') {
      io.Error(InvalidArgument(value, "--iso-8601",
                               {"‘hours’", "‘minutes’", "‘date’", "‘seconds’", "‘ns’"}));
    } else {
      io.Error(InvalidArgument(value, "--rfc-3339", {"‘date’", "‘seconds’", "‘ns’"}));
    }
    return TryHelp(io);
  }
  static Progress SeveralFormats(CommandIo& io) {
    io.Error("multiple output formats specified");
    return Progress::Done(1);
  }

  // +FORMAT, or a date to set.
  std::optional<Progress> TakeOperands(CommandIo& io, const std::vector<std::string>& operands,
                                       Wishes* wishes) {
    std::string_view format = wishes->format;
    if (operands.empty()) {
      format_ = format.empty() ? "%a %b %e %H:%M:%S %Z %Y" : format;
      return std::nullopt;
    }
    if (operands[0].starts_with('+')) {
      if (!format.empty()) return SeveralFormats(io);
      format_ = operands[0].substr(1);
      if (operands.size() > 1) return ExtraOperand(io, operands[1]);
      return std::nullopt;
    }
    if (wishes->text || wishes->sources > 0) {
      io.Error("the argument " + QuoteWord(operands[0]) +
               " lacks a leading '+';\nwhen using an option to specify date(s), any non-option\n"
               "argument must be a format string beginning with '+'");
      return TryHelp(io);
    }
    wishes->set = operands[0];
    if (operands.size() > 1) return ExtraOperand(io, operands[1]);
    if (!ParseTouchStamp(*wishes->set, io.RealTimeNs(), Zone(io))) {
      io.Error("invalid date " + QuoteWord(*wishes->set));
      return Progress::Done(1);
    }
    return std::nullopt;
  }

  TimeZone Zone(const CommandIo& io) const { return utc_ ? TimeZone() : ZoneOf(io); }

  bool Print(CommandIo& io, const std::string& text) {
    const std::optional<Instant> time = ParseDate(text, io.RealTimeNs(), Zone(io));
    if (!time) {
      io.Error("invalid date " + QuoteWord(io, text));
      return false;
    }
    return PrintTime(io, *time);
  }
  // A width in the format may be any number. It is bounded, since it becomes memory.
  bool PrintTime(CommandIo& io, const Instant& time) {
    if (!IsInCalendar(time.seconds)) {
      io.Error("time " + QuoteWord(std::to_string(time.seconds)) + " is out of range");
      return false;
    }
    bool too_wide = false;
    std::string text = FormatTime(format_, time.seconds, time.ns, Zone(io), &too_wide);
    if (too_wide) {
      io.Error("format " + QuoteWord(io, format_) + " is too wide");
      return false;
    }
    io.Out(text + "\n");
    (void)io.Tick(format_.size() + text.size());
    return true;
  }

  bool started_ = false;
  bool resolution_ = false;  // (of a step that ends the command)
  std::string format_;
  std::string file_;
  int fd_ = -1;
  int status_ = 0;
  bool utc_ = false;  // -u
};

}  // namespace

std::unique_ptr<Command> MakeDate() { return Make<Date>(); }

}  // namespace pysub::shell
