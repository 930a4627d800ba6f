// commit.
//
// Input is the only thing that takes units (-F -): `text` has what was read. Then all is one unit:
//
//   Stage     -a and paths into the index; with paths alone also into only_, which is HEAD's tree
//             and these, so that what else is staged stays out of this commit
//   People    author and committer
//   Message   from words, a file, MERGE_MSG or another commit; nobody can be asked
//   Write     commit, index, HEAD, and last the files of a merge that is over now
//
// HEAD is moved only if it is where it was at the beginning.

#include <algorithm>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/log.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/status.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

enum CommitWord {
  kMessage = 1,
  kAll,
  kAmend,
  kQuiet,
  kAllowEmpty,
  kAllowEmptyMessage,
  kFile,
  kAuthor,
  kDate,
  kReuse,
  kReedit,
  kResetAuthor,
  kSignOff,
  kDryRun,
  kNoEdit,
  kNoVerify,
  kOnly,
  kInclude,
  kFixup,
  kCleanup,
  kVerbose,
  kShort,
  kPorcelain,
  kBranch,
  kPatch,
  kSign,
  kTemplate,
  kTrailer,
  kUntracked,
  kSquash,
  kStatus,
  kLong,
  kNul,
  kPostRewrite,
  kFromFile,
};
constexpr Takes kValue = Takes::kValue;
constexpr WordRow kCommitWords[] = {
    {kMessage, 'm', "message", kValue},
    {kAll, 'a', "all"},
    {kAmend, 0, "amend"},
    {kQuiet, 'q', "quiet"},
    {kAllowEmpty, 0, "allow-empty"},
    {kAllowEmptyMessage, 0, "allow-empty-message"},
    {kFile, 'F', "file", kValue},
    {kAuthor, 0, "author", kValue},
    {kDate, 0, "date", kValue},
    {kReuse, 'C', "reuse-message", kValue},
    {kReedit, 'c', "reedit-message", kValue},
    {kResetAuthor, 0, "reset-author"},
    {kSignOff, 's', "signoff"},
    {kDryRun, 0, "dry-run"},
    {kNoEdit, 'e', "edit"},
    {kNoVerify, 'n', "verify"},
    {kOnly, 'o', "only"},
    {kInclude, 'i', "include"},
    {kFixup, 0, "fixup", kValue},
    {kSquash, 0, "squash", kValue},
    {kCleanup, 0, "cleanup", kValue},
    {kVerbose, 'v', "verbose"},
    {kShort, 0, "short"},
    {kPorcelain, 0, "porcelain"},
    {kLong, 0, "long"},
    {kBranch, 0, "branch"},
    {kPatch, 'p', "patch"},
    {kPatch, 0, "interactive"},
    {kSign, 'S', "gpg-sign", Takes::kOptional},
    {kTemplate, 't', "template", kValue},
    {kTrailer, 0, "trailer", kValue},
    {kUntracked, 'u', "untracked-files", Takes::kOptional},
    {kStatus, 0, "status"},
    {kNul, 'z', "null"},
    {kPostRewrite, 0, "post-rewrite"},
    {kFromFile, 0, "pathspec-from-file", kValue},
};

struct CommitOptions {
  std::vector<std::string> messages, trailers;
  std::string file, author, date, reuse, fixup, cleanup;
  bool has_file = false, all = false, amend = false, quiet = false, allow_empty = false,
       allow_empty_message = false, reset_author = false, sign_off = false, dry = false,
       edit = false, no_edit = false, only = false, include = false, reedit = false;
};

// A message that has to come from somewhere else than -m.
bool ReadMessageFile(Git& git, const std::string& name, std::string* text) {
  int error = 0;
  const std::string path = name.starts_with('/') ? name : JoinPath(git.cwd, name);
  if (git.ReadWhole(path, text, &error)) return true;
  if (git.over()) return false;
  return git.Fatal("could not read log file '" + name + "': " + std::string(ErrnoText(error)));
}

