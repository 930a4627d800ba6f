#ifndef PYSUB_SHELL_RUN_HISTORY_FILE_H_
#define PYSUB_SHELL_RUN_HISTORY_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pysub::shell {

struct Process;

// The file of the history: an entry is a line, or, with HISTTIMEFORMAT, "#1700000000" and lines.
// All answer whether it worked; nobody is told why not, as in bash.

// Entries behind line `from` of the file, which then is where the shell has read to.
bool ReadHistoryFile(Process& process, const std::string& path, int64_t from);
bool WriteHistoryFile(Process& process, const std::string& path);
// The youngest entries, those of this session that no file has.
bool AppendHistoryFile(Process& process, const std::string& path);
// No more lines than HISTFILESIZE.
void FollowHistoryFileSize(Process& process);

// `set -o history`, and the beginning of an interactive shell: the file is read, unless lines were
// remembered already.
void LoadHistory(Process& process);
// The shell ends.
void SaveHistory(Process& process);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_HISTORY_FILE_H_
