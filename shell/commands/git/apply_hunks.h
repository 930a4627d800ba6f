#ifndef PYSUB_SHELL_COMMANDS_GIT_APPLY_HUNKS_H_
#define PYSUB_SHELL_COMMANDS_GIT_APPLY_HUNKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/patch/patch_text.h"

namespace pysub::shell::git {

// A line of a file while hunks are put into it: a part of the file or of the patch, which both
// outlive it.
struct ImageLine {
  std::string_view text;
  bool is_patched = false;  // no later hunk may touch it
};
using Image = std::vector<ImageLine>;

// How git looks for the place of a hunk.
struct PlaceOptions {
  bool zero = false;     // --unidiff-zero: that there is no context says nothing
  bool blanks = false;   // white space is compared by there being some
  bool overlap = false;  // lines that a hunk made may be changed by the next
  bool verbose = false;
  int64_t context = -1;  // how little context is enough; -1: all of it
};

// Puts a hunk where its old lines are, as near as may be to the line that it names; `first` are
// the numbers of its head. A hunk of line 1 has to be at the begin, one that ends without context
// at the end, before it is tried elsewhere. False: there is no such place.
// *blank: a new empty line that begins the blank end of the file.
bool PutHunk(Git& git, const PlaceOptions& o, const Hunk& hunk, const uint64_t (&first)[2],
             int number, Image* image, const HunkLine** blank);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_APPLY_HUNKS_H_
