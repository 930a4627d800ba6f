// Commits one behind the other: which are shown, and their changes.

#include "shell/commands/git/log.h"

#include <algorithm>

#include "shell/commands/git/combined.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/tree.h"

namespace pysub::shell::git {

// ---- filters

bool CommitFilter::Build(Git& git, const LogOptions& options,
                         const std::vector<std::string>& patterns,
                         std::vector<std::unique_ptr<Regex>>* regexes) {
  for (const std::string& pattern : patterns) {
    std::string error, text = pattern;
    if (options.fixed) {
      text.clear();
      for (char c : pattern) {
        if (std::string_view("\\.[]*^$").find(c) != std::string_view::npos) text += '\\';
        text += c;
      }
    }
    const RegexSyntax syntax = options.fixed      ? RegexSyntax::kGrep
                               : options.perl     ? RegexSyntax::kPerl
                               : options.extended ? RegexSyntax::kEgrep
                                                  : RegexSyntax::kGrep;
    auto regex = Regex::Compile(
        text, {.syntax = syntax, .ignore_case = options.ignore_case, .multi_line = true},
        &git.io().account(), &error);
    if (!regex) return git.Fatal("command line, '" + pattern + "': " + error);
    regexes->push_back(std::move(regex));
  }
  return true;
}

bool CommitFilter::Compile(Git& git, const LogOptions& options) {
  return Build(git, options, options.authors, &authors_) &&
         Build(git, options, options.committers, &committers_) &&
         Build(git, options, options.greps, &greps_);
}

bool CommitFilter::Matches(Git& git, const LogOptions& options, const Commit& commit) {
  const auto matches = [&](const Regex& regex, std::string_view text) {
    return regex.Search(RegexSubject(text), 0, nullptr, 0, RegexAnchor::kNone,
                        &git.io().account()) == RegexOutcome::kMatch;
  };
  const auto any_line = [&](const Regex& regex, std::string_view text) {
    while (!text.empty())
      if (git.Tick(16) && matches(regex, TakeLine(&text))) return true;
    return false;
  };
  const auto person = [&](const std::vector<std::unique_ptr<Regex>>& regexes,
                          std::string_view identity) {
    const Identity who = ParseIdentity(identity);
    const std::string text = who.name + " <" + who.mail + ">";
    return regexes.empty() || std::any_of(regexes.begin(), regexes.end(),
                                          [&](const auto& regex) { return matches(*regex, text); });
  };
  if (!person(authors_, commit.author) || !person(committers_, commit.committer)) return false;
  if (greps_.empty()) return true;
  const auto fits = [&](const auto& regex) { return any_line(*regex, commit.message); };
  const bool found = options.all_match ? std::all_of(greps_.begin(), greps_.end(), fits)
                                       : std::any_of(greps_.begin(), greps_.end(), fits);
  return found != options.invert;
}

// ---- showing

bool LogPrinter::CollectCombined(const Commit& commit) {
  std::vector<ObjectId> trees;
  for (const ObjectId& parent : commit.parents) {
    Commit above;
    if (!ReadCommit(git_, parent, &above)) return false;
    trees.push_back(above.tree);
  }
  return CombinedFiles(git_, options_.diff, trees, commit.tree,
                       options_.walk.paths.empty() ? nullptr : &options_.walk.paths, &merged_);
}

// What the commit changes. Of a merge nothing, unless it is asked for.
bool LogPrinter::Pairs(const Commit& commit, size_t parent_at, std::vector<FilePair>* pairs,
                       bool* combined) {
  *combined = false;
  merged_.clear();
  const bool merge = commit.parents.size() > 1 && !options_.separate;
  if (merge && options_.diff.combined && !options_.walk.first_parent && !options_.merges_first) {
    *combined = true;
    // Lists are of the first parent.
    if (options_.diff.patch || options_.diff.name_only || options_.diff.name_status ||
        options_.diff.raw) {
      if (!CollectCombined(commit)) return false;
    }
    if (!ListsFirstParent(options_.diff)) return true;
  } else if (merge && !options_.walk.first_parent && !options_.merges_first) {
    return true;
  }
  ObjectId before;
  if (!commit.parents.empty()) {
    Commit parent;
    if (!ReadCommit(git_, commit.parents[parent_at], &parent)) return false;
    before = parent.tree;
  }
  const Pathspec* paths = options_.walk.paths.empty() ? nullptr : &options_.walk.paths;
  if (!DiffTreePairs(git_, before, commit.tree, paths, pairs, true, options_.diff.show_trees))
    return false;
  if (options_.walk.follow && pairs->size() == 1 && (*pairs)[0].status == 'A') {
    // Where the file seems to begin it may have had another name.
    std::vector<FilePair> all;
    DiffOptions options = options_.diff;
    if (options.renames <= 0) options.renames = 50;
    if (!DiffTreePairs(git_, before, commit.tree, nullptr, &all) ||
        !FindRenames(git_, options, &all))
      return false;
    for (FilePair& pair : all) {
      if (pair.status != 'R' || pair.after.path != (*pairs)[0].after.path) continue;
      (*pairs)[0] = std::move(pair);
      break;
    }
  }
  return ArrangePairs(git_, options_.diff, pairs);
}

bool LogPrinter::ShowDiff(const DiffOptions& options, std::vector<FilePair>& pairs, bool combined,
                          bool* said) {
  if (!combined) {
    if (pairs.empty()) return true;
    *said = true;
    return ShowPairs(git_, options, pairs);
  }
  return ShowCombinedFiles(git_, options, pairs, merged_, said);
}

// A text beside the graph, and what is left of this behind it. The last line of all ends as the
// text does: what comes next stands behind a text without a newline.
void LogPrinter::Say(std::string_view text, Graph* graph) {
  const bool terminated = text.ends_with('\n');
  bool done = false;
  for (bool first = true; !text.empty(); first = false) {
    const bool ends = text.find('\n') != std::string_view::npos;
    const std::string_view line = TakeLine(&text);
    if (!first) git_.Out(graph->NextLine(git_, &done));
    git_.Out(line);
    if (ends) git_.Out("\n");
  }
  graph->misses_newline = !terminated;
  if (graph->finished()) return;
  if (!terminated) git_.Out("\n");
  git_.Out(graph->NextLine(git_, &done));
  while (!graph->finished()) git_.Out("\n" + graph->NextLine(git_, &done));
  if (terminated) git_.Out("\n");
}

bool LogPrinter::Show(const Shown& shown, bool first, bool* was_shown, Graph* graph) {
  const DiffOptions& diff = options_.diff;
  const bool compares = (diff.AnyFormat() && !(diff.no_output && !diff.patch)) ||
                        !diff.pickaxe.empty() || !diff.grep.empty() || !diff.filter.empty();
  if (!options_.separate || !compares || shown.commit->parents.size() < 2 ||
      options_.walk.first_parent)
    return ShowBeside(shown, 0, first, was_shown, graph);
  if (graph != nullptr)
    return git_.Fatal("changes beside each parent (-m) with --graph are not supported");
  return ShowBesideEach(shown, first, was_shown);
}

// A merge as often as a parent has other files. Where none has it is said once, without changes.
bool LogPrinter::ShowBesideEach(const Shown& shown, bool first, bool* was_shown) {
  const bool selects = options_.only_changes || !options_.diff.pickaxe.empty() ||
                       !options_.diff.grep.empty() || !options_.diff.filter.empty();
  bool any = false;
  for (size_t i = 0; i < shown.commit->parents.size(); ++i) {
    Git::Scratch scratch(git_);
    std::vector<FilePair> pairs;
    bool combined = false;
    if (!Pairs(*shown.commit, i, &pairs, &combined)) return false;
    if (pairs.empty()) continue;
    Shown beside = shown;
    beside.from = &shown.commit->parents[i];
    if (!ShowBeside(beside, i, first && !any, was_shown, nullptr)) return false;
    any = any || *was_shown;
  }
  *was_shown = any;
  if (any || selects) return !git_.over();
  return ShowBeside(shown, 0, first, was_shown, nullptr);
}

bool LogPrinter::ShowBeside(const Shown& shown, size_t parent, bool first, bool* was_shown,
                            Graph* graph) {
  const Commit& commit = *shown.commit;
  DiffOptions diff = options_.diff;
  std::vector<FilePair> pairs;
  bool combined = false;
  *was_shown = true;
  const bool wants_diff = diff.AnyFormat() && !(diff.no_output && !diff.patch);
  const bool selects = !diff.pickaxe.empty() || !diff.grep.empty() || !diff.filter.empty();
  if ((wants_diff || selects) && !Pairs(commit, parent, &pairs, &combined)) return false;
  if ((selects || (options_.only_changes && wants_diff)) && pairs.empty() && merged_.empty()) {
    *was_shown = false;
    return true;
  }
  // -z: what ends lines of lists stands between commits, too.
  const std::string end(1, diff.nul ? '\0' : '\n');
  std::string text;
  if (!FormatCommit(git_, options_, shown, &text)) return false;
  const bool named = options_.format.find("format:") == std::string::npos &&
                     options_.format != "oneline" && options_.format != "reference";
  if (named) text += '\n';
  const bool empty_format = options_.format == "format:" || options_.format == "tformat:";
  const bool ends_line = options_.terminator && !empty_format;
  if (graph == nullptr) {
    if (!first && !options_.terminator) git_.Out(end);
    git_.Out(text);
    if (ends_line) git_.Out(end);
  } else {
    if (!graph->Begin(git_, *shown.item)) return false;
    if (!first && !options_.terminator) {
      // (The blank line between commits stands beside the graph of the one before.)
      if (!diff.nul && !graph->misses_newline) git_.Out(graph->PaddingLine(git_));
      git_.Out(end);
    }
    git_.Out(graph->CommitLines(git_, *shown.item));
    Say(text, graph);
    if (ends_line) git_.Out((graph->misses_newline ? "" : graph->PaddingLine(git_)) + end);
    diff.line_prefix = graph->PaddingLine(git_) + diff.line_prefix;
  }
  const bool has_diff = wants_diff && (!pairs.empty() || !merged_.empty());
  // (Of a merge that has nothing of its own the line before its changes is there, too.)
  const bool beside_all = combined && wants_diff;
  if (!has_diff && !beside_all) return !git_.over();
  if (!empty_format && (beside_all || options_.format != "oneline")) {
    const bool both = diff.stat && diff.patch && !beside_all;
    git_.Out(diff.line_prefix + (both ? "---" : "") + "\n");
  }
  bool said = false;
  return ShowDiff(diff, pairs, combined, &said) && !git_.over();
}

bool ShowObject(Git& git, const LogOptions& options, const ObjectId& id, const std::string& name,
                const Decorations& decorations, bool first) {
  switch (git.objects().TypeOf(id)) {
    case ObjectType::kCommit: {
      Commit commit;
      if (!ReadCommit(git, id, &commit)) return false;
      WalkItem item{.id = id, .parents = commit.parents, .left = false, .path = {}};
      bool was_shown = false;
      Shown shown{.commit = &commit, .item = &item, .decorations = &decorations};
      return LogPrinter(git, options).Show(shown, first, &was_shown);
    }
    case ObjectType::kTag: {
      Tag tag;
      if (!ReadTag(git, id, &tag)) return false;
      if (!first) git.Out("\n");
      git.Out(Coloured(git, kYellow, "tag " + tag.name) + "\n");
      // The formats say as much of the tagger as of an author: oneline nothing, most no date.
      if (!tag.tagger.empty() && options.format != "oneline") {
        const Identity who = ParseIdentity(tag.tagger);
        const bool is_fuller = options.format == "fuller";
        git.Out((is_fuller ? "Tagger:     " : "Tagger: ") + who.name + " <" + who.mail + ">\n");
        if (is_fuller || options.format == "medium")
          git.Out((is_fuller ? "TaggerDate: " : "Date:   ") +
                  ShowDate(git, who.time, who.zone, options.date).value_or("") + "\n");
      }
      git.Out("\n" + tag.message);
      if (tag.message.empty() || tag.message.back() != '\n') git.Out("\n");
      return !git.over();
    }
    case ObjectType::kTree: {
      std::vector<TreeEntry> entries;
      if (!ReadTree(git, id, &entries)) return false;
      if (!first) git.Out("\n");
      git.Out(Coloured(git, kYellow, "tree " + name) + "\n\n");
      for (const TreeEntry& entry : entries)
        git.Out(entry.name + (entry.IsTree() ? "/" : "") + "\n");
      return !git.over();
    }
    case ObjectType::kBlob: {
      std::string bytes;
      if (!git.objects().ReadTyped(id, ObjectType::kBlob, &bytes)) return false;
      git.Out(bytes);
      return !git.over();
    }
    case ObjectType::kNone: break;
  }
  return git.over() ? false : git.Fatal("bad object " + name);
}

}  // namespace pysub::shell::git
