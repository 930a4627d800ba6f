#include "shell/commands/rg/types.h"

#include <algorithm>

namespace pysub::shell::rg {
namespace {

struct Row {
  std::string_view name;
  std::string_view globs;  // with commas between them
};
constexpr Row kRows[] = {
#include "shell/commands/rg/types.inc"
};

}  // namespace

FileTypes::FileTypes() {
  for (const Row& row : kRows) {
    std::vector<std::string>& globs = types_[std::string(row.name)];
    for (std::string_view rest = row.globs;;) {
      const size_t comma = rest.find(',');
      globs.emplace_back(rest.substr(0, comma));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
}

bool FileTypes::Add(std::string_view definition) {
  const size_t colon = definition.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string name(definition.substr(0, colon));
  std::string_view glob = definition.substr(colon + 1);
  if (name.empty() || name == "all" || glob.empty()) return false;
  if (std::any_of(name.begin(), name.end(), [](char c) {
        return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 static_cast<uint8_t>(c) >= 0x80);
      }))
    return false;
  if (!glob.starts_with("include:")) {
    if (glob.find(':') != std::string_view::npos) return false;
    types_[name].emplace_back(glob);
    return true;
  }
  // "include:" takes the globs of other types as they are now.
  glob.remove_prefix(8);
  std::vector<std::string> all;
  for (bool more = true; more;) {
    const size_t comma = glob.find(',');
    more = comma != std::string_view::npos;
    auto found = types_.find(std::string(glob.substr(0, comma)));
    if (found == types_.end()) return false;
    all.insert(all.end(), found->second.begin(), found->second.end());
    glob.remove_prefix(more ? comma + 1 : glob.size());
  }
  std::vector<std::string>& globs = types_[name];
  globs.insert(globs.end(), all.begin(), all.end());
  return true;
}

bool FileTypes::Select(std::string_view name, bool negated, std::string* error) {
  const bool all = name == "all";
  bool found = false;
  if (!negated) any_selected_ = true;
  for (const auto& [known, globs] : types_) {
    if (!all && known != name) continue;
    found = true;
    for (const std::string& text : globs) {
      std::string reason;
      std::optional<Glob> glob = Glob::Compile("**/" + text, false, &reason);
      if (!glob) {
        *error = "error parsing glob '" + text + "': " + reason;
        return false;
      }
      selections_.push_back({negated, std::move(*glob)});
    }
  }
  if (found) return true;
  *error = "unrecognized file type: " + std::string(name);
  return false;
}

std::string FileTypes::List() const {
  std::string out;
  for (const auto& [name, globs] : types_) {
    std::vector<std::string> sorted = globs;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    out += name + ": ";
    for (size_t i = 0; i < sorted.size(); ++i) out.append(i == 0 ? "" : ", ").append(sorted[i]);
    out += '\n';
  }
  return out;
}

Verdict FileTypes::Match(CommandIo& io, std::string_view path, bool is_directory) const {
  if (selections_.empty() || is_directory) return Verdict::kNone;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  uint64_t work = 0;
  for (size_t i = selections_.size(); i-- > 0;) {
    work += selections_[i].glob.Cost(name);
    if (!selections_[i].glob.Matches(name)) continue;
    static_cast<void>(io.Tick(work));
    return selections_[i].negated ? Verdict::kIgnore : Verdict::kWhitelist;
  }
  static_cast<void>(io.Tick(work));
  return any_selected_ ? Verdict::kIgnore : Verdict::kNone;
}

}  // namespace pysub::shell::rg
