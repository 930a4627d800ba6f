#ifndef PYSUB_SHELL_CLI_USAGE_PAPERS_H_
#define PYSUB_SHELL_CLI_USAGE_PAPERS_H_

#include <string>
#include <string_view>

#include "shell/cli/usage/table.h"

// What is written of the table for people and for other programs.
namespace pysub::usage {

// "pysub snapshot inspect"
std::string FullName(const Program& program, const Command& command);
// "usage: pysub resume [option] ... FILE\n"
std::string UsageLine(const Program& program, const Command& command);
// -h
std::string CommandHelp(const Program& program, const Command& command);
// Of all commands that begin with the word: "snapshot".
std::string FamilyUsage(const Program& program, std::string_view family);
std::string FamilyHelp(const Program& program, std::string_view family);
// A manual page of section 1, for man.
std::string ManualPage(const Program& program);
// What `shell` (bash, zsh or fish) reads to complete the program's commands, options and values.
std::string Completions(const Program& program, std::string_view shell);

}  // namespace pysub::usage

#endif  // PYSUB_SHELL_CLI_USAGE_PAPERS_H_
