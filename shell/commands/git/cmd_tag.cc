// git tag: made, listed, deleted. An annotated tag is an object that names another one; any other
// is only a ref.

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/config.h"
#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/identity.h"
#include "shell/commands/git/make_commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/ref_format.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/state.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {
constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;

enum TagWord {
  kTagAnnotate = 1,
  kTagMessage,
  kTagFile,
  kTagDelete,
  kTagList,
  kTagForce,
  kTagLines,
  kTagSign,
  kTagVerify,
  kTagContains,
  kTagNoContains,
  kTagMerged,
  kTagNoMerged,
  kTagPoints,
  kTagSort,
  kTagFormat,
  kTagCleanup,
  kTagEdit,
  kTagIgnore,
  kTagNothing,
  kTagLocal
};
constexpr WordRow kTagWords[] = {
    {kTagAnnotate, 'a', "annotate"},
    {kTagMessage, 'm', "message", kValue},
    {kTagFile, 'F', "file", kValue},
    {kTagDelete, 'd', "delete"},
    {kTagList, 'l', "list"},
    {kTagForce, 'f', "force"},
    {kTagLines, 'n', "", kOptional},
    {kTagSign, 's', "sign"},
    {kTagLocal, 'u', "local-user", kValue},
    {kTagVerify, 'v', "verify"},
    {kTagContains, 0, "contains", kOptional},
    {kTagNoContains, 0, "no-contains", kOptional},
    {kTagMerged, 0, "merged", kOptional},
    {kTagNoMerged, 0, "no-merged", kOptional},
    {kTagPoints, 0, "points-at", kOptional},
    {kTagSort, 0, "sort", kValue},
    {kTagFormat, 0, "format", kValue},
    {kTagCleanup, 0, "cleanup", kValue},
    {kTagEdit, 'e', "edit"},
    {kTagIgnore, 'i', "ignore-case"},
    {kTagNothing, 0, "column", kOptional},
    {kTagNothing, 0, "create-reflog"},
    {kTagNothing, 0, "color", kOptional},
};

bool ListTags(Git& git, const std::vector<std::string>& patterns, const RefFilter& filter,
              std::vector<std::string> sort, const std::string& format, int64_t lines,
              bool ignore_case) {
  std::vector<Ref> refs;
  if (!git.refs().List("refs/tags/", &refs)) return false;
  if (!patterns.empty()) {
    std::erase_if(refs, [&](const Ref& ref) {
      return std::none_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        return WildMatch(git, pattern, ref.name.substr(10), false, ignore_case);
      });
    });
  }
  if (sort.empty())
    if (const auto set = git.config().Get("tag.sort")) sort.push_back(*set);
  if (!FilterRefs(git, filter, &refs) || !SortRefs(git, sort, &refs)) return false;
  for (const Ref& ref : refs) {
    std::string text;
    if (!git.Tick(64)) return false;
    if (!format.empty()) {
      if (!FormatRef(git, format, ref, &text)) return false;
    } else {
      text = ref.name.substr(10);
      if (lines > 0) {
        std::string contents;
        if (!FormatRef(git, "%(contents:lines=" + std::to_string(lines) + ")", ref, &contents))
          return false;
        text += std::string(text.size() < 15 ? 15 - text.size() : 0, ' ') + " " + contents;
      }
    }
    git.Out(text + "\n");
  }
  return !git.over();
}

int MakeTag(Git& git, const std::string& name, const std::string& target, bool annotate,
            bool has_message, std::string message, bool force) {
  const std::string ref = "refs/tags/" + name;
  if (!IsRefName(ref) || name.starts_with('-'))
    return git.Fatal("'" + name + "' is not a valid tag name.") ? 0 : 128;
  Named named;
  if (!FindRevision(git, target, &named)) {
    if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
    return git.Fatal("Failed to resolve '" + target + "' as a valid ref.") ? 0 : 128;
  }
  const std::optional<ObjectId> before = git.refs().Resolve(ref);
  if (before && !force) return git.Fatal("tag '" + name + "' already exists") ? 0 : 128;
  ObjectId id = named.id;
  if (annotate) {
    if (!has_message) {
      git.Err(
          "error: Terminal is dumb, but EDITOR unset\nPlease supply the message using either -m or "
          "-F option.\n");
      return 1;
    }
    std::string tagger;
    if (!CommitterForCommit(git, &tagger)) return git.status();
    message = CleanMessage(git, message, false);
    const std::string bytes = "object " + named.id.Hex() + "\ntype " +
                              std::string(TypeName(git.objects().TypeOf(named.id))) + "\ntag " +
                              name + "\ntagger " + tagger + "\n\n" + message;
    if (!git.objects().Write(ObjectType::kTag, bytes, &id)) return git.status();
  }
  if (!git.refs().Update(ref, id, "")) return git.status();
  if (before && *before != id)
    git.Out("Updated tag '" + name + "' (was " + git.objects().Abbreviate(*before) + ")\n");
  return 0;
}
}  // namespace

