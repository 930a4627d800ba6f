#ifndef PYSUB_SHELL_COMMANDS_FILES_PROMPT_ANSWER_H_
#define PYSUB_SHELL_COMMANDS_FILES_PROMPT_ANSWER_H_

#include <optional>
#include <string>

#include "pysub/shell/command.h"

namespace pysub::shell {

// A question of cp -i, mv -i, rm -i ... Asks once; no value: the answer has not come,
// return Progress::Wait().
class Prompt {
 public:
  std::optional<bool> Ask(CommandIo& io, const std::string& question) {
    if (!asked_) io.Write(2, question);
    asked_ = true;
    Line line;
    ReadStatus status = io.ReadLine(0, '\n', &line);
    if (status == ReadStatus::kWait) return std::nullopt;
    asked_ = false;
    return status == ReadStatus::kData &&
           (line.text.starts_with('y') || line.text.starts_with('Y'));
  }
  void Fields(Archive& archive) { archive(asked_); }

 private:
  bool asked_ = false;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_PROMPT_ANSWER_H_
