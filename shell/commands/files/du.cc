#include <algorithm>
#include <map>

#include "pysub/shell/command.h"
#include "shell/commands/choice.h"
#include "shell/commands/exclude_file.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/names_from_file.h"
#include "shell/commands/quoting.h"
#include "shell/commands/system/civil_time.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

enum { kApparent = 256, kExclude, kFiles0, kSi, kInodes, kTime, kTimeStyle };
constexpr CommandOption kOptions[] = {
    {'a', "all"},
    LongRow(kApparent, "apparent-size"),
    {'B', "block-size", OptionArgument::kRequired},
    {'b', "bytes"},
    {'l', "count-links"},
    {'L', "dereference"},
    {'D', "dereference-args"},
    LongRow(kExclude, "exclude", OptionArgument::kRequired),
    LongRow(kFiles0, "files0-from", OptionArgument::kRequired),
    {'X', "exclude-from", OptionArgument::kRequired},
    {'h', "human-readable"},
    LongRow(kInodes, "inodes"),
    {'d', "max-depth", OptionArgument::kRequired},
    {'P', "no-dereference"},
    {'0', "null"},
    {'x', "one-file-system"},
    {'S', "separate-dirs"},
    LongRow(kSi, "si"),
    {'s', "summarize"},
    {'t', "threshold", OptionArgument::kRequired},
    LongRow(kTime, "time", OptionArgument::kOptional),
    LongRow(kTimeStyle, "time-style", OptionArgument::kRequired),
    {'c', "total"},
    {'H', ""},
    {'k', ""},
    {'m', ""},
};

enum class TimeWord : uint8_t { kModified, kAccessed, kChanged };
constexpr Choice<TimeWord> kTimeWords[] = {
    {"atime", TimeWord::kAccessed}, {"access", TimeWord::kAccessed}, {"use", TimeWord::kAccessed},
    {"ctime", TimeWord::kChanged},  {"status", TimeWord::kChanged},
};
constexpr Choice<std::string_view> kTimeStyles[] = {
    {"full-iso", "%Y-%m-%d %H:%M:%S.%N %z"}, {"long-iso", "%Y-%m-%d %H:%M"}, {"iso", "%Y-%m-%d"}};