Outcome RunTag(Git& git) {
  bool annotate = false, force = false, has_message = false, list = false, remove = false,
       ignore_case = false;
  int64_t lines = -1;
  std::string message, format;
  std::vector<std::string> sort;
  RefFilter filter;
  WordReader reader(git, {kTagWords});
  std::vector<std::string>* pending = nullptr;
  bool from_input = false;
  while (reader.Next()) {
    pending = nullptr;
    switch (reader.id()) {
      case kTagAnnotate: annotate = true; break;
      case kTagMessage:
        if (has_message) message += "\n";
        message += reader.value() + "\n";
        has_message = annotate = true;
        break;
      case kTagFile: {
        has_message = annotate = true;
        from_input = reader.value() == "-";
        if (from_input) break;
        const std::string path =
            reader.value().starts_with('/') ? reader.value() : JoinPath(git.cwd, reader.value());
        int error = 0;
        if (!git.ReadWhole(path, &message, &error))
          return git.over() ? 2
                 : git.Fatal("could not open or read '" + reader.value() +
                             "': " + std::string(ErrnoText(error)))
                     ? 0
                     : 128;
        break;
      }
      case kTagDelete: remove = true; break;
      case kTagList: list = true; break;
      case kTagForce: force = true; break;
      case kTagLines:
        lines = 1;
        list = true;
        if (reader.has_value() && !TakeNumber(git, "-n", reader.value(), &lines))
          return git.status();
        break;
      case kTagSign:
      case kTagLocal:
      case kTagVerify: return git.Fatal("tags cannot be signed or verified here") ? 0 : 128;
      case kTagContains: pending = &filter.contains; break;
      case kTagNoContains: pending = &filter.no_contains; break;
      case kTagMerged: pending = reader.negated() ? &filter.no_merged : &filter.merged; break;
      case kTagNoMerged: pending = &filter.no_merged; break;
      case kTagPoints: pending = &filter.points_at; break;
      case kTagSort:
        sort.push_back(reader.value());
        list = list || reader.operands().empty();
        break;
      case kTagFormat: format = reader.value(); break;
      case kTagIgnore: ignore_case = true; break;
      default: break;
    }
    if (pending == nullptr) continue;
    list = true;
    pending->push_back(reader.has_value() ? reader.value() : "HEAD");
  }
  if (!reader.ok()) return git.status();
  std::vector<std::string> words = reader.operands();
  for (std::vector<std::string>* each : {&filter.contains, &filter.no_contains, &filter.merged,
                                         &filter.no_merged, &filter.points_at}) {
    if (each->size() != 1 || (*each)[0] != "HEAD" || words.empty()) continue;
    (*each)[0] = words[0];
    words.erase(words.begin());
  }
  if (list || (words.empty() && !remove))
    return ListTags(git, words, filter, sort, format, lines, ignore_case) ? 0
           : git.over()                                                   ? 2
                                                                          : git.status();
  if (remove) {
    int status = 0;
    for (const std::string& name : words) {
      const std::optional<ObjectId> id = git.refs().Resolve("refs/tags/" + name);
      if (!id) {
        git.Err("error: tag '" + name + "' not found.\n");
        status = 1;
        continue;
      }
      if (!git.refs().Delete("refs/tags/" + name)) return git.status();
      git.Out("Deleted tag '" + name + "' (was " + git.objects().Abbreviate(*id) + ")\n");
    }
    return status;
  }
  if (words.size() > 2) return git.Fatal("too many arguments") ? 0 : 128;
  if (from_input) {
    // (It may come later; the words are read again then.)
    if (!ReadAllInput(git)) return WhileNoInput(git);
    message = git.state().text;
  }
  return MakeTag(git, words[0], words.size() > 1 ? words[1] : "HEAD", annotate, has_message,
                 message, force);
}

}  // namespace pysub::shell::git
