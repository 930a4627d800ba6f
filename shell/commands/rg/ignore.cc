#include "shell/commands/rg/ignore.h"

#include "shell/syntax/arena.h"

namespace pysub::shell::rg {
namespace {

// Without what is below `directory`, if it is.
bool StripDirectory(std::string_view directory, std::string_view* path) {
  if (directory == "/") {
    if (!path->starts_with('/')) return false;
    path->remove_prefix(1);
    return true;
  }
  if (!path->starts_with(directory)) return false;
  std::string_view rest = path->substr(directory.size());
  if (!rest.empty() && rest[0] != '/' && !directory.ends_with('/')) return false;
  while (rest.starts_with('/')) rest.remove_prefix(1);
  *path = rest;
  return true;
}

}  // namespace

bool RuleList::AddLine(std::string_view line, bool ignore_case, std::string* error) {
  if (line.starts_with('#')) return true;
  if (!line.ends_with("\\ ")) {
    while (!line.empty() && (line.back() == ' ' || (line.back() >= '\t' && line.back() <= '\r')))
      line.remove_suffix(1);
  }
  if (line.empty()) return true;
  const std::string original(line);
  bool whitelist = false, absolute = false, only_directories = false;
  if (line.starts_with("\\!") || line.starts_with("\\#")) {
    line.remove_prefix(1);
  } else {
    if (line.starts_with('!')) {
      whitelist = true;
      line.remove_prefix(1);
    }
    if (line.starts_with('/')) {
      line.remove_prefix(1);
      absolute = true;
    }
  }
  if (line.ends_with('/')) {
    only_directories = true;
    line.remove_suffix(1);
    if (line.ends_with('\\')) line.remove_suffix(1);
  }
  std::string glob(line);
  if (!absolute && line.find('/') == std::string_view::npos &&
      !(line == "**" || line.starts_with("**/")))
    glob.insert(0, "**/");
  if (glob.ends_with("/**")) glob += "/*";
  if (glob == "**/") glob = "**";  // a lone ! is a rule for everything
  std::string reason;
  std::optional<Glob> compiled = Glob::Compile(glob, ignore_case, &reason);
  if (!compiled) {
    *error = "error parsing glob '" + original + "': " + reason;
    return false;
  }
  held_ += compiled->Held() + 3 * sizeof(rules_[0]);  // (also while the list grows)
  if (!whitelist) ++ignoring_;
  rules_.push_back({std::move(*compiled), whitelist, only_directories});
  return true;
}

Verdict RuleList::Match(CommandIo& io, std::string_view path, bool is_directory) const {
  if (rules_.empty()) return Verdict::kNone;
  if (path.starts_with("./")) path.remove_prefix(2);
  if (!root_.empty() && root_ != "." && path.find('/') != std::string_view::npos) {
    std::string_view root = root_;
    if (root.starts_with("./")) root.remove_prefix(2);
    if (!root.empty()) StripDirectory(root, &path);
  }
  if (path.starts_with('/')) path.remove_prefix(1);
  uint64_t work = 0;
  Verdict verdict = Verdict::kNone;
  for (size_t i = rules_.size(); i-- > 0 && verdict == Verdict::kNone;) {
    const Rule& rule = rules_[i];
    work += rule.glob.Cost(path);
    if (rule.only_directories && !is_directory) continue;
    if (rule.glob.Matches(path)) verdict = rule.whitelist ? Verdict::kWhitelist : Verdict::kIgnore;
    if (work > 4096) {
      if (!io.account().Tick(work)) break;  // the script ends
      work = 0;
    }
  }
  static_cast<void>(io.Tick(work));
  return verdict;
}

Verdict Overrides::Match(CommandIo& io, std::string_view path, bool is_directory) const {
  if (rules_.empty()) return Verdict::kNone;
  switch (rules_.Match(io, path, is_directory)) {
    case Verdict::kIgnore: return Verdict::kWhitelist;
    case Verdict::kWhitelist: return Verdict::kIgnore;
    case Verdict::kNone: break;
  }
  return rules_.ignoring() > 0 && !is_directory ? Verdict::kIgnore : Verdict::kNone;
}

}  // namespace pysub::shell::rg