// du [-abcDhHklLmsSx0] [-B SIZE] [-d DEPTH] [--exclude=PATTERN] [-t SIZE] [--time] FILE...
class Du : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
    }
    const Got excludes = exclude_files_.Read(io);
    exclude_files_.Suspend();  // (before the step may end)
    if (std::optional<Progress> end = StepEnd(excludes)) return *end;
    if (excludes == Got::kError) {
      io.Error(QuoteFileIfNeeded(exclude_files_.file()), io.error());
      return TryHelp(io, 1);
    }
    if (names_.is_given() && !names_.is_read()) {
      if (std::optional<Progress> end = names_.Read(io)) return *end;
    }
    while (true) {
      std::optional<TreeWalk::Visit> visit = walk_.Next(io);
      if (!visit && names_.is_given()) {
        const Got got = NextName(io);
        if (auto end = StepEnd(got)) return *end;
        if (got == Got::kData) continue;
      }
      if (!visit) {
        if (total_wanted_) Print(io, total_, "total", true);
        return Progress::Done(status_);
      }
      if (!Count(io, *visit)) return Progress::Done(2);
      if (io.Tick(visit->path.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, all_, apparent_, total_wanted_, summarize_, separate_, count_links_, end_,
            max_depth_, flags_, style_, exclude_, names_, walk_, sums_, seen_, total_, status_,
            inodes_, times_, time_, time_format_, threshold_, exclude_files_,
            exclude_files_.files());
    if (time_ > TimeWord::kChanged) archive.Fail();
  }

 private:
  // What is summed up.
  struct Usage {
    uint64_t bytes = 0, files = 0;
    int64_t newest_ns = INT64_MIN;
    void Add(const Usage& more) {
      bytes += more.bytes;
      files += more.files;
      newest_ns = std::max(newest_ns, more.newest_ns);
    }
    void Fields(Archive& archive) { archive(bytes, files, newest_ns); }
  };
  // Of a directory that is being walked. One per level of the tree is enough, so sums_ grows with
  // depth and not with files. (seen_ grows with the files that have several names.)
  struct Sum {
    Usage own;    // with its files
    Usage below;  // its directories
    bool skipped = false;
    void Fields(Archive& archive) { archive(own, below, skipped); }
  };

  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    Options options(io, kOptions);
    bool depth_given = false;
    std::optional<std::string> time_style;
    while (options.Next()) {
      std::string_view value = options.value();
      switch (options.id()) {
        case 'a': all_ = true; break;
        case 'b':
          apparent_ = true;
          style_ = {};
          break;
        case 'c': total_wanted_ = true; break;
        case 'd':
          if (!ReadWhole(value, &max_depth_)) {
            return Progress::Done(options.Misuse("invalid maximum depth " + QuoteWord(value)));
          }
          depth_given = true;
          break;
        case 'h': style_ = {.human_base = 1024}; break;
        case kSi: style_ = {.human_base = 1000}; break;
        case 'k': style_ = {.unit = 1024}; break;
        case 'm': style_ = {.unit = 1 << 20}; break;
        case 'l': count_links_ = true; break;
        case 's': summarize_ = true; break;
        case 'x': flags_ |= TreeWalk::kOneDevice; break;
        case 'B': {
          std::optional<SizeStyle> style = SizeStyle::Parse(value);
          if (!style) {
            io.Error("invalid -B argument '" + std::string(value) + "'");
            return Progress::Done(1);
          }
          style_ = *style;
          break;
        }
        case 'D':
        case 'H': flags_ |= TreeWalk::kOperandLinks; break;
        case 'L': flags_ |= TreeWalk::kAllLinks; break;
        case 'P': flags_ &= ~(TreeWalk::kAllLinks | TreeWalk::kOperandLinks); break;
        case 'S': separate_ = true; break;
        case '0': end_ = '\0'; break;
        case kApparent: apparent_ = true; break;
        case kFiles0: names_.Start(value); break;
        case kExclude: exclude_.emplace_back(value); break;
        case 'X': exclude_files_.Add(value); break;
        case kInodes: inodes_ = true; break;
        case 't':
          if (!TakeThreshold(io, value)) return Progress::Done(1);
          break;
        case kTime:
          times_ = true;
          if (options.has_value() && !Choose(io, "--time", value, kTimeWords, &time_)) {
            return Progress::Done(options.TryHelp());
          }
          break;
        case kTimeStyle: time_style = value; break;
      }
    }
    if (inodes_ && apparent_) {
      io.Error("warning: options --apparent-size and -b are ineffective with --inodes");
    }
    if (times_ && !TakeTimeStyle(io, time_style)) return Progress::Done(options.TryHelp());
    if (options.status()) return Progress::Done(*options.status());
    if (all_ && summarize_) {
      return Progress::Done(options.Misuse("cannot both summarize and show all entries"));
    }
    if (summarize_ && depth_given && max_depth_ != 0) {
      return Progress::Done(options.Misuse("warning: summarizing conflicts with --max-depth=" +
                                           std::to_string(max_depth_)));
    }
    if (summarize_) max_depth_ = 0;
    std::vector<std::string> operands = options.operands();
    if (names_.is_given()) {
      if (operands.empty()) return std::nullopt;
      return Progress::Done(RefuseOperands(io, QuoteWord(operands[0]), 1));
    }
    if (operands.empty()) operands.push_back(".");
    walk_.Start(std::move(operands), flags_);
    return std::nullopt;
  }

  // Begins the walk of the next name of --files0-from.
  Got NextName(CommandIo& io) {
    const Got got = names_.Next(io);
    if (got != Got::kData) return got;
    if (names_.Refuse(io)) {
      status_ = 1;
    } else {
      walk_.Start({std::string(names_.current())}, flags_);
    }
    return io.Tick(64) ? Got::kYield : got;
  }

  bool Excluded(const TreeWalk::Visit& visit) const {
    for (const std::string& pattern : exclude_) {
      if (MatchName(pattern, visit.name()) || MatchName(pattern, visit.path)) return true;
    }
    for (const std::string& pattern : exclude_files_.patterns()) {
      if (MatchName(pattern, visit.name()) || MatchName(pattern, visit.path)) return true;
    }
    return false;
  }

  // -t: a size that is the least, or with "-" the most.
  bool TakeThreshold(CommandIo& io, std::string_view value) {
    const bool most = value.starts_with('-');
    const std::optional<uint64_t> size = ParseSize(most ? value.substr(1) : value);
    if (!size || *size > INT64_MAX || (most && *size == 0)) {
      const bool has_number = !size && value.find_first_of("0123456789") == (most ? 1 : 0);
      io.Error(std::string(has_number ? "invalid suffix in " : "invalid ") +
               (size && *size == 0 ? "--threshold" : "-t") + " argument '" + std::string(value) +
               "'");
      return false;
    }
    threshold_ = most ? -static_cast<int64_t>(*size) : static_cast<int64_t>(*size);
    return true;
  }

  // The option, else TIME_STYLE, as ls has it.
  bool TakeTimeStyle(CommandIo& io, std::optional<std::string> style) {
    if (!style) {
      style = std::string(io.Env("TIME_STYLE").value_or("long-iso"));
      while (style->starts_with("posix-")) style->erase(0, 6);
      if (*style == "locale") style = "long-iso";
      if (style->starts_with('+')) style->resize(std::min(style->find('\n'), style->size()));
    }
    if (style->starts_with('+')) {
      time_format_ = style->substr(1);
    } else {
      std::string_view format;
      if (!Choose(io, "time style", *style, kTimeStyles, &format)) return false;
      time_format_ = format;
    }
    bool too_wide = false;
    (void)FormatTime(time_format_, 0, 0, TimeZone(), &too_wide);
    if (too_wide) io.Error("time style is too wide");
    return !too_wide;
  }

  Usage UsageOf(const files::Stat& stat) const {
    Usage usage;
    const bool has_size = stat.IsDirectory() || stat.IsFile() || stat.IsSymlink();
    usage.bytes = apparent_ ? (has_size ? stat.size : 0) : stat.blocks * 512;
    usage.files = 1;
    usage.newest_ns = time_ == TimeWord::kAccessed  ? stat.atime_ns
                      : time_ == TimeWord::kChanged ? stat.ctime_ns
                                                    : stat.mtime_ns;
    return usage;
  }

  void Print(CommandIo& io, const Usage& usage, const std::string& name, bool is_total = false) {
    const uint64_t number = inodes_ ? usage.files : usage.bytes;
    if (!is_total && (threshold_ < 0 ? number > static_cast<uint64_t>(-threshold_)
                                     : number < static_cast<uint64_t>(threshold_))) {
      return;
    }
    std::string text =
        inodes_ && style_.human_base == 0 ? std::to_string(number) : SizeText(number, style_);
    if (times_) {
      int64_t rest = 0;
      const int64_t seconds = FloorSeconds(usage.newest_ns, &rest);
      text += "\t";
      text +=
          usage.newest_ns == INT64_MIN ? "0" : FormatTime(time_format_, seconds, rest, ZoneOf(io));
    }
    io.Out(text + "\t" + name + end_);
  }

  // False: no memory.
  bool Count(CommandIo& io, const TreeWalk::Visit& visit) {
    using Kind = TreeWalk::Visit::Kind;
    switch (visit.kind) {
      case Kind::kCannotStat:
        io.Error("cannot access " + QuoteFile(visit.path), visit.error);
        status_ = 1;
        return true;
      case Kind::kCannotRead:
        io.Error("cannot read directory " + QuoteFile(visit.path), visit.error);
        status_ = 1;
        return true;
      case Kind::kLoop: return true;
      default: break;
    }
    if (visit.kind == Kind::kLeave) {
      Sum sum = sums_.empty() ? Sum() : sums_.back();
      if (!sums_.empty()) sums_.pop_back();
      if (sum.skipped) return true;  // seen or excluded
      Usage all = sum.own;
      all.Add(sum.below);
      if (!sums_.empty()) sums_.back().below.Add(all);
      if (visit.depth == 0) total_.Add(all);
      if (visit.depth <= max_depth_) Print(io, separate_ ? sum.own : all, visit.path);
      return true;
    }
    bool skip = visit.depth > 0 && Excluded(visit);
    if (!skip && !count_links_ &&
        (visit.stat.links > 1 || visit.stat.IsDirectory() || visit.depth == 0)) {
      if (!io.Reserve(64)) return false;
      skip = !seen_.emplace(std::pair(visit.stat.dev, visit.stat.ino), true).second;
    }
    const Usage usage = UsageOf(visit.stat);
    if (visit.kind == Kind::kEnter) {
      sums_.push_back({.own = usage, .skipped = skip});
      if (skip) walk_.Prune();
      return true;
    }
    if (skip) return true;
    if (!sums_.empty()) sums_.back().own.Add(usage);
    if (visit.depth == 0) total_.Add(usage);
    if (visit.depth == 0 || (all_ && visit.depth <= max_depth_)) Print(io, usage, visit.path);
    return true;
  }

  bool started_ = false;
  bool all_ = false;
  bool apparent_ = false;
  bool total_wanted_ = false;
  bool summarize_ = false;
  bool separate_ = false;
  bool count_links_ = false;
  char end_ = '\n';
  uint32_t max_depth_ = UINT32_MAX;
  uint32_t flags_ = 0;  // of TreeWalk
  SizeStyle style_{.unit = 1024};
  bool inodes_ = false, times_ = false;
  TimeWord time_ = TimeWord::kModified;
  std::string time_format_;
  int64_t threshold_ = 0;  // negative: the most, with its sign changed
  std::vector<std::string> exclude_;
  ExcludeFiles exclude_files_;
  NamesFromFile names_;
  TreeWalk walk_;
  std::vector<Sum> sums_;
  std::map<std::pair<uint32_t, uint64_t>, bool> seen_;
  Usage total_;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDu() { return Make<Du>(); }

}  // namespace pysub::shell
