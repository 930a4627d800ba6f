// Runs a program to its end, or to the end of our patience.
#ifndef PYSUB_TESTS_RUNNER_CHILD_PROCESS_H_
#define PYSUB_TESTS_RUNNER_CHILD_PROCESS_H_

#include <string>
#include <string_view>
#include <vector>

namespace pysub {

struct ChildResult {
  std::string stdout_text;  // invalid UTF-8 shown as \xNN
  std::string stderr_text;
  int exit_code = 0;  // 128 + signal when one ended it
  bool timed_out = false;
};

// Starts `command` in `folder` with `stdin_text` as its standard input. Output past 16 MiB is
// dropped.
ChildResult RunChild(const std::vector<std::string>& command, const std::string& folder,
                     std::string_view stdin_text, int timeout_ms);

}  // namespace pysub

#endif  // PYSUB_TESTS_RUNNER_CHILD_PROCESS_H_
