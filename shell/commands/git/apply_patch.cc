// What a patch does to the work tree, the index or both. All of it is tried before anything is
// written:
//
//   PatchHeads   which files there are, and what is said of their names and modes
//   CheckAll     each of them with its hunks, in memory; a file that the patch changes twice is
//                found among the results, not in the work tree (Before)
//   Write        what goes, then what comes; with --reject without the hunks that do not fit

#include "shell/commands/git/apply_patch.h"

#include <algorithm>
#include <cerrno>
#include <map>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/patch/patch_text.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

class Applier {
 public:
  Applier(Git& git, const ApplyOptions& options, std::string_view patch, std::string input)
      : git_(git),
        o_(options),
        patch_(patch),
        input_(std::move(input)),
        heads_(git, patch, options.names),
        hunks_(git.io(), patch, options.recount ? HunkLength::kCounted : HunkLength::kStrict) {
    git_head_.kind = DiffKind::kUnified;
  }

  int Run() {
    uint64_t at = 0;
    bool skipped = false;
    FilePatch one;
    while (heads_.Next(&at, &one)) {
      if (!Count(&one, &at)) return Status();
      if (o_.reverse) Reverse(&one);
      for (const std::string& name : one.names) {
        // A patch is hostile: it names any file it likes.
        if (!name.empty() && !IsSafePath(name))
          return git_.Error("invalid path '" + name + "'", 128) ? 0 : 128;
      }
      if (!Wanted(one)) {
        skipped = true;
        if (o_.verbose) git_.Err("Skipped patch '" + Shown(one) + "'.\n");
        continue;
      }
      if (!git_.Charge(2 * (sizeof(FilePatch) + one.names[0].size() + one.names[1].size() + 128)))
        return 2;
      results_.push_back(std::move(one));
    }
    if (git_.over() || git_.status() != 0) return Status();
    // What was done last is undone first.
    if (o_.reverse) std::reverse(results_.begin(), results_.end());
    if (results_.empty() && !skipped && !o_.allow_empty)
      return git_.Error("No valid patches in input (allow with \"--allow-empty\")", 128) ? 0 : 128;
    const bool writes = o_.apply && !(o_.refuses && white_errors_ > 0);
    if (o_.check || writes) {
      if (!CheckAll()) return Status();
    }
    if (writes && !o_.check && !Write()) return Status();
    ShowPatchLists(git_, results_, o_.stat, o_.numstat, o_.summary);
    const int status = git_.over() ? 2 : SayWhite();
    return status == 0 && has_rejects_ ? 1 : status;
  }

 private:
  int Status() const { return git_.over() ? 2 : git_.status() != 0 ? git_.status() : 128; }
  std::string Shown(const FilePatch& one) const {
    const std::string name = QuotedPath(git_, one.Name());
    return one.names[0].empty() || one.names[0] == one.Name()
               ? name
               : QuotedPath(git_, one.names[0]) + " => " + name;
  }

  void SayUnexpected() {
    if (!hunks_.unexpected().empty())
      git_.Warn("recount: unexpected line: " + hunks_.unexpected() + "\n");
  }

