// Files of settings. They are read as a whole; a change replaces or adds lines and leaves the rest
// of the file, comments too, as it was.
//
//   [core]                         section "core"
//       bare = false               core.bare
//   [remote "Origin"]              section "remote.Origin": what is in quotes keeps its case
//       url = /srv/a  ; a comment  remote.Origin.url
//       mirror                     a name alone is true
//
// Each entry knows which bytes of the file are its lines, so that changing one leaves all the
// others.

#include "shell/commands/git/config.h"

#include <algorithm>
#include <cerrno>
#include <numeric>

#include "shell/commands/simple.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {
namespace {

constexpr size_t kMostConfig = 8 << 20;  // bytes of a file
// Files that include each other come to an end there, as with git.
constexpr int kMostIncludes = 10;

bool IsNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Reads one text from its beginning to its end.
// A text that is wrong somewhere is wrong as a whole: git refuses to work with such a file.
class Parser {
 public:
  Parser(Git& git, ConfigFile* file) : git_(git), file_(*file), text_(file->text) {}

  bool Run() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    while (at_ < text_.size() && file_.bad_line == 0) {
      if (!git_.Tick(16)) return false;
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (IsSpace(c)) {
        ++at_;
      } else if (c == '#' || c == ';') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '[') {
        ReadSection();
      } else {
        ReadEntry();
      }
    }
    if (!file_.sections.empty()) file_.sections.back().end = text_.size();
    return true;
  }

 private:
  void Bad() { file_.bad_line = line_; }

  void ReadSection() {
    const size_t begin = at_++;
    std::string name;
    while (at_ < text_.size() && (IsNameChar(text_[at_]) || text_[at_] == '.'))
      name += Lower(text_.substr(at_++, 1));
    if (at_ < text_.size() && IsSpace(text_[at_])) {
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
      if (at_ >= text_.size() || text_[at_] != '"') return Bad();
      ++at_;
      name += '.';
      for (;; ++at_) {
        if (at_ >= text_.size() || text_[at_] == '\n') return Bad();
        if (text_[at_] == '"') break;
        if (text_[at_] == '\\' && ++at_ >= text_.size()) return Bad();
        name += text_[at_];
      }
      ++at_;
    }
    if (at_ >= text_.size() || text_[at_] != ']' || name.empty()) return Bad();
    ++at_;
    if (!file_.sections.empty()) file_.sections.back().end = begin;
    if (!git_.Charge(2 * name.size() + sizeof(ConfigSection))) return;
    file_.sections.push_back({name, begin, at_, at_});
  }

  void ReadEntry() {
    if (file_.sections.empty() || !IsLetter(text_[at_])) return Bad();
    // The line begins behind the last newline, or behind the head of the section.
    size_t begin = at_;
    while (begin > file_.sections.back().body && text_[begin - 1] != '\n') --begin;
    ConfigEntry entry;
    entry.key = file_.sections.back().name + ".";
    while (at_ < text_.size() && IsNameChar(text_[at_])) entry.key += Lower(text_.substr(at_++, 1));
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ < text_.size() && text_[at_] == '=') {
      ++at_;
      std::string value;
      if (!ReadValue(&value)) return Bad();
      entry.value = std::move(value);
    } else if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '#' && text_[at_] != ';' &&
               text_[at_] != '\r') {
      return Bad();
    }
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    entry.begin = begin;
    entry.end = std::min(at_ + 1, text_.size());
    if (!git_.Charge(entry.key.size() + (entry.value ? entry.value->size() : 0) +
                     2 * sizeof(ConfigEntry)))
      return;
    file_.entries.push_back(std::move(entry));
  }

  // Up to the end of the line; a backslash there continues it.
  bool ReadValue(std::string* value) {
    bool quoted = false;
    size_t spaces = 0;
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      char c = text_[at_];
      if (c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') continue;
      if (!quoted && IsSpace(c)) {
        if (!value->empty()) ++spaces;
        continue;
      }
      if (!quoted && (c == '#' || c == ';')) break;
      value->append(std::exchange(spaces, 0), ' ');
      if (c == '"') {
        quoted = !quoted;
        continue;
      }
      if (c == '\\') {
        if (++at_ >= text_.size()) return false;
        c = text_[at_];
        if (c == '\n') {
          ++line_;
          continue;
        }
        if (c == 'n')
          c = '\n';
        else if (c == 't')
          c = '\t';
        else if (c == 'b')
          c = '\b';
        else if (c != '"' && c != '\\')
          return false;
      }
      *value += c;
    }
    return !quoted;
  }

  Git& git_;
  ConfigFile& file_;
  std::string_view text_;
  size_t at_ = 0, line_ = 1;
};

