#ifndef PYSUB_SHELL_COMMANDS_GIT_CONFIG_H_
#define PYSUB_SHELL_COMMANDS_GIT_CONFIG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// In the order in which they are read, so that what is nearer to the command comes last and holds.
enum class ConfigScope : uint8_t { kSystem, kGlobal, kLocal, kCommand };

// A setting. Section and name are lower case, what stands between them is as it was written.
// `begin` and `end` are there for SetConfig(), which changes these bytes and no others.
struct ConfigEntry {
  std::string key;                   // "remote.origin.url"
  std::optional<std::string> value;  // nothing: a name alone, which is true
  ConfigScope scope = ConfigScope::kLocal;
  std::string origin;         // the file, as it is shown
  size_t begin = 0, end = 0;  // of its lines, in the file
};

// A head "[section "sub"]" and where it stands.
// A name may have several heads in a file; a new setting goes below the last of them.
struct ConfigSection {
  std::string name;  // "remote.origin"
  size_t begin = 0, body = 0, end = 0;
};

// A file of settings, taken apart.
struct ConfigFile {
  std::string text;
  std::vector<ConfigEntry> entries;
  std::vector<ConfigSection> sections;
  size_t bad_line = 0;  // 0: all is well
};

// Takes a text apart; what is wrong is in bad_line. False: the script ends.
bool ParseConfig(Git& git, ConfigFile* file);
// "Section.sub.NAME" as ConfigEntry has it; nothing: it is no key.
std::optional<std::string> NormalKey(std::string_view key);
// Says what is wrong with one that has none. True: it is the section that it lacks.
bool SayBadKey(Git& git, const std::string& key);
std::optional<bool> ParseBool(std::string_view text);
// With k, m, g.
std::optional<int64_t> ParseConfigInt(std::string_view text);

// All settings that hold, in the order in which they were read: the last one decides.
// Values stay texts. What they mean depends on who asks, and a bad one matters only to them.
class Config {
 public:
  bool Load(Git& git);
  // The file of a scope; empty: there is none.
  static std::string PathOf(Git& git, ConfigScope scope);
  bool ReadFile(Git& git, const std::string& path, ConfigScope scope, std::string_view shown,
                bool must_exist = false);

  const ConfigEntry* Find(std::string_view key) const;
  std::optional<std::string> Get(std::string_view key) const;
  bool GetBool(std::string_view key, bool otherwise) const;
  int64_t GetInt(std::string_view key, int64_t otherwise) const;
  const std::vector<ConfigEntry>& entries() const { return entries_; }
  void Clear() {
    entries_.clear();
    order_.clear();
  }

 private:
  std::vector<ConfigEntry> entries_;
  // By key, and equal keys as they were read: a file may have many, and all are asked for. Made
  // when the first one is.
  mutable std::vector<uint32_t> order_;
};

// How SetConfig() changes a file.
// kSet and kUnset refuse a key that has several values; the kinds for all of them do not.
enum class ConfigChange : uint8_t { kSet, kAdd, kReplaceAll, kUnset, kUnsetAll };
// Changes a file and leaves all else in it as it is. The status of `git config`; it has said why.
int SetConfig(Git& git, const std::string& path, ConfigChange change, std::string_view key,
              std::string_view value, std::string_view value_pattern = "");
// Renames a section, or removes it when `to` is empty. False: there is none.
bool ChangeSection(Git& git, const std::string& path, std::string_view from, std::string_view to,
                   bool* found);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_CONFIG_H_