// -F -: all of standard input, which may come later.
enum class Input : uint8_t { kRead, kWaits, kFailed };
Input ReadInput(Git& git) {
  State& state = git.state();
  while (true) {
    std::string_view bytes;
    switch (git.io().ReadSome(0, &bytes)) {
      case ReadStatus::kData:
        if (!git.Keep(bytes.size() * 3)) return Input::kFailed;
        state.text += bytes;
        break;
      case ReadStatus::kEnd: state.phase = 1; return Input::kRead;
      case ReadStatus::kWait: git.Wait(); return Input::kWaits;
      case ReadStatus::kError:
        git.Fatal("could not read log from standard input");
        return Input::kFailed;
    }
  }
}

class Committing {
 public:
  Committing(Git& git, const CommitOptions& options, const Pathspec& paths)
      : git_(git), o_(options), paths_(paths) {}

  int Run() {
    if (!git_.index().Load(git_)) return git_.status();
    head_ = git_.refs().Resolve("HEAD");
    if (!Context() || !Stage()) return Status();
    if (git_.index().HasUnmerged()) return RefuseUnmerged(git_, "Committing");
    if (!committed_ && !RefreshIndex(git_)) return Status();
    if (!People()) return Status();
    if (!Parents()) return Status();
    const std::vector<IndexEntry>& entries = committed_ ? only_.entries : git_.index().entries;
    if (!WriteTrees(git_, entries, &tree_)) return Status();
    if (o_.dry || IsEmpty()) {
      if (git_.over()) return 2;
      return Nothing();
    }
    if (std::optional<int> status = Message()) return *status;
    return Write();
  }

 private:
  int Status() const { return git_.over() ? 2 : git_.status() != 0 ? git_.status() : 128; }

  // What is going on: a merge, a cherry-pick ...
  bool Context() {
    std::string text;
    if (ReadGitFile(git_, "MERGE_HEAD", &text)) {
      std::string_view rest = text;
      while (!rest.empty())
        if (const auto id = ObjectId::FromHex(Trimmed(TakeLine(&rest))))
          merge_heads_.push_back(*id);
    }
    if (ReadGitFile(git_, "CHERRY_PICK_HEAD", &text)) picked_ = ObjectId::FromHex(text);
    if (o_.amend) {
      if (!head_) return git_.Fatal("You have nothing to amend.");
      if (!merge_heads_.empty())
        return git_.Fatal("You are in the middle of a merge -- cannot amend.");
      if (picked_) return git_.Fatal("You are in the middle of a cherry-pick -- cannot amend.");
      if (!ReadCommit(git_, *head_, &amended_)) return false;
    }
    if (!paths_.empty() && !o_.include && !merge_heads_.empty())
      return git_.Fatal("cannot do a partial commit during a merge.");
    return true;
  }

  bool StageFile(Index* index, const std::string& path) {
    const WorkFile file = LookAt(git_, path);
    if (file.mode == 0) {
      index->Remove(path);
      return !git_.over();
    }
    ObjectId id;
    if (!HashWorkFile(git_, path, file, true, &id)) return false;
    IndexEntry entry = EntryOf(git_, path, file.mode, id);
    entry.stat = StatDataOf(file.stat);
    return index->Add(git_, std::move(entry));
  }

  // -a, and paths: what else goes into the index.
  bool Stage() {
    if (o_.all) {
      std::vector<std::string> changed;
      for (IndexEntry& entry : git_.index().entries) {
        WorkChange change = WorkChange::kModified;
        WorkFile file;
        if (entry.stage == 0 && !CompareWithWork(git_, &entry, &change, &file)) return false;
        if (change == WorkChange::kNone || (!changed.empty() && changed.back() == entry.path))
          continue;
        if (!git_.Charge(2 * entry.path.size() + 64)) return false;
        changed.push_back(entry.path);
      }
      for (const std::string& path : changed)
        if (!StageFile(&git_.index(), path)) return false;
      return true;
    }
    if (paths_.empty()) return true;
    // Only these: beside HEAD; the others stay in the index as they are.
    std::vector<std::string> wanted;
    std::vector<uint8_t> seen(paths_.size(), 0);
    std::vector<TreeEntry> tree;
    ObjectId head_tree;
    if (head_ && (!Peel(git_, *head_, ObjectType::kTree, &head_tree) ||
                  !FlattenTree(git_, head_tree, &tree)))
      return false;
    const auto want = [&](const std::string& path) {
      if (!git_.Tick(16) || !paths_.Matches(git_, path)) return;
      paths_.Mark(git_, path, &seen);
      if (git_.Charge(2 * path.size() + 64)) wanted.push_back(path);
    };
    for (const IndexEntry& entry : git_.index().entries) want(entry.path);
    for (const TreeEntry& entry : tree) want(entry.name);
    for (size_t i = 0; i < seen.size(); ++i)
      if (seen[i] == 0 && !paths_.IsExclude(i))
        return git_.Error(
            "pathspec '" + paths_.TextOf(i) + "' did not match any file(s) known to git", 1);
    if (!o_.include) {
      committed_ = true;
      for (const TreeEntry& entry : tree) {
        IndexEntry in_index;
        in_index.path = entry.name;
        in_index.mode = entry.mode;
        in_index.id = entry.id;
        if (!git_.Charge(3 * sizeof(IndexEntry) + entry.name.size())) return false;
        only_.entries.push_back(std::move(in_index));
      }
    }
    for (const std::string& path : wanted)
      if (!StageFile(&git_.index(), path) || (committed_ && !StageFile(&only_, path))) return false;
    return !git_.over();
  }