// A value as a file has it.
std::string WrittenValue(std::string_view value) {
  bool quote = !value.empty() && (value.front() == ' ' || value.back() == ' ');
  std::string text;
  for (char c : value) {
    if (c == ';' || c == '#') quote = true;
    if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c == '"' || c == '\\')
      text += std::string("\\") + c;
    else
      text += c;
  }
  return quote ? "\"" + text + "\"" : text;
}

std::string WrittenSection(std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return "[" + std::string(name) + "]\n";
  std::string text = "[" + std::string(name.substr(0, dot)) + " \"";
  for (char c : name.substr(dot + 1)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"]\n";
}

// The name of the last part, and what stands before it.
std::pair<std::string_view, std::string_view> SplitKey(std::string_view key) {
  const size_t dot = key.rfind('.');
  return {key.substr(0, dot), key.substr(dot + 1)};
}

// The repository's own file is named from where git works.
std::string Shown(const Git& git, const std::string& path) {
  return path == git.GitPath("config") ? git.git_dir_shown + "/config" : path;
}

bool ReadConfigFile(Git& git, const std::string& path, ConfigFile* file, bool* exists,
                    std::string_view shown = "") {
  int error = 0;
  *exists = true;
  if (!git.ReadWhole(path, &file->text, &error)) {
    if (git.over()) return false;
    if (error == ENOENT || error == ENOTDIR) {
      *exists = false;
      return true;
    }
    return git.Fatal("unable to access '" + path + "': " + std::string(ErrnoText(error)));
  }
  if (file->text.size() > kMostConfig) return git.Fatal("config file '" + path + "' is too large");
  if (!ParseConfig(git, file)) return false;
  if (file->bad_line != 0) {
    return git.Fatal("bad config line " + std::to_string(file->bad_line) + " in file " +
                     (shown.empty() ? path : std::string(shown)));
  }
  return true;
}

}  // namespace

bool ParseConfig(Git& git, ConfigFile* file) { return Parser(git, file).Run() && !git.over(); }

bool SayBadKey(Git& git, const std::string& key) {
  const bool no_section = key.find('.') == std::string::npos || key.starts_with('.');
  git.Err((no_section ? "error: key does not contain a section: " : "error: invalid key: ") + key +
          "\n");
  return no_section;
}

std::optional<std::string> NormalKey(std::string_view key) {
  const size_t first = key.find('.'), last = key.rfind('.');
  if (first == std::string_view::npos || first == 0 || last + 1 >= key.size()) return std::nullopt;
  std::string normal;
  for (size_t i = 0; i < key.size(); ++i) {
    const bool sub = i > first && i < last;
    if (!sub && i != first && i != last && !IsNameChar(key[i])) return std::nullopt;
    if (sub && key[i] == '\n') return std::nullopt;
    normal += sub ? std::string(1, key[i]) : Lower(key.substr(i, 1));
  }
  if (!IsLetter(normal[last + 1])) return std::nullopt;
  return normal;
}

std::optional<bool> ParseBool(std::string_view text) {
  const std::string lower = Lower(text);
  if (lower == "true" || lower == "yes" || lower == "on") return true;
  if (lower.empty() || lower == "false" || lower == "no" || lower == "off") return false;
  if (std::optional<int64_t> number = ParseConfigInt(text)) return *number != 0;
  return std::nullopt;
}

std::optional<int64_t> ParseConfigInt(std::string_view text) {
  int64_t unit = 1;
  if (!text.empty()) {
    const std::string last = Lower(text.substr(text.size() - 1));
    if (last == "k") unit = 1 << 10;
    if (last == "m") unit = 1 << 20;
    if (last == "g") unit = 1 << 30;
    if (unit > 1) text.remove_suffix(1);
  }
  std::optional<int64_t> number = ParseNumber(text);
  int64_t value = 0;
  if (!number || __builtin_mul_overflow(*number, unit, &value)) return std::nullopt;
  return value;
}

std::string Config::PathOf(Git& git, ConfigScope scope) {
  switch (scope) {
    case ConfigScope::kSystem: return "/etc/gitconfig";
    case ConfigScope::kGlobal: {
      if (std::optional<std::string> file = git.Env("GIT_CONFIG_GLOBAL")) return *file;
      const std::optional<std::string> home = git.Env("HOME");
      return home && !home->empty() ? *home + "/.gitconfig" : "";
    }
    case ConfigScope::kLocal: return git.git_dir.empty() ? "" : git.GitPath("config");
    case ConfigScope::kCommand: break;
  }
  return "";
}

