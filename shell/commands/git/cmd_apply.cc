// apply: a patch upon the work tree, the index or both. All of it is tried before anything is
// written.
//
// Units only read the patch: `text` has what has come, and phase 1 says that this is all. What is
// done with it is a single unit, since it has to be done as a whole or not at all. A file that the
// patch changes twice is found among the results, not in the work tree (Load).

#include <algorithm>
#include <map>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/patch/patch_text.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum ApplyWord {
  kCheck = 1,
  kStat,
  kNumStat,
  kSummary,
  kReverse,
  kCached,
  kIndexToo,
  kStrip,
  kDirectory,
  kVerbose,
  kQuiet,
  kApplyIt,
  kNothing,
  kRefused,
  kContext,
  kWhitespace,
  kUnidiffZero,
  kRecount,
  kInclude,
  kExclude
};
constexpr WordRow kApplyWords[] = {
    {kCheck, 0, "check"},
    {kStat, 0, "stat"},
    {kNumStat, 0, "numstat"},
    {kSummary, 0, "summary"},
    {kReverse, 'R', "reverse"},
    {kCached, 0, "cached"},
    {kIndexToo, 0, "index"},
    {kStrip, 'p', "", kValue},
    {kDirectory, 0, "directory", kValue},
    {kVerbose, 'v', "verbose"},
    {kQuiet, 'q', "quiet"},
    {kApplyIt, 0, "apply"},
    {kContext, 'C', "", kValue},
    {kWhitespace, 0, "whitespace", kValue},
    {kUnidiffZero, 0, "unidiff-zero"},
    {kRecount, 0, "recount"},
    {kNothing, 0, "allow-overlap"},
    {kNothing, 0, "inaccurate-eof"},
    {kNothing, 0, "allow-binary-replacement"},
    {kNothing, 0, "binary"},
    {kNothing, 0, "allow-empty"},
    {kNothing, 0, "ignore-whitespace"},
    {kNothing, 0, "ignore-space-change"},
    {kRefused, '3', "3way"},
    {kRefused, 0, "reject"},
    {kRefused, 0, "build-fake-ancestor", kValue},
    {kInclude, 0, "include", kValue},
    {kExclude, 0, "exclude", kValue},
    {kNothing, 'N', "intent-to-add"},
};

struct ApplyOptions {
  bool check = false, reverse = false, cached = false, index = false, apply = true, stat = false,
       numstat = false, summary = false, verbose = false, zero = false;
  int64_t strip = 1, context = -1;
  std::string directory;
  std::vector<std::string> include, exclude;
};

// What becomes of a file.
struct Result {
  std::string from, to;  // empty: /dev/null
  uint32_t mode = 0;
  std::string text;
  uint64_t added = 0, deleted = 0;
  char status = 'M';
  uint32_t old_mode = 0;
  uint32_t score = 100;
};

class Applier {
 public:
  Applier(Git& git, const ApplyOptions& options, std::string_view patch)
      : git_(git), o_(options), patch_(patch) {}

  int Run() {
    PatchReader reader(git_.io(), patch_);
    uint64_t at = 0;
    bool any = false;
    while (at < patch_.size()) {
      if (!git_.Tick(64)) return 2;
      PatchHead head = reader.FindPatch(at, DiffKind::kUnified, false);
      if (head.kind == DiffKind::kNone && !head.is_git) break;
      any = true;
      if (!One(&reader, head, &at)) {
        if (git_.over()) return 2;
        if (git_.status() > 1) return git_.status();
        failed_ = true;
      }
    }
    if (!any)
      return git_.Error("No valid patches in input (allow with \"--allow-empty\")", 128) ? 0 : 128;
    if (failed_) return 1;
    Report();
    if (o_.check || !o_.apply) return git_.over() ? 2 : 0;
    return Write() ? 0 : git_.over() ? 2 : 1;
  }

 private:
  // What is found behind -p and --directory.
  std::string NameOf(const std::string& raw) const {
    if (raw == "/dev/null") return "";
    std::string name = StripName(raw, o_.strip);
    if (name.empty()) return name;
    const std::string prefix = git_.git_dir.empty() ? "" : git_.prefix;
    return prefix +
           (o_.directory.empty() ? "" : o_.directory + (o_.directory.ends_with('/') ? "" : "/")) +
           name;
  }

