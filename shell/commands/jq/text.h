#ifndef PYSUB_SHELL_COMMANDS_JQ_TEXT_H_
#define PYSUB_SHELL_COMMANDS_JQ_TEXT_H_

#include "shell/commands/jq/heap.h"

namespace pysub::shell::jq {

// The parts of a string between separators; an empty one parts its characters.
Value SplitText(Heap& heap, const Value& text, const Value& separator);
// Code points.
size_t TextLength(std::string_view text);
// Where the code point with this number begins; the size of the text when there are not so many.
size_t OffsetOf(std::string_view text, size_t index);

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_TEXT_H_
