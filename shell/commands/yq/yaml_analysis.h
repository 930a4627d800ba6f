#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_ANALYSIS_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_ANALYSIS_H_

#include <string>
#include <string_view>

#include "shell/commands/jq/heap.h"

namespace pysub::shell::yq {

// How a text may be written in YAML's block style.
struct Analysis {
  bool multiline = false;
  bool allows_plain = false, allows_single = false;
};
Analysis Analyze(jq::Heap& heap, std::string_view text);

// Of a long text no more is copied at a time.
constexpr size_t kPiece = 16 << 10;
// `end`, or the end of a character a piece behind `begin`.
size_t PieceEnd(std::string_view text, size_t begin, size_t end);
// Bytes of the line break at `at`; 0: there is none. A carriage return is none when YAML is
// written.
size_t LineBreakAt(std::string_view text, size_t at);
size_t CharacterSize(std::string_view text, size_t at);
size_t CharactersOf(std::string_view text);
// The escape of the character at `at` in double quotes; empty: it stands for itself.
std::string EscapeOf(std::string_view text, size_t at);

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_ANALYSIS_H_
