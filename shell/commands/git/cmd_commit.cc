// commit.
//
// Input takes units (-F -): `text` has what was read. Then come phases, all in one unit where no
// hook and no editor is waited for:
//
//   kStages    -a and paths into the index; with paths alone also into only_, which is HEAD's tree
//              and these, so that what else is staged stays out of this commit
//   kChecks    the hook pre-commit
//   kWrites    the message, from words, a file, MERGE_MSG or another commit, into COMMIT_EDITMSG
//   kPrepares, kEdits, kApproves   hooks and an editor that change it
//   kCommits   commit, index, HEAD, and last the files of a merge that is over now
//   kTells     the hooks that come behind, and what is said
//
// Hooks find what would be committed in a file (GIT_INDEX_FILE), and may change it: `names` has
// that file, its name for hooks, and the author. The index itself is written at the end.
// HEAD is moved only if it is where it was at the beginning.

#include <algorithm>

#include "shell/commands/git/commit_words.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/hooks.h"
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

struct CommitOptions {
  std::vector<std::string> messages, trailers;
  std::string file, author, date, reuse, fixup, cleanup;
  bool has_file = false, all = false, amend = false, quiet = false, allow_empty = false,
       allow_empty_message = false, reset_author = false, sign_off = false, dry = false,
       edit = false, no_edit = false, only = false, include = false, reedit = false, verify = true,
       post_rewrite = true;
};