  // Reads the hunks once, to find the end and what is wrong with any of them.
  bool Count(FilePatch* one, uint64_t* at) {
    if (one->is_binary) {
      *at += 1;
      return true;
    }
    Hunk hunk;
    uint64_t old_lines = 0, new_lines = 0, kept = 0, count = 0;
    const uint64_t first = *at;
    const bool warns = o_.warns && Wanted(*one);
    // Where old lines end with a carriage return, that of a new one is no mistake.
    bool has_returns = false;
    const char old_mark = o_.reverse ? '+' : '-';
    while (hunks_.NextHunk(git_head_, at, &hunk)) {
      if (!git_.Tick(64)) return false;
      ++count;
      SayUnexpected();
      for (const HunkLine& line : hunk.lines) {
        one->added += line.mark == '+' ? 1 : 0;
        one->deleted += line.mark == '-' ? 1 : 0;
        kept += line.mark == ' ' ? 1 : 0;
        has_returns |= (line.mark == ' ' || line.mark == old_mark) && line.text.ends_with('\r');
        if (warns && line.mark == (o_.reverse ? '-' : '+')) CheckWhite(line, has_returns);
      }
    }
    SayUnexpected();
    old_lines = one->deleted + kept;
    new_lines = one->added + kept;
    if (git_.over()) return false;
    if (!hunks_.error().empty()) {
      const std::string& line = hunks_.error();
      const size_t digits = std::min(line.find_first_of("0123456789"), line.size()),
                   behind = std::min(line.find_first_not_of("0123456789", digits), line.size());
      const int64_t number =
          ParseNumber(std::string_view(line).substr(digits, behind - digits)).value_or(1);
      // (At the end of the patch it is the line that is missing.)
      const bool at_end = line.ends_with(":  \n");
      return git_.Error("corrupt patch at line " + std::to_string(number + (at_end ? 1 : 0)), 128);
    }
    const bool changes =
        one->is_renamed || one->is_copied || one->is_new.value_or(false) ||
        one->is_deleted.value_or(false) ||
        (one->modes[0] != 0 && one->modes[1] != 0 && one->modes[0] != one->modes[1]);
    if (count == 0 && !changes && (o_.apply || o_.check))
      return git_.Error(
          "patch with only garbage at line " + std::to_string(heads_.LineNumber(first)), 128);
    if (!one->is_new.has_value()) {
      // What has old lines was there before, what has new ones is there after.
      if (old_lines > 0 || count > 1) one->is_new = false;
      if (new_lines > 0 || count > 1) one->is_deleted = false;
    }
    if (one->is_new.value_or(false) && old_lines > 0)
      return git_.Error("new file " + one->names[1] + " depends on old contents", 128);
    if (one->is_deleted.value_or(false) && new_lines > 0)
      return git_.Error("deleted file " + one->names[0] + " still has contents", 128);
    return true;
  }

  static void Reverse(FilePatch* one) {
    std::swap(one->names[0], one->names[1]);
    std::swap(one->is_new, one->is_deleted);
    std::swap(one->added, one->deleted);
    // (A mode that is said once holds for both sides.)
    if (one->modes[1] != 0 || one->is_new.value_or(false) || one->is_deleted.value_or(false))
      std::swap(one->modes[0], one->modes[1]);
  }

  bool Wanted(const FilePatch& one) const {
    const std::string& name = one.Name();
    if (!git_.prefix.empty() && !name.starts_with(git_.prefix)) return false;
    bool includes = false;
    for (const auto& [glob, takes] : o_.limits) {
      includes = includes || takes;
      if (WildMatch(git_, glob, name, false)) return takes;
    }
    return !includes;
  }

  // ---- white space at the ends of new lines

  void CheckWhite(const HunkLine& line, bool has_returns) {
    std::string why;
    std::string_view text = line.text;
    if (has_returns && text.ends_with('\r')) text.remove_suffix(1);
    if (!text.empty() && IsSpace(text.back())) why = "trailing whitespace";
    const size_t indent = std::min(line.text.find_first_not_of(" \t"), line.text.size());
    if (line.text.substr(0, indent).find(" \t") != std::string_view::npos)
      why += std::string(why.empty() ? "" : ", ") + "space before tab in indent";
    if (why.empty()) return;
    SayWhiteError(why, line.text, OffsetOf(line));
  }
  uint64_t OffsetOf(const HunkLine& line) const {
    return static_cast<uint64_t>(line.text.data() - patch_.data());
  }
  void SayWhiteError(const std::string& why, std::string_view text, uint64_t at) {
    if (++white_errors_ > o_.shown_warnings && o_.shown_warnings != 0) return;
    git_.Err(input_ + ":" + std::to_string(heads_.LineNumber(at)) + ": " + why + ".\n" +
             std::string(text) + "\n");
  }
  int SayWhite() {
    if (white_errors_ == 0) return 0;
    const std::string tail =
        white_errors_ == 1 ? " line adds whitespace errors." : " lines add whitespace errors.";
    if (o_.shown_warnings != 0 && white_errors_ > o_.shown_warnings) {
      git_.Warn("squelched " +
                Plural(white_errors_ - o_.shown_warnings, "whitespace error", "whitespace errors"));
    }
    if (o_.refuses) return git_.Error(std::to_string(white_errors_) + tail, 128) ? 0 : 128;
    git_.Warn(std::to_string(white_errors_) + tail);
    return 0;
  }

