#ifndef PYSUB_SHELL_COMMANDS_FILES_REALPATH_H_
#define PYSUB_SHELL_COMMANDS_FILES_REALPATH_H_

#include <string>
#include <string_view>

namespace pysub::shell {

// How to get from the directory `base` to `path`; both absolute and without ".", ".." and links.
std::string RelativeTo(std::string_view path, std::string_view base);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_REALPATH_H_