  bool People() {
    if (!CommitterForCommit(git_, &committer_)) return false;
    std::string from;
    if (o_.amend && !o_.reset_author) from = amended_.author;
    Commit other;
    if (!o_.reuse.empty()) {
      ObjectId id;
      if (!TryCommit(git_, o_.reuse, &id))
        return git_.over() ? false : git_.Fatal("could not lookup commit " + o_.reuse);
      if (!ReadCommit(git_, id, &other)) return false;
      if (!o_.reset_author) from = other.author;
      reused_message_ = other.message;
    }
    if (picked_ && from.empty() && o_.author.empty() && !o_.reset_author) {
      if (!ReadCommit(git_, *picked_, &other)) return false;
      from = other.author;
      date_shown_ = true;
    }
    if (from.empty()) {
      if (!AuthorForCommit(git_, &author_, o_.date)) return false;
    } else {
      author_ = from;
      date_shown_ = true;
    }
    if (!o_.date.empty()) date_shown_ = true;
    if (!o_.date.empty() && !from.empty()) {
      const std::optional<Moment> moment = ParseCommitDate(git_, o_.date);
      if (!moment) return git_.Fatal("invalid date format: " + o_.date);
      Identity who = ParseIdentity(author_);
      who.time = moment->time;
      who.zone = moment->zone;
      author_ = who.Text();
    }
    if (o_.author.empty()) return true;
    std::string author = o_.author;
    if (author.find('<') == std::string::npos && !FindAuthor(&author)) return false;
    const Identity given = ParseIdentity(author + " 0 +0000");
    if (author.find('<') == std::string::npos) {
      return git_.Fatal("--author '" + o_.author +
                        "' is not 'Name <email>' and matches no existing author");
    }
    Identity who = ParseIdentity(author_);
    who.name = given.name;
    who.mail = given.mail;
    author_ = who.Text();
    return true;
  }

  // --author=Jo: the last one who has that in the name or address.
  bool FindAuthor(std::string* author) {
    LogOptions options;
    options.all = options.ignore_case = true;
    options.authors = {*author};
    CommitFilter filter;
    Walk walk;
    WalkItem item;
    if (!AddRefTips(git_, &options) || !filter.Compile(git_, options) ||
        !walk.Start(git_, options.walk))
      return false;
    while (walk.Next(git_, options.walk, &item)) {
      Git::Scratch scratch(git_);
      Commit commit;
      if (!ReadCommit(git_, item.id, &commit)) return false;
      if (!filter.Matches(git_, options, commit)) continue;
      const Identity who = ParseIdentity(commit.author);
      *author = who.name + " <" + who.mail + ">";
      break;
    }
    return !git_.over();
  }

  bool Parents() {
    if (o_.amend) {
      parents_ = amended_.parents;
    } else {
      if (head_) parents_.push_back(*head_);
      for (const ObjectId& id : merge_heads_)
        if (std::find(parents_.begin(), parents_.end(), id) == parents_.end())
          parents_.push_back(id);
    }
    return true;
  }

