#ifndef PYSUB_SHELL_CLI_PYTHON_PROMPT_H_
#define PYSUB_SHELL_CLI_PYTHON_PROMPT_H_

#include "shell/python/python_options.h"

namespace pysub {

// PythonOptions::prompt of pysub-shell: the prompt of pysub, with the files, the directory and the
// limits of the shell. `raw`: as --raw.
int RunPythonPrompt(const PythonPrompt& prompt, bool raw);

}  // namespace pysub

#endif  // PYSUB_SHELL_CLI_PYTHON_PROMPT_H_