  bool One(PatchReader* reader, const PatchHead& head, uint64_t* at) {
    Result result;
    std::string names[2];
    for (int side = 0; side < 2; ++side) {
      const bool null =
          head.is_null[side] || head.names[side] == "/dev/null" || head.absent[side] == 2;
      std::string raw = !head.names[side].empty() ? head.names[side]
                        : head.is_git             ? head.git_names[side]
                                                  : "";
      names[side] = null ? "" : NameOf(raw);
      if (!null && head.is_git && (head.renames || head.copies) && !head.git_names[side].empty() &&
          head.names[side].empty())
        names[side] = NameOf(head.git_names[side]);
    }
    uint32_t modes[2] = {head.modes[0], head.modes[1]};
    const int old = o_.reverse ? 1 : 0;
    result.from = names[old];
    result.to = names[1 - old];
    if (result.from.empty() && result.to.empty())
      return git_.Error("git diff header lacks filename information when removing " +
                            Plural(static_cast<uint64_t>(o_.strip), "leading pathname component",
                                   "leading pathname components"),
                        128);
    const std::string shown = result.from.empty() ? result.to : result.from;
    if (result.from.empty())
      result.status = 'A';
    else if (result.to.empty())
      result.status = 'D';
    else if (result.from != result.to)
      result.status = head.copies ? 'C' : 'R';
    for (const std::string* name : {&result.from, &result.to}) {
      // A patch is hostile: it names any file it likes.
      if (!name->empty() && !IsSafePath(*name))
        return git_.Error("invalid path '" + *name + "'", 128);
    }
    result.old_mode = modes[old];
    uint64_t place = head.hunks != 0 ? head.hunks : *at;
    if (head.is_binary)
      return git_.Error("cannot apply binary patch to '" + shown +
                        "' without full index line\nerror: " + shown + ": patch does not apply");
    std::string text;
    if (!Load(result, &text)) {
      SkipHunks(reader, head, &place);
      *at = std::max(place, *at + 1);
      return false;
    }
    const bool fine = Hunks(reader, head, &place, shown, &text, &result);
    *at = std::max(place, *at + 1);
    if (!fine) return false;
    result.text = std::move(text);
    if (modes[1 - old] != 0)
      result.mode = (modes[1 - old] & 0111) != 0 && (modes[1 - old] & kModeKind) == kModeRegular
                        ? kModeProgram
                    : (modes[1 - old] & kModeKind) == 0120000 ? kModeLink
                                                              : kModeFile;
    if (result.mode == 0) result.mode = kModeFile;
    if (result.status == 'D' && !result.text.empty())
      return git_.Error("removal patch leaves file contents\nerror: " + shown +
                        ": patch does not apply");
    if (!git_.Charge(result.text.size() + sizeof(Result))) return false;
    const auto fits = [&](const std::string& glob) { return WildMatch(git_, glob, shown, false); };
    if (std::any_of(o_.exclude.begin(), o_.exclude.end(), fits) ||
        (!o_.include.empty() && std::none_of(o_.include.begin(), o_.include.end(), fits)))
      return true;
    results_.push_back(std::move(result));
    return true;
  }

  void SkipHunks(PatchReader* reader, const PatchHead& head, uint64_t* place) {
    Hunk hunk;
    while (git_.Tick(64) && reader->NextHunk(head, place, &hunk)) {
    }
  }