  bool IsEmpty() {
    if (o_.allow_empty || !merge_heads_.empty()) return false;
    if (o_.amend) {
      if (amended_.parents.size() > 1) return false;
      if (amended_.parents.empty()) return IsEmptyTree();
      Commit parent;
      return !ReadCommit(git_, amended_.parents[0], &parent) || parent.tree == tree_;
    }
    if (!head_) return git_.index().entries.empty() || IsEmptyTree();
    Commit commit;
    return ReadCommit(git_, *head_, &commit) && commit.tree == tree_;
  }

  bool IsEmptyTree() const { return tree_.Hex() == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"; }

  int Nothing() {
    StatusOptions options;
    options.for_commit = true;
    options.amends = o_.amend;
    StatusReport report;
    if (!CollectStatus(git_, options, &report)) return Status();
    if (!ShowLongStatus(git_, options, report)) return Status();
    if (o_.amend && !o_.dry)
      git_.Err(
          "You asked to amend the most recent commit, but doing so would make\nit empty. You can "
          "repeat your command with --allow-empty, or you can\nremove the commit entirely with "
          "\"git reset HEAD^\".\n");
    else if (picked_ && !o_.dry)
      git_.Err(
          "The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you "
          "wish to commit it anyway, use:\n\n    git commit --allow-empty\n\n");
    return o_.dry && !IsEmpty() ? 0 : 1;
  }

  // The text. A status: there is none.
  std::optional<int> Message() {
    std::string text;
    bool from_editor = o_.edit;
    if (!o_.fixup.empty()) {
      ObjectId id;
      Commit commit;
      if (o_.fixup.starts_with("amend:") || o_.fixup.starts_with("reword:"))
        return git_.Fatal("--fixup=" + o_.fixup + " is not supported") ? 0 : 128;
      if (!TryCommit(git_, o_.fixup, &id) || !ReadCommit(git_, id, &commit))
        return git_.Fatal("could not lookup commit " + o_.fixup) ? 0 : 128;
      text = "fixup! " + SubjectOf(commit.message) + "\n";
      for (const std::string& message : o_.messages) text += "\n" + message + "\n";
    } else if (!o_.messages.empty()) {
      for (const std::string& message : o_.messages)
        text += (text.empty() ? "" : "\n") + message + "\n";
    } else if (o_.has_file) {
      if (o_.file == "-")
        text = git_.state().text;
      else if (!ReadMessageFile(git_, o_.file, &text))
        return Status();
    } else if (!o_.reuse.empty() && !o_.reedit) {
      text = reused_message_;
    } else if (git_.Exists(git_.GitPath("MERGE_MSG")) && !o_.amend) {
      if (!git_.ReadWhole(git_.GitPath("MERGE_MSG"), &text)) return Status();
      from_editor = from_editor || !o_.no_edit;
    } else if (git_.Exists(git_.GitPath("SQUASH_MSG")) && !o_.amend) {
      if (!git_.ReadWhole(git_.GitPath("SQUASH_MSG"), &text)) return Status();
      from_editor = from_editor || !o_.no_edit;
    } else if (o_.amend) {
      text = amended_.message;
      from_editor = from_editor || !o_.no_edit;
    } else {
      from_editor = from_editor || !o_.no_edit;
    }
    if (o_.sign_off) AddSignOff(committer_, &text);
    for (const std::string& trailer : o_.trailers) {
      const size_t mark = trailer.find_first_of("=:");
      AddTrailer(mark == std::string::npos
                     ? trailer + ":"
                     : trailer.substr(0, mark) + ": " +
                           std::string(Trimmed(std::string_view(trailer).substr(mark + 1))),
                 &text);
    }
    if (from_editor && !EditorDoesNothing())
      return NoEditor(git_, "Please supply the message using either -m or -F option.\n");
    const bool comments = o_.cleanup == "strip" || (o_.cleanup.empty() && from_editor) ||
                          o_.cleanup == "scissors" || (from_editor && o_.cleanup == "default");
    if (o_.cleanup == "verbatim")
      message_ = text;
    else
      message_ = CleanMessage(git_, text, comments);
    if (git_.over()) return 2;
    if (!git_.WriteWhole(git_.GitPath("COMMIT_EDITMSG"), message_)) return Status();
    if (Trimmed(message_).empty() && !o_.allow_empty_message) {
      git_.Err("Aborting commit due to empty commit message.\n");
      return 1;
    }
    return std::nullopt;
  }

  // "true" and ":" as editors leave the text as it is.
  bool EditorDoesNothing() {
    for (std::string_view name : {"GIT_EDITOR"})
      if (const auto editor = git_.Env(name)) return *editor == "true" || *editor == ":";
    if (const auto editor = git_.config().Get("core.editor"))
      return *editor == "true" || *editor == ":";
    for (std::string_view name : {"VISUAL", "EDITOR"})
      if (const auto editor = git_.Env(name)) return *editor == "true" || *editor == ":";
    return false;
  }

  int Write() {
    ObjectId id;
    if (!WriteCommit(git_, tree_, parents_, author_, committer_, message_, &id)) return Status();
    std::string action = "commit";
    if (!head_)
      action = "commit (initial)";
    else if (o_.amend)
      action = "commit (amend)";
    else if (!merge_heads_.empty())
      action = "commit (merge)";
    else if (picked_)
      action = "commit (cherry-pick)";
    if (const auto set = git_.Env("GIT_REFLOG_ACTION")) action = *set;
    const ObjectId before = head_.value_or(ObjectId());
    if (git_.index().unsaved && !git_.index().Write(git_)) return Status();
    if (!git_.refs().Update("HEAD", id, action + ": " + SubjectOf(message_), &before))
      return Status();
    ForgetOperation(git_);
    if (!o_.quiet && !ShowCommitSummary(git_, id, {.date = date_shown_, .first = !head_}))
      return Status();
    return 0;
  }

  Git& git_;
  const CommitOptions& o_;
  const Pathspec& paths_;
  std::optional<ObjectId> head_, picked_;
  std::vector<ObjectId> merge_heads_, parents_;
  Commit amended_;
  Index only_;
  bool committed_ = false;  // only_ is what is committed
  bool date_shown_ = false;
  std::string author_, committer_, message_, reused_message_;
  ObjectId tree_;
};

}  // namespace