  // ---- what is there before

  bool CheckAll() {
    for (size_t i = 0; i < results_.size(); ++i) {
      const FilePatch& one = results_[i];
      const bool goes = one.is_renamed || one.is_deleted.value_or(false);
      if (goes && !one.names[0].empty()) {
        done_.insert({one.names[0], kWillGo});
        if ((one.modes[0] & kModeKind) == kModeLink) links_[one.names[0]].goes = true;
      }
      if (!one.names[1].empty() && (one.modes[1] & kModeKind) == kModeLink)
        links_[one.names[1]].comes = true;
      if (!git_.Charge(512 + 4 * one.Name().size())) return false;
    }
    if ((o_.cached || o_.index) && !git_.index().Load(git_)) return false;
    bool fine = true;
    for (size_t i = 0; i < results_.size(); ++i) {
      FilePatch& one = results_[i];
      if (o_.verbose) git_.Err("Checking patch " + Shown(one) + "...\n");
      if (CheckOne(&one)) {
        if (!one.names[1].empty()) done_[one.names[1]] = static_cast<int64_t>(i);
        if (one.names[1].empty() || one.is_renamed) done_[one.names[0]] = kGone;
        continue;
      }
      if (git_.over() || git_.status() > 1) return false;
      one.is_rejected = true;
      fine = false;
    }
    return fine || o_.reject;
  }

  bool CheckOne(FilePatch* one) {
    std::string text;
    uint32_t mode = 0;
    if (!Before(one, &text, &mode)) return false;
    const auto known = done_.find(one->names[1]);
    const bool gives_way = known != done_.end() && known->second < 0;
    if (!one->names[1].empty() &&
        (one->is_new.value_or(false) || one->is_renamed || one->is_copied)) {
      if (!MayCome(one->names[1], gives_way)) return false;
      if (one->modes[1] == 0)
        one->modes[1] = one->is_new.value_or(false) ? kModeFile : one->modes[0];
    }
    if (!one->names[0].empty() && !one->names[1].empty()) {
      if (one->modes[1] == 0) one->modes[1] = one->modes[0];
      if (((one->modes[0] ^ one->modes[1]) & kModeKind) != 0)
        return git_.Error("new mode (" + ModeText(one->modes[1]) + ") of " + one->names[1] +
                          " does not match old mode (" + ModeText(one->modes[0]) + ")" +
                          (one->names[0] == one->names[1] ? "" : " of " + one->names[0]));
    }
    if (!one->names[1].empty() && IsBeyondLink(one->names[1]))
      return git_.over()
                 ? false
                 : git_.Error("affected file '" + one->names[1] + "' is beyond a symbolic link");
    const std::string& shown = one->names[0].empty() ? one->names[1] : one->names[0];
    if (one->is_binary) {
      git_.Err("error: cannot apply binary patch to '" + shown + "' without full index line\n");
      return git_.Error(shown + ": patch does not apply");
    }
    if (!Hunks(one, shown, &text)) {
      if (git_.over() || git_.status() > 1) return false;
      return git_.Error(shown + ": patch does not apply");
    }
    if (one->is_deleted.value_or(false) && !text.empty()) {
      git_.Err("error: removal patch leaves file contents\n");
      return git_.Error(shown + ": patch does not apply");
    }
    one->text = std::move(text);
    return true;
  }

