// apply: a patch upon the work tree, the index or both.
//
// Units only read a patch: `text` has what has come, and phase counts the files that are done with.
// What is done with one is a single unit (ApplyPatch), since it has to be done as a whole or not at
// all.

#include "shell/commands/git/apply_patch.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

constexpr Takes kValue = Takes::kValue;
enum ApplyWord {
  kCheck = 1,
  kStat,
  kNumStat,
  kSummary,
  kReverse,
  kCached,
  kIndexToo,
  kStrip,
  kDirectory,
  kVerbose,
  kQuiet,
  kApplyIt,
  kNothing,
  kRefused,
  kContext,
  kWhitespace,
  kUnidiffZero,
  kOverlap,
  kAllowEmpty,
  kBlanks,
  kRecount,
  kReject,
  kIntent,
  kInclude,
  kExclude
};
constexpr WordRow kApplyWords[] = {
    {kCheck, 0, "check"},
    {kStat, 0, "stat"},
    {kNumStat, 0, "numstat"},
    {kSummary, 0, "summary"},
    {kReverse, 'R', "reverse"},
    {kCached, 0, "cached"},
    {kIndexToo, 0, "index"},
    {kStrip, 'p', "", kValue},
    {kDirectory, 0, "directory", kValue},
    {kVerbose, 'v', "verbose"},
    {kQuiet, 'q', "quiet"},
    {kApplyIt, 0, "apply"},
    {kContext, 'C', "", kValue},
    {kWhitespace, 0, "whitespace", kValue},
    {kUnidiffZero, 0, "unidiff-zero"},
    {kRecount, 0, "recount"},
    {kOverlap, 0, "allow-overlap"},
    {kRefused, 0, "inaccurate-eof"},
    {kNothing, 0, "allow-binary-replacement"},
    {kNothing, 0, "binary"},
    {kAllowEmpty, 0, "allow-empty"},
    {kBlanks, 0, "ignore-whitespace"},
    {kBlanks, 0, "ignore-space-change"},
    {kRefused, '3', "3way"},
    {kReject, 0, "reject"},
    {kRefused, 0, "build-fake-ancestor", kValue},
    {kInclude, 0, "include", kValue},
    {kExclude, 0, "exclude", kValue},
    {kIntent, 'N', "intent-to-add"},
};

// Appends a patch to *text. 0: it is there; nothing: more will come on standard input.
Outcome ReadPatch(Git& git, const std::string& file, std::string* text) {
  if (file != "-") {
    std::string bytes;
    int error = 0;
    if (!git.ReadWhole(file.starts_with('/') ? file : JoinPath(git.cwd, file), &bytes, &error)) {
      if (git.over()) return 2;
      git.Error("can't open patch '" + file + "': " + std::string(ErrnoText(error)), 128);
      return 128;
    }
    if (!git.Keep(bytes.size() * 3)) return 2;
    *text += bytes;
    return 0;
  }
  while (true) {
    std::string_view bytes;
    const ReadStatus status = git.io().ReadSome(0, &bytes);
    if (status == ReadStatus::kWait) {
      git.Wait();
      return std::nullopt;
    }
    if (status != ReadStatus::kData) return 0;
    // (the text that grows has its old place beside one of twice the size)
    if (!git.Tick(bytes.size() / 8) || !git.Keep(bytes.size() * 3)) return 2;
    *text += bytes;
  }
}

}  // namespace

Outcome RunApply(Git& git) {
  ApplyOptions o;
  bool apply = false, white_given = false;
  WordReader reader(git, {kApplyWords});
  while (reader.Next()) {
    const bool on = !reader.negated();
    switch (reader.id()) {
      case kCheck: o.check = on; break;
      case kStat:
        o.stat = true;
        o.apply = false;
        break;
      case kNumStat:
        o.numstat = true;
        o.apply = false;
        break;
      case kSummary:
        o.summary = true;
        o.apply = false;
        break;
      case kReverse: o.reverse = on; break;
      case kCached: o.cached = on; break;
      case kIndexToo: o.index = on; break;
      case kStrip:
        if (!TakeNumber(git, "-p", reader.value(), &o.names.strip)) return git.status();
        o.names.strip_given = true;
        break;
      case kDirectory:
        o.names.directory = reader.value();
        if (!o.names.directory.empty() && !o.names.directory.ends_with('/'))
          o.names.directory += '/';
        break;
      case kVerbose:
        o.verbose = on;
        git.mutes_errors = false;
        break;
      case kQuiet:
        o.verbose = false;
        git.mutes_errors = on;
        break;
      case kApplyIt: apply = true; break;
      case kUnidiffZero: o.zero = on; break;
      case kInclude:
      case kExclude: o.limits.push_back({reader.value(), reader.id() == kInclude}); break;
      case kBlanks: o.blanks = on; break;
      case kRecount: o.recount = on; break;
      case kReject: o.reject = on; break;
      case kOverlap: o.overlap = on; break;
      case kAllowEmpty: o.allow_empty = on; break;
      case kIntent: o.intent = on; break;
      case kContext:
        if (!TakeNumber(git, "-C", reader.value(), &o.context)) return git.status();
        break;
      case kWhitespace:
        if (reader.value() != "warn" && reader.value() != "nowarn" && reader.value() != "error" &&
            reader.value() != "error-all")
          return git.Fatal("--whitespace=" + reader.value() + " is not supported") ? 0 : 128;
        white_given = true;
        o.warns = reader.value() != "nowarn";
        o.refuses = reader.value().starts_with("error");
        o.shown_warnings = reader.value() == "error-all" ? 0 : 5;
        break;
      case kRefused: return RefuseOption(git, reader) ? 0 : 128;
      default: break;
    }
  }
  if (!reader.ok()) return git.status();
  if (apply || o.reject) o.apply = true;
  if (o.reject && !git.mutes_errors) o.verbose = true;
  if (!o.apply && !white_given) o.warns = false;
  if ((o.cached || o.index) && !git.NeedRepository()) return git.status();
  if (git.git_dir.empty() || git.work_tree.empty()) {
    // Without a repository it is the directory where we are that is patched.
    git.work_tree = git.cwd;
    git.prefix.clear();
  }
  // Each file is a patch of its own: what those before it did stays done when it does not apply.
  State& state = git.state();
  std::vector<std::string> files = reader.operands();
  if (files.empty()) files.push_back("-");
  while (state.phase < files.size()) {
    const std::string& file = files[state.phase];
    const Outcome read = ReadPatch(git, file, &state.text);
    if (!read || *read != 0) return read;
    const int status = ApplyPatch(git, o, state.text, file == "-" ? "<stdin>" : file);
    if (status != 0) return status;
    state.text.clear();
    ++state.phase;
  }
  return 0;
}

}  // namespace pysub::shell::git
