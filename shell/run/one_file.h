#ifndef PYSUB_SHELL_RUN_ONE_FILE_H_
#define PYSUB_SHELL_RUN_ONE_FILE_H_

namespace pysub::shell {

class CommandIo;

// For a command that steps: whether both descriptors lead to one regular file, be it opened once or
// twice, so that what is written to the one is read from the other. A CommandIo that is not of a
// shell knows of none.
bool AreOneFile(const CommandIo& io, int left, int right);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_ONE_FILE_H_
