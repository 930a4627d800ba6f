#ifndef PYSUB_SHELL_COMMANDS_JQ_LIBRARY_H_
#define PYSUB_SHELL_COMMANDS_JQ_LIBRARY_H_

#include <span>
#include <string_view>

namespace pysub::shell::jq {

// A function that is written in jq: "NAME/ARITY" and its definition.
struct LibraryRow {
  std::string_view name;
  std::string_view text;
};
std::span<const LibraryRow> LibraryRows();
// Empty: there is none.
std::string_view LibraryText(std::string_view name);
// Whether jq tells of it (builtins).
bool IsPublic(std::string_view name);
// Names of functions that are instructions.
std::span<const std::string_view> InstructionNames();

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_LIBRARY_H_
