#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <utility>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/exclude_file.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/text/diff_forms.h"
#include "shell/commands/text/diff_line_key.h"
#include "shell/commands/text/diff_options.h"
#include "shell/commands/text/line_diff.h"
#include "shell/commands/text_command.h"
#include "shell/regex/regex.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

// A line's view, number, row of a table of lines, and what comparing takes.
// Charged before anything is split, so a file of a hundred million empty lines fails at once and
// not halfway.
constexpr int64_t kBytesPerLine = 16 + 4 + 64 + LineDiff::kBytesPerLine;

// diff FILE FILE, and trees of files.
class Diff : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    // Not saved: what the command line says (made again by Start), views of lines, and the table of
    // NumberLines(); all of them are made again from texts_.
    archive(texts_, fds_, reading_, stage_, ids_[0], ids_[1], diff_, hunks_, next_, begun_, pair_,
            levels_, worst_, reserved_, shown_[0], shown_[1], exclude_files_);
    archive.Charged(charged_[0]);
    archive.Charged(charged_[1]);
    // A forged state must not reach the printing with half of its texts.
    if (texts_.size() != fds_.size() || (fds_.size() != 0 && fds_.size() != 2) ||
        stage_ > kPrinting)
      archive.Fail();
    if (stage_ != kReading && texts_.size() != 2) archive.Fail();
    if (archive.loading() && archive.ok() && !PlacesAreValid()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, DiffOptions(), Options::kPermute, 2);
    options.set_named_try();
    DiffStyleReader style(&style_);
    while (options.Next()) {
      std::optional<int> status;
      if (style.Take(io, options, &status)) {
        if (status) return status;
        continue;
      }
      switch (options.id()) {
        case 'I':
          if (!TakeLinePattern(io, options.value(), &ignored_)) return 2;
          break;
        case 'E': key_.ignore_tabs = true; break;
        case 'x': excluded_.emplace_back(options.value()); break;
        case 'X': exclude_files_.Add(options.value()); break;
        case 'S': starting_ = std::string(options.value()); break;
        case 'Z': key_.ignore_trailing = true; break;
        case 'r': recursive_ = true; break;
        case 'q': brief_ = true; break;
        case 's': identical_ = true; break;
        case 'i': key_.ignore_case = true; break;
        case 'b': key_.ignore_space_change = true; break;
        case 'w': key_.ignore_space = true; break;
        case 'B': ignore_blank_ = true; break;
        case 'N': as_empty_[0] = as_empty_[1] = true; break;
        case 'P': as_empty_[0] = true; break;
        case 'a': text_ = true; break;
        case kDiffStripCr: strip_cr_ = true; break;
        case kDiffNoDereference: no_dereference_ = true; break;
        case kDiffLabel:
        case 'L': labels_.emplace_back(options.value()); break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (std::optional<int> status = style.Finish(options)) return status;
    names_ = options.operands();
    if (names_.size() < 2) {
      return options.Misuse("missing operand after '" +
                            (names_.empty() ? ProgramName(io) : io.args().back()) + "'");
    }
    if (names_.size() > 2) return options.Misuse("extra operand '" + names_[2] + "'");
    paths_ = names_;
    option_words_ = DiffOptionWords(io, names_);
    auto is_directory = [&](const std::string& name) {
      const files::Result<files::Stat> stat = Look(io, name);
      return name != "-" && stat.ok() && stat->IsDirectory();
    };
    auto is_missing = [&](const std::string& name) {
      return name != "-" && Look(io, name).error() == ENOENT;
    };
    // A missing file beside a directory, or with -N beside another one, is said here; else when it
    // is opened.
    bool first = is_directory(names_[0]), second = is_directory(names_[1]);
    const bool missing[2] = {is_missing(names_[0]), is_missing(names_[1])};
    for (int side = 0; side < 2; ++side) {
      const bool alone = missing[0] && missing[1] && (as_empty_[0] || as_empty_[1]);
      const bool beside = first != second && missing[side] && !as_empty_[side];
      if (alone || beside) io.Error(names_[static_cast<size_t>(side)], ENOENT);
      if ((alone && side == 1) || beside) return 2;
    }
    // (-N: one that is missing counts as an empty directory beside a directory.)
    is_tree_ = (first && (second || missing[1])) || (second && missing[0]);
    if (is_tree_) {
      paths_ = {shown_[0], shown_[1]};
      return std::nullopt;
    }
    // "diff FILE DIRECTORY" compares with the file of that name in it.
    auto inside = [](const std::string& directory, const std::string& file) {
      return (directory.ends_with('/') ? directory : directory + "/") +
             file.substr(file.rfind('/') + 1);
    };
    if (first) paths_[0] = inside(names_[0], names_[1]);
    if (second) paths_[1] = inside(names_[1], names_[0]);
    return std::nullopt;
  }

  // Stages: read both files, number their lines so that equal lines have equal numbers, compare the
  // numbers (LineDiff), print. From then on lines are compared as integers.
  Progress Run(CommandIo& io) override {
    const Got excludes = exclude_files_.Read(io);
    if (auto end = StepEnd(excludes)) return *end;
    if (excludes == Got::kError) {
      io.Error(exclude_files_.file(), io.error());
      return Progress::Done(2);
    }
    if (!is_tree_) return RunPair(io);
    while (true) {
      if (pair_) {
        const Progress progress = RunPair(io);
        if (progress.kind() != Progress::Kind::kDone) return progress;
        worst_ = std::max(worst_, progress.status());
        EndPair(io);
      } else if (begun_ && levels_.empty()) {
        return Progress::Done(worst_);
      } else if (!NextName(io)) {
        return Progress::Done(2);
      }
      if (io.Tick(256)) return Progress::Yield();
    }
  }

 private:
  // ---- trees

  // Two directories, whose names are gone through side by side.
  // A stack instead of recursion: directories may be nested as deep as memory allows.
  struct Level {
    std::string paths[2];
    std::vector<std::string> names[2];
    uint64_t at[2] = {};
    void Fields(Archive& archive) {
      archive(paths[0], paths[1], names[0], names[1], at[0], at[1]);
      if (at[0] > names[0].size() || at[1] > names[1].size()) archive.Fail();
    }
  };

  static std::string Inside(const std::string& directory, std::string_view name) {
    return directory + (directory.ends_with('/') ? "" : "/") + std::string(name);
  }
  bool IsExcluded(std::string_view name) const {
    const auto matches = [&](const std::string& pattern) { return MatchName(pattern, name); };
    const std::vector<std::string>& listed = exclude_files_.patterns();
    return std::any_of(excluded_.begin(), excluded_.end(), matches) ||
           std::any_of(listed.begin(), listed.end(), matches);
  }
  // "" where -N has no directory to compare with. False: no memory.
  // Names that are excluded are never looked at. Those of a directory come sorted from the file
  // system.
  bool Enter(CommandIo& io, const std::string& left, const std::string& right) {
    Level level;
    const bool begins_above = !levels_.empty();  // -S counts in the directories that were named
    int64_t bytes = static_cast<int64_t>(sizeof(Level) + left.size() + right.size());
    level.paths[0] = left;
    level.paths[1] = right;
    for (int side = 0; side < 2; ++side) {
      const files::Result<std::vector<files::DirectoryEntry>> entries =
          io.files().List({.cwd = io.cwd()}, level.paths[side]);
      if (!entries.ok()) {
        if (as_empty_[side] && entries.error() == ENOENT) continue;
        io.Error(level.paths[side], entries.error());
        worst_ = 2;
        return true;
      }
      for (const files::DirectoryEntry& entry : *entries) {
        io.Tick(8);
        if (IsExcluded(entry.name) || (!begins_above && entry.name < starting_)) continue;
        bytes += static_cast<int64_t>(entry.name.size() + 2 * sizeof(std::string));
        level.names[side].push_back(entry.name);
      }
    }
    if (!io.Reserve(bytes)) return false;
    levels_.push_back(std::move(level));
    return true;
  }

  // False: no memory.
  // A merge of two sorted lists: a name that only one side has is told, of others the files are
  // compared.
  bool NextName(CommandIo& io) {
    if (!begun_) {
      begun_ = true;
      return Enter(io, names_[0], names_[1]);
    }
    Level& level = levels_.back();
    const bool has[2] = {level.at[0] < level.names[0].size(), level.at[1] < level.names[1].size()};
    if (!has[0] && !has[1]) {
      levels_.pop_back();
      return true;
    }
    const int order = !has[1]   ? -1
                      : !has[0] ? 1
                                : level.names[0][level.at[0]].compare(level.names[1][level.at[1]]);
    const std::string name = order <= 0 ? level.names[0][level.at[0]] : level.names[1][level.at[1]];
    if (order <= 0) ++level.at[0];
    if (order >= 0) ++level.at[1];
    const int missing = order < 0 ? 1 : order > 0 ? 0 : -1;
    if (missing >= 0 && !as_empty_[missing]) {
      io.Out("Only in " + level.paths[1 - missing] + ": " + name + "\n");
      worst_ = std::max(worst_, 1);
      return true;
    }
    return Compare(io, Inside(level.paths[0], name), Inside(level.paths[1], name), missing);
  }

  files::Result<files::Stat> Look(CommandIo& io, const std::string& path) const {
    return io.files().StatPath({.cwd = io.cwd()}, path,
                               no_dereference_ ? files::Follow::kNo : files::Follow::kYes);
  }

  // What both directories have under one name, or one of them when `missing` is the side of the
  // other. A link to nothing is a mistake, unless links themselves are compared.
  bool Compare(CommandIo& io, const std::string& left, const std::string& right, int missing) {
    const files::Result<files::Stat> stats[2] = {Look(io, left), Look(io, right)};
    bool is_unknown = false;
    for (int side = 0; side < 2; ++side) {
      if (stats[side].ok() || side == missing) continue;
      io.Error(side == 0 ? left : right, stats[side].error());
      is_unknown = true;
    }
    if (is_unknown) {
      worst_ = 2;
      return true;
    }
    const bool directories[2] = {stats[0].ok() && stats[0]->IsDirectory(),
                                 stats[1].ok() && stats[1]->IsDirectory()};
    if (directories[0] != directories[1] && stats[0].ok() && stats[1].ok()) {
      TellKinds(io, left, *stats[0], right, *stats[1]);
      worst_ = std::max(worst_, 1);
      return true;
    }
    if (directories[0] || directories[1]) {
      if (recursive_) return Enter(io, left, right);
      io.Out("Common subdirectories: " + left + " and " + right + "\n");
      return true;
    }
    shown_[0] = left;
    shown_[1] = right;
    paths_ = {left, right};
    pair_ = true;
    return true;
  }

  static void TellKinds(CommandIo& io, const std::string& left, const files::Stat& left_stat,
                        const std::string& right, const files::Stat& right_stat) {
    auto kind = [](const files::Stat& stat) {
      return stat.IsDirectory() ? "directory"
             : stat.IsSymlink() ? "symbolic link"
             : stat.size == 0   ? "regular empty file"
                                : "regular file";
    };
    io.Out("File " + left + " is a " + kind(left_stat) + " while file " + right + " is a " +
           kind(right_stat) + "\n");
  }

  // --no-dereference: of links it is compared where they lead. None: there is no link here.
  std::optional<Progress> CompareLinks(CommandIo& io) {
    if (!no_dereference_) return std::nullopt;
    const files::Result<files::Stat> stats[2] = {Look(io, paths_[0]), Look(io, paths_[1])};
    const bool links[2] = {stats[0].ok() && stats[0]->IsSymlink(),
                           stats[1].ok() && stats[1]->IsSymlink()};
    if (!links[0] && !links[1]) return std::nullopt;
    if (!stats[0].ok() || !stats[1].ok()) {
      const size_t side = stats[0].ok() ? 1 : 0;
      io.Error(paths_[side], stats[side].error());
      return Progress::Done(2);
    }
    if (links[0] != links[1]) {
      TellKinds(io, paths_[0], *stats[0], paths_[1], *stats[1]);
      return Progress::Done(1);
    }
    const auto target = [&](const std::string& path) {
      const files::Result<std::string> found = io.files().Readlink({.cwd = io.cwd()}, path);
      return found.ok() ? *found : std::string();
    };
    const bool same = target(paths_[0]) == target(paths_[1]);
    if (!same)
      io.Out("Symbolic links " + paths_[0] + " and " + paths_[1] + " differ\n");
    else if (identical_)
      io.Out("Files " + paths_[0] + " and " + paths_[1] + " are identical\n");
    return Progress::Done(same ? 0 : 1);
  }

  // Everything of a pair of files is as at the begin.
  void EndPair(CommandIo& io) {
    pair_ = false;
    for (int fd : fds_) {
      if (fd > 0) io.Close(fd);
    }
    fds_.clear();
    for (int side = 0; side < 2; ++side) {
      sides_[side] = {};
      ids_[side] = {};
      (void)io.Reserve(-static_cast<int64_t>(std::exchange(charged_[side], 0)));
    }
    texts_ = {};
    hunks_ = {};
    forms_.Forget();
    diff_ = LineDiff();
    reading_ = next_ = 0;
    stage_ = kReading;
    (void)io.Reserve(-static_cast<int64_t>(std::exchange(reserved_, 0)));
  }

  // Before what differs.
  void TellPair(CommandIo& io) const {
    if (is_tree_) io.Out(option_words_ + " " + ShownName(0) + " " + ShownName(1) + "\n");
  }

  // A label, or the path; between quotes where it has blanks or the like.
  std::string ShownName(size_t side) const {
    const std::string& name = side < labels_.size() ? labels_[side] : paths_[side];
    if (name.find_first_of(" \"\\") == std::string::npos) return name;
    std::string quoted = "\"";
    for (char c : name) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return quoted + '"';
  }

  // ---- files
  void Suspend() override { exclude_files_.Suspend(); }

  Progress RunPair(CommandIo& io) {
    if (stage_ == kReading) {
      if (auto stop = ReadBoth(io)) return *stop;
      if (texts_.size() != 2) return Progress::Done(2);
      if (auto end = LookAtWhole(io)) return *end;
    }
    SplitLines(&io.account());
    if (stage_ == kNumbering && !NumberLines(io)) return Progress::Yield();
    while (stage_ == kComparing) {
      uint64_t work = 0;
      if (diff_.Step(ids_[0], ids_[1], &work)) {
        if (auto end = TakeHunks(io)) return *end;
      }
      if (io.Tick(work)) return Progress::Yield();
    }
    while (next_ < hunks_.size()) {
      forms_.ShowNext(io, &next_);
      if (io.Tick(256)) return Progress::Yield();
    }
    return Ended(io, 1);
  }

  // -N: a file that is missing counts as empty, and has the descriptor -1.
  std::optional<Progress> ReadBoth(CommandIo& io) {
    if (fds_.empty()) {
      if (auto end = CompareLinks(io)) return end;
      texts_.resize(2);
      bool failed = false;
      for (const std::string& path : paths_) {
        int fd = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
        if (fd < 0 && !(as_empty_[fds_.size()] && io.error() == 2)) {
          io.Error(path, io.error());
          failed = true;
        }
        fds_.push_back(fd);
      }
      if (failed) return Progress::Done(2);
    }
    for (; reading_ < 2; ++reading_) {
      while (fds_[reading_] >= 0) {
        if (reading_ == 1 && fds_[0] == fds_[1]) {  // "diff - -"
          if (!MakeRoom(io, &texts_[1], texts_[0].size(), &charged_[1])) return Progress::Done(2);
          texts_[1] += texts_[0];
          break;
        }
        std::string_view bytes;
        ReadStatus status = io.ReadSome(fds_[reading_], &bytes);
        if (status == ReadStatus::kWait) return Progress::Wait();
        if (status == ReadStatus::kEnd) {
          if (strip_cr_) StripCarriageReturns(io, &texts_[reading_]);
          break;
        }
        if (status == ReadStatus::kError) {
          io.Error(paths_[reading_], io.error());
          return Progress::Done(2);
        }
        if (!MakeRoom(io, &texts_[reading_], bytes.size(), &charged_[reading_]))
          return Progress::Done(2);
        texts_[reading_] += bytes;
        if (io.Tick(bytes.size())) return Progress::Yield();
      }
    }
    return std::nullopt;
  }

  // Of "\r\n" only the newline stays.
  static void StripCarriageReturns(CommandIo& io, std::string* text) {
    io.Tick(text->size());
    size_t kept = 0;
    for (size_t i = 0; i < text->size(); ++i) {
      const bool goes = (*text)[i] == '\r' && i + 1 < text->size() && (*text)[i + 1] == '\n';
      if (!goes) (*text)[kept++] = (*text)[i];
    }
    text->resize(kept);
  }

  // Texts that are equal, or no texts, need no comparison of lines.
  // Most files of a tree are equal or binary: both are seen here, with memory for nothing but the
  // texts.
  std::optional<Progress> LookAtWhole(CommandIo& io) {
    // One pass after the other, and a look at the clock before each.
    auto pays = [&](int side) { return io.account().Tick(texts_[side].size() / 8 + 1); };
    if (!pays(0)) return Progress::Yield();
    if (texts_[0] == texts_[1]) return Identical(io);
    bool binary = false;
    for (int side = 0; side < 2 && !text_ && !binary; ++side) {
      // GNU's diff looks at the first bytes only; here all of them count.
      if (!pays(side)) return Progress::Yield();
      binary = texts_[side].find('\0') != std::string::npos;
    }
    if (binary) {
      io.Out((brief_ ? "Files " : "Binary files ") + paths_[0] + " and " + paths_[1] + " differ\n");
      return Progress::Done(1);
    }
    stage_ = kNumbering;
    int64_t lines = 0;
    for (int side = 0; side < 2; ++side) {
      if (!pays(side)) return Progress::Yield();
      lines += std::count(texts_[side].begin(), texts_[side].end(), '\n') + 1;
    }
    if (!Hold(io, lines * kBytesPerLine)) return Progress::Done(2);
    SplitLines(&io.account());
    if (!key_.is_whole() && !Hold(io, static_cast<int64_t>(texts_[0].size() + texts_[1].size())))
      return Progress::Done(2);
    for (int side = 0; side < 2 && key_.ignore_tabs; ++side) {
      if (!pays(side)) return Progress::Yield();
      const int64_t tabs = std::count(texts_[side].begin(), texts_[side].end(), '\t');
      if (!Hold(io, tabs * static_cast<int64_t>(style_.tab_size))) return Progress::Done(2);
    }
    return std::nullopt;
  }
  // Of the pair of files; given back behind it.
  bool Hold(CommandIo& io, int64_t bytes) {
    if (!io.Reserve(bytes)) return false;
    reserved_ += static_cast<uint64_t>(bytes);
    return true;
  }

  Progress Identical(CommandIo& io) {
    if (style_.form == Form::kSideBySide && !style_.suppress_common && !brief_) {
      SplitLines(&io.account());
      forms_.SideLines(io, {0, sides_[0].lines.size(), 0, sides_[1].lines.size()});
    }
    if (style_.form == Form::kGroups && !brief_) {
      SplitLines(&io.account());
      forms_.EqualEnd(io, 0);
    }
    if (identical_) io.Out("Files " + paths_[0] + " and " + paths_[1] + " are identical\n");
    if (style_.form != Form::kEd || IsOneFile(io, paths_[0], paths_[1])) return Progress::Done(0);
    SplitLines(&io.account());
    return Ended(io, 0);
  }

  // Views, made again after a load.
  void SplitLines(ParseAccount* account) {
    if (!sides_[0].lines.empty() || !sides_[1].lines.empty()) return;
    for (int side = 0; side < 2; ++side) {
      std::string_view text = texts_[side];
      sides_[side].lines.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) +
                                 1);
      while (!text.empty()) {
        size_t end = text.find('\n');
        // A limit: the script ends.
        if (sides_[side].lines.size() % 1024 == 1023 && account != nullptr &&
            !account->Tick(16 * 1024))
          return;
        sides_[side].lines.push_back(text.substr(0, end));
        sides_[side].complete = end != std::string_view::npos;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      }
    }
  }

  // A script for ed cannot say that a line has no newline at its end.
  bool NewlineCounts() const { return style_.form != Form::kEd || brief_; }
  // The status at the end, and what such a script leaves unsaid.
  Progress Ended(CommandIo& io, int status) const {
    for (size_t side = 0; side < 2; ++side) {
      if (NewlineCounts() || sides_[side].complete) continue;
      io.Error(ShownName(side) + ": No newline at end of file\n");
      status = 2;
    }
    return Progress::Done(status);
  }

  // The key lives in normalized_ when it is no part of a text. A deque: its strings do not move.
  uint32_t NumberOf(int side, size_t index, uint32_t fresh) {
    std::string_view key;
    if (!key_.is_whole()) {
      const bool is_open = !sides_[side].complete && index + 1 == sides_[side].lines.size();
      normalized_.push_back(key_.Of(sides_[side].lines[index], is_open, style_.tab_size));
      key = normalized_.back();
    } else {
      key = sides_[side].LineToCompare(index, NewlineCounts());
    }
    auto [at, is_new] = numbers_.emplace(key, fresh);
    if (!is_new && !key_.is_whole()) normalized_.pop_back();
    return at->second;
  }

  // Equal lines get equal numbers: that of the first of them, counted through both
  // texts. False: not done yet.
  bool NumberLines(CommandIo& io) {
    if (numbers_.empty()) numbers_.reserve(sides_[0].lines.size() + sides_[1].lines.size() / 8);
    // Behind a load: what was numbered, once more.
    for (int side = 0; side < 2 && numbers_.empty(); ++side) {
      // The same numbers as before, so that ids_ which were loaded stay right.
      for (size_t i = 0; i < ids_[side].size(); ++i) (void)NumberOf(side, i, ids_[side][i]);
    }
    for (int side = 0; side < 2; ++side) {
      while (ids_[side].size() < sides_[side].lines.size()) {
        size_t index = ids_[side].size();
        auto fresh = static_cast<uint32_t>(index + (side == 0 ? 0 : sides_[0].lines.size()));
        ids_[side].push_back(NumberOf(side, index, fresh));
        if (io.Tick(sides_[side].lines[index].size() + 16)) return false;
      }
    }
    numbers_.clear();
    normalized_.clear();
    uint64_t work = 0;
    const uint64_t kept = std::max(style_.context, style_.horizon);
    const auto region = Differing(sides_, NewlineCounts(), kept, &work);
    (void)io.Tick(work);
    diff_.Begin(ids_[0], ids_[1], region, style_.minimal);
    stage_ = kComparing;
    return true;
  }

  // Numbers of a loaded state become indexes. They are only accepted if there is one for each line;
  // hunks, if they follow each other in both texts.
  bool PlacesAreValid() {
    if (stage_ == kReading) return true;
    SplitLines(nullptr);
    if (stage_ == kPrinting) return HunksFollow();
    const size_t lines[2] = {sides_[0].lines.size(), sides_[1].lines.size()};
    const auto is_wrong = [&](uint32_t id) { return id >= lines[0] + lines[1]; };
    const bool all = stage_ == kComparing;
    for (int side = 0; side < 2; ++side) {
      const size_t count = ids_[side].size();
      if (count > lines[side] || (all && count < lines[side])) return false;
      if (std::ranges::any_of(ids_[side], is_wrong)) return false;
    }
    return !all || diff_.Fits(lines[0], lines[1]);
  }

  bool HunksFollow() const {
    uint64_t a = 0, b = 0;
    for (const ShownHunk& hunk : hunks_) {
      if (hunk.a_begin < a || hunk.a_end < hunk.a_begin || hunk.b_begin < b ||
          hunk.b_end < hunk.b_begin)
        return false;
      a = hunk.a_end;
      b = hunk.b_end;
    }
    return a <= sides_[0].lines.size() && b <= sides_[1].lines.size();
  }

  // Each hunk is told whether it counts. When none does the files are the same.
  std::optional<Progress> TakeHunks(CommandIo& io) {
    hunks_.clear();
    bool same = true;
    for (const DiffHunk& hunk : diff_.Hunks()) {
      hunks_.push_back({hunk, IsIgnored(io, hunk)});
      same &= hunks_.back().ignored;
    }
    stage_ = kPrinting;
    if (same) return Identical(io);
    if (brief_) {
      io.Out("Files " + paths_[0] + " and " + paths_[1] + " differ\n");
      return Progress::Done(1);
    }
    TellPair(io);
    if (style_.form == Form::kUnified || style_.form == Form::kContext) Header(io);
    return std::nullopt;
  }

  bool IsIgnored(CommandIo& io, std::string_view line) const {
    return (ignore_blank_ && line.empty()) || MatchesAny(io, ignored_, line);
  }

  // All that came and went is what -B or -I passes over.
  bool IsIgnored(CommandIo& io, const DiffHunk& hunk) const {
    if (!ignore_blank_ && ignored_.empty()) return false;
    for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) {
      if (!IsIgnored(io, sides_[0].lines[i])) return false;
    }
    for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) {
      if (!IsIgnored(io, sides_[1].lines[i])) return false;
    }
    return true;
  }

  // "2024-01-31 12:00:00.000000000 +0000" of the file.
  // UTC, as there is no other zone here. The day is found by arithmetic of the Gregorian calendar
  // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  std::string TimeOf(CommandIo& io, const std::string& path) const {
    int64_t ns = io.RealTimeNs();
    if (path != "-") {
      files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, path);
      ns = stat.ok() ? stat->mtime_ns : 0;
    }
    int64_t rest = 0;
    const int64_t seconds = FloorSeconds(ns, &rest);
    return FormatTime("%Y-%m-%d %H:%M:%S.%N %z", seconds, rest, ZoneOf(io));
  }

  void Header(CommandIo& io) {
    for (int side = 0; side < 2; ++side) {
      std::string text = static_cast<size_t>(side) < labels_.size()
                             ? labels_[side]
                             : paths_[side] + "\t" + TimeOf(io, paths_[side]);
      const bool unified = style_.form == Form::kUnified;
      const char* mark = side == 0 ? (unified ? "--- " : "*** ") : (unified ? "+++ " : "--- ");
      io.Out(style_.Painted(kHeadColor, mark + text) + "\n");
    }
  }

  DiffStyle style_;
  bool recursive_ = false, is_tree_ = false;
  LinePatterns ignored_;
  std::vector<std::string> excluded_;
  ExcludeFiles exclude_files_;
  std::string starting_;  // -S
  std::string option_words_;

  // Of trees: where the walk is, and what it came to.
  bool begun_ = false, pair_ = false;  // pair_: two files are compared
  std::string shown_[2];               // their names
  std::vector<Level> levels_;
  int worst_ = 0;
  uint64_t reserved_ = 0;  // for the lines of a pair

  std::vector<std::string> names_, paths_, labels_;
  bool brief_ = false, identical_ = false;
  bool as_empty_[2] = {};  // a missing file of this side counts as empty
  LineKey key_;
  bool ignore_blank_ = false, text_ = false, strip_cr_ = false;
  bool no_dereference_ = false;
  DiffSide sides_[2];  // of texts_

  std::vector<std::string> texts_;
  uint64_t charged_[2] = {};  // of them
  std::vector<int> fds_;
  uint64_t reading_ = 0;
  enum Stage : uint8_t { kReading, kNumbering, kComparing, kPrinting };
  uint8_t stage_ = kReading;
  LineDiff::Ids ids_[2];
  absl::flat_hash_map<std::string_view, uint32_t> numbers_;  // of lines; while they are numbered
  std::deque<std::string>
      normalized_;  // what the keys of numbers_ are views of, when they are not lines
  LineDiff diff_;
  std::vector<ShownHunk> hunks_;
  uint64_t next_ = 0;
  DiffForms forms_{style_, sides_, hunks_};
};

}  // namespace

std::unique_ptr<Command> MakeDiff() { return Make<Diff>(); }

}  // namespace pysub::shell