  // The text as it is now, after what this patch did to it before.
  bool Load(Result& result, std::string* text) {
    for (auto at = results_.rbegin(); at != results_.rend(); ++at) {
      if (at->to != (result.from.empty() ? result.to : result.from)) continue;
      if (result.from.empty())
        return git_.Error(result.to + ": already exists in " +
                          (o_.cached ? "index" : "working directory"));
      *text = at->text;
      result.mode = at->mode;
      return git_.Charge(text->size());
    }
    const bool staged = o_.cached || o_.index;
    if (staged && !git_.index().Load(git_)) return false;
    if (result.from.empty()) {
      if (staged && git_.index().FindAny(result.to) != nullptr)
        return git_.Error(result.to + ": already exists in index");
      if (!o_.cached && Exists(result.to) && !Removed(result.to))
        return git_.Error(result.to + ": already exists in working directory");
      return true;
    }
    if (result.status == 'R' || result.status == 'C') {
      if (!o_.cached && Exists(result.to))
        return git_.Error(result.to + ": already exists in working directory");
    }
    if (staged) {
      IndexEntry* entry = git_.index().Find(result.from);
      if (entry == nullptr) return git_.Error(result.from + ": does not exist in index");
      result.mode = entry->mode;
      if (o_.index) {
        WorkChange change = WorkChange::kNone;
        WorkFile file;
        if (!CompareWithWork(git_, entry, &change, &file)) return false;
        if (change != WorkChange::kNone) return git_.Error(result.from + ": does not match index");
      }
      return git_.objects().ReadTyped(entry->id, ObjectType::kBlob, text);
    }
    if (git_.git_dir.empty() || git_.work_tree.empty()) {
      const std::string full = JoinPath(git_.cwd, result.from);
      const auto stat = git_.fs().StatPath(git_.caller(), full);
      if (!stat.ok()) return git_.Error(result.from + ": No such file or directory");
      result.mode = (stat->mode & 0100) != 0 ? kModeProgram : kModeFile;
      return git_.ReadWhole(full, text) ||
             (!git_.over() && git_.Error(result.from + ": No such file or directory"));
    }
    const WorkFile file = LookAt(git_, result.from);
    if (file.mode == 0)
      return git_.over() ? false : git_.Error(result.from + ": No such file or directory");
    result.mode = file.mode;
    return ReadWorkFile(git_, result.from, file, text);
  }

  bool Exists(const std::string& path) {
    if (git_.git_dir.empty() || git_.work_tree.empty())
      return git_.Exists(JoinPath(git_.cwd, path));
    return LookAt(git_, path).exists;
  }
  bool Removed(const std::string& path) const {
    return std::any_of(results_.begin(), results_.end(), [&](const Result& result) {
      return result.from == path && result.to != path && result.status != 'C';
    });
  }

  bool Hunks(PatchReader* reader, const PatchHead& head, uint64_t* place, const std::string& shown,
             std::string* text, Result* result) {
    if (head.hunks == 0 && head.kind == DiffKind::kNone) return true;
    Hunk hunk;
    int64_t moved = 0;
    while (reader->NextHunk(head, place, &hunk)) {
      if (!git_.Tick(64 + text->size() / 16)) return false;
      if (o_.reverse) hunk.Swap();
      for (const HunkLine& line : hunk.lines) {
        if (line.mark == '+') ++result->added;
        if (line.mark == '-') ++result->deleted;
      }
      if (!Apply(hunk, text, &moved)) {
        if (git_.over()) return false;
        git_.Err("error: patch failed: " + shown + ":" + std::to_string(hunk.first[0]) + "\n");
        SkipHunks(reader, head, place);
        return git_.Error(shown + ": patch does not apply");
      }
    }
    if (!reader->error().empty()) {
      std::string line = reader->error();
      const size_t digits = line.find_first_of("0123456789");
      return git_.Error(
          "corrupt patch at line " +
              (digits == std::string::npos
                   ? "1"
                   : line.substr(digits, line.find_first_not_of("0123456789", digits) - digits)),
          128);
    }
    return true;
  }

