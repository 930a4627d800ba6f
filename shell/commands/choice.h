#ifndef PYSUB_SHELL_COMMANDS_CHOICE_H_
#define PYSUB_SHELL_COMMANDS_CHOICE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"

namespace pysub::shell {

// A word that may stand behind an option, and what it means. Words of one meaning stand together in
// the list of what is valid.
template <typename T>
struct Choice {
  std::string_view word;
  T value;
};

// *value becomes what a word, which may be abbreviated, means. False: it was refused with the
// list of what is valid.
template <typename T, size_t count>
bool Choose(CommandIo& io, std::string_view option, std::string_view word,
            const Choice<T> (&choices)[count], T* value) {
  const Choice<T>* found = nullptr;
  bool ambiguous = false;
  for (const Choice<T>& choice : choices) {
    if (choice.word.starts_with(word)) {
      ambiguous |= found != nullptr && found->value != choice.value;
      found = &choice;
    }
    if (choice.word != word) continue;
    ambiguous = false;
    break;
  }
  if (found != nullptr && !ambiguous) {
    *value = found->value;
    return true;
  }
  io.Error((ambiguous ? "ambiguous argument " : "invalid argument ") + QuoteWord(word) + " for " +
           QuoteWord(option));
  std::string text = "Valid arguments are:";
  for (size_t i = 0; i < count; ++i) {
    bool same = i > 0 && choices[i].value == choices[i - 1].value;
    text += (same ? ", " : "\n  - ") + QuoteWord(choices[i].word);
  }
  io.Write(2, text + "\n");
  return false;
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_CHOICE_H_
