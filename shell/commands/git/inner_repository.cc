// Repositories inside of the work tree. The index keeps of one the commit that its HEAD names; its
// files are never looked at.

#include "shell/commands/git/inner_repository.h"

#include <utility>

#include "shell/commands/git/config.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/refs.h"

namespace pysub::shell::git {

std::optional<ObjectId> HeadInside(Git& git, const std::string& path) {
  std::string inside = git.WorkPath(path) + "/.git";
  const files::Result<files::Stat> stat = git.fs().StatPath(git.caller(), inside);
  if (!stat.ok()) return std::nullopt;
  if (stat->IsFile()) {
    // A submodule's: a file that names the repository.
    Git::Scratch scratch(git);
    std::string text;
    if (stat->size > 8192 || !git.ReadWhole(inside, &text) || !text.starts_with("gitdir: "))
      return std::nullopt;
    const std::string target(Trimmed(std::string_view(text).substr(8)));
    const files::Result<std::string> real = git.fs().Realpath(
        git.caller(), target.starts_with('/') ? target : git.WorkPath(path) + "/" + target);
    if (!real.ok()) return std::nullopt;
    inside = *real;
  }
  const std::string outer = std::exchange(git.git_dir, inside);
  Refs refs(git);
  const std::optional<ObjectId> head = refs.Resolve("HEAD");
  refs.Drop();
  git.git_dir = outer;
  return head;
}

bool CommitInside(Git& git, const std::string& path, ObjectId* id) {
  const std::optional<ObjectId> head = HeadInside(git, path);
  if (!head) {
    git.Err("error: '" + path + "/' does not have a commit checked out\n");
    return git.Fatal("adding files failed");
  }
  *id = *head;
  return true;
}

bool LiesInSubmodule(Git& git, const std::string& path, const std::string& written) {
  for (size_t at = path.find('/'); at != std::string::npos && git.Tick(32);
       at = path.find('/', at + 1)) {
    const std::string above = path.substr(0, at);
    const IndexEntry* entry = git.index().Find(above);
    if (entry == nullptr || (entry->mode & kModeKind) != kModeSubmodule) continue;
    git.Fatal("Pathspec '" + written + "' is in submodule '" + above + "'");
    return true;
  }
  return git.over();
}

void WarnOfInside(Git& git, const std::string& path, bool advise) {
  git.Warn("adding embedded git repository: " + path);
  if (!advise || !git.config().GetBool("advice.addembeddedrepo", true)) return;
  git.Err(
      "hint: You've added another git repository inside your current repository.\n"
      "hint: Clones of the outer repository will not contain the contents of\n"
      "hint: the embedded repository and will not know how to obtain it.\n"
      "hint: If you meant to add a submodule, use:\n"
      "hint: \n"
      "hint: \tgit submodule add <url> " +
      path +
      "\nhint: \n"
      "hint: If you added this path by mistake, you can remove it from the\n"
      "hint: index with:\n"
      "hint: \n"
      "hint: \tgit rm --cached " +
      path + "\nhint: \nhint: See \"git help submodule\" for more information.\n");
}

}  // namespace pysub::shell::git