  // The hunk's old lines are looked for around the place that it names.
  bool Apply(const Hunk& hunk, std::string* text, int64_t* moved) {
    Git::Scratch scratch(git_);
    Lines lines;
    if (!lines.Split(git_, *text)) return false;
    std::vector<std::string> old_lines;
    std::string fresh;
    for (const HunkLine& line : hunk.lines) {
      const std::string whole = std::string(line.text) + (line.has_newline ? "\n" : "");
      if (!git_.Charge(whole.size() * 2 + 64)) return false;
      if (line.mark != '+') old_lines.push_back(whole);
      if (line.mark != '-') fresh += whole;
    }
    const uint64_t leading = hunk.Prefix(), trailing = hunk.Suffix();
    // A hunk with less context behind than before ends at the end of the file, and so on.
    const bool at_begin = !o_.zero && hunk.first[0] <= 1 && leading < trailing;
    const bool at_end = !o_.zero && leading > trailing;
    const auto matches = [&](int64_t at) {
      if (at < 0 || static_cast<uint64_t>(at) + old_lines.size() > lines.size()) return false;
      if (at_begin && at != 0) return false;
      if (at_end && static_cast<uint64_t>(at) + old_lines.size() != lines.size()) return false;
      for (size_t i = 0; i < old_lines.size(); ++i) {
        if (!git_.Tick(4)) return false;
        if (lines[static_cast<size_t>(at) + i] != old_lines[i]) return false;
      }
      return true;
    };
    int64_t guess = static_cast<int64_t>(hunk.first[0]) + *moved - (old_lines.empty() ? 0 : 1);
    if (hunk.first[0] == 0) guess = 0;
    guess = std::clamp<int64_t>(guess, 0, static_cast<int64_t>(lines.size()));
    int64_t found = -1;
    for (int64_t distance = 0; distance <= static_cast<int64_t>(lines.size()) + 1 && found < 0;
         ++distance) {
      if (!git_.Tick(4)) return false;
      if (matches(guess - distance))
        found = guess - distance;
      else if (matches(guess + distance))
        found = guess + distance;
    }
    if (found < 0) return false;
    *moved += found - guess;
    int64_t grows = 0;
    for (const HunkLine& line : hunk.lines)
      grows += line.mark == '+' ? 1 : line.mark == '-' ? -1 : 0;
    *moved += grows;
    std::string result;
    if (!git_.Charge(text->size() + fresh.size())) return false;
    for (size_t i = 0; i < static_cast<size_t>(found); ++i) result += lines[i];
    result += fresh;
    for (size_t i = static_cast<size_t>(found) + old_lines.size(); i < lines.size(); ++i)
      result += lines[i];
    *text = std::move(result);
    return true;
  }

  void Report() {
    std::vector<FilePair> pairs;
    uint64_t added = 0, deleted = 0;
    size_t longest = 0;
    for (const Result& result : results_) {
      FilePair pair;
      pair.before = {result.from,
                     result.from.empty()    ? 0
                     : result.old_mode != 0 ? result.old_mode
                                            : result.mode,
                     ObjectId(), false};
      pair.after = {result.to, result.to.empty() ? 0 : result.mode, ObjectId(), false};
      pair.status = result.status;
      pair.score = result.score;
      pairs.push_back(pair);
      added += result.added;
      deleted += result.deleted;
      longest = std::max(longest, pair.Name().size());
    }
    if (o_.numstat) {
      for (const Result& result : results_)
        git_.Out(std::to_string(result.added) + "\t" + std::to_string(result.deleted) + "\t" +
                 (result.to.empty() ? result.from : result.to) + "\n");
    }
    if (o_.stat) {
      uint64_t most = 0;
      for (const Result& result : results_) most = std::max(most, result.added + result.deleted);
      const uint64_t width = std::max<uint64_t>(longest + 40 > 79 ? 40 : 79 - longest - 12, 10);
      for (const Result& result : results_) {
        const std::string& name = result.to.empty() ? result.from : result.to;
        uint64_t plus = result.added, minus = result.deleted;
        if (most > width) {
          plus = plus * width / most;
          minus = minus * width / most;
        }
        const std::string number = std::to_string(result.added + result.deleted);
        git_.Out(" " + name + std::string(longest - name.size(), ' ') + " |" +
                 std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " " +
                 std::string(plus, '+') + std::string(minus, '-') + "\n");
      }
      std::string line = " " + std::to_string(results_.size()) +
                         (results_.size() == 1 ? " file changed" : " files changed");
      if (added > 0 || deleted == 0) line += ", " + Plural(added, "insertion(+)", "insertions(+)");
      if (deleted > 0 || added == 0) line += ", " + Plural(deleted, "deletion(-)", "deletions(-)");
      git_.Out(line + "\n");
    }
    if (o_.summary) ShowSummary(git_, pairs);
  }

