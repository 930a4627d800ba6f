#ifndef PYSUB_SHELL_SQLITE_WORDS_H_
#define PYSUB_SHELL_SQLITE_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/sqlite/client.h"

namespace pysub::shell::sqlite {

using Words = std::vector<std::string>;

// The words of a dot command: quoted ones as they are, those in "..." and bare ones with their
// backslashes replaced. What is behind the 51st is left out, as by the real one.
Words SplitWords(std::string_view line);
// "a\tb" with the characters that are meant.
std::string Unbackslashed(std::string_view text);
// 12, -3, 0x1f, 4KB, 2MiB ...; 0 for what is none.
int64_t NumberOf(std::string_view text);
// on, off, yes, no, or a number; says so when it is none of these, and takes it for "no".
bool SwitchOf(Client& client, std::string_view text);
// "-x" and "--x" are option "x".
bool IsOption(std::string_view word, std::string_view name);
bool IsSame(std::string_view a, std::string_view b);  // but for the case of letters

// A command with a dot: "tables" is meant by ".ta", too. `least`: how many letters it takes.
struct DotInfo {
  std::string_view name;
  size_t least;
  Dot (*run)(Client& client, const Words& words);  // null: no part of this sandbox
  std::string_view usage, help;
};

// dot_settings.cc
Dot DotBail(Client& client, const Words& words);
Dot DotBinary(Client& client, const Words& words);
Dot DotChanges(Client& client, const Words& words);
Dot DotDbConfig(Client& client, const Words& words);
Dot DotEcho(Client& client, const Words& words);
Dot DotEqp(Client& client, const Words& words);
Dot DotExplain(Client& client, const Words& words);
Dot DotHeaders(Client& client, const Words& words);
Dot DotLimit(Client& client, const Words& words);
Dot DotMode(Client& client, const Words& words);
Dot DotNullValue(Client& client, const Words& words);
Dot DotOnlyOff(Client& client, const Words& words);
Dot DotParameter(Client& client, const Words& words);
Dot DotPrompt(Client& client, const Words& words);
Dot DotSeparator(Client& client, const Words& words);
Dot DotShow(Client& client, const Words& words);
Dot DotTimeout(Client& client, const Words& words);
Dot DotWidth(Client& client, const Words& words);
// False: it was said what the modes are.
bool SetMode(Client& client, std::string_view word, std::string_view table);
// dot_schema.cc
Dot DotDatabases(Client& client, const Words& words);
Dot DotDump(Client& client, const Words& words);
Dot DotFullSchema(Client& client, const Words& words);
Dot DotIndexes(Client& client, const Words& words);
Dot DotSchema(Client& client, const Words& words);
Dot DotTables(Client& client, const Words& words);
// dot_files.cc
Dot DotBackup(Client& client, const Words& words);
Dot DotOnce(Client& client, const Words& words);
Dot DotOpen(Client& client, const Words& words);
Dot DotOutput(Client& client, const Words& words);
Dot DotRead(Client& client, const Words& words);
Dot DotRestore(Client& client, const Words& words);
// dot_import.cc
Dot DotImport(Client& client, const Words& words);
// dot_commands.cc
Dot DotExit(Client& client, const Words& words);
Dot DotHelp(Client& client, const Words& words);
Dot DotPrint(Client& client, const Words& words);
// "Usage: .bail on|off"
Dot Misuse(Client& client, std::string_view name);
// What .help says of it.
void ShowHelp(Client& client, std::string_view name);

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_WORDS_H_
