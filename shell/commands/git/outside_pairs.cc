#include "shell/commands/git/outside_pairs.h"

#include <algorithm>
#include <utility>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

struct Outside {
  std::string path;
  uint32_t mode = 0;  // 0: it is not there
  bool directory = false;
};

Outside LookOutside(Git& git, std::string path) {
  Outside file{.path = std::move(path)};
  if (file.path == kNoFile) return file;
  if (file.path == kInput) {
    file.mode = kModeFile;
    return file;
  }
  const auto stat = git.fs().Lstat(git.caller(), file.path);
  if (!stat.ok()) return file;
  file.directory = stat->IsDirectory();
  file.mode = file.directory             ? kModeTree
              : stat->IsSymlink()        ? kModeLink
              : (stat->mode & 0100) != 0 ? kModeProgram
                                         : kModeFile;
  return file;
}

class Walker {
 public:
  Walker(Git& git, std::vector<FilePair>* pairs) : git_(git), pairs_(*pairs) {}

  // Depth first, in the order of names.
  bool Run(Outside before, Outside after) {
    if (!Open(std::move(before), std::move(after))) return false;
    while (!open_.empty()) {
      auto [a, b] = std::move(open_.back());
      open_.pop_back();
      if (!git_.Tick(64) || !Visit(a, b)) return false;
    }
    return true;
  }

 private:
  bool Open(Outside before, Outside after) {
    if (!git_.Charge(3 * sizeof(open_[0]) + before.path.size() + after.path.size())) return false;
    open_.emplace_back(std::move(before), std::move(after));
    return true;
  }

  bool Visit(Outside& a, Outside& b) {
    const auto is_file = [](const Outside& side) { return side.mode != 0 && !side.directory; };
    // Where one is a file and the other a directory, the file comes or goes, and all that is in
    // the directory the other way round.
    if (a.directory && is_file(b)) {
      if (!Add({.path = std::string(kNoFile)}, b)) return false;
      b = {.path = std::string(kNoFile)};
    } else if (b.directory && is_file(a)) {
      if (!Add(a, {.path = std::string(kNoFile)})) return false;
      a = {.path = std::string(kNoFile)};
    }
    return a.directory || b.directory ? Enter(a, b) : Add(a, b);
  }

  bool Enter(const Outside& a, const Outside& b) {
    std::vector<std::string> names;
    for (const Outside* side : {&a, &b}) {
      if (!side->directory) continue;
      const auto list = git_.fs().List(git_.caller(), side->path);
      if (!list.ok()) return git_.Error("Could not access '" + side->path + "'");
      if (!git_.Charge(list->size() * 96) || !git_.Tick(list->size() * 16)) return false;
      for (const files::DirectoryEntry& entry : *list) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto below = [&](const Outside& side, const std::string& name) {
      if (!side.directory) return Outside{.path = std::string(kNoFile)};
      Outside file = LookOutside(git_, JoinPath(side.path, name));
      if (file.mode == 0) file.path = kNoFile;
      return file;
    };
    for (size_t i = names.size(); i-- > 0;)
      if (!git_.Tick(64) || !Open(below(a, names[i]), below(b, names[i]))) return false;
    return true;
  }

  bool Add(const Outside& a, const Outside& b) {
    if (a.mode == 0 && b.mode == 0) return true;
    FilePair pair;
    pair.before = {a.path, a.mode, ObjectId(), true};
    pair.after = {b.path, b.mode, ObjectId(), true};
    if (a.mode == 0)
      pair.status = 'A';
    else if (b.mode == 0)
      pair.status = 'D';
    else if ((a.mode & kModeKind) != (b.mode & kModeKind))
      pair.status = 'T';
    if (!NameSide(git_, &pair.before) || !NameSide(git_, &pair.after)) return false;
    // What is the same in both goes at once.
    if (a.mode == b.mode && IdOf(pair.before) == IdOf(pair.after)) return !git_.over();
    if (!git_.Charge(3 * sizeof(FilePair) + 2 * (a.path.size() + b.path.size()))) return false;
    pairs_.push_back(std::move(pair));
    return true;
  }

  ObjectId IdOf(const FilePair::Side& side) {
    return side.path == kInput ? HashObject(git_, ObjectType::kBlob, git_.state().text) : side.id;
  }

  Git& git_;
  std::vector<FilePair>& pairs_;
  std::vector<std::pair<Outside, Outside>> open_;
};

}  // namespace

bool OutsidePairs(Git& git, const std::string& before, const std::string& after,
                  std::vector<FilePair>* pairs) {
  Outside sides[2] = {LookOutside(git, before), LookOutside(git, after)};
  // Of a directory beside a file it is the file of that name in it.
  for (size_t i = 0; i < 2; ++i) {
    const std::string& other = sides[1 - i].path;
    if (!sides[i].directory || sides[1 - i].directory) continue;
    if (other == kInput) return git.Fatal("unable to read files to diff");
    sides[i] = LookOutside(git, JoinPath(WithoutSlashes(sides[i].path), LastName(other)));
    break;
  }
  for (const Outside& side : sides)
    if (side.mode == 0 && side.path != kNoFile)
      return git.Error("Could not access '" + side.path + "'");
  return Walker(git, pairs).Run(std::move(sides[0]), std::move(sides[1]));
}

bool ReadOutside(Git& git, const FilePair::Side& side, std::string* bytes) {
  if (side.path == kInput) {
    if (!git.Charge(git.state().text.size())) return false;
    *bytes = git.state().text;
    return true;
  }
  if (side.mode == kModeLink) {
    auto target = git.fs().Readlink(git.caller(), side.path);
    if (!target.ok()) return git.Error("readlink(\"" + side.path + "\")");
    if (!git.Charge(target->size())) return false;
    *bytes = std::move(*target);
    return true;
  }
  return git.ReadWhole(side.path, bytes) ||
         (!git.over() && git.Error("Could not access '" + side.path + "'"));
}

}  // namespace pysub::shell::git
