// merge-file: three files together, line by line, without a repository.

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/merge.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

enum Word { kStdout, kDiff3, kZealous, kOurs, kTheirs, kUnion, kMarkers, kQuiet, kLabel };
constexpr WordRow kWords[] = {
    {kStdout, 'p', "stdout"},
    {kDiff3, 0, "diff3"},
    {kZealous, 0, "zdiff3"},
    {kOurs, 0, "ours"},
    {kTheirs, 0, "theirs"},
    {kUnion, 0, "union"},
    {kMarkers, 0, "marker-size", Takes::kValue},
    {kQuiet, 'q', "quiet"},
    {kLabel, 'L', "", Takes::kValue},
};

struct Wish {
  TextMerge merge;
  std::vector<std::string> labels;
  bool to_stdout = false;
};

bool TakeWords(Git& git, WordReader& reader, Wish* wish) {
  constexpr int64_t kLongestMarker = 1 << 20;
  while (reader.Next()) {
    switch (reader.id()) {
      case kStdout: wish->to_stdout = !reader.negated(); break;
      case kDiff3: wish->merge.style = ConflictStyle::kDiff3; break;
      case kZealous: wish->merge.style = ConflictStyle::kZealousDiff3; break;
      case kOurs: wish->merge.favour = Favour::kOurs; break;
      case kTheirs: wish->merge.favour = Favour::kTheirs; break;
      case kUnion: wish->merge.favour = Favour::kUnion; break;
      case kMarkers: {
        int64_t size = 0;
        if (!TakeNumber(git, "marker-size", reader.value(), &size)) return false;
        // None at all means the usual size.
        if (size > 0) wish->merge.markers = static_cast<size_t>(std::min(size, kLongestMarker));
        break;
      }
      case kQuiet: git.mutes_errors = !reader.negated(); break;
      case kLabel:
        if (wish->labels.size() == 3) return git.Error("too many labels on the command line", 129);
        wish->labels.push_back(reader.value());
        break;
      default: break;
    }
  }
  return reader.ok();
}

}  // namespace

Outcome RunMergeFile(Git& git) {
  constexpr int kFailed = 255;
  constexpr size_t kMostConflicts = 127;  // more are no exit status
  Wish wish;
  wish.merge.style = ConflictStyleOf(git);
  wish.merge.joins_over_marks = true;
  WordReader reader(git, {kWords});
  if (!TakeWords(git, reader, &wish)) return StatusOf(git);
  const std::vector<std::string>& files = reader.operands();
  if (files.size() != 3) {
    constexpr std::string_view kUsage =
        "git merge-file [<options>] [-L <name1> [-L <orig> [-L <name2>]]] <file1> <orig-file> "
        "<file2>";
    return Usage(git, kUsage);
  }
  std::vector<std::string> labels = wish.labels;
  for (size_t i = labels.size(); i < 3; ++i) labels.push_back(files[i]);
  wish.merge.labels = {labels[0], labels[1], labels[2]};
  std::string texts[3];
  for (size_t i = 0; i < 3; ++i) {
    int error = 0;
    if (!git.ReadWhole(files[i], &texts[i], &error)) {
      if (git.over()) return 2;
      git.Error(error == ENOENT || error == ENOTDIR
                    ? "Could not stat " + files[i] + ": " + std::string(ErrnoText(error))
                    : "Could not open " + files[i] + ": " + std::string(ErrnoText(error)));
      return kFailed;
    }
    if (IsBinary(texts[i])) {
      git.Error("Cannot merge binary files: " + files[i]);
      return kFailed;
    }
  }
  FileMerge merged;
  if (!MergeTexts(git, texts[1], texts[0], texts[2], wish.merge, &merged)) return StatusOf(git);
  if (wish.to_stdout) {
    git.Out(merged.text);
  } else if (const auto written = git.fs().WriteFile(git.caller(), files[0], merged.text, {});
             !written.ok()) {
    git.Error("Could not open " + files[0] +
              " for writing: " + std::string(ErrnoText(written.error())));
    return kFailed;
  }
  return static_cast<int>(std::min(merged.conflicts, kMostConflicts));
}

}  // namespace pysub::shell::git
