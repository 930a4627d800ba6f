#ifndef PYSUB_SHELL_SNAPSHOT_SEAL_H_
#define PYSUB_SHELL_SNAPSHOT_SEAL_H_

#include <string>
#include <string_view>

namespace pysub::shell {

// The first bytes of a snapshot: what it is, the format, a checksum. It finds
// accidents, not strangers.
std::string AddHeader(std::string_view content);
// Whether that is what these bytes, or the first 8 of them, want to be.
bool IsShellSnapshot(std::string_view bytes);
// The content; nothing, and *error, when the bytes are something else or of another format.
bool TakeHeader(std::string_view bytes, std::string_view* content, std::string* error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SNAPSHOT_SEAL_H_
