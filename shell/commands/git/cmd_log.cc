// log, show, rev-list, whatchanged, reflog.
//
// A unit is a commit; several are done in a step as long as there is fuel.
//
//   walk    where the walk is (walk.h); for show ids instead, what the words name
//   names   paths; for show the words that the objects were named by, then the paths
//   at      how many were skipped; with ids: which one is next
//   count   how many were shown
//   flag    show: the next one is what a tag stands at
//   text    the graph, as its Fields() write it

#include <algorithm>
#include <map>
#include <set>

#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/log.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/tree.h"

namespace pysub::shell::git {
namespace {

// "--not" turns round what follows it: "a --not b" is "a ^b".
void TurnRound(Git& git) {
  bool turned = false;
  std::vector<std::string> words;
  for (const std::string& word : git.words) {
    if (word == "--") {
      words.insert(words.end(),
                   git.words.begin() + static_cast<ptrdiff_t>(&word - git.words.data()),
                   git.words.end());
      break;
    }
    if (word == "--not")
      turned = !turned;
    else if (!turned || word.starts_with('-'))
      words.push_back(word);
    else
      words.push_back(word.starts_with('^') ? word.substr(1) : "^" + word);
  }
  git.words = std::move(words);
}

// --merge: what is in one side alone, HEAD or MERGE_HEAD, and of the files in conflict only.
bool AddMergeTips(Git& git, LogOptions* options, std::vector<std::string>* paths) {
  const std::optional<ObjectId> ours = git.refs().Resolve("HEAD");
  if (!ours) return git.Fatal("--merge without HEAD?");
  const std::optional<ObjectId> theirs = git.refs().Resolve("MERGE_HEAD");
  if (!theirs) return git.Fatal("--merge without MERGE_HEAD?");
  std::vector<ObjectId> bases;
  Pathspec wanted;
  if (!MergeBases(git, *ours, {*theirs}, &bases) || !wanted.Parse(git, *paths) ||
      !git.index().Load(git))
    return false;
  std::vector<WalkTip>& tips = options->walk.tips;
  tips.push_back({.id = *ours, .excluded = false, .left = true, .name = "HEAD"});
  tips.push_back({.id = *theirs, .excluded = false, .left = false, .name = "MERGE_HEAD"});
  for (const ObjectId& base : bases)
    tips.push_back({.id = base, .excluded = true, .left = false, .name = {}});
  std::vector<std::string> found;
  for (const IndexEntry& entry : git.index().entries) {
    if (!git.Tick(16)) return false;
    const std::string word = ":(top,literal)" + entry.path;
    if (entry.stage == 0 || (!found.empty() && found.back() == word)) continue;
    if (!wanted.empty() && !wanted.Matches(git, entry.path)) continue;
    if (!git.Charge(3 * word.size() + 128)) return false;
    found.push_back(word);
  }
  *paths = std::move(found);
  return !git.over();
}

}  // namespace

bool ReadLogWords(Git& git, WordReader* reader, LogOptions* options, bool objects) {
  State& state = git.state();
  std::vector<std::string> paths;
  if (state.phase == 0) {
    RevisionWords words;
    if (!SortWords(git, reader->operands(), reader->has_dashes(), reader->dashes(), &words,
                   objects))
      return false;
    options->walk.tips = std::move(words.tips);
    if (!AddRefTips(git, options) ||
        (options->of_merge && !AddMergeTips(git, options, &words.paths)))
      return false;
    for (const std::string& path : words.paths) {
      if (!git.Keep(path.size() + 64)) return false;
      state.names.push_back(path);
    }
  }
  if (!options->walk.paths.Parse(git, state.names)) return false;
  if (options->walk.by_decoration) {
    Decorations decorations;
    if (!options->walk.paths.empty())
      return git.Fatal("--simplify-by-decoration with paths is not supported");
    if (state.phase == 0 && !decorations.Load(git)) return false;
    options->walk.decorated = decorations.Ids();
    options->walk.rewrites = true;
    if (!options->walk.by_date) options->walk.topological = true;
  }
  if (options->walk.follow && options->walk.paths.size() != 1)
    return git.Fatal("--follow requires exactly one pathspec");
  if (options->graph) {
    if (options->walk.no_walk)
      return git.Fatal("options '--no-walk' and '--graph' cannot be used together");
    if (options->reverse)
      return git.Fatal("options '--reverse' and '--graph' cannot be used together");
    options->walk.rewrites = options->walk.graph = true;
    if (!options->walk.by_date) options->walk.topological = true;
  }
  return true;
}

namespace {

constexpr std::string_view kNoCommits = "' does not have any commits yet";

bool NoCommitsYet(Git& git) {
  const std::string branch = git.refs().HeadBranch();
  return git.Fatal("your current branch '" + ShortRef(branch) + std::string(kNoCommits));
}

}  // namespace

bool IsWanted(Git& git, const LogOptions& options, CommitFilter& filter, const Commit& commit) {
  return commit.parents.size() >= options.least_parents &&
         commit.parents.size() <= options.most_parents && filter.Matches(git, options, commit);
}

bool TurnWalk(Git& git, const LogOptions& options, Walk* walk) {
  if (!options.NeedsWholeWalk()) return true;
  CommitFilter filter;
  if (!filter.Compile(git, options)) return false;
  std::vector<WalkItem> items;
  WalkItem item;
  int64_t skipped = 0;
  while ((options.count < 0 || items.size() < static_cast<uint64_t>(options.count)) &&
         walk->Next(git, options.walk, &item)) {
    Git::Scratch scratch(git);
    Commit commit;
    if (!ReadCommit(git, item.id, &commit)) return false;
    if (!IsWanted(git, options, filter, commit) || skipped++ < options.skip) {
      if (git.over()) return false;
      continue;
    }
    if (!git.Keep(3 * sizeof(WalkItem) + item.path.size() + item.parents.size() * sizeof(ObjectId)))
      return false;
    items.push_back(std::move(item));
  }
  if (git.over() || git.status() != 0) return false;
  if (options.walk.boundary && !AppendBoundary(git, options.walk, &items)) return false;
  if (options.reverse) std::reverse(items.begin(), items.end());
  walk->Replace(std::move(items));
  return true;
}

namespace {

// Goes through the commits of a walk, as many in a unit as a step may do.
template <typename Each>
Outcome WalkAll(Git& git, const LogOptions& options, const Each& each) {
  State& state = git.state();
  CommitFilter filter;
  if (!filter.Compile(git, options)) return git.status();
  WalkItem item;
  const bool turned = options.NeedsWholeWalk();  // nothing is left to be skipped
  while (turned || options.count < 0 || state.count < static_cast<uint64_t>(options.count)) {
    if (!state.walk.Next(git, options.walk, &item)) return git.over() ? 2 : git.status();
    {
      Git::Scratch scratch(git);
      Commit commit;
      if (!ReadCommit(git, item.id, &commit)) return git.status();
      if (!turned && !IsWanted(git, options, filter, commit)) {
        if (git.over()) return 2;
        continue;
      }
      if (!turned && state.at < static_cast<uint64_t>(std::max<int64_t>(options.skip, 0))) {
        ++state.at;
        continue;
      }
      bool was_shown = true;
      if (!each(commit, item, &was_shown)) return git.over() ? 2 : git.status();
      if (was_shown) ++state.count;
    }
    if (git.over()) return 2;
    if (git.io().Tick(64)) return std::nullopt;
  }
  return 0;
}

Outcome LogUnit(Git& git, LogOptions* options) {
  State& state = git.state();
  Decorations decorations;
  if (NeedsDecorations(*options) && !decorations.Load(git)) return git.status();
  if (state.phase == 0) {
    if (options->walk.tips.empty() && !options->all && options->globs.empty()) {
      const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
      if (!head) {
        if (!git.over()) NoCommitsYet(git);
        return git.status();
      }
      options->walk.tips.push_back({.id = *head, .excluded = false, .left = false, .name = "HEAD"});
    }
    const bool only_excluded = std::all_of(options->walk.tips.begin(), options->walk.tips.end(),
                                           [](const WalkTip& tip) { return tip.excluded; });
    if (only_excluded && !options->walk.tips.empty()) {
      const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
      if (head)
        options->walk.tips.push_back(
            {.id = *head, .excluded = false, .left = false, .name = "HEAD"});
    }
    if (!state.walk.Start(git, options->walk) || !TurnWalk(git, *options, &state.walk))
      return git.over() ? 2 : git.status();
    state.phase = 1;
  }
  Graph graph;
  if (options->graph && !state.text.empty()) {
    Archive load(state.text);
    graph.Fields(load);
    if (!load.ok()) return git.Fatal("the state of the graph is damaged") ? 0 : 128;
  }
  LogPrinter printer(git, *options);
  const auto show = [&](const Commit& commit, WalkItem& item, bool* was_shown) {
    const std::string mark = RevisionMark(*options, item);
    if (options->graph && !mark.empty()) item.mark = item.boundary ? 'o' : mark[0];
    const LogOptions* used = options;
    LogOptions followed;
    if (options->walk.follow && !item.path.empty()) {
      followed = *options;
      followed.walk.paths = Pathspec();
      followed.walk.paths.AddLiteral(item.path);
      used = &followed;
    }
    Shown shown{.commit = &commit, .item = &item, .decorations = &decorations};
    LogPrinter own(git, *used);
    return own.Show(shown, state.count == 0, was_shown, options->graph ? &graph : nullptr);
  };
  const Outcome outcome = WalkAll(git, *options, show);
  if (options->graph && !outcome) {
    Archive save;
    graph.Fields(save);
    state.text = save.TakeBytes();
  }
  // "format:" puts newlines between commits only.
  if (outcome == 0 && state.count > 0 && options->format.starts_with("format:") &&
      !options->diff.AnyFormat())
    return 0;
  return outcome;
}

// Of log and show these are about the changes that are shown; of diff, about whether there are any.
constexpr int kQuietLog = 1;
constexpr WordRow kShowWords[] = {{kQuietLog, 'q', "quiet"}};

// The settings and words of log and show.
bool TakeLogWords(Git& git, WordReader& reader, LogOptions* options) {
  if (const auto date = git.config().Get("log.date")) options->date = *date;
  const std::string decorate = git.config().Get("log.decorate").value_or("");
  options->decorate = decorate == "short" || decorate == "full" || ParseBool(decorate) == true;
  if (decorate.empty()) options->decorate = false;
  options->abbrev_commit = git.config().GetBool("log.abbrevcommit", false);
  bool quiet = false;
  while (reader.Next()) {
    if (reader.id() == kQuietLog)
      quiet = !reader.negated();
    else if (!(reader.id() >= kFirstLogWord ? TakeLogWord(git, reader, options)
                                            : TakeDiffWord(git, reader, &options->diff)))
      return false;
  }
  if (quiet && !options->diff.patch) options->diff.ShowNothing();
  // Who wants to see merges beside their parents gets all that have other files than one of these.
  if (options->separate || options->merges_first) options->walk.full_history = true;
  return reader.ok();
}

Outcome RunLogLike(Git& git, bool raw) {
  TurnRound(git);
  LogOptions options;
  WordReader reader(git, {LogWords(), kShowWords, DiffWords()}, WordReader::kRevision);
  if (!TakeLogWords(git, reader, &options)) return git.status();
  FinishDiffWords(git, &options.diff);
  if (raw && !options.diff.AnyFormat()) options.diff.raw = true;
  options.only_changes = raw;
  if (!ShowDate(git, 0, 0, options.date)) {
    return RefuseDateMode(git, options.date) ? 0 : git.status();
  }
  options.abbrev = options.diff.abbrev;
  if (!ResolveFormat(git, &options) || !ReadLogWords(git, &reader, &options, false))
    return git.status();
  if (options.walk_log && options.reverse) {
    git.Fatal("options '--reverse' and '--walk-reflogs' cannot be used together");
    return git.status();
  }
  if (options.walk_log) return RunReflog(git);
  if (options.diff.combined && !options.diff.AnyFormat()) options.diff.patch = true;
  return LogUnit(git, &options);
}

}  // namespace

Outcome RunLog(Git& git) { return RunLogLike(git, false); }
Outcome RunWhatchanged(Git& git) { return RunLogLike(git, true); }

namespace {

// What the words of show name: trees, blobs, tags, and of the commits each once, those that the
// options ask for.
bool KeepTips(Git& git, const LogOptions& options, const std::vector<WalkTip>& tips) {
  State& state = git.state();
  CommitFilter filter;
  if (!filter.Compile(git, options)) return false;
  std::set<ObjectId> seen;
  int64_t wanted = 0;
  for (const WalkTip& tip : tips) {
    if (git.objects().TypeOf(tip.id) == ObjectType::kCommit) {
      if (!git.Charge(128)) return false;
      if (!seen.insert(tip.id).second) continue;
      Git::Scratch scratch(git);
      Commit commit;
      bool is_shown = false;
      if (!ReadCommit(git, tip.id, &commit) || !IsShownAlone(git, options.walk, tip.id, &is_shown))
        return false;
      if (!is_shown || !IsWanted(git, options, filter, commit)) {
        if (git.over()) return false;
        continue;
      }
      ++wanted;
      if (wanted <= options.skip) continue;
      if (options.count >= 0 && wanted - std::max<int64_t>(options.skip, 0) > options.count)
        continue;
    }
    if (!git.Keep(128 + tip.name.size())) return false;
    state.ids.push_back(tip.id);
    state.names.push_back(tip.name);
  }
  return true;
}

// The same of a commit that is next; one behind a tag was not seen by KeepTips().
bool IsNextWanted(Git& git, const LogOptions& options, const ObjectId& id, bool* is) {
  const State& state = git.state();
  const auto next = state.ids.begin() + static_cast<ptrdiff_t>(state.at);
  *is = std::find(state.ids.begin(), next, id) == next;
  if (!git.Tick(1 + state.at / 8)) return false;
  if (!*is || !state.flag) return true;
  CommitFilter filter;
  Commit commit;
  Git::Scratch scratch(git);
  if (!filter.Compile(git, options) || !ReadCommit(git, id, &commit) ||
      !IsShownAlone(git, options.walk, id, is))
    return false;
  *is = *is && IsWanted(git, options, filter, commit);
  return !git.over();
}

}  // namespace

Outcome RunShow(Git& git) {
  State& state = git.state();
  LogOptions options;
  options.diff.combined = true;
  WordReader reader(git, {LogWords(), kShowWords, DiffWords()}, WordReader::kRevision);
  if (!TakeLogWords(git, reader, &options)) return git.status();
  if (options.graph)
    return git.Fatal("options '--no-walk' and '--graph' cannot be used together") ? 0 : 128;
  FinishDiffWords(git, &options.diff);
  if (!options.diff.AnyFormat()) options.diff.patch = true;
  options.abbrev = options.diff.abbrev;
  if (!ResolveFormat(git, &options)) return git.status();
  if (state.phase == 0) {
    RevisionWords words;
    if (!SortWords(git, reader.operands(), reader.has_dashes(), reader.dashes(), &words, true))
      return git.status();
    if (words.tips.empty()) {
      const std::optional<ObjectId> head = git.refs().Resolve("HEAD");
      if (!head) {
        if (!git.over()) NoCommitsYet(git);
        return git.status();
      }
      words.tips.push_back({.id = *head, .excluded = false, .left = false, .name = "HEAD"});
    }
    if (!options.walk.paths.Parse(git, words.paths)) return git.status();
    const bool range = std::any_of(words.tips.begin(), words.tips.end(),
                                   [](const WalkTip& tip) { return tip.excluded; });
    if (range) {
      options.walk.tips = std::move(words.tips);
      words.tips.clear();
      Walk walk;
      if (!walk.Start(git, options.walk)) return git.status();
      WalkItem item;
      while (walk.Next(git, options.walk, &item)) {
        if (!git.Charge(128)) return 2;
        words.tips.push_back({.id = item.id, .excluded = false, .left = false, .name = {}});
      }
    }
    if (!KeepTips(git, options, words.tips)) return git.over() ? 2 : git.status();
    if (range && options.reverse) {
      std::reverse(state.ids.begin(), state.ids.end());
      std::reverse(state.names.begin(), state.names.end());
    }
    // Behind the names of what is shown: the paths.
    for (const std::string& path : words.paths) {
      if (!git.Keep(128 + path.size())) return 2;
      state.names.push_back(path);
    }
    state.phase = 1;
    return std::nullopt;
  }
  if (state.at >= state.ids.size()) return git.status();
  const size_t named = std::min(state.ids.size(), state.names.size());
  if (!options.walk.paths.Parse(git, std::span(state.names).subspan(named))) return git.status();
  Decorations decorations;
  if (NeedsDecorations(options) && !decorations.Load(git)) return git.status();
  const ObjectId id = state.ids[state.at];
  const std::string name = state.at < named ? state.names[state.at] : "";
  const ObjectType type = git.objects().TypeOf(id);
  bool is_wanted = true;
  if (type == ObjectType::kCommit && !IsNextWanted(git, options, id, &is_wanted))
    return git.over() ? 2 : git.status();
  state.flag = type == ObjectType::kTag;
  if (!is_wanted) {
    ++state.at;
    return std::nullopt;
  }
  if (!ShowObject(git, options, id, name, decorations, state.count == 0)) return git.status();
  if (type != ObjectType::kBlob) ++state.count;
  if (type != ObjectType::kTag) {
    ++state.at;
    return std::nullopt;
  }
  // What the tag stands at follows.
  Tag tag;
  if (!ReadTag(git, id, &tag)) return git.status();
  state.ids[state.at] = tag.object;
  if (++state.count > 1000) return git.Fatal("too many tags that name each other") ? 0 : 128;
  return std::nullopt;
}

// ---- rev-list

namespace {

enum RevListWord {
  kCountOnly = 1,
  kObjects,
  kHeader,
  kNoCommitHeader,
  kQuietList,
  kStdin,
  kTimestamp,
  kDisk
};
constexpr WordRow kRevListWords[] = {
    {kCountOnly, 0, "count"},     {kObjects, 0, "objects"},
    {kHeader, 0, "header"},       {kNoCommitHeader, 0, "no-commit-header"},
    {kQuietList, 0, "quiet"},     {kStdin, 0, "stdin"},
    {kTimestamp, 0, "timestamp"}, {kDisk, 0, "disk-usage"},
};

// Trees and blobs of the commits, each once.
bool ListObjects(Git& git, const std::vector<ObjectId>& commits, const LogOptions& options) {
  std::map<ObjectId, uint8_t> seen;
  // An object is said, then what lies below it, the first one first.
  const auto add = [&](const ObjectId& tree, bool say) {
    std::vector<TreeEntry> open = {{kModeTree, "", tree}};
    while (!open.empty()) {
      const TreeEntry top = std::move(open.back());
      open.pop_back();
      if (!git.Tick(32)) return false;
      if ((top.mode & kModeKind) == kModeSubmodule || seen.count(top.id) != 0) continue;
      if (!git.Charge(96)) return false;
      seen[top.id] = 1;
      if (say) git.Out(top.id.Hex() + " " + top.name + "\n");
      if (!top.IsTree()) continue;
      if (top.name.size() > files::kMaxPathBytes) return git.Fatal("a tree is too deep");
      std::vector<TreeEntry> entries;
      if (!ReadTree(git, top.id, &entries)) return false;
      for (size_t i = entries.size(); i-- > 0;) {
        if (!top.name.empty()) entries[i].name = top.name + "/" + entries[i].name;
        if (!git.Charge(entries[i].name.size() + sizeof(TreeEntry))) return false;
        open.push_back(std::move(entries[i]));
      }
    }
    return true;
  };
  for (const WalkTip& tip : options.walk.tips) {
    Commit commit;
    if (tip.excluded && (!ReadCommit(git, tip.id, &commit) || !add(commit.tree, false)))
      return false;
  }
  for (const ObjectId& id : commits) {
    Commit commit;
    if (!ReadCommit(git, id, &commit) || !add(commit.tree, true)) return false;
  }
  return true;
}

}  // namespace

Outcome RunRevList(Git& git) {
  State& state = git.state();
  LogOptions options;
  bool count_only = false, objects = false, no_header = false, quiet = false;
  TurnRound(git);
  WordReader reader(git, {LogWords(), kRevListWords, DiffWords()}, WordReader::kRevision);
  while (reader.Next()) {
    const int id = reader.id();
    if (id >= kFirstLogWord) {
      if (!TakeLogWord(git, reader, &options)) return git.status();
    } else if (id >= kFirstDiffWord) {
      if (!TakeDiffWord(git, reader, &options.diff)) return git.status();
    } else {
      if (id == kCountOnly) count_only = true;
      if (id == kObjects) objects = true;
      if (id == kNoCommitHeader) no_header = true;
      if (id == kQuietList) quiet = true;
      if (id == kStdin || id == kHeader || id == kDisk || id == kTimestamp)
        return RefuseOption(git, reader) ? 0 : 128;
    }
  }
  if (!reader.ok()) return git.status();
  options.abbrev = options.diff.abbrev;
  if (options.format_given && !ResolveFormat(git, &options)) return git.status();
  if (!ReadLogWords(git, &reader, &options, false)) return git.status();
  if (state.phase == 0) {
    if (options.walk.tips.empty() && !options.all && options.globs.empty())
      return Usage(git, "git rev-list [<options>] <commit>... [--] [<path>...]");
    if (!state.walk.Start(git, options.walk) || !TurnWalk(git, options, &state.walk))
      return git.over() ? 2 : git.status();
    if (objects) {
      // Objects come behind all commits.
      std::vector<ObjectId> commits;
      WalkItem item;
      while ((options.count < 0 || static_cast<int64_t>(commits.size()) < options.count) &&
             state.walk.Next(git, options.walk, &item)) {
        if (!git.Charge(64)) return 2;
        commits.push_back(item.id);
        git.Out(item.id.Hex() + "\n");
      }
      if (git.over() || !ListObjects(git, commits, options)) return git.over() ? 2 : git.status();
      return git.status();
    }
    state.phase = 1;
  }
  Decorations decorations;
  if (NeedsDecorations(options) && !decorations.Load(git)) return git.status();
  uint64_t left = 0;
  const Outcome outcome =
      WalkAll(git, options, [&](const Commit& commit, WalkItem& item, bool* was_shown) {
        *was_shown = true;
        if (item.left) ++state.phase, ++left;
        if (count_only || quiet) return true;
        const std::string name =
            options.abbrev_commit ? git.objects().Abbreviate(commit.id) : commit.id.Hex();
        const std::string mark = RevisionMark(options, item);
        if (!options.format_given || options.format == "oneline") {
          std::string line = mark + name;
          if (options.parents)
            for (const ObjectId& parent : item.parents) line += " " + parent.Hex();
          if (options.format_given) line += " " + SubjectOf(commit.message);
          git.Out(line + "\n");
          return true;
        }
        Shown shown{.commit = &commit, .item = &item, .decorations = &decorations};
        std::string text;
        if (!FormatCommit(git, options, shown, &text)) return false;
        const bool user = options.format.find("format:") != std::string::npos;
        if (user && !no_header) git.Out("commit " + mark + name + "\n");
        if (options.format != "tformat:") git.Out(text + "\n");
        if (!user && !options.terminator) git.Out("\n");
        return true;
      });
  if (outcome != 0 || !count_only) return outcome;
  const uint64_t lefts = state.phase - 1;
  if (options.left_right)
    git.Out(std::to_string(lefts) + "\t" +
            std::to_string(state.count - std::min(state.count, lefts)) + "\n");
  else
    git.Out(std::to_string(state.count) + "\n");
  return 0;
}

// ---- reflog

Outcome RunReflog(Git& git) {
  LogOptions options;
  WordReader reader(git, {LogWords(), DiffWords()}, WordReader::kRevision);
  options.format = "oneline";
  options.format_given = options.abbrev_commit = true;
  bool date_given = false;
  if (git.command == "log") {
    options.format_given = options.abbrev_commit = false;
    options.format.clear();
  }
  while (reader.Next()) {
    if (!(reader.id() >= kFirstLogWord ? TakeLogWord(git, reader, &options)
                                       : TakeDiffWord(git, reader, &options.diff)))
      return git.status();
    if (options.date != "default") date_given = true;
  }
  if (!reader.ok() || !ResolveFormat(git, &options)) return git.status();
  std::vector<std::string> operands = reader.operands();
  std::string action = git.command == "reflog" && !operands.empty() ? operands[0] : "";
  if (action == "expire" || action == "delete")
    return git.Fatal("'reflog " + action + "' is not supported") ? 0 : 128;
  if (action == "show") operands.erase(operands.begin());
  if (action == "exists") {
    if (operands.size() != 2) return Usage(git, "git reflog exists <ref>");
    return git.refs().HasLog(operands[1]) ? 0 : 1;
  }
  const std::string name = operands.empty() ? "HEAD" : operands[0];
  const std::optional<std::string> full = FullRefName(git, name);
  if (!full) {
    if (git.over()) return 2;
    if (operands.empty())
      NoCommitsYet(git);
    else
      git.Fatal("ambiguous argument '" + name +
                "': unknown revision or path not in the working tree.\nUse '--' to separate paths "
                "from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'");
    return git.status();
  }
  std::vector<LogLine> lines;
  if (!git.refs().ReadLog(*full, &lines)) return git.status();
  Decorations decorations;
  if (NeedsDecorations(options) && !decorations.Load(git)) return git.status();
  CommitFilter filter;
  if (!filter.Compile(git, options)) return git.status();
  State& state = git.state();
  for (; state.at < lines.size(); ++state.at) {
    if (options.count >= 0 && state.count >= static_cast<uint64_t>(options.count)) return 0;
    Git::Scratch scratch(git);
    const LogLine& line = lines[lines.size() - 1 - state.at];
    Commit commit;
    if (line.after.IsNull() || git.objects().TypeOf(line.after) != ObjectType::kCommit) continue;
    if (!ReadCommit(git, line.after, &commit)) return git.status();
    if (!filter.Matches(git, options, commit)) continue;
    std::string place = std::to_string(state.at);
    if (date_given)
      place = ShowDate(git, line.time, static_cast<int>(ParseNumber(line.zone).value_or(0)),
                       options.date)
                  .value_or(place);
    const std::string shown_name = *full == "HEAD" ? name == "@" ? "HEAD" : name : name;
    Shown shown{.commit = &commit,
                .item = nullptr,
                .decorations = &decorations,
                .log_name = name.starts_with("refs/")
                                ? name + "@{" + place + "}"
                                : (*full == "HEAD" ? "HEAD" : *full) + "@{" + place + "}",
                .log_short = shown_name + "@{" + place + "}",
                .log_message = line.message,
                .log_who = line.who};
    if (options.format == "medium" || options.format == "full" || options.format == "short" ||
        options.format == "fuller")
      shown.log_name = shown.log_short;
    bool was_shown = false;
    if (!LogPrinter(git, options).Show(shown, state.count == 0, &was_shown)) return git.status();
    ++state.count;
  }
  return git.over() ? 2 : 0;
}

}  // namespace pysub::shell::git
