#ifndef PYSUB_SHELL_RUN_ANALYZE_H_
#define PYSUB_SHELL_RUN_ANALYZE_H_

#include <functional>
#include <string>
#include <string_view>

#include "pysub/shell/shell.h"

namespace pysub::shell {

// What Shell::Analyze() tells.
ScriptAnalysis AnalyzeScript(std::string_view script);
// Shell::ReadCommand().
bool ReadWholeCommand(std::string* text, const std::function<bool(std::string* line)>& more);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_ANALYZE_H_
