#ifndef PYSUB_SHELL_CLI_RUN_TOOL_H_
#define PYSUB_SHELL_CLI_RUN_TOOL_H_

namespace pysub {

// `pysub tool ...`: becomes pysub-tool, which lies beside this program or on PATH. A program of its
// own because the libraries that it needs would nearly double the instructions that `pysub -c pass`
// takes. Returns the exit status when there is none.
int RunTool(char** argv);

// `pysub doctor`: versions, and what the kernel gives to a worker, which pysub-worker tries and
// says.
int RunDoctor();

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_RUN_TOOL_H_
