#include <map>

#include "pysub/shell/command.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/files/sizes.h"
#include "shell/commands/files/tree_walk.h"
#include "shell/commands/names_from_file.h"
#include "shell/commands/quoting.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

enum { kApparent = 256, kExclude, kFiles0, kSi };
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
    {'h', "human-readable"},
    {'d', "max-depth", OptionArgument::kRequired},
    {'P', "no-dereference"},
    {'0', "null"},
    {'x', "one-file-system"},
    {'S', "separate-dirs"},
    LongRow(kSi, "si"),
    {'s', "summarize"},
    {'c', "total"},
    {'H', ""},
    {'k', ""},
    {'m', ""},
};

// du [-abcDhHklLmsSx0] [-B SIZE] [-d DEPTH] [--exclude=PATTERN] FILE...
class Du : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      if (std::optional<Progress> end = Start(io)) return *end;
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
        if (total_wanted_) Print(io, total_, "total");
        return Progress::Done(status_);
      }
      if (!Count(io, *visit)) return Progress::Done(2);
      if (io.Tick(visit->path.size() + 64)) return Progress::Yield();
    }
  }
  void Fields(Archive& archive) override {
    archive(started_, all_, apparent_, total_wanted_, summarize_, separate_, count_links_, end_,
            max_depth_, flags_, style_, exclude_, names_, walk_, sums_, seen_, total_, status_);
  }

 private:
  // Of a directory that is being walked. One per level of the tree is enough, so sums_ grows with
  // depth and not with files. (seen_ grows with the files that have several names.)
  struct Sum {
    uint64_t own = 0;    // with its files
    uint64_t below = 0;  // its directories
    void Fields(Archive& archive) { archive(own, below); }
  };

  std::optional<Progress> Start(CommandIo& io) {
    started_ = true;
    Options options(io, kOptions);
    bool depth_given = false;
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
      }
    }
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
    return false;
  }

  void Print(CommandIo& io, uint64_t bytes, const std::string& name) {
    io.Out(SizeText(bytes, style_) + "\t" + name + end_);
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
    uint64_t bytes =
        apparent_ ? (visit.stat.IsDirectory() || visit.stat.IsFile() || visit.stat.IsSymlink()
                         ? visit.stat.size
                         : 0)
                  : visit.stat.blocks * 512;
    if (visit.kind == Kind::kLeave) {
      Sum sum = sums_.empty() ? Sum() : sums_.back();
      if (!sums_.empty()) sums_.pop_back();
      if (sum.own == UINT64_MAX) return true;  // seen or excluded
      uint64_t shown = separate_ ? sum.own : sum.own + sum.below;
      if (!sums_.empty()) sums_.back().below += sum.own + sum.below;
      if (visit.depth == 0) total_ += sum.own + sum.below;
      if (visit.depth <= max_depth_) Print(io, shown, visit.path);
      return true;
    }
    bool skip = visit.depth > 0 && Excluded(visit);
    if (!skip && !count_links_ &&
        (visit.stat.links > 1 || visit.stat.IsDirectory() || visit.depth == 0)) {
      if (!io.Reserve(64)) return false;
      skip = !seen_.emplace(std::pair(visit.stat.dev, visit.stat.ino), true).second;
    }
    if (visit.kind == Kind::kEnter) {
      sums_.push_back({.own = skip ? UINT64_MAX : bytes});
      if (skip) walk_.Prune();
      return true;
    }
    if (skip) return true;
    if (!sums_.empty()) sums_.back().own += bytes;
    if (visit.depth == 0) total_ += bytes;
    if (visit.depth == 0 || (all_ && visit.depth <= max_depth_)) Print(io, bytes, visit.path);
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
  std::vector<std::string> exclude_;
  NamesFromFile names_;
  TreeWalk walk_;
  std::vector<Sum> sums_;
  std::map<std::pair<uint32_t, uint64_t>, bool> seen_;
  uint64_t total_ = 0;
  int status_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDu() { return Make<Du>(); }

}  // namespace pysub::shell
