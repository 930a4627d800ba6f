#ifndef PYSUB_SHELL_COMMANDS_GIT_PATHSPEC_H_
#define PYSUB_SHELL_COMMANDS_GIT_PATHSPEC_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// Whether a glob matches a whole text: * ? [...] \ and, where `slashes`, * and ? match no slash and
// ** stands for directories. All places of the glob where a match may be go over the text together,
// so time is the size of one times that of the other at most.
// (The usual matcher tries again from each star: for "*a*a*a*b" each star multiplies its time.)
bool WildMatch(Git& git, std::string_view glob, std::string_view text, bool slashes,
               bool ignore_case = false);
bool HasWildcards(std::string_view text);

// Which paths a command is about: names of files and directories, globs, ":(exclude)x", ":/x".
// A path matches when one item does that is no exclude, and no exclude does. With excludes alone,
// all the rest matches.
class Pathspec {
 public:
  // Words of the user. Nothing: all paths. False: one leads out of the work tree or is not
  // understood; that was said.
  bool Parse(Git& git, std::span<const std::string> words);
  void AddLiteral(std::string path) { items_.push_back({.text = path, .path = path}); }
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  bool Matches(Git& git, std::string_view path) const;
  // Something below the directory may match.
  // True where it is not sure: it only saves reading trees in which nothing can match.
  bool MayMatchBelow(Git& git, std::string_view directory) const;
  // Which item matches first; -1: none.
  int MatchOf(Git& git, std::string_view path) const;
  // Marks the items that match, for those who complain about the others.
  void Mark(Git& git, std::string_view path, std::vector<uint8_t>* seen) const;
  // As the user wrote it.
  const std::string& TextOf(size_t item) const { return items_[item].text; }
  // The path of an item, without a slash at the end.
  const std::string& PathOf(size_t item) const { return items_[item].path; }
  bool IsExclude(size_t item) const { return items_[item].exclude; }
  bool IsGlob(size_t item) const { return items_[item].glob; }

 private:
  // `path` is what lies below the root of the work tree; `text` is for messages.
  struct Item {
    std::string text, path;
    bool exclude = false, glob = false, slashes = false, ignore_case = false, directory = false;
  };
  bool ItemMatches(Git& git, const Item& item, std::string_view path) const;
  std::vector<Item> items_;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PATHSPEC_H_