Outcome RunCommit(Git& git) {
  CommitOptions o;
  WordReader reader(git, {kCommitWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kMessage: o.messages.push_back(reader.value()); break;
      case kAll: o.all = on; break;
      case kAmend: o.amend = on; break;
      case kQuiet: o.quiet = on; break;
      case kAllowEmpty: o.allow_empty = on; break;
      case kAllowEmptyMessage: o.allow_empty_message = on; break;
      case kFile:
        o.file = reader.value();
        o.has_file = true;
        break;
      case kAuthor: o.author = reader.value(); break;
      case kDate: o.date = reader.value(); break;
      case kReedit:
        o.reedit = true;
        o.reuse = reader.value();
        break;
      case kReuse: o.reuse = reader.value(); break;
      case kResetAuthor: o.reset_author = on; break;
      case kSignOff: o.sign_off = on; break;
      case kShort:
      case kPorcelain: return git.Fatal("'commit --short' is not supported") ? 0 : 128;
      case kLong:
      case kDryRun: o.dry = on; break;
      case kNoEdit: (on ? o.edit : o.no_edit) = true; break;
      case kOnly: o.only = on; break;
      case kInclude: o.include = on; break;
      case kFixup: o.fixup = reader.value(); break;
      case kCleanup: o.cleanup = reader.value(); break;
      case kTrailer: o.trailers.push_back(reader.value()); break;
      case kPatch:
        return git.Fatal(
                   "nobody can be asked: 'git commit' chooses no hunks here (-p, --interactive)")
                   ? 0
                   : 128;
      case kSign:
        if (on) return git.Fatal("commits cannot be signed here") ? 0 : 128;
        break;
      case kSquash:
      case kTemplate:
      case kFromFile: return RefuseOption(git, reader) ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (o.has_file && !o.messages.empty())
    return git.Fatal("options '-m' and '-F' cannot be used together") ? 0 : 128;
  if (o.all && !reader.operands().empty())
    return git.Fatal("paths '" + reader.operands()[0] + " ...' with -a does not make sense") ? 0
                                                                                             : 128;
  if (o.has_file && o.file == "-" && git.state().phase == 0) {
    const Input input = ReadInput(git);
    if (input == Input::kWaits) return std::nullopt;
    if (input == Input::kFailed) return git.status();
  }
  Pathspec paths;
  if (!paths.Parse(git, reader.operands())) return git.status();
  return Committing(git, o, paths).Run();
}

}  // namespace pysub::shell::git