  // The text as it is now, after what this patch did to it before, and its mode.
  bool Before(FilePatch* one, std::string* text, uint32_t* mode) {
    if (one->names[0].empty()) return true;
    const std::string& name = one->names[0];
    const auto known = one->is_renamed || one->is_copied ? done_.end() : done_.find(name);
    if (known != done_.end() && known->second == kGone)
      return git_.Error("path " + name + " has been renamed/deleted");
    if (known != done_.end() && known->second >= 0) {
      const FilePatch& before = results_[static_cast<size_t>(known->second)];
      *text = before.text;
      *mode = before.modes[1];
      if (!git_.Charge(text->size())) return false;
    } else if (!Read(name, one->names[1], one->is_new.has_value(), text, mode)) {
      return false;
    } else if (*mode == 0) {
      // It may be a new file, since nothing said that it is none.
      one->is_new = true;
      one->is_deleted = false;
      one->names[0].clear();
      return true;
    }
    if (!one->is_new.has_value()) one->is_new = false;
    if (one->modes[0] == 0) one->modes[0] = *mode;
    if (((*mode ^ one->modes[0]) & kModeKind) != 0) return git_.Error(name + ": wrong type");
    if (*mode != one->modes[0])
      git_.Warn(name + " has type " + ModeText(*mode) + ", expected " + ModeText(one->modes[0]));
    if (one->modes[1] == 0 && !one->is_deleted.value_or(false)) one->modes[1] = *mode;
    return true;
  }

  // From the index or the work tree. A mode of 0: it is not there, and `needed` was false.
  bool Read(const std::string& name, const std::string& becomes, bool needed, std::string* text,
            uint32_t* mode) {
    IndexEntry* entry = nullptr;
    if (o_.cached || o_.index) {
      entry = git_.index().Find(name);
      if (entry == nullptr) return !needed || git_.Error(name + ": does not exist in index");
      if (o_.index) {
        WorkChange change = WorkChange::kNone;
        WorkFile file;
        if (!CompareWithWork(git_, entry, &change, &file)) return false;
        if (change == WorkChange::kDeleted && !file.exists) {
          // What was removed by hand comes back.
          if (!WriteWorkFile(git_, name, entry->mode, entry->id)) return false;
        } else if (change != WorkChange::kNone) {
          return git_.Error(name + ": does not match index");
        }
      }
      *mode = entry->mode;
      return (entry->mode & kModeKind) == kModeSubmodule ||
             git_.objects().ReadTyped(entry->id, ObjectType::kBlob, text);
    }
    const WorkFile file = LookAt(git_, name);
    if (git_.over()) return false;
    if (!file.exists && !needed && !git_.Exists(git_.WorkPath(name))) return true;
    if (!file.exists && git_.Exists(git_.WorkPath(name))) {
      if (!becomes.empty() && IsBeyondLink(becomes))
        return !git_.over() &&
               git_.Error("affected file '" + becomes + "' is beyond a symbolic link");
      git_.Err("error: reading from '" + name + "' beyond a symbolic link\n");
      return git_.Error(name + ": patch does not apply");
    }
    if (!file.exists) {
      const auto stat = git_.fs().Lstat(git_.caller(), git_.WorkPath(name));
      return git_.Error(name + ": " + std::string(ErrnoText(stat.ok() ? ENOENT : stat.error())));
    }
    if (file.mode == 0) return git_.Error(name + ": wrong type");
    *mode = file.mode;
    return ReadWorkFile(git_, name, file, text);
  }

  // Nothing may be in the place of what is new.
  bool MayCome(const std::string& name, bool gives_way) {
    if ((o_.cached || o_.index) && !(gives_way && o_.cached)) {
      const IndexEntry* entry = git_.index().FindAny(name);
      if (entry != nullptr && !gives_way && !entry->intent_to_add)
        return git_.Error(name + ": already exists in index");
      if (entry != nullptr && !o_.cached && entry->intent_to_add)
        return git_.Error(name + ": does not match index");
    }
    if (o_.cached || gives_way) return true;
    const WorkFile file = LookAt(git_, name);
    if (!file.exists || file.is_directory) return !git_.over();
    return git_.Error(name + ": already exists in working directory");
  }

