#include "shell/commands/git/make_commit.h"

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"

namespace pysub::shell::git {

bool WriteCommit(Git& git, const ObjectId& tree, const std::vector<ObjectId>& parents,
                 std::string_view author, std::string_view committer, std::string_view message,
                 ObjectId* id) {
  if (message.find('\0') != std::string_view::npos)
    return git.Error("a NUL byte in commit log message not allowed.", 128);
  return git.objects().Write(ObjectType::kCommit,
                             CommitBytes(tree, parents, author, committer, message), id);
}

bool ShowCommitSummary(Git& git, const ObjectId& id, const SummaryOptions& o) {
  Commit commit;
  if (!ReadCommit(git, id, &commit)) return false;
  const std::string branch = git.refs().HeadBranch();
  std::string line = "[" + (branch.empty() ? "detached HEAD" : ShortRef(branch)) +
                     (o.first ? " (root-commit) " : " ") + git.objects().Abbreviate(id) + "] " +
                     SubjectOf(commit.message) + "\n";
  const Identity author = ParseIdentity(commit.author), committer = ParseIdentity(commit.committer);
  if (author.name != committer.name || author.mail != committer.mail)
    line += " Author: " + author.name + " <" + author.mail + ">\n";
  if (o.date)
    line += " Date: " + ShowDate(git, author.time, author.zone, "default").value_or("") + "\n";
  git.Out(line);
  // Of a merge nothing more is said.
  if (commit.parents.size() > 1) return !git.over();
  ObjectId before;
  if (!commit.parents.empty()) {
    Commit parent;
    if (!ReadCommit(git, commit.parents[0], &parent)) return false;
    before = parent.tree;
  }
  std::vector<FilePair> pairs;
  DiffOptions options;
  options.shortstat = options.summary = true;
  if (!DiffTreePairs(git, before, commit.tree, nullptr, &pairs) ||
      !FindRenames(git, options, &pairs))
    return false;
  bool said = false;
  return ShowLists(git, options, pairs, &said);
}

void ForgetOperation(Git& git) {
  for (std::string_view name : {"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD",
                                "REVERT_HEAD", "AUTO_MERGE", "SQUASH_MSG"})
    (void)git.fs().Unlink(git.caller(), git.GitPath(name));
}

bool ReadGitFile(Git& git, std::string_view name, std::string* text) {
  std::string bytes;
  if (!git.ReadWhole(git.GitPath(name), &bytes)) return false;
  *text = std::string(Trimmed(bytes));
  return true;
}

void AddTrailer(const std::string& line, std::string* text) {
  while (text->ends_with('\n')) text->pop_back();
  const size_t paragraph = text->rfind("\n\n");
  const std::string last = paragraph == std::string::npos ? "" : text->substr(paragraph + 2);
  if (last.ends_with(line)) {
    *text += "\n";
    return;
  }
  const size_t colon = last.find(": ");
  const bool joins =
      colon != std::string::npos && last.substr(0, colon).find(' ') == std::string::npos;
  *text += std::string(text->empty() ? "" : joins ? "\n" : "\n\n") + line + "\n";
}

void AddSignOff(std::string_view committer, std::string* text) {
  const Identity who = ParseIdentity(committer);
  AddTrailer("Signed-off-by: " + who.name + " <" + who.mail + ">", text);
}

int NoEditor(Git& git, std::string_view hint) {
  git.Err("error: Terminal is dumb, but EDITOR unset\n" + std::string(hint));
  return 1;
}

int RefuseUnmerged(Git& git, std::string_view what) {
  std::string last;
  for (const IndexEntry& entry : git.index().entries) {
    if (entry.stage == 0 || entry.path == last) continue;
    last = entry.path;
    git.Out("U\t" + QuotedPath(git, entry.path) + "\n");
  }
  git.Err("error: " + std::string(what) +
          " is not possible because you have unmerged files.\n"
          "hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n"
          "hint: as appropriate to mark resolution and make a commit.\n"
          "fatal: Exiting because of an unresolved conflict.\n");
  return 128;
}

}  // namespace pysub::shell::git
