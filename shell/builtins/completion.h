#ifndef PYSUB_SHELL_BUILTINS_COMPLETION_H_
#define PYSUB_SHELL_BUILTINS_COMPLETION_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/builtins/builtins.h"

namespace pysub::shell {

// What could complete a word, as `complete` and `compgen` are told it: bash reference manual,
// "Programmable Completion Builtins".
// It is stored as the words that make it, and read again from them: so a snapshot and `complete -p`
// have one form, and bash's own names are its only format.
struct CompletionSpec {
  // In the order in which bash takes them.
  enum class Action : uint8_t {
    kAlias,
    kArrayVar,
    kBuiltin,
    kCommand,
    kDirectory,
    kExport,
    kFile,
    kFunction,
    kJob,
    kKeyword,
    kSetopt,
    kShopt,
    kSignal,
    kUser,
    kVariable,
    kNothing,  // what there is nothing of here
  };
  struct ActionRow {
    std::string_view name;
    char letter;  // 0: none
    Action action;
  };
  // In the order of bash's list; a bit of `actions` is a row of it.
  static std::span<const ActionRow> Actions();

  static constexpr std::string_view kLetters = "abcdefgjksuvA:W:P:S:X:o:F:G:C:";

  // The letters of the option reader that are ours. False: it was complained of.
  bool Take(Process& process, char option, const std::string& value);
  bool TakeOption(Process& process, std::string_view name, bool on);
  bool IsEmpty() const { return options == 0 && actions == 0 && values.empty(); }
  // `option` must be one of the names in the list.
  bool Has(std::string_view option) const;

  // As words of `complete`, which Read() takes again.
  std::vector<std::string> Words() const;
  static CompletionSpec Read(Process& process, const std::vector<std::string>& words);

  uint32_t options = 0;                // -o, by their place in the list of names
  uint32_t actions = 0;                // by their place in Actions()
  std::map<char, std::string> values;  // -G -W -P -S -X -F -C
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_BUILTINS_COMPLETION_H_
