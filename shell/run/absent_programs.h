#ifndef PYSUB_SHELL_RUN_ABSENT_PROGRAMS_H_
#define PYSUB_SHELL_RUN_ABSENT_PROGRAMS_H_

#include <string_view>

namespace pysub::shell {

// What is near a well-known program that this sandbox does not have: "grep -rn or rg". Empty:
// `name` is none of those that scripts ask for. No system calls; a search through a short table.
std::string_view NearestOf(std::string_view name);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_ABSENT_PROGRAMS_H_
