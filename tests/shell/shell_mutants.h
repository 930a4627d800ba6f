// Snapshots of shells with lies in them, and what must hold of each: it is refused with a message,
// or runs within its limits.
#ifndef PYSUB_TESTS_SHELL_SHELL_MUTANTS_H_
#define PYSUB_TESTS_SHELL_SHELL_MUTANTS_H_

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace pysub {

// Snapshots of a script at places that `random` chooses, at most `count`.
std::vector<std::string> ShellSnapshotsOf(std::string_view script, int count,
                                          std::mt19937_64& random);

// Changes some bytes, as damage would or somebody who knows the format; the checksum is right
// again. Pieces come from `other`.
void MutateShell(std::string& bytes, std::string_view other, std::mt19937_64& random);

// Ends the program when a promise is broken. True: the bytes were accepted and ran.
bool PlayShellSnapshot(std::string_view bytes);

}  // namespace pysub

#endif  // PYSUB_TESTS_SHELL_SHELL_MUTANTS_H_
