// Options that diff, log, show and others have in common.

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {
namespace {

enum DiffWord {
  kPatch = kFirstDiffWord,
  kNoPatch,
  kContext,
  kBetween,
  kRaw,
  kPatchRaw,
  kPatchStat,
  kStat,
  kShortStat,
  kNumStat,
  kNameOnly,
  kNameStatus,
  kDirstat,
  kDirstatByFile,
  kCumulative,
  kSummary,
  kCompact,
  kCheck,
  kQuiet,
  kExitCode,
  kReverse,
  kText,
  kFullIndex,
  kNul,
  kFunctionContext,
  kRenames,
  kNoRenames,
  kCopies,
  kHarder,
  kAllSpace,
  kSpaceAmount,
  kSpaceAtEnd,
  kCrAtEnd,
  kBlankLines,
  kMinimal,
  kPatience,
  kHistogram,
  kAlgorithm,
  kIndents,
  kSourcePrefix,
  kTargetPrefix,
  kNoPrefix,
  kLinePrefix,
  kRelative,
  kFilter,
  kPickaxe,
  kGrepLines,
  kPickaxeRegex,
  kPickaxeAll,
  kAbbrev,
  kColour,
  kWords,
  kNothing,
  kRefused,
  kStatWidth,
  kStatNameWidth,
  kStatGraphWidth,
  kStatCount,
  kBinaryPatch,
  kCombined,
  kDense,
  kTree,
  kRecursive,
  kColourWords,
  kMarkContext,
  kMarkOld,
  kMarkNew,
};

constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
constexpr WordRow kDiffWords[] = {
    {kPatch, 'p', "patch"},
    {kPatch, 'u', ""},
    {kNoPatch, 's', "no-patch"},
    {kContext, 'U', "unified", kValue},
    {kBetween, 0, "inter-hunk-context", kValue},
    {kRaw, 0, "raw"},
    {kPatchRaw, 0, "patch-with-raw"},
    {kPatchStat, 0, "patch-with-stat"},
    {kStat, 0, "stat", kOptional},
    {kShortStat, 0, "shortstat"},
    {kNumStat, 0, "numstat"},
    {kStatWidth, 0, "stat-width", kValue},
    {kStatNameWidth, 0, "stat-name-width", kValue},
    {kStatGraphWidth, 0, "stat-graph-width", kValue},
    {kStatCount, 0, "stat-count", kValue},
    {kNameOnly, 0, "name-only"},
    {kNameStatus, 0, "name-status"},
    {kSummary, 0, "summary"},
    {kCompact, 0, "compact-summary"},
    {kCheck, 0, "check"},
    {kQuiet, 0, "quiet"},
    {kExitCode, 0, "exit-code"},
    {kReverse, 'R', ""},
    {kText, 'a', "text"},
    {kFullIndex, 0, "full-index"},
    {kBinaryPatch, 0, "binary"},
    {kNul, 'z', ""},
    {kFunctionContext, 'W', "function-context"},
    {kRenames, 'M', "find-renames", kOptional},
    {kNoRenames, 0, "no-renames"},
    {kRenames, 0, "renames"},
    {kCopies, 'C', "find-copies", kOptional},
    {kHarder, 0, "find-copies-harder"},
    {kNothing, 'l', "", kValue},
    {kNothing, 0, "rename-empty"},
    {kAllSpace, 'w', "ignore-all-space"},
    {kSpaceAmount, 'b', "ignore-space-change"},
    {kSpaceAtEnd, 0, "ignore-space-at-eol"},
    {kCrAtEnd, 0, "ignore-cr-at-eol"},
    {kBlankLines, 0, "ignore-blank-lines"},
    {kSourcePrefix, 0, "src-prefix", kValue},
    {kTargetPrefix, 0, "dst-prefix", kValue},
    {kNoPrefix, 0, "no-prefix"},
    {kLinePrefix, 0, "line-prefix", kValue},
    {kRelative, 0, "relative", kOptional},
    {kFilter, 0, "diff-filter", kValue},
    {kPickaxe, 'S', "", kValue},
    {kGrepLines, 'G', "", kValue},
    {kPickaxeRegex, 0, "pickaxe-regex"},
    {kPickaxeAll, 0, "pickaxe-all"},
    {kAbbrev, 0, "abbrev", kOptional},
    {kColour, 0, "color", kOptional},
    {kWords, 0, "word-diff", kOptional},
    {kColourWords, 0, "color-words", kOptional},
    {kMarkContext, 0, "output-indicator-context", kValue},
    {kMarkOld, 0, "output-indicator-old", kValue},
    {kMarkNew, 0, "output-indicator-new", kValue},
    {kMinimal, 0, "minimal"},
    {kPatience, 0, "patience"},
    {kHistogram, 0, "histogram"},
    {kAlgorithm, 0, "diff-algorithm", kValue},
    {kIndents, 0, "indent-heuristic"},
    {kNothing, 0, "ext-diff"},
    {kNothing, 0, "textconv"},
    {kNothing, 0, "ignore-submodules", kOptional},
    {kNothing, 0, "submodule", kOptional},
    {kNothing, 0, "color-moved", kOptional},
    {kNothing, 0, "ws-error-highlight", kValue},
    {kNothing, 0, "ita-invisible-in-index"},
    {kCombined, 'c', ""},
    {kDense, 0, "cc"},
    {kTree, 't', ""},
    {kRecursive, 'r', ""},
    {kDirstat, 'X', "dirstat", kOptional},
    {kDirstatByFile, 0, "dirstat-by-file", kOptional},
    {kCumulative, 0, "cumulative"},
    {kRefused, 'B', "break-rewrites", kOptional},
    {kRefused, 'O', "", kValue},
    {kRefused, 0, "find-object", kValue},
    {kRefused, 0, "word-diff-regex", kValue},
    {kRefused, 0, "output", kValue},
};

// "50%", "5" (of ten) or "75" of a hundred.
int PercentOf(std::string_view text) {
  if (text.empty()) return 50;
  if (text.ends_with('%'))
    return static_cast<int>(
        std::clamp<int64_t>(ParseNumber(text.substr(0, text.size() - 1)).value_or(50), 1, 100));
  double share = 0, unit = 1;
  for (char c : text)
    if (c >= '0' && c <= '9') share += (c - '0') * (unit /= 10);
  return std::clamp(static_cast<int>(share * 100 + 0.5), 1, 100);
}

bool TakeStat(Git& git, std::string_view text, DiffOptions* options) {
  int64_t* places[] = {&options->stat_width, &options->stat_name_width, &options->stat_count};
  for (int64_t* place : places) {
    if (text.empty()) break;
    const size_t comma = std::min(text.find(','), text.size());
    if (comma > 0 && !TakeNumber(git, "--stat", text.substr(0, comma), place)) return false;
    *place = std::clamp<int64_t>(*place, 0, 10000);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return true;
}

bool TakeWordDiff(Git& git, const std::string& value, DiffOptions* o) {
  if (value == "none") {
    o->words = WordDiff::kNone;
    return true;
  }
  if (value == "color") return git.Fatal("--word-diff=color is not supported");
  if (!value.empty() && value != "plain" && value != "porcelain")
    return git.Error("bad --word-diff argument: " + value, 129);
  o->words = value == "porcelain" ? WordDiff::kPorcelain : WordDiff::kPlain;
  o->patch = true;
  return true;
}

bool TakeColour(Git& git, const WordReader& reader) {
  const std::string value = reader.value();
  if (reader.negated() || value == "never" || value == "false" || value == "auto")
    git.colour = false;
  else if (value.empty() || value == "always" || value == "true")
    git.colour = true;
  else
    return git.Error("option `color' expects \"always\", \"auto\", or \"never\"", 129);
  return true;
}

std::optional<LineAlgorithm> AlgorithmOf(std::string_view name) {
  if (name == "myers" || name == "default") return LineAlgorithm::kMyers;
  if (name == "minimal") return LineAlgorithm::kMinimal;
  if (name == "patience") return LineAlgorithm::kPatience;
  if (name == "histogram") return LineAlgorithm::kHistogram;
  return std::nullopt;
}

bool TakeAlgorithm(Git& git, const WordReader& reader, DiffOptions* o) {
  std::string name = reader.id() == kMinimal    ? "minimal"
                     : reader.id() == kPatience ? "patience"
                                                : "histogram";
  if (reader.id() == kAlgorithm) name = reader.value();
  if (reader.id() == kMinimal && reader.negated()) name = "default";
  const std::optional<LineAlgorithm> algorithm = AlgorithmOf(name);
  if (!algorithm)
    return git.Error(
        "option diff-algorithm accepts \"myers\", \"minimal\", \"patience\" and \"histogram\"",
        129);
  o->rules.algorithm = *algorithm;
  return o->algorithm_said = true;
}

}  // namespace

std::span<const WordRow> DiffWords() { return kDiffWords; }

bool TakeDiffWord(Git& git, const WordReader& reader, DiffOptions* o) {
  const bool on = !reader.negated();
  const std::string value = reader.value();
  const auto width = [&](int64_t* place) {
    if (!TakeNumber(git, "", value, place)) return false;
    *place = std::clamp<int64_t>(*place, 0, 10000);
    return true;
  };
  switch (reader.id()) {
    case kPatch:
      o->patch = on;
      o->no_output = !on;
      break;
    case kNoPatch: o->ShowNothing(); break;
    case kContext:
      if (!TakeNumber(git, "", value, &o->context)) return false;
      o->context = std::clamp<int64_t>(o->context, 0, INT32_MAX);
      o->patch = true;
      break;
    case kBetween:
      if (!TakeNumber(git, "", value, &o->between)) return false;
      o->between = std::clamp<int64_t>(o->between, 0, INT32_MAX);
      break;
    case kRaw: o->raw = on; break;
    case kPatchRaw: o->patch = o->raw = true; break;
    case kPatchStat: o->patch = o->stat = true; break;
    case kStat: o->stat = on; return TakeStat(git, value, o);
    case kStatWidth: o->stat = true; return width(&o->stat_width);
    case kStatNameWidth: o->stat = true; return width(&o->stat_name_width);
    case kStatGraphWidth: o->stat = true; return width(&o->stat_graph_width);
    case kStatCount: o->stat = true; return width(&o->stat_count);
    case kShortStat: o->shortstat = on; break;
    case kNumStat: o->numstat = on; break;
    case kNameOnly: o->name_only = on; break;
    case kNameStatus: o->name_status = on; break;
    case kDirstat: return TakeDirstat(git, value, o);
    case kDirstatByFile: return TakeDirstat(git, "files", o) && TakeDirstat(git, value, o);
    case kCumulative: return TakeDirstat(git, "cumulative", o);
    case kSummary: o->summary = on; break;
    case kCompact: o->stat = o->compact = on; break;
    case kCheck: o->check = on; break;
    case kQuiet: o->quiet = o->exit_code = on; break;
    case kExitCode: o->exit_code = on; break;
    case kReverse: o->reverse = true; break;
    case kText: o->text = on; break;
    case kFullIndex: o->full_index = on; break;
    case kBinaryPatch: return git.Fatal("binary patches (--binary) are not supported");
    case kNul: o->nul = true; break;
    case kFunctionContext: o->function_context = on; break;
    case kRenames: o->renames = on ? PercentOf(value) : 0; break;
    case kNoRenames: o->renames = 0; break;
    case kCopies:
      if (o->copies) o->harder = true;
      o->copies = true;
      o->renames = PercentOf(value);
      break;
    case kHarder:
      o->copies = o->harder = on;
      if (o->renames < 0) o->renames = 50;
      break;
    case kAllSpace: o->rules.all = on; break;
    case kSpaceAmount: o->rules.amount = on; break;
    case kSpaceAtEnd: o->rules.at_end = on; break;
    case kCrAtEnd: o->rules.cr_at_end = on; break;
    case kBlankLines: o->rules.blank_lines = on; break;
    case kMinimal:
    case kPatience:
    case kHistogram:
    case kAlgorithm: return TakeAlgorithm(git, reader, o);
    case kIndents: o->rules.indents = on; break;
    case kSourcePrefix: o->source_prefix = value; break;
    case kTargetPrefix: o->target_prefix = value; break;
    case kNoPrefix: o->source_prefix = o->target_prefix = ""; break;
    case kLinePrefix: o->line_prefix = value; break;
    case kRelative:
      o->relative = on ? (reader.has_value() ? value : git.prefix) : "";
      if (!o->relative.empty() && !o->relative.ends_with('/')) o->relative += '/';
      break;
    case kFilter:
      if (value.find_first_not_of("ADMTRCUXB*admtrcuxb") != std::string::npos)
        return git.Fatal("unknown change class '" +
                         value.substr(value.find_first_not_of("ADMTRCUXB*admtrcuxb"), 1) +
                         "' in --diff-filter=" + value);
      o->filter += value;
      break;
    case kPickaxe: o->pickaxe = value; break;
    case kGrepLines: o->grep = value; break;
    case kPickaxeRegex: o->pickaxe_regex = on; break;
    case kPickaxeAll: o->pickaxe_all = on; break;
    case kAbbrev: {
      int64_t digits = 7;
      if (!on)
        digits = 40;
      else if (reader.has_value() && !TakeNumber(git, "abbrev", value, &digits))
        return false;
      o->abbrev = static_cast<size_t>(std::clamp<int64_t>(digits, 4, 40));
      break;
    }
    case kColour: return TakeColour(git, reader);
    case kWords: return TakeWordDiff(git, value, o);
    case kMarkContext:
    case kMarkOld:
    case kMarkNew:
      if (value.size() != 1)
        return git.Error(reader.option().substr(2) + " expects a character, got '" + value + "'",
                         129);
      o->marks[static_cast<size_t>(reader.id() - kMarkContext)] = value[0];
      break;
    case kColourWords: return git.Fatal("--color-words is not supported");
    case kCombined:
    case kDense:
      o->combined = true;
      o->dense = reader.id() == kDense;
      break;
    case kTree: o->show_trees = true; break;
    case kRecursive:
    case kNothing: break;
    default: return RefuseOption(git, reader);
  }
  return true;
}

void FinishDiffWords(Git& git, DiffOptions* options) {
  if (options->reverse) std::swap(options->source_prefix, options->target_prefix);
  if (git.config().GetBool("diff.noprefix", false))
    options->source_prefix = options->target_prefix = "";
  if (const auto name = git.config().Get("diff.algorithm"); name && !options->algorithm_said)
    options->rules.algorithm = AlgorithmOf(Lower(*name)).value_or(options->rules.algorithm);
  if (!git.config().GetBool("diff.indentheuristic", true)) options->rules.indents = false;
  if (options->context == 3)
    options->context = std::clamp<int64_t>(git.config().GetInt("diff.context", 3), 0, INT32_MAX);
}

// ---- log

namespace {

enum LogWord {
  kCount = kFirstLogWord,
  kSkip,
  kSince,
  kUntil,
  kAuthor,
  kCommitter,
  kGrep,
  kIgnoreCase,
  kExtended,
  kFixed,
  kPerl,
  kAllMatch,
  kInvert,
  kMerges,
  kNoMerges,
  kMinParents,
  kMaxParents,
  kFirstParent,
  kFormat,
  kOneline,
  kDate,
  kAbbrevCommit,
  kDecorate,
  kGraph,
  kReverseOrder,
  kTopo,
  kByDate,
  kAll,
  kBranches,
  kTags,
  kRemotes,
  kGlob,
  kNoWalk,
  kWalkLog,
  kFollow,
  kFullHistory,
  kLeftRight,
  kCherryPick,
  kCherryMark,
  kCherry,
  kLeftOnly,
  kRightOnly,
  kBoundary,
  kByDecoration,
  kParents,
  kMergePatch,
  kIgnored,
  kRefusedLog,
  kBasic,
  kRelativeDate,
  kDiffMerges,
  kOfMerge,
};

constexpr WordRow kLogWords[] = {
    {kCount, 'n', "max-count", kValue},
    {kCount, '#', ""},
    {kSkip, 0, "skip", kValue},
    {kSince, 0, "since", kValue},
    {kSince, 0, "after", kValue},
    {kUntil, 0, "until", kValue},
    {kUntil, 0, "before", kValue},
    {kAuthor, 0, "author", kValue},
    {kCommitter, 0, "committer", kValue},
    {kGrep, 0, "grep", kValue},
    {kIgnoreCase, 'i', "regexp-ignore-case"},
    {kExtended, 'E', "extended-regexp"},
    {kBasic, 0, "basic-regexp"},
    {kFixed, 'F', "fixed-strings"},
    {kPerl, 'P', "perl-regexp"},
    {kAllMatch, 0, "all-match"},
    {kInvert, 0, "invert-grep"},
    {kMerges, 0, "merges"},
    {kNoMerges, 0, "no-merges"},
    {kMinParents, 0, "min-parents", kValue},
    {kMaxParents, 0, "max-parents", kValue},
    {kFirstParent, 0, "first-parent"},
    {kFormat, 0, "format", kValue},
    {kFormat, 0, "pretty", kOptional},
    {kOneline, 0, "oneline"},
    {kDate, 0, "date", kValue},
    {kRelativeDate, 0, "relative-date"},
    {kAbbrevCommit, 0, "abbrev-commit"},
    {kDecorate, 0, "decorate", kOptional},
    {kGraph, 0, "graph"},
    {kReverseOrder, 0, "reverse"},
    {kTopo, 0, "topo-order"},
    {kByDate, 0, "date-order"},
    {kByDate, 0, "author-date-order"},
    {kAll, 0, "all"},
    {kBranches, 0, "branches", kOptional},
    {kTags, 0, "tags", kOptional},
    {kRemotes, 0, "remotes", kOptional},
    {kGlob, 0, "glob", kValue},
    {kNoWalk, 0, "no-walk", kOptional},
    {kWalkLog, 'g', "walk-reflogs"},
    {kFollow, 0, "follow"},
    {kFullHistory, 0, "full-history"},
    {kLeftRight, 0, "left-right"},
    {kCherryPick, 0, "cherry-pick"},
    {kCherryMark, 0, "cherry-mark"},
    {kCherry, 0, "cherry"},
    {kLeftOnly, 0, "left-only"},
    {kRightOnly, 0, "right-only"},
    {kBoundary, 0, "boundary"},
    {kByDecoration, 0, "simplify-by-decoration"},
    {kParents, 0, "parents"},
    {kMergePatch, 'm', ""},
    {kDiffMerges, 0, "diff-merges", kValue},
    {kOfMerge, 0, "merge"},
    {kIgnored, 0, "show-signature"},
    {kIgnored, 0, "notes", kOptional},
    {kIgnored, 0, "mailmap"},
    {kIgnored, 0, "use-mailmap"},
    {kIgnored, 0, "encoding", kValue},
    {kIgnored, 0, "expand-tabs", kOptional},
    {kIgnored, 0, "dense"},
    {kIgnored, 0, "simplify-merges"},
    {kIgnored, 0, "log-size"},
    {kIgnored, 0, "decorate-refs", kValue},
    {kIgnored, 0, "clear-decorations"},
    {kRefusedLog, 'L', "", kValue},
    {kRefusedLog, 0, "ancestry-path", kOptional},
    {kRefusedLog, 0, "children"},
    {kRefusedLog, 0, "source"},
    {kRefusedLog, 0, "bisect"},
    {kRefusedLog, 0, "exclude", kValue},
    {kRefusedLog, 0, "remove-empty"},
};

// --diff-merges: how changes of merges are shown; a combined one asks for a patch, as -c does.
bool TakeDiffMerges(Git& git, bool on, const std::string& value, LogOptions* o) {
  o->merges_first = o->separate = o->diff.combined = false;
  if (!on || value == "off" || value == "none") return true;
  if (value == "first-parent" || value == "1")
    o->merges_first = true;
  else if (value == "combined" || value == "c" || value == "dense-combined" || value == "cc")
    o->diff.combined = true;
  else if (value == "separate" || value == "m" || value == "on")
    o->separate = true;
  else if (value == "remerge" || value == "r")
    return git.Fatal("--diff-merges=" + value + " is not supported");
  else
    return git.Fatal("invalid value for '--diff-merges': '" + value + "'");
  o->diff.dense = value != "combined" && value != "c";
  return true;
}

bool TakeParents(Git& git, std::string_view value, size_t* place) {
  int64_t number = 0;
  if (!TakeNumber(git, "", value, &number)) return false;
  *place = number < 0 ? SIZE_MAX : static_cast<size_t>(number);
  return true;
}

}  // namespace

std::span<const WordRow> LogWords() { return kLogWords; }

bool TakeLogWord(Git& git, const WordReader& reader, LogOptions* o) {
  const bool on = !reader.negated();
  const std::string value = reader.value();
  const auto moment = [&](int64_t* place) {
    const std::optional<Moment> parsed = ParseMoment(git, value);
    *place = parsed ? parsed->time : git.io().RealTimeNs() / 1'000'000'000;
    return true;
  };
  switch (reader.id()) {
    case kCount: return TakeNumber(git, "", value, &o->count);
    case kSkip: return TakeNumber(git, "", value, &o->skip);
    case kSince: return moment(&o->walk.since);
    case kUntil: return moment(&o->walk.until);
    case kAuthor: o->authors.push_back(value); break;
    case kCommitter: o->committers.push_back(value); break;
    case kGrep: o->greps.push_back(value); break;
    case kIgnoreCase: o->ignore_case = on; break;
    case kExtended: o->extended = true; break;
    case kBasic: o->extended = o->fixed = o->perl = false; break;
    case kFixed: o->fixed = true; break;
    case kPerl: o->perl = true; break;
    case kAllMatch: o->all_match = on; break;
    case kInvert: o->invert = on; break;
    case kMerges:
      if (on)
        o->least_parents = 2;
      else
        o->most_parents = 1;
      break;
    case kNoMerges: o->most_parents = 1; break;
    case kMinParents:
      if (!on) o->least_parents = 0;
      return !on || TakeParents(git, value, &o->least_parents);
    case kMaxParents:
      if (!on) o->most_parents = SIZE_MAX;
      return !on || TakeParents(git, value, &o->most_parents);
    case kFirstParent: o->walk.first_parent = on; break;
    case kFormat:
      // (An empty one shows nothing of the commit: "--format= --name-only".)
      o->format = !reader.has_value() ? "medium" : value.empty() ? "tformat:" : value;
      o->format_given = true;
      break;
    case kOneline:
      o->format = "oneline";
      o->format_given = o->abbrev_commit = o->oneline = true;
      break;
    case kDate: o->date = value; break;
    case kRelativeDate: o->date = "relative"; break;
    case kAbbrevCommit: o->abbrev_commit = on; break;
    case kDecorate:
      o->decorate = on && value != "no" && value != "auto";
      o->full_decorate = value == "full";
      break;
    case kGraph: o->graph = on; break;
    case kReverseOrder: o->reverse = !o->reverse; break;
    case kTopo: o->walk.topological = true; break;
    case kByDate: o->walk.by_date = true; break;
    case kAll: o->all = true; break;
    case kBranches: o->globs.push_back({'b', value}); break;
    case kTags: o->globs.push_back({'t', value}); break;
    case kRemotes: o->globs.push_back({'r', value}); break;
    case kGlob: o->globs.push_back({'g', value}); break;
    case kNoWalk:
      if (on && reader.has_value() && reader.value() != "sorted" && reader.value() != "unsorted") {
        git.Error("invalid argument to --no-walk");
        return git.Fatal("unrecognized argument: --no-walk=" + std::string(reader.value()));
      }
      o->walk.no_walk = on;
      o->walk.unsorted = reader.value() == "unsorted";
      break;
    case kWalkLog: o->walk_log = true; break;
    case kFollow: o->walk.follow = on; break;
    case kFullHistory: o->walk.full_history = true; break;
    case kLeftRight: o->left_right = true; break;
    case kCherryPick: o->walk.cherry_pick = true; break;
    case kCherryMark: o->walk.cherry_mark = true; break;
    case kCherry:
      o->walk.cherry_mark = o->walk.right_only = true;
      o->most_parents = 1;
      break;
    case kLeftOnly: o->walk.left_only = true; break;
    case kRightOnly: o->walk.right_only = true; break;
    case kBoundary: o->walk.boundary = true; break;
    case kByDecoration: o->walk.by_decoration = true; break;
    case kParents: o->parents = o->walk.rewrites = true; break;
    case kMergePatch: return TakeDiffMerges(git, true, "separate", o);
    case kDiffMerges: return TakeDiffMerges(git, on, value, o);
    case kOfMerge: o->of_merge = true; break;
    case kIgnored: break;
    default: return RefuseOption(git, reader);
  }
  return true;
}

bool AddRefTips(Git& git, LogOptions* options) {
  const auto add = [&](const Ref& ref) {
    ObjectId id;
    if (!Peel(git, ref.id, ObjectType::kCommit, &id)) return;
    options->walk.tips.push_back({.id = id, .excluded = false, .left = false, .name = ref.name});
  };
  const auto add_all = [&](std::string_view prefix, std::string_view glob) {
    std::vector<Ref> refs;
    if (!git.refs().List(prefix, &refs) || !git.Charge(refs.size() * sizeof(WalkTip) * 2))
      return false;
    for (const Ref& ref : refs) {
      std::string pattern = std::string(prefix) + std::string(glob);
      if (!glob.empty() && !HasWildcards(glob)) pattern += "/*";
      if (!git.Tick(32)) return false;
      if (glob.empty() || WildMatch(git, pattern, ref.name, false)) add(ref);
    }
    return !git.over();
  };
  if (options->all) {
    if (!add_all("refs/", "")) return false;
    if (const std::optional<ObjectId> head = git.refs().Resolve("HEAD"))
      add({"HEAD", *head, "", {}});
  }
  for (const auto& [kind, glob] : options->globs) {
    if (kind == 'b' && !add_all("refs/heads/", glob)) return false;
    if (kind == 't' && !add_all("refs/tags/", glob)) return false;
    if (kind == 'r' && !add_all("refs/remotes/", glob)) return false;
    if (kind == 'g' &&
        !add_all("refs/", std::string_view(glob).starts_with("refs/") ? glob.substr(5) : glob))
      return false;
  }
  return true;
}

}  // namespace pysub::shell::git