  // A directory of the path is a link when all is done, or is one now and stays.
  bool IsBeyondLink(const std::string& name) {
    for (size_t slash = name.rfind('/'); slash != std::string::npos && slash > 0;
         slash = name.rfind('/', slash - 1)) {
      const std::string part = name.substr(0, slash);
      if (!git_.Tick(64)) return true;
      const auto link = links_.find(part);
      if (link != links_.end() && link->second.comes) return true;
      if (link != links_.end() && link->second.goes) continue;
      if (o_.cached || o_.index) {
        const IndexEntry* entry = git_.index().Find(part);
        if (entry != nullptr && entry->mode == kModeLink) return true;
      }
      if (o_.cached) continue;
      const auto stat = git_.fs().Lstat(git_.caller(), git_.WorkPath(part));
      if (stat.ok() && stat->IsSymlink()) return true;
    }
    return false;
  }

  // What stands in the way of a directory is not removed for it.
  bool HasRoom(const FilePatch& one) {
    const std::string& name = one.names[1];
    for (size_t slash = name.find('/'); slash != std::string::npos;
         slash = name.find('/', slash + 1)) {
      const std::string part = name.substr(0, slash);
      if (!git_.Tick(64)) return false;
      const auto stat = git_.fs().Lstat(git_.caller(), git_.WorkPath(part));
      if (!stat.ok()) return true;
      if (stat->IsDirectory()) continue;
      const auto known = done_.find(part);
      if (known != done_.end() && known->second < 0) return true;
      return git_.Error("unable to write file '" + name + "' mode " + ModeText(one.modes[1]) +
                            ": Not a directory",
                        128);
    }
    return true;
  }

  // ---- hunks

  bool Hunks(FilePatch* one, const std::string& shown, std::string* text) {
    Git::Scratch scratch(git_);
    Lines lines;
    if (!lines.Split(git_, *text) || !git_.Charge(lines.size() * sizeof(ImageLine) * 2))
      return false;
    Image image;
    image.reserve(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      if (!git_.Tick(4)) return false;
      image.push_back({lines[i], false});
    }
    uint64_t at = one->hunks, begin = at;
    Hunk hunk;
    for (int number = 1; hunks_.NextHunk(git_head_, &at, &hunk); ++number, begin = at) {
      if (!git_.Tick(64) || !git_.Keep(2 * sizeof(TriedHunk))) return false;
      uint64_t first[2];
      for (int side = 0; side < 2; ++side)
        first[side] = hunk.first[side] - (hunk.Count(side == 0 ? '+' : '-') == 0 ? 1 : 0);
      if (o_.reverse) {
        hunk.Swap();
        std::swap(first[0], first[1]);
      }
      const HunkLine* blank = nullptr;
      one->tried.push_back({begin, at, true});
      if (PutHunk(git_, o_, hunk, first, number, &image, &blank)) {
        if (blank != nullptr && o_.warns)
          SayWhiteError("new blank line at EOF", "+", OffsetOf(*blank));
        continue;
      }
      if (git_.over()) return false;
      git_.Error("patch failed: " + shown + ":" + std::to_string(first[0]));
      if (!o_.reject) return false;
      one->tried.back().fits = false;
    }
    uint64_t size = 0;
    for (const ImageLine& line : image) size += line.text.size();
    std::string result;
    if (!git_.Tick(size / 8 + image.size()) || !git_.Keep(size)) return false;
    result.reserve(size);
    for (const ImageLine& line : image) result += line.text;
    *text = std::move(result);
    return true;
  }

  // ---- what comes of it

  // Old files go first: a file may have been where a directory is needed.
  bool Write() {
    const bool staged = o_.cached || o_.index;
    for (const FilePatch& result : results_)
      if (!result.names[1].empty() && !o_.cached && !result.is_rejected && !HasRoom(result))
        return false;
    for (const FilePatch& result : results_) {
      if (!git_.Tick(64)) return false;
      has_rejects_ = has_rejects_ || result.is_rejected;
      if (result.is_rejected) continue;
      if (result.names[0].empty() || (!result.names[1].empty() && !result.is_renamed)) continue;
      if (staged) git_.index().Remove(result.names[0]);
      if (!o_.cached && !RemoveWorkFile(git_, result.names[0])) return false;
    }
    if (o_.intent && !staged && !git_.git_dir.empty() && !git_.index().Load(git_)) return false;
    for (const FilePatch& result : results_) {
      if (result.is_rejected) continue;
      if (!result.names[1].empty() && !WriteOne(result)) return false;
      if (!WriteRejects(result)) return false;
    }
    // (The index keeps what it has when not all has come.)
    if (has_rejects_) return true;
    const bool changed = staged || (!git_.git_dir.empty() && git_.index().unsaved);
    return !changed || git_.index().Write(git_);
  }

