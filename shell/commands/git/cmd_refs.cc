// Names of commits, for scripts: update-ref, symbolic-ref, show-ref, for-each-ref, describe,
// name-rev, check-ref-format, check-ignore.
//
// All of them are one unit, but for check-ignore, which may have to wait for its input (`text`).

#include <algorithm>
#include <map>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/ref_format.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/git/work_tree.h"

namespace pysub::shell::git {
namespace {
constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum UpdateWord { kDelete = 1, kNoDeref, kMessage, kCreateLog, kStdin, kNul };
constexpr WordRow kUpdateWords[] = {{kDelete, 'd', ""},          {kNoDeref, 0, "deref"},
                                    {kMessage, 'm', "", kValue}, {kCreateLog, 0, "create-reflog"},
                                    {kStdin, 0, "stdin"},        {kNul, 'z', ""}};
}  // namespace

Outcome RunUpdateRef(Git& git) {
  bool remove = false, no_deref = false, log = false;
  std::string message;
  WordReader reader(git, {kUpdateWords});
  while (reader.Next()) {
    if (reader.id() == kDelete) remove = true;
    if (reader.id() == kNoDeref) no_deref = reader.negated();
    if (reader.id() == kMessage) message = reader.value();
    if (reader.id() == kCreateLog) log = true;
    if (reader.id() == kStdin) return git.Fatal("'update-ref --stdin' is not supported") ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  if (words.size() < (remove ? 1u : 2u) || words.size() > (remove ? 2u : 3u))
    return Usage(git, "git update-ref [<options>] <refname> <new-val> [<old-val>]");
  const auto value = [&](const std::string& word, ObjectId* id) {
    Named named;
    *id = ObjectId();
    if (word.empty() || word == ObjectId().Hex()) return true;
    if (!FindRevision(git, word, &named))
      return git.over() || git.status() != 0 ? false : git.Fatal(word + ": not a valid SHA1");
    *id = named.id;
    return true;
  };
  ObjectId id, old;
  const bool has_old = words.size() == (remove ? 2u : 3u);
  if (!remove && !value(words[1], &id)) return StatusOf(git);
  if (has_old && !value(words.back(), &old)) return StatusOf(git);
  if (remove || id.IsNull())
    return git.refs().Delete(words[0], has_old ? &old : nullptr) ? 0 : StatusOf(git);
  if (git.objects().TypeOf(id) == ObjectType::kNone && !git.over())
    return git.Fatal("update_ref failed for ref '" + words[0] + "': cannot update ref '" +
                     words[0] + "': trying to write ref '" + words[0] +
                     "' with nonexistent object " + id.Hex())
               ? 0
               : 128;
  return git.refs().Update(words[0], id, message, has_old ? &old : nullptr, no_deref, log)
             ? 0
             : StatusOf(git);
}

namespace {
enum SymbolicWord { kSymQuiet = 1, kSymShort, kSymDelete, kSymMessage, kRecurse };
constexpr WordRow kSymbolicWords[] = {{kSymQuiet, 'q', "quiet"},
                                      {kSymShort, 0, "short"},
                                      {kSymDelete, 'd', "delete"},
                                      {kSymMessage, 'm', "", kValue},
                                      {kRecurse, 0, "recurse"}};
}  // namespace

Outcome RunSymbolicRef(Git& git) {
  bool quiet = false, shorten = false, remove = false;
  std::string message;
  WordReader reader(git, {kSymbolicWords});
  while (reader.Next()) {
    if (reader.id() == kSymQuiet) quiet = true;
    if (reader.id() == kSymShort) shorten = true;
    if (reader.id() == kSymDelete) remove = true;
    if (reader.id() == kSymMessage) message = reader.value();
  }
  if (!reader.ok()) return git.status();
  const std::vector<std::string>& words = reader.operands();
  if (words.empty() || words.size() > 2)
    return Usage(git, "git symbolic-ref [-m <reason>] <name> <ref>");
  const std::optional<std::string> target = git.refs().Symbolic(words[0]);
  if (words.size() == 2) {
    if (words[0] == "HEAD" && !words[1].starts_with("refs/"))
      return git.Fatal("Refusing to point HEAD outside of refs/") ? 0 : 128;
    if (!IsRefName(words[1], true))
      return git.Fatal("Refusing to set '" + words[0] + "' to invalid ref '" + words[1] + "'")
                 ? 0
                 : 128;
    if (!IsRefName(words[0], true)) return git.Fatal("No such ref: " + words[0]) ? 0 : 128;
    return git.refs().SetSymbolic(words[0], words[1], message) ? 0 : StatusOf(git);
  }
  if (remove) {
    if (!target) return git.Fatal("Cannot delete " + words[0] + ", not a symbolic ref") ? 0 : 128;
    if (words[0] == "HEAD") return git.Fatal("deleting 'HEAD' is not allowed") ? 0 : 128;
    return git.refs().Delete(words[0]) ? 0 : StatusOf(git);
  }
  if (!target) {
    if (quiet) return 1;
    return git.Fatal("ref " + words[0] + " is not a symbolic ref") ? 0 : 128;
  }
  git.Out((shorten ? ShortRef(*target) : *target) + "\n");
  return 0;
}

namespace {
enum ShowRefWord { kHeads = 1, kTags, kHead, kVerify, kQuiet, kDeref, kHash, kAbbrev, kExclude };
constexpr WordRow kShowRefWords[] = {{kHeads, 0, "heads"},
                                     {kTags, 0, "tags"},
                                     {kHead, 0, "head"},
                                     {kVerify, 0, "verify"},
                                     {kQuiet, 'q', "quiet"},
                                     {kDeref, 'd', "dereference"},
                                     {kHash, 's', "hash", kOptional},
                                     {kAbbrev, 0, "abbrev", kOptional},
                                     {kExclude, 0, "exclude-existing", kOptional}};
}  // namespace

Outcome RunShowRef(Git& git) {
  bool heads = false, tags = false, head = false, verify = false, quiet = false, deref = false,
       hash = false;
  size_t digits = 40;
  WordReader reader(git, {kShowRefWords});
  while (reader.Next()) {
    switch (reader.id()) {
      case kHeads: heads = true; break;
      case kTags: tags = true; break;
      case kHead: head = true; break;
      case kVerify: verify = true; break;
      case kQuiet: quiet = true; break;
      case kDeref: deref = true; break;
      case kExclude: return RefuseOption(git, reader) ? 0 : 128;
      default:
        if (reader.id() == kHash) hash = true;
        if (reader.has_value())
          digits = static_cast<size_t>(
              std::clamp<int64_t>(ParseNumber(reader.value()).value_or(40), 4, 40));
        else if (reader.id() == kAbbrev)
          digits = 7;
    }
  }
  if (!reader.ok()) return git.status();
  const auto say = [&](const Ref& ref) {
    if (quiet) return true;
    const auto line = [&](const ObjectId& id, const std::string& name) {
      const std::string shown = digits < 40 ? git.objects().Abbreviate(id, digits) : id.Hex();
      git.Out(hash ? shown + "\n" : shown + " " + name + "\n");
    };
    line(ref.id, ref.name);
    ObjectId peeled;
    if (deref && git.objects().TypeOf(ref.id) == ObjectType::kTag &&
        Peel(git, ref.id, ObjectType::kNone, &peeled))
      line(peeled, ref.name + "^{}");
    return !git.over();
  };
  if (verify) {
    for (const std::string& word : reader.operands()) {
      const std::optional<ObjectId> id =
          word.starts_with("refs/") || word == "HEAD" ? git.refs().Resolve(word) : std::nullopt;
      if (!id) {
        if (quiet) return 1;
        return git.Fatal("'" + word + "' - not a valid ref") ? 0 : 128;
      }
      say({word, *id, "", {}});
    }
    return 0;
  }
  std::vector<Ref> refs, found;
  if (!git.refs().List("refs/", &refs)) return StatusOf(git);
  if (const std::optional<ObjectId> at = git.refs().Resolve("HEAD"); at && head)
    found.push_back({"HEAD", *at, "", {}});
  for (const Ref& ref : refs) {
    if ((heads || tags) && !(heads && ref.name.starts_with("refs/heads/")) &&
        !(tags && ref.name.starts_with("refs/tags/")))
      continue;
    const bool named = reader.operands().empty() ||
                       std::any_of(reader.operands().begin(), reader.operands().end(),
                                   [&](const std::string& word) {
                                     return ref.name == word || ref.name.ends_with("/" + word);
                                   });
    if (named) found.push_back(ref);
  }
  for (const Ref& ref : found)
    if (!say(ref)) return StatusOf(git);
  return found.empty() ? 1 : 0;
}

namespace {
enum EachWord {
  kFormat = 1,
  kSort,
  kCount,
  kPointsAt,
  kMerged,
  kNoMerged,
  kContains,
  kNoContains,
  kIgnoreCase,
  kShell
};
constexpr WordRow kEachWords[] = {{kFormat, 0, "format", kValue},
                                  {kSort, 0, "sort", kValue},
                                  {kCount, 0, "count", kValue},
                                  {kPointsAt, 0, "points-at", kValue},
                                  {kMerged, 0, "merged", kOptional},
                                  {kNoMerged, 0, "no-merged", kOptional},
                                  {kContains, 0, "contains", kOptional},
                                  {kNoContains, 0, "no-contains", kOptional},
                                  {kIgnoreCase, 0, "ignore-case"},
                                  {kShell, 's', "shell"},
                                  {kShell, 'p', "perl"},
                                  {kShell, 0, "python"},
                                  {kShell, 0, "tcl"}};
}  // namespace

Outcome RunForEachRef(Git& git) {
  std::string format = "%(objectname) %(objecttype)\t%(refname)";
  std::vector<std::string> sort;
  RefFilter filter;
  int64_t count = -1;
  WordReader reader(git, {kEachWords});
  while (reader.Next()) {
    const std::string value = reader.has_value() ? reader.value() : "HEAD";
    switch (reader.id()) {
      case kFormat: format = reader.value(); break;
      case kSort: sort.push_back(reader.value()); break;
      case kCount:
        if (!TakeNumber(git, "--count", reader.value(), &count)) return git.status();
        break;
      case kPointsAt: filter.points_at.push_back(value); break;
      case kMerged: (reader.negated() ? filter.no_merged : filter.merged).push_back(value); break;
      case kNoMerged: filter.no_merged.push_back(value); break;
      case kContains: filter.contains.push_back(value); break;
      case kNoContains: filter.no_contains.push_back(value); break;
      case kShell: return RefuseOption(git, reader) ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> patterns = reader.operands();
  // "--contains X" has its commit behind it.
  for (std::vector<std::string>* list :
       {&filter.contains, &filter.no_contains, &filter.merged, &filter.no_merged}) {
    if (list->size() != 1 || (*list)[0] != "HEAD" || patterns.empty()) continue;
    (*list)[0] = patterns[0];
    patterns.erase(patterns.begin());
  }
  std::vector<Ref> refs;
  if (!git.refs().List("refs/", &refs)) return StatusOf(git);
  if (!patterns.empty()) {
    std::erase_if(refs, [&](const Ref& ref) {
      return std::none_of(patterns.begin(), patterns.end(), [&](const std::string& word) {
        std::string prefix = word;
        while (prefix.ends_with('/')) prefix.pop_back();
        return ref.name == prefix || ref.name.starts_with(prefix + "/") ||
               WildMatch(git, word, ref.name, true);
      });
    });
  }
  if (!FilterRefs(git, filter, &refs) || !SortRefs(git, sort, &refs)) return StatusOf(git);
  for (const Ref& ref : refs) {
    if (count == 0) break;
    if (count > 0) --count;
    std::string text;
    if (!git.Tick(64) || !FormatRef(git, format, ref, &text)) return StatusOf(git);
    git.Out(text + "\n");
  }
  return git.over() ? 2 : 0;
}

// ---- describe

namespace {
enum DescribeWord {
  kDescTags = 1,
  kDescAll,
  kLong,
  kDescAbbrev,
  kExact,
  kAlways,
  kDirty,
  kMatch,
  kDescExclude,
  kCandidates,
  kFirstParent,
  kDescContains,
  kBroken
};
constexpr WordRow kDescribeWords[] = {{kDescTags, 0, "tags"},
                                      {kDescAll, 0, "all"},
                                      {kLong, 0, "long"},
                                      {kDescAbbrev, 0, "abbrev", kOptional},
                                      {kExact, 0, "exact-match"},
                                      {kAlways, 0, "always"},
                                      {kDirty, 0, "dirty", kOptional},
                                      {kMatch, 0, "match", kValue},
                                      {kDescExclude, 0, "exclude", kValue},
                                      {kCandidates, 0, "candidates", kValue},
                                      {kFirstParent, 0, "first-parent"},
                                      {kDescContains, 0, "contains"},
                                      {kBroken, 0, "broken", kOptional}};

struct Name {
  std::string text;
  int rank = 0;  // 2: an annotated tag, 1: a tag, 0: another ref
  int64_t time = 0;
};
// What the words of `describe` say.
struct DescribeOptions {
  bool tags = false, all = false, long_form = false, exact = false, always = false, dirty = false;
  bool first_parent = false;
  int64_t abbrev = -1, candidates = 10;
  std::string mark = "-dirty";
  std::vector<std::string> match, exclude;
};

// False: one was refused.
bool ReadDescribeWords(Git& git, WordReader& reader, DescribeOptions* o) {
  while (reader.Next()) {
    switch (reader.id()) {
      case kDescTags: o->tags = true; break;
      case kDescAll: o->all = o->tags = true; break;
      case kLong: o->long_form = true; break;
      case kDescAbbrev:
        o->abbrev = reader.negated() ? 0 : 7;
        if (reader.has_value() && !TakeNumber(git, "--abbrev", reader.value(), &o->abbrev))
          return false;
        break;
      case kExact: o->exact = true; break;
      case kAlways: o->always = true; break;
      case kDirty:
        o->dirty = true;
        if (reader.has_value()) o->mark = reader.value();
        break;
      case kMatch: o->match.push_back(reader.value()); break;
      case kDescExclude: o->exclude.push_back(reader.value()); break;
      case kCandidates:
        if (!TakeNumber(git, "--candidates", reader.value(), &o->candidates)) return false;
        o->exact = o->exact || o->candidates == 0;
        break;
      case kFirstParent: o->first_parent = true; break;
      default: return RefuseOption(git, reader);
    }
  }
  return reader.ok();
}

using Names = std::map<ObjectId, Name>;

// Without --tags only annotated tags are told.
bool MayBeTold(const DescribeOptions& o, const Name& name) { return o.tags || name.rank == 2; }

// The name of each commit that has one.
bool CollectNames(Git& git, const DescribeOptions& o, Names* names) {
  std::vector<Ref> refs;
  if (!git.refs().List(o.all ? "refs/" : "refs/tags/", &refs)) return false;
  for (const Ref& ref : refs) {
    const bool is_tag = ref.name.starts_with("refs/tags/");
    const std::string bare = is_tag ? ref.name.substr(10) : ref.name.substr(5);
    const auto fits = [&](const std::string& pattern) {
      return WildMatch(git, pattern, bare, false);
    };
    if ((!o.match.empty() && std::none_of(o.match.begin(), o.match.end(), fits)) ||
        std::any_of(o.exclude.begin(), o.exclude.end(), fits))
      continue;
    ObjectId id;
    if (!Peel(git, ref.id, ObjectType::kCommit, &id)) continue;
    Name name{o.all ? ref.name.substr(5) : bare,
              is_tag ? (git.objects().TypeOf(ref.id) == ObjectType::kTag ? 2 : 1) : 0, 0};
    const auto known = names->find(id);
    if (known == names->end() || known->second.rank < name.rank) (*names)[id] = name;
    if (!git.Charge(256)) return false;
  }
  return true;
}

struct Nearest {
  const Name* name = nullptr;
  uint64_t depth = UINT64_MAX;
  bool passed_others = false;  // tags that may not be told
};

// The tag with the fewest commits that it has not: of the nearest `candidates` each is counted.
bool FindNearest(Git& git, const DescribeOptions& o, const Names& names, const ObjectId& id,
                 Nearest* best) {
  WalkOptions options;
  options.first_parent = o.first_parent;
  options.tips.push_back({.id = id, .excluded = false, .left = false, .name = {}});
  Walk walk;
  WalkItem item;
  std::vector<ObjectId> found;
  if (!o.exact) {
    if (!walk.Start(git, options)) return false;
    while (static_cast<int64_t>(found.size()) < o.candidates && walk.Next(git, options, &item)) {
      const auto name = names.find(item.id);
      if (name == names.end()) continue;
      if (MayBeTold(o, name->second))
        found.push_back(item.id);
      else
        best->passed_others = true;
    }
  }
  if (git.over()) return false;
  for (const ObjectId& tag : found) {
    WalkOptions apart;
    apart.first_parent = options.first_parent;
    apart.tips = {{.id = id, .excluded = false, .left = false, .name = {}},
                  {.id = tag, .excluded = true, .left = false, .name = {}}};
    Walk count;
    uint64_t steps = 0;
    Git::Scratch scratch(git);
    if (!count.Start(git, apart)) return false;
    while (count.Next(git, apart, &item)) ++steps;
    if (steps >= best->depth) continue;
    best->depth = steps;
    best->name = &names.find(tag)->second;
  }
  return true;
}

void SayNameless(Git& git, const Names& names, const Nearest& nearest, const ObjectId& id) {
  if (names.empty())
    git.Fatal("No names found, cannot describe anything.");
  else if (nearest.passed_others)
    git.Fatal("No annotated tags can describe '" + id.Hex() +
              "'.\nHowever, there were unannotated tags: try --tags.");
  else
    git.Fatal("No tags can describe '" + id.Hex() + "'.\nTry --always, or create some tags.");
}

}  // namespace

Outcome RunDescribe(Git& git) {
  DescribeOptions o;
  WordReader reader(git, {kDescribeWords});
  if (!ReadDescribeWords(git, reader, &o)) return git.over() ? 2 : git.status();
  Names names;
  if (!CollectNames(git, o, &names)) return StatusOf(git);
  std::vector<std::string> words = reader.operands();
  if (words.empty()) words.push_back("HEAD");
  for (const std::string& word : words) {
    ObjectId id;
    if (!TryCommit(git, word, &id)) {
      if (git.over() || git.status() != 0) return StatusOf(git);
      return git.Fatal("Not a valid object name " + word) ? 0 : 128;
    }
    std::string suffix;
    if (o.dirty) {
      ObjectId tree;
      std::vector<FilePair> pairs;
      if (!RefreshIndex(git) || !Peel(git, id, ObjectType::kTree, &tree) ||
          !DiffTreeWork(git, tree, nullptr, &pairs))
        return StatusOf(git);
      if (!pairs.empty()) suffix = o.mark;
    }
    const auto named = names.find(id);
    const std::string shown =
        o.abbrev > 0 ? git.objects().Abbreviate(
                           id, static_cast<size_t>(std::clamp<int64_t>(o.abbrev, 4, 40)))
                     : git.objects().Abbreviate(id);
    if (named != names.end() && MayBeTold(o, named->second)) {
      git.Out(named->second.text + (o.long_form ? "-0-g" + shown : "") + suffix + "\n");
      continue;
    }
    if (o.exact && !o.always)
      return git.Fatal("no tag exactly matches '" + id.Hex() + "'") ? 0 : 128;
    Nearest best;
    if (!FindNearest(git, o, names, id, &best)) return StatusOf(git);
    if (best.name == nullptr) {
      if (o.always) {
        git.Out(shown + suffix + "\n");
        continue;
      }
      SayNameless(git, names, best, id);
      return StatusOf(git);
    }
    git.Out(best.name->text +
            (o.abbrev == 0 ? "" : "-" + std::to_string(best.depth) + "-g" + shown) + suffix + "\n");
  }
  return git.over() ? 2 : 0;
}

Outcome RunNameRev(Git& git) {
  git.Fatal("'name-rev' is not supported here");
  return 128;
}

Outcome RunCheckRefFormat(Git& git) {
  bool branch = false, one_level = false, normalize = false;
  std::string name;
  for (const std::string& word : git.words) {
    if (word == "--branch")
      branch = true;
    else if (word == "--allow-onelevel")
      one_level = true;
    else if (word == "--normalize" || word == "--print")
      normalize = true;
    else
      name = word;
  }
  if (branch) {
    if (!IsRefName("refs/heads/" + name) || name.starts_with('-'))
      return git.Fatal("'" + name + "' is not a valid branch name") ? 0 : 128;
    git.Out(name + "\n");
    return 0;
  }
  if (normalize) {
    std::string clean;
    for (char c : name)
      if (c != '/' || (!clean.empty() && clean.back() != '/')) clean += c;
    name = clean;
  }
  if (!IsRefName(name, one_level)) return 1;
  if (normalize) git.Out(name + "\n");
  return 0;
}

// ---- check-ignore

namespace {
enum IgnoreWord { kIgVerbose = 1, kIgQuiet, kIgStdin, kNonMatching, kNoIndex, kIgNul };
constexpr WordRow kIgnoreWords[] = {
    {kIgVerbose, 'v', "verbose"},        {kIgQuiet, 'q', "quiet"}, {kIgStdin, 0, "stdin"},
    {kNonMatching, 'n', "non-matching"}, {kNoIndex, 0, "index"},   {kIgNul, 'z', ""}};
}  // namespace

Outcome RunCheckIgnore(Git& git) {
  bool verbose = false, quiet = false, all = false, no_index = false, input = false;
  WordReader reader(git, {kIgnoreWords});
  while (reader.Next()) {
    if (reader.id() == kIgVerbose) verbose = true;
    if (reader.id() == kIgQuiet) quiet = true;
    if (reader.id() == kNonMatching) all = true;
    if (reader.id() == kNoIndex) no_index = reader.negated();
    if (reader.id() == kIgStdin) input = true;
    if (reader.id() == kIgNul) return git.Fatal("'check-ignore -z' is not supported") ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> words = reader.operands();
  State& state = git.state();
  if (input) {
    while (state.phase == 0) {
      std::string_view bytes;
      const ReadStatus status = git.io().ReadSome(0, &bytes);
      if (status == ReadStatus::kWait) {
        git.Wait();
        return std::nullopt;
      }
      if (status != ReadStatus::kData)
        state.phase = 1;
      else if (!git.Keep(bytes.size() * 3))
        return 2;
      else
        state.text += bytes;
    }
    std::string_view rest = state.text;
    while (!rest.empty()) words.push_back(std::string(TakeLine(&rest)));
  }
  if (words.empty() && !input) return git.Fatal("no path specified") ? 0 : 128;
  if (!git.index().Load(git)) return StatusOf(git);
  IgnoreRules rules(git);
  bool any = false;
  for (const std::string& word : words) {
    std::optional<std::string> path = PathInTree(git, word);
    if (!path)
      return git.Fatal(word + ": '" + word + "' is outside repository at '" + git.work_tree + "'")
                 ? 0
                 : 128;
    const bool slash = path->ends_with('/');
    while (path->ends_with('/')) path->pop_back();
    IgnoreRules::Source source;
    const bool directory = slash || LookAt(git, *path).is_directory;
    const bool tracked = !no_index && (git.index().FindAny(*path) != nullptr);
    const bool found = !path->empty() && !tracked && rules.Explain(*path, directory, &source);
    if (git.over()) return 2;
    const bool ignored = found && (verbose || !source.negated);
    if (ignored) any = true;
    if (quiet) continue;
    if (verbose && (ignored || all))
      git.Out(
          (found ? source.file + ":" + std::to_string(source.line) + ":" + source.pattern : "::") +
          "\t" + QuotedPath(git, word) + "\n");
    else if (!verbose && ignored)
      git.Out(QuotedPath(git, word) + "\n");
  }
  return any ? 0 : 1;
}

}  // namespace pysub::shell::git