enum Phase : uint32_t {
  kReads,
  kStages,
  kChecks,
  kWrites,
  kPrepares,
  kEdits,
  kApproves,
  kCommits,
  kTells,
};
constexpr std::string_view kTextFile = "COMMIT_EDITMSG";
// There are no process ids in names of files here, or a shell that is loaded would look for others.
constexpr int kSomeProcess = 1;

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
      case ReadStatus::kEnd: state.phase = kStages; return Input::kRead;
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

  Outcome Run() {
    State& state = git_.state();
    if (!Context()) return Leave(Status());
    while (true) {
      bool waits = false;
      const Outcome ended = RunPhase(&waits);
      if (git_.over()) return 2;
      if (ended) return Leave(*ended);
      if (waits) return std::nullopt;
      ForgetAnswers(git_);
      state.phase = std::min<uint32_t>(state.phase + 1, kTells);
    }
  }

 private:
  Outcome RunPhase(bool* waits) {
    switch (git_.state().phase) {
      case kStages: return Begin();
      case kChecks: return o_.verify ? Ask("pre-commit", {}, waits) : std::nullopt;
      case kWrites: return Compose();
      case kPrepares: return AskToPrepare(waits);
      case kEdits: return Edit(waits);
      case kApproves: return o_.verify ? Ask("commit-msg", {TextPath()}, waits) : std::nullopt;
      case kCommits: return Write();
      default: return Tell(waits);
    }
  }

  // A commit that fails leaves no files of its own.
  int Leave(int status) {
    State& state = git_.state();
    if (status == 0 || state.names.empty()) return status;
    (void)git_.fs().Unlink(git_.caller(), git_.GitPath("index.lock"));
    if (IsPartial()) (void)git_.fs().Unlink(git_.caller(), state.names[kFile]);
    return status;
  }

  // ---- what hooks find

  enum Name : uint8_t { kFile, kShown, kAuthorLine, kNames };
  bool Asks() {
    for (std::string_view name :
         {"pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-rewrite"})
      if (HasHook(git_, name)) return true;
    return OpensEditor() && !EditsNothing(EditorOf(git_));
  }
  bool HasFile() const { return git_.state().names.size() == kNames; }
  bool IsPartial() const { return HasFile() && !paths_.empty() && !o_.include; }
  bool IsLocked() const { return HasFile() && (o_.all || !paths_.empty()); }

  // The index, or the one that this commit alone would have, into a file for them.
  bool SaveForHooks() {
    State& state = git_.state();
    const std::string lock = git_.GitPath("index.lock"), index = git_.GitPath("index");
    if (!o_.all && paths_.empty()) {
      state.names = {index, git_.work_tree.empty() ? index : ".git/index", author_};
      if (git_.git_dir != git_.WorkPath(".git")) state.names[kShown] = index;
      return !git_.index().unsaved || git_.index().Write(git_);
    }
    if (git_.Exists(lock)) return git_.WriteWhole(index, "");  // (says why not)
    if (!git_.index().WriteTo(git_, lock)) return false;
    git_.index().unsaved = false;
    state.names = {lock, lock, author_};
    if (!committed_) return true;
    const std::string partial =
        git_.GitPath("next-index-" + std::to_string(kSomeProcess) + ".lock");
    state.names = {partial, partial, author_};
    return only_.WriteTo(git_, partial);
  }

  // They may have changed it.
  bool LoadFromHooks() {
    if (!IsLocked()) return git_.index().Load(git_);
    committed_ = IsPartial();
    if (committed_ && !only_.ReadFrom(git_, git_.state().names[kFile])) return false;
    return git_.index().ReadFrom(git_, git_.GitPath("index.lock"));
  }

  std::vector<std::string> HookEnvironment() {
    std::vector<std::string> all;
    if (HasFile()) {
      const Identity who = ParseIdentity(git_.state().names[kAuthorLine]);
      all = {"GIT_INDEX_FILE=" + git_.state().names[kShown], "GIT_AUTHOR_NAME=" + who.name,
             "GIT_AUTHOR_EMAIL=" + who.mail,
             "GIT_AUTHOR_DATE=@" + std::to_string(who.time) + " " + ZoneText(who.zone)};
    }
    if (!OpensEditor()) all.emplace_back("GIT_EDITOR=:");
    return all;
  }

  Outcome Ask(std::string name, std::vector<std::string> args, bool* waits) {
    HookCall call;
    call.name = std::move(name);
    call.args = std::move(args);
    call.environment = HookEnvironment();
    const std::optional<int> status = RunHook(git_, call);
    *waits = !status;
    return status.value_or(0) != 0 ? Outcome(1) : std::nullopt;
  }

  // As hooks get it: of the repository where they run.
  std::string TextPath() const { return PathForHooks(git_, kTextFile); }

  Outcome AskToPrepare(bool* waits) {
    std::vector<std::string> args = {TextPath()};
    if (!o_.messages.empty() || o_.has_file || !o_.fixup.empty())
      args.emplace_back("message");
    else if (!o_.reuse.empty())
      args.insert(args.end(), {"commit", o_.reuse});
    else if (o_.amend)
      args.insert(args.end(), {"commit", "HEAD"});
    else if (git_.Exists(git_.GitPath("MERGE_MSG")))
      args.emplace_back("merge");
    else if (git_.Exists(git_.GitPath("SQUASH_MSG")))
      args.emplace_back("squash");
    return Ask("prepare-commit-msg", std::move(args), waits);
  }

  // ---- the phases

  Outcome Begin() {
    if (!git_.index().Load(git_) || !Stage()) return Status();
    if (git_.index().HasUnmerged()) return RefuseUnmerged(git_, "Committing");
    if (!committed_ && !RefreshIndex(git_)) return Status();
    if (!People()) return Status();
    if (Asks() && !SaveForHooks()) return Status();
    return std::nullopt;
  }

  // All that a commit is made of, but the message.
  bool Parts() {
    if (HasFile() && !LoadFromHooks()) return false;
    if (author_.empty() && !People()) return false;
    parents_.clear();
    const std::vector<IndexEntry>& entries = committed_ ? only_.entries : git_.index().entries;
    return Parents() && WriteTrees(git_, entries, &tree_);
  }

  Outcome Compose() {
    if (!Parts()) return Status();
    if (o_.dry || IsEmpty()) return Nothing();
    return Message();
  }

  Outcome Edit(bool* waits) {
    Outcome ended;
    if (!OpensEditor() || EditFile(git_, EditorOf(git_), git_.GitPath(kTextFile), &ended))
      return std::nullopt;
    *waits = !ended;
    if (ended) git_.Err("Please supply the message using either -m or -F option.\n");
    return ended;
  }

  int Status() const { return git_.over() ? 2 : git_.status() != 0 ? git_.status() : 128; }

  // What is going on: a merge, a cherry-pick ...
  bool Context() {
    std::string text;
    head_ = git_.refs().Resolve("HEAD");
    // (Only as it was when all began: see Write().)
    if (git_.state().phase > kCommits) return !git_.over();
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

  // Whether the user is asked for the text.
  bool OpensEditor() {
    if (o_.edit) return true;
    if (o_.no_edit || !o_.messages.empty() || o_.has_file || !o_.fixup.empty()) return false;
    return o_.reuse.empty() || o_.reedit;
  }

  // The text, as it is before hooks and an editor see it. A status: there is none.
  Outcome Message() {
    std::string text;
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
    } else if (git_.Exists(git_.GitPath("SQUASH_MSG")) && !o_.amend) {
      if (!git_.ReadWhole(git_.GitPath("SQUASH_MSG"), &text)) return Status();
    } else if (o_.amend) {
      text = amended_.message;
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
    if (OpensEditor() && EditorOf(git_).empty())
      return NoEditor(git_, "Please supply the message using either -m or -F option.\n");
    if (o_.cleanup != "verbatim" && !o_.amend) text = CleanMessage(git_, text, false);
    if (OpensEditor() && !EditsNothing(EditorOf(git_))) text += Advice();
    if (git_.over() || !git_.WriteWhole(git_.GitPath(kTextFile), text)) return Status();
    return std::nullopt;
  }

  // What an editor shows below the text.
  static std::string Advice() {
    return "\n# Please enter the commit message for your changes. Lines starting\n"
           "# with '#' will be ignored, and an empty message aborts the commit.\n#\n";
  }

  // The text as it is now. A status: there is none.
  Outcome ReadBack() {
    std::string text;
    if (!git_.ReadWhole(git_.GitPath(kTextFile), &text))
      return git_.over() ? 2 : git_.Fatal("could not read commit message") ? 0 : 128;
    const bool comments = o_.cleanup == "strip" || (o_.cleanup.empty() && OpensEditor()) ||
                          o_.cleanup == "scissors" || (OpensEditor() && o_.cleanup == "default");
    message_ = o_.cleanup == "verbatim" ? text : CleanMessage(git_, text, comments);
    if (git_.over()) return 2;
    if (Trimmed(message_).empty() && !o_.allow_empty_message) {
      git_.Err("Aborting commit due to empty commit message.\n");
      return 1;
    }
    return std::nullopt;
  }

  Outcome Write() {
    State& state = git_.state();
    ObjectId id;
    if (tree_.IsNull() && !Parts()) return Status();
    if (const Outcome none = ReadBack()) return none;
    if (HasFile()) author_ = state.names[kAuthorLine];
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
    if (!git_.action.empty()) action = git_.action;
    if (const auto set = git_.Env("GIT_REFLOG_ACTION")) action = *set;
    const ObjectId before = head_.value_or(ObjectId());
    if (IsLocked() && !git_.fs().Unlink(git_.caller(), git_.GitPath("index.lock")).ok())
      return git_.Fatal("unable to write new_index file") ? 0 : 128;
    if (IsPartial()) (void)git_.fs().Unlink(git_.caller(), state.names[kFile]);
    if ((git_.index().unsaved || IsLocked()) && !git_.index().Write(git_)) return Status();
    if (!git_.refs().Update("HEAD", id, action + ": " + SubjectOf(message_), &before))
      return Status();
    ForgetOperation(git_);
    if (HasFile() && !IsLocked()) state.names[kShown] = HookIndex();
    state.ids = {before, id};
    state.flag = date_shown_;
    return std::nullopt;
  }

  std::string HookIndex() const { return PathForHooks(git_, "index"); }

  // post-commit, post-rewrite, and what is said.
  Outcome Tell(bool* waits) {
    State& state = git_.state();
    if (state.ids.size() != 2) return Status();
    if (HasFile()) state.names[kShown] = HookIndex();
    (void)Ask("post-commit", {}, waits);
    if (*waits) return std::nullopt;
    if (o_.amend && o_.post_rewrite) {
      HookCall call;
      call.name = "post-rewrite";
      call.args = {"amend"};
      call.input = state.ids[0].Hex() + " " + state.ids[1].Hex() + "\n";
      *waits = !RunHook(git_, call);
      if (*waits) return std::nullopt;
    }
    if (!o_.quiet && !ShowCommitSummary(git_, state.ids[1],
                                        {.date = state.flag, .first = state.ids[0].IsNull()}))
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
      case kNoVerify: o.verify = reader.option() != "-n" && on; break;
      case kPostRewrite: o.post_rewrite = on; break;
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
  if (o.has_file && o.file == "-" && git.state().phase == kReads) {
    const Input input = ReadInput(git);
    if (input == Input::kWaits) return std::nullopt;
    if (input == Input::kFailed) return git.status();
  }
  Pathspec paths;
  if (!paths.Parse(git, reader.operands())) return git.status();
  if (git.state().phase == kReads) git.state().phase = kStages;
  return Committing(git, o, paths).Run();
}

}  // namespace pysub::shell::git
