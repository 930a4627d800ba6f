#ifndef PYSUB_SHELL_COMMANDS_GIT_IDENTITY_H_
#define PYSUB_SHELL_COMMANDS_GIT_IDENTITY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// "Name <mail> 1700000000 +0100", taken apart.
// Nothing of it need be sound: commits are hostile, and other tools have written "<>" and no time.
// A part that is not understood stays empty or 0, as git shows it.
struct Identity {
  std::string name, mail;
  int64_t time = 0;
  int zone = 0;              // 100 for +0100
  std::string Text() const;  // the opposite
};
Identity ParseIdentity(std::string_view text);

// Who makes commits, as variables and settings say, with the time; for reflogs, which need no
// name.
// GIT_COMMITTER_NAME counts more than user.name. The time is the sandbox's clock, so a script gives
// the same names of commits each time it runs with the same clock.
std::string Committer(Git& git);
// The same for a commit. False: nobody is known; that was said.
bool CommitterForCommit(Git& git, std::string* text);
bool AuthorForCommit(Git& git, std::string* text, std::string_view date = "");

// A date as users write it: "2024-01-31 10:00", "@1700000000 +0000", "2 weeks ago".
// `zone` is kept only to be shown: `time` is in seconds of UTC.
struct Moment {
  int64_t time = 0;
  int zone = 0;
};
std::optional<Moment> ParseMoment(Git& git, std::string_view text);
// Strictly, as GIT_AUTHOR_DATE and --date want it.
std::optional<Moment> ParseCommitDate(Git& git, std::string_view text);
// A time as --date=MODE shows it; nothing: there is no such mode.
std::optional<std::string> ShowDate(Git& git, int64_t time, int zone, std::string_view mode);
// Says that there is none. False.
bool RefuseDateMode(Git& git, std::string_view mode);
std::string ZoneText(int zone);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_IDENTITY_H_