bool Config::ReadFile(Git& git, const std::string& path, ConfigScope scope, std::string_view shown,
                      bool must_exist) {
  // Files that include others: a list instead of recursion, and no more than kMostIncludes deep.
  // What is included takes the place of the line that does so.
  struct Open {
    ConfigFile file;
    std::string path, shown;
    size_t next = 0;
  };
  std::vector<Open> open;
  auto push = [&](const std::string& name, std::string_view as, bool must) {
    Open more{.path = name, .shown = std::string(as)};
    bool exists = false;
    if (!ReadConfigFile(git, name, &more.file, &exists, as)) return false;
    if (!exists && must)
      return git.Fatal("unable to read config file '" + std::string(as) +
                       "': No such file or directory");
    if (exists) open.push_back(std::move(more));
    return true;
  };
  if (!push(path, shown, must_exist)) return false;
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next >= top.file.entries.size()) {
      open.pop_back();
      continue;
    }
    if (!git.Tick(16)) return false;
    ConfigEntry entry = top.file.entries[top.next++];
    entry.scope = scope;
    entry.origin = top.shown;
    std::string included = entry.key == "include.path" && entry.value ? *entry.value : "";
    entries_.push_back(std::move(entry));
    if (included.empty()) continue;
    if (open.size() > kMostIncludes) {
      return git.Fatal("exceeded maximum include depth (10) while including\n\t" + included +
                       "\nfrom\n\t" + top.shown + "\nThis might be due to circular includes.");
    }
    if (included.starts_with("~/")) included = git.Env("HOME").value_or("") + included.substr(1);
    if (!included.starts_with('/')) included = JoinPath(DirectoryOf(top.path), included);
    if (!push(included, included, false)) return false;
  }
  return true;
}

bool Config::Load(Git& git) {
  Clear();
  if (!git.Env("GIT_CONFIG_NOSYSTEM") &&
      !ReadFile(git, "/etc/gitconfig", ConfigScope::kSystem, "/etc/gitconfig"))
    return false;
  const std::optional<std::string> home = git.Env("HOME"), xdg = git.Env("XDG_CONFIG_HOME");
  std::string more;
  if (xdg && !xdg->empty())
    more = *xdg + "/git/config";
  else if (home && !home->empty())
    more = *home + "/.config/git/config";
  if (!more.empty() && !git.Env("GIT_CONFIG_GLOBAL") &&
      !ReadFile(git, more, ConfigScope::kGlobal, more))
    return false;
  const std::string global = PathOf(git, ConfigScope::kGlobal);
  if (!global.empty() && !ReadFile(git, global, ConfigScope::kGlobal, global)) return false;
  if (!git.git_dir.empty()) {
    const std::string local = git.GitPath("config");
    if (!ReadFile(git, local, ConfigScope::kLocal, git.git_dir_shown + "/config")) return false;
  }
  for (const std::string& text : git.overrides) {
    const size_t equals = text.find('=');
    const std::string_view key = std::string_view(text).substr(0, equals);
    std::optional<std::string> normal = NormalKey(key);
    if (!normal) {
      git.Err("error: key does not contain a section: " + std::string(key) + "\n");
      return git.Fatal("unable to parse command-line config");
    }
    ConfigEntry entry{
        .key = *normal, .value = {}, .scope = ConfigScope::kCommand, .origin = "command line:"};
    if (equals != std::string::npos) entry.value = text.substr(equals + 1);
    entries_.push_back(std::move(entry));
  }
  uint64_t held = 0;
  for (const ConfigEntry& entry : entries_)
    held += sizeof(ConfigEntry) * 2 + 2 * sizeof(uint32_t) + entry.key.size() +
            entry.origin.size() + (entry.value ? entry.value->size() : 0);
  return git.ChargeCache(static_cast<int64_t>(held));
}