  bool Write() {
    for (const Result& result : results_) {
      if (result.from.empty() || result.from == result.to || result.status == 'C') continue;
      if ((o_.cached || o_.index)) git_.index().Remove(result.from);
      if (!o_.cached && !RemovePlain(result.from)) return false;
    }
    for (const Result& result : results_) {
      if (o_.verbose)
        git_.Err("Applied patch " + (result.to.empty() ? result.from : result.to) + " cleanly.\n");
      if (result.to.empty()) continue;
      if (!o_.cached && !WritePlain(result)) return false;
      if (!o_.cached && !o_.index) continue;
      ObjectId id;
      if (!git_.objects().Write(ObjectType::kBlob, result.text, &id)) return false;
      IndexEntry entry;
      entry.path = result.to;
      entry.mode = result.mode;
      entry.id = id;
      if (!o_.cached) entry = EntryOf(git_, result.to, result.mode, id);
      if (!git_.index().Add(git_, std::move(entry))) return false;
    }
    return !(o_.cached || o_.index) || git_.index().Write(git_);
  }

  bool RemovePlain(const std::string& path) {
    if (!git_.git_dir.empty() && !git_.work_tree.empty()) return RemoveWorkFile(git_, path);
    (void)git_.fs().Unlink(git_.caller(), JoinPath(git_.cwd, path));
    return true;
  }
  bool WritePlain(const Result& result) {
    if (!git_.git_dir.empty() && !git_.work_tree.empty())
      return WriteWorkBytes(git_, result.to, result.mode, result.text);
    const std::string full = JoinPath(git_.cwd, result.to);
    if (!git_.MakeDirectories(DirectoryOf(full))) return false;
    const auto written = git_.fs().WriteFile(git_.caller(), full, result.text,
                                             {.mode = result.mode == kModeProgram ? 0777u : 0666u});
    return written.ok() || git_.Error("unable to write file '" + result.to + "'");
  }

  Git& git_;
  const ApplyOptions& o_;
  std::string_view patch_;
  std::vector<Result> results_;
  bool failed_ = false;
};

}  // namespace

Outcome RunApply(Git& git) {
  ApplyOptions o;
  bool apply = false;
  WordReader reader(git, {kApplyWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kCheck: o.check = on; break;
      case kStat:
        o.stat = true;
        o.apply = false;
        break;
      case kNumStat:
        o.numstat = true;
        o.apply = false;
        break;
      case kSummary:
        o.summary = true;
        o.apply = false;
        break;
      case kReverse: o.reverse = on; break;
      case kCached: o.cached = on; break;
      case kIndexToo: o.index = on; break;
      case kStrip:
        if (!TakeNumber(git, "-p", reader.value(), &o.strip)) return git.status();
        break;
      case kDirectory: o.directory = reader.value(); break;
      case kVerbose: o.verbose = on; break;
      case kApplyIt: apply = true; break;
      case kUnidiffZero: o.zero = on; break;
      case kInclude: o.include.push_back(reader.value()); break;
      case kExclude: o.exclude.push_back(reader.value()); break;
      case kRefused: return git.Fatal("an option of 'apply' is not supported") ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (apply) o.apply = true;
  if ((o.cached || o.index) && !git.NeedRepository()) return git.status();
  State& state = git.state();
  if (state.phase == 0) {
    if (reader.operands().empty() || reader.operands()[0] == "-") {
      while (true) {
        std::string_view bytes;
        const ReadStatus status = git.io().ReadSome(0, &bytes);
        if (status == ReadStatus::kWait) {
          git.Wait();
          return std::nullopt;
        }
        if (status != ReadStatus::kData) break;
        // (the text that grows has its old place beside one of twice the size)
        if (!git.Keep(bytes.size() * 3)) return 2;
        state.text += bytes;
      }
    } else {
      for (const std::string& word : reader.operands()) {
        std::string bytes;
        int error = 0;
        if (!git.ReadWhole(word.starts_with('/') ? word : JoinPath(git.cwd, word), &bytes, &error))
          return git.over() ? 2
                 : git.Error("can't open patch '" + word + "': " + std::string(ErrnoText(error)),
                             128)
                     ? 0
                     : 128;
        if (!git.Keep(bytes.size() * 3)) return 2;
        state.text += bytes;
      }
    }
    state.phase = 1;
  }
  return Applier(git, o, state.text).Run();
}

}  // namespace pysub::shell::git