  // NAME.rej: the hunks that fit nowhere.
  bool WriteRejects(const FilePatch& result) {
    const auto count = static_cast<uint64_t>(std::count_if(
        result.tried.begin(), result.tried.end(), [](const TriedHunk& one) { return !one.fits; }));
    if (count == 0) {
      if (o_.verbose) git_.Err("Applied patch " + Shown(result) + " cleanly.\n");
      return true;
    }
    has_rejects_ = true;
    git_.Err("Applying patch " + Shown(result) + " with " + Plural(count, "reject", "rejects") +
             "...\n");
    const std::string& name = result.Name();
    std::string text = "diff a/" + name + " b/" + name + "\t(rejected hunks)\n";
    for (size_t i = 0; i < result.tried.size(); ++i) {
      const TriedHunk& one = result.tried[i];
      const std::string number = "#" + std::to_string(i + 1);
      git_.Err(one.fits ? "Hunk " + number + " applied cleanly.\n"
                        : "Rejected hunk " + number + ".\n");
      if (one.fits) continue;
      if (!git_.Charge(2 * (one.end - one.begin)) || !git_.Tick((one.end - one.begin) / 8))
        return false;
      text += patch_.substr(one.begin, one.end - one.begin);
      if (!text.ends_with('\n')) text += '\n';
    }
    return WriteWorkBytes(git_, name + ".rej", kModeFile, text);
  }

  bool WriteOne(const FilePatch& result) {
    // A text that a later part of the patch changed once more is that part's to write.
    const auto last = done_.find(result.names[1]);
    if (last != done_.end() && last->second != &result - results_.data()) return true;
    const uint32_t mode = (result.modes[1] & kModeKind) == kModeLink ? kModeLink
                          : (result.modes[1] & 0100) != 0            ? kModeProgram
                                                                     : kModeFile;
    if (!o_.cached && !WriteWorkBytes(git_, result.names[1], mode, result.text)) return false;
    const bool later = o_.intent && !git_.git_dir.empty() && result.is_new.value_or(false) &&
                       !o_.cached && !o_.index;
    if (!o_.cached && !o_.index && !later) return true;
    ObjectId id;
    if (!git_.objects().Write(ObjectType::kBlob, later ? "" : std::string_view(result.text), &id))
      return false;
    IndexEntry entry;
    if (!o_.cached && !later) entry = EntryOf(git_, result.names[1], mode, id);
    entry.path = result.names[1];
    entry.mode = mode;
    entry.id = id;
    entry.intent_to_add = later;
    return git_.index().Add(git_, std::move(entry));
  }

  // In done_: a file that a later part of the patch takes away, or one that is gone already.
  static constexpr int64_t kWillGo = -1, kGone = -2;
  struct Link {
    bool goes = false, comes = false;
  };

  Git& git_;
  const ApplyOptions& o_;
  std::string_view patch_;
  std::string input_;
  PatchHeads heads_;
  PatchReader hunks_;
  PatchHead git_head_;
  std::vector<FilePatch> results_;
  std::map<std::string, int64_t> done_;  // where in results_ a file was changed last
  std::map<std::string, Link> links_;
  size_t white_errors_ = 0;
  bool has_rejects_ = false;
};

}  // namespace

int ApplyPatch(Git& git, const ApplyOptions& options, std::string_view patch, std::string input) {
  return Applier(git, options, patch, std::move(input)).Run();
}

}  // namespace pysub::shell::git