const ConfigEntry* Config::Find(std::string_view key) const {
  if (order_.size() != entries_.size()) {
    order_.resize(entries_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(
        order_, {}, [this](uint32_t at) -> const std::string& { return entries_[at].key; });
  }
  const auto behind = std::ranges::upper_bound(
      order_, key, {}, [this](uint32_t at) -> std::string_view { return entries_[at].key; });
  if (behind == order_.begin() || entries_[*(behind - 1)].key != key) return nullptr;
  return &entries_[*(behind - 1)];
}

std::optional<std::string> Config::Get(std::string_view key) const {
  const ConfigEntry* entry = Find(key);
  if (entry == nullptr) return std::nullopt;
  return entry->value.value_or("");
}

bool Config::GetBool(std::string_view key, bool otherwise) const {
  const ConfigEntry* entry = Find(key);
  if (entry == nullptr) return otherwise;
  return !entry->value || ParseBool(*entry->value).value_or(otherwise);
}

int64_t Config::GetInt(std::string_view key, int64_t otherwise) const {
  const ConfigEntry* entry = Find(key);
  if (entry == nullptr || !entry->value) return otherwise;
  return ParseConfigInt(*entry->value).value_or(otherwise);
}

int SetConfig(Git& git, const std::string& path, ConfigChange change, std::string_view key,
              std::string_view value, std::string_view value_pattern) {
  ConfigFile file;
  bool exists = false;
  if (!ReadConfigFile(git, path, &file, &exists, Shown(git, path))) return git.over() ? 2 : 3;
  const bool unsets = change == ConfigChange::kUnset || change == ConfigChange::kUnsetAll;
  const std::string wanted = NormalKey(key).value_or("");
  std::vector<const ConfigEntry*> found;
  std::unique_ptr<Regex> regex;
  const bool negated = value_pattern.starts_with('!');
  if (!value_pattern.empty()) {
    std::string error;
    regex = Regex::Compile(value_pattern.substr(negated ? 1 : 0),
                           {.syntax = RegexSyntax::kPosixExtended}, &git.io().account(), &error);
    if (!regex) {
      git.Err("error: invalid pattern: " + std::string(value_pattern) + "\n");
      return 6;
    }
  }
  for (const ConfigEntry& entry : file.entries) {
    if (!git.Tick(8)) return 2;
    if (entry.key != wanted) continue;
    if (regex) {
      const std::string text = entry.value.value_or("");
      const bool matches = regex->Search(RegexSubject(text), 0, nullptr, 0, RegexAnchor::kNone,
                                         &git.io().account()) == RegexOutcome::kMatch;
      if (matches == negated) continue;
    }
    found.push_back(&entry);
  }
  if (unsets && found.empty()) return 5;
  if ((change == ConfigChange::kSet || change == ConfigChange::kUnset) && found.size() > 1) {
    git.Err("warning: " + std::string(key) + " has multiple values\n");
    if (change == ConfigChange::kSet)
      git.Err(
          "error: cannot overwrite multiple values with a single value\n       Use a regexp, --add "
          "or --replace-all to change " +
          std::string(key) + ".\n");
    return 5;
  }
  const auto [section, name] = SplitKey(key);
  const std::string line = "\t" + std::string(name) + " = " + WrittenValue(value) + "\n";
  std::string result;
  size_t from = 0;
  if (change != ConfigChange::kAdd && !found.empty()) {
    for (size_t i = 0; i < found.size(); ++i) {
      result.append(file.text, from, found[i]->begin - from);
      if (!unsets && i + 1 == found.size()) {
        if (!result.empty() && result.back() != '\n') result += '\n';
        result += line;
      }
      from = found[i]->end;
    }
    result.append(file.text, from);
    if (unsets) {
      // A section that has nothing in it any more goes, too.
      ConfigFile after{.text = result};
      if (!ParseConfig(git, &after)) return 2;
      for (size_t i = after.sections.size(); i-- > 0;) {
        const ConfigSection& part = after.sections[i];
        if (part.name != section) continue;
        const std::string_view body =
            std::string_view(result).substr(part.body, part.end - part.body);
        if (Trimmed(body).empty()) result.erase(part.begin, part.end - part.begin);
      }
    }
  } else {
    const ConfigSection* last = nullptr;
    for (const ConfigSection& part : file.sections)
      if (part.name == section) last = &part;
    if (last == nullptr) {
      result = file.text;
      if (!result.empty() && result.back() != '\n') result += '\n';
      result += WrittenSection(section) + line;
    } else {
      // Behind the last setting of the section, before blank lines and comments that follow.
      size_t at = last->body;
      for (const ConfigEntry& entry : file.entries)
        if (entry.begin >= last->body && entry.end <= last->end) at = entry.end;
      if (at == last->body && at < file.text.size() && file.text[at] == '\n') ++at;
      result = file.text.substr(0, at);
      if (!result.empty() && result.back() != '\n') result += '\n';
      result += line + file.text.substr(at);
    }
  }
  if (!git.WriteWhole(path, result)) return git.over() ? 2 : 4;
  return 0;
}

bool ChangeSection(Git& git, const std::string& path, std::string_view from, std::string_view to,
                   bool* found) {
  ConfigFile file;
  bool exists = false;
  *found = false;
  if (!ReadConfigFile(git, path, &file, &exists, Shown(git, path))) return false;
  std::string result;
  size_t at = 0;
  for (const ConfigSection& part : file.sections) {
    if (!git.Tick(8)) return false;
    if (part.name != from) continue;
    *found = true;
    result.append(file.text, at, part.begin - at);
    if (!to.empty()) {
      std::string head = WrittenSection(to);
      head.pop_back();
      result += head;
      at = part.body;
    } else {
      at = part.end;
    }
  }
  result.append(file.text, at);
  return !*found || git.WriteWhole(path, result);
}

}  // namespace pysub::shell::git
