#ifndef PYSUB_SHELL_RUN_REDIRECT_H_
#define PYSUB_SHELL_RUN_REDIRECT_H_

#include <span>
#include <string>
#include <string_view>

#include "shell/run/process.h"

// Opening, and reading what stands behind a descriptor.
namespace pysub::shell {

// The frame on top opens its redirections one after another: its `index` is the next one. kDone:
// all are open, or command.redirect_failed is set and a message was printed. `permanent`: they stay
// when the command ends, as with exec.
Run ApplyRedirects(Process& process, std::span<const Redirect> redirects, bool permanent);
// `flags`: files::kOpenRead ... Null: *error says why.
Ref<Description> OpenPath(Process& process, std::string_view path, uint32_t flags, int* error);
// Reads up to and with `delimiter`, never more: what follows is for the next reader. The text is
// charged to process.builtin.
IoStatus ReadThrough(Process& process, int fd, char delimiter, size_t limit, std::string* line,
                     bool* found, int* error);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_REDIRECT_H_
