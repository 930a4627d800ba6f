#include <algorithm>
#include <deque>
#include <unordered_map>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/text/line_diff.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

enum LongOptions { kLabel = kFirstLongOption, kStripCr, kColor, kNormal, kHorizon, kNoDereference };
constexpr OptionArgument kRequired = OptionArgument::kRequired;
constexpr CommandOption kOptions[] = {
    {'u', ""},
    {'U', "unified", kRequired},
    {'c', ""},
    {'q', "brief"},
    {'s', "report-identical-files"},
    {'i', "ignore-case"},
    {'b', "ignore-space-change"},
    {'w', "ignore-all-space"},
    {'B', "ignore-blank-lines"},
    {'r', "recursive"},
    {'N', "new-file"},
    {'a', "text"},
    {'d', "minimal"},
    LongRow(kLabel, "label", kRequired),
    {'L', "", kRequired},
    LongRow(kStripCr, "strip-trailing-cr"),
    LongRow(kColor, "color", OptionArgument::kOptional),
    LongRow(kNormal, "normal"),
};

// A line's view, number, row of a table of lines, and what comparing takes.
constexpr int64_t kBytesPerLine = 16 + 4 + 64 + LineDiff::kBytesPerLine;

// diff FILE FILE: normal and unified output.
class Diff : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(texts_, fds_, reading_, stage_, ids_[0], ids_[1], diff_, hunks_, next_);
    archive.Charged(charged_[0]);
    archive.Charged(charged_[1]);
    if (texts_.size() != fds_.size() || (fds_.size() != 0 && fds_.size() != 2) ||
        stage_ > kPrinting)
      archive.Fail();
    if (stage_ != kReading && texts_.size() != 2) archive.Fail();
    if (archive.loading() && archive.ok() && !IdsAreValid()) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions, Options::kPermute, 2);
    options.set_named_try();
    while (options.Next()) {
      switch (options.id()) {
        case 'u': unified_ = true; break;
        case 'U': {
          std::optional<uint64_t> context = ParseCount(options.value());
          if (!context)
            return options.Misuse("invalid context length '" + std::string(options.value()) + "'");
          unified_ = true;
          context_ = std::min<uint64_t>(*context, 1 << 30);
          break;
        }
        case 'q': brief_ = true; break;
        case 's': identical_ = true; break;
        case 'i': ignore_case_ = true; break;
        case 'b': ignore_space_change_ = true; break;
        case 'w': ignore_space_ = true; break;
        case 'B': ignore_blank_ = true; break;
        case 'N': new_file_ = true; break;
        case 'a': text_ = true; break;
        case kStripCr: strip_cr_ = true; break;
        case kLabel:
        case 'L': labels_.emplace_back(options.value()); break;
        case 'c':
        case 'r':
          io.Error(std::string("-") + static_cast<char>(options.id()) +
                   " is not supported in this sandbox");
          return 2;
        default: break;
      }
    }
    if (options.status()) return options.status();
    names_ = options.operands();
    if (names_.size() < 2) {
      return options.Misuse("missing operand after '" +
                            (names_.empty() ? ProgramName(io) : io.args().back()) + "'");
    }
    if (names_.size() > 2) return options.Misuse("extra operand '" + names_[2] + "'");
    paths_ = names_;
    auto is_directory = [&](const std::string& name) {
      files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, name);
      return name != "-" && stat.ok() && stat->IsDirectory();
    };
    bool first = is_directory(names_[0]), second = is_directory(names_[1]);
    if (first && second) {
      io.Error("directories are not supported in this sandbox");
      return 2;
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
      size_t first = next_;
      if (unified_) {
        // Hunks whose contexts touch are one.
        while (next_ + 1 < hunks_.size() &&
               hunks_[next_ + 1].a_begin - hunks_[next_].a_end <= 2 * context_)
          ++next_;
        Unified(io, first, next_);
      } else {
        Normal(io, hunks_[first]);
      }
      ++next_;
      if (io.Tick(256)) return Progress::Yield();
    }
    return Progress::Done(1);
  }

 private:
  std::optional<Progress> ReadBoth(CommandIo& io) {
    if (fds_.empty()) {
      texts_.resize(2);
      bool failed = false;
      for (const std::string& path : paths_) {
        int fd = path == "-" ? 0 : io.Open(path, OpenMode::kRead);
        if (fd < 0 && !(new_file_ && io.error() == 2)) {
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
        if (status == ReadStatus::kEnd) break;
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

  // Texts that are equal, or no texts, need no comparison of lines.
  std::optional<Progress> LookAtWhole(CommandIo& io) {
    // One pass after the other, and a look at the clock before each.
    auto pays = [&](int side) { return io.account().Tick(texts_[side].size() / 8 + 1); };
    if (!pays(0)) return Progress::Yield();
    if (texts_[0] == texts_[1]) return Identical(io);
    bool binary = false;
    for (int side = 0; side < 2 && !text_ && !binary; ++side) {
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
    if (!io.Reserve(lines * kBytesPerLine)) return Progress::Done(2);
    SplitLines(&io.account());
    if (normalizes() && !io.Reserve(static_cast<int64_t>(texts_[0].size() + texts_[1].size())))
      return Progress::Done(2);
    return std::nullopt;
  }

  Progress Identical(CommandIo& io) const {
    if (identical_) io.Out("Files " + paths_[0] + " and " + paths_[1] + " are identical\n");
    return Progress::Done(0);
  }

  // Views, made again after a load.
  void SplitLines(ParseAccount* account) {
    if (!lines_[0].empty() || !lines_[1].empty()) return;
    for (int side = 0; side < 2; ++side) {
      std::string_view text = texts_[side];
      lines_[side].reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
      while (!text.empty()) {
        size_t end = text.find('\n');
        // A limit: the script ends.
        if (lines_[side].size() % 1024 == 1023 && account != nullptr && !account->Tick(16 * 1024))
          return;
        lines_[side].push_back(text.substr(0, end));
        complete_[side] = end != std::string_view::npos;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      }
    }
  }

  bool normalizes() const {
    return ignore_space_ || ignore_space_change_ || ignore_case_ || strip_cr_;
  }

  // The line with its newline: a last line without one differs from others.
  std::string_view WholeLine(int side, size_t index) const {
    std::string_view line = lines_[side][index];
    bool open = !complete_[side] && index + 1 == lines_[side].size();
    return open ? line : std::string_view(line.data(), line.size() + 1);
  }

  // What of a line counts.
  std::string Normalized(int side, size_t index) const {
    std::string_view line = lines_[side][index];
    std::string key;
    bool last_open = !complete_[side] && index + 1 == lines_[side].size();
    if (strip_cr_ && line.ends_with('\r')) line.remove_suffix(1);
    bool spaces = ignore_space_ || ignore_space_change_;
    for (size_t i = 0; i < line.size(); ++i) {
      char c = line[i];
      if (spaces && (c == ' ' || (c >= '\t' && c <= '\r'))) {
        if (ignore_space_) continue;
        while (i + 1 < line.size() &&
               (line[i + 1] == ' ' || (line[i + 1] >= '\t' && line[i + 1] <= '\r')))
          ++i;
        if (i + 1 < line.size()) key += ' ';
        continue;
      }
      key += ignore_case_ && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    if (last_open && !spaces) key += '\n';
    return key;
  }

  uint32_t NumberOf(int side, size_t index, uint32_t fresh) {
    std::string_view key;
    if (normalizes()) {
      normalized_.push_back(Normalized(side, index));
      key = normalized_.back();
    } else {
      key = WholeLine(side, index);
    }
    auto [at, is_new] = numbers_.emplace(key, fresh);
    if (!is_new && normalizes()) normalized_.pop_back();
    return at->second;
  }

  // Equal lines get equal numbers: that of the first of them, counted through both
  // texts. False: not done yet.
  bool NumberLines(CommandIo& io) {
    // Behind a load: what was numbered, once more.
    for (int side = 0; side < 2 && numbers_.empty(); ++side) {
      for (size_t i = 0; i < ids_[side].size(); ++i) (void)NumberOf(side, i, ids_[side][i]);
    }
    for (int side = 0; side < 2; ++side) {
      while (ids_[side].size() < lines_[side].size()) {
        size_t index = ids_[side].size();
        auto fresh = static_cast<uint32_t>(index + (side == 0 ? 0 : lines_[0].size()));
        ids_[side].push_back(NumberOf(side, index, fresh));
        if (io.Tick(lines_[side][index].size() + 16)) return false;
      }
    }
    numbers_.clear();
    normalized_.clear();
    diff_.Begin(ids_[0], ids_[1]);
    stage_ = kComparing;
    return true;
  }

  // Numbers of a loaded state become indexes. They are only accepted if there is one for each line.
  bool IdsAreValid() {
    if (stage_ != kNumbering && stage_ != kComparing) return true;
    SplitLines(nullptr);
    bool all = stage_ == kComparing;
    for (int side = 0; side < 2; ++side) {
      size_t lines = lines_[side].size();
      if (ids_[side].size() > lines || (all && ids_[side].size() < lines)) return false;
    }
    return !all || diff_.Fits(lines_[0].size(), lines_[1].size());
  }

  std::optional<Progress> TakeHunks(CommandIo& io) {
    hunks_ = diff_.Hunks();
    stage_ = kPrinting;
    if (ignore_blank_) {
      std::erase_if(hunks_, [&](const DiffHunk& hunk) {
        for (uint64_t i = hunk.a_begin; i < hunk.a_end; ++i) {
          if (!lines_[0][i].empty()) return false;
        }
        for (uint64_t i = hunk.b_begin; i < hunk.b_end; ++i) {
          if (!lines_[1][i].empty()) return false;
        }
        return true;
      });
    }
    if (hunks_.empty()) return Identical(io);
    if (brief_) {
      io.Out("Files " + paths_[0] + " and " + paths_[1] + " differ\n");
      return Progress::Done(1);
    }
    if (unified_) Header(io);
    return std::nullopt;
  }

  // "2024-01-31 12:00:00.000000000 +0000" of the file.
  std::string TimeOf(CommandIo& io, const std::string& path) const {
    int64_t ns = io.RealTimeNs();
    if (path != "-") {
      files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, path);
      ns = stat.ok() ? stat->mtime_ns : 0;
    }
    int64_t seconds = ns / 1'000'000'000, fraction = ns % 1'000'000'000;
    int64_t days = seconds / 86400, rest = seconds % 86400;
    // Civil date of a day count, by eras of 400 years.
    int64_t z = days + 719468, era = z / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    int64_t day = doy - (153 * mp + 2) / 5 + 1, month = mp < 10 ? mp + 3 : mp - 9;
    int64_t year = yoe + era * 400 + (month <= 2 ? 1 : 0);
    char buffer[80];
    std::snprintf(buffer, sizeof(buffer), "%04ld-%02ld-%02ld %02ld:%02ld:%02ld.%09ld +0000", year,
                  month, day, rest / 3600, rest / 60 % 60, rest % 60, fraction);
    return buffer;
  }

  void Header(CommandIo& io) {
    for (int side = 0; side < 2; ++side) {
      std::string text = static_cast<size_t>(side) < labels_.size()
                             ? labels_[side]
                             : paths_[side] + "\t" + TimeOf(io, paths_[side]);
      io.Out((side == 0 ? "--- " : "+++ ") + text + "\n");
    }
  }

  void Lines(CommandIo& io, int side, uint64_t begin, uint64_t end, std::string_view mark) {
    for (uint64_t i = begin; i < end && i < lines_[side].size(); ++i) {
      io.Out(mark);
      OutLine(io, lines_[side][i]);
      if (i + 1 == lines_[side].size() && !complete_[side])
        io.Out("\\ No newline at end of file\n");
    }
  }

  static std::string Range(uint64_t begin, uint64_t end) {
    if (end <= begin + 1) return std::to_string(end);
    return std::to_string(begin + 1) + "," + std::to_string(end);
  }
  void Normal(CommandIo& io, const DiffHunk& hunk) {
    bool gone = hunk.a_end > hunk.a_begin, come = hunk.b_end > hunk.b_begin;
    io.Out(Range(hunk.a_begin, hunk.a_end) +
           (gone && come ? "c"
            : gone       ? "d"
                         : "a") +
           Range(hunk.b_begin, hunk.b_end) + "\n");
    Lines(io, 0, hunk.a_begin, hunk.a_end, "< ");
    if (gone && come) io.Out("---\n");
    Lines(io, 1, hunk.b_begin, hunk.b_end, "> ");
  }

  static std::string UnifiedRange(uint64_t begin, uint64_t end) {
    if (end == begin) return std::to_string(begin) + ",0";
    if (end == begin + 1) return std::to_string(end);
    return std::to_string(begin + 1) + "," + std::to_string(end - begin);
  }
  void Unified(CommandIo& io, size_t first, size_t last) {
    const DiffHunk& front = hunks_[first];
    const DiffHunk& back = hunks_[last];
    uint64_t before = std::min<uint64_t>({context_, front.a_begin, front.b_begin});
    uint64_t after = std::min<uint64_t>(
        {context_, lines_[0].size() - back.a_end, lines_[1].size() - back.b_end});
    uint64_t a = front.a_begin - before;
    io.Out("@@ -" + UnifiedRange(a, back.a_end + after) + " +" +
           UnifiedRange(front.b_begin - before, back.b_end + after) + " @@\n");
    for (size_t i = first; i <= last; ++i) {
      Lines(io, 0, a, hunks_[i].a_begin, " ");
      Lines(io, 0, hunks_[i].a_begin, hunks_[i].a_end, "-");
      Lines(io, 1, hunks_[i].b_begin, hunks_[i].b_end, "+");
      a = hunks_[i].a_end;
    }
    Lines(io, 0, a, back.a_end + after, " ");
  }

  std::vector<std::string> names_, paths_, labels_;
  bool unified_ = false, brief_ = false, identical_ = false, ignore_case_ = false,
       ignore_space_change_ = false;
  bool ignore_space_ = false, ignore_blank_ = false, new_file_ = false, text_ = false,
       strip_cr_ = false;
  uint64_t context_ = 3;
  std::vector<std::string_view> lines_[2];  // of texts_
  bool complete_[2] = {true, true};         // ends with a newline

  std::vector<std::string> texts_;
  uint64_t charged_[2] = {};  // of them
  std::vector<int> fds_;
  uint64_t reading_ = 0;
  enum Stage : uint8_t { kReading, kNumbering, kComparing, kPrinting };
  uint8_t stage_ = kReading;
  LineDiff::Ids ids_[2];
  std::unordered_map<std::string_view, uint32_t> numbers_;  // of lines; while they are numbered
  std::deque<std::string>
      normalized_;  // what the keys of numbers_ are views of, when they are not lines
  LineDiff diff_;
  std::vector<DiffHunk> hunks_;
  uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDiff() { return Make<Diff>(); }

}  // namespace pysub::shell
