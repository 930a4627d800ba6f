// The table of dot commands.

#include <fmt/format.h>

#include "shell/sqlite/words.h"

namespace pysub::shell::sqlite {
namespace {

// Of two that a word may mean the first one is meant.
constexpr DotInfo kCommands[] = {
    {"archive", 1, nullptr, "", ""},
    {"auth", 3, nullptr, "", ""},
    {"backup", 3, DotBackup, "?DB? ?OPTIONS? FILENAME",
     ".backup ?DB? FILE        Copy DB (default \"main\") to FILE\n"},
    {"save", 3, DotBackup, "?DB? ?OPTIONS? FILENAME", ".save ?DB? FILE          The same\n"},
    {"bail", 3, DotBail, "on|off", ".bail on|off             Stop at the first error, or go on\n"},
    {"binary", 3, DotBinary, "on|off", ""},
    {"cd", 2, nullptr, "", ""},
    {"changes", 3, DotChanges, "on|off",
     ".changes on|off          Tell how many rows each statement changed\n"},
    {"check", 3, nullptr, "", ""},
    {"clone", 1, nullptr, "", ""},
    {"connection", 1, nullptr, "", ""},
    {"databases", 2, DotDatabases, "",
     ".databases               List the databases that are open\n"},
    {"dbconfig", 3, DotDbConfig, "",
     ".dbconfig ?NAME ?VALUE?? List or change settings of the connection\n"},
    {"dbinfo", 3, nullptr, "", ""},
    {"recover", 3, nullptr, "", ""},
    {"dump", 1, DotDump, "?--preserve-rowids? ?--newlines? ?LIKE-PATTERN?",
     ".dump ?OBJECTS?          Write the database as SQL\n"},
    {"echo", 1, DotEcho, "on|off", ".echo on|off             Show each command before it runs\n"},
    {"eqp", 1, DotEqp, "off|on|trace|trigger|full",
     ".eqp on|off|full         Show the plan of each statement\n"},
    {"excel", 3, nullptr, "", ""},
    {"exit", 1, DotExit, "", ".exit ?CODE?             End, with this status\n"},
    {"explain", 1, DotExplain, "", ".explain ?on|off|auto?   How EXPLAIN is shown\n"},
    {"expert", 1, nullptr, "", ""},
    {"filectrl", 1, nullptr, "", ""},
    {"fullschema", 1, DotFullSchema, "?--indent?",
     ".fullschema              Show the schema, and what ANALYZE found\n"},
    {"headers", 1, DotHeaders, "on|off", ".headers on|off          Show the names of columns\n"},
    {"help", 1, DotHelp, "", ".help ?NAME?             Show this\n"},
    {"import", 1, DotImport, "",
     ".import FILE TABLE       Fill TABLE from FILE\n   --ascii      fields end with \\037, rows "
     "with \\036\n   --csv        fields end with a comma, rows with a newline\n   --skip N     "
     "leave the first N rows out\n   --schema S   the table is S.TABLE\n   -v           tell "
     "more\n"},
    {"imposter", 3, nullptr, "", ""},
    {"indexes", 2, DotIndexes, "?LIKE-PATTERN?", ".indexes ?TABLE?         List indexes\n"},
    {"indices", 2, DotIndexes, "?LIKE-PATTERN?", ""},
    {"limit", 3, DotLimit, "NAME ?NEW-VALUE?",
     ".limit ?NAME? ?VALUE?    Show limits, or make one smaller\n"},
    {"lint", 1, nullptr, "", ""},
    {"load", 1, nullptr, "", ""},
    {"log", 1, DotOnlyOff, "FILENAME", ""},
    {"mode", 1, DotMode, "",
     ".mode MODE ?OPTIONS?     How rows are shown: ascii box column csv html insert json line "
     "list\n                         markdown qbox quote table tabs tcl\n   --wrap N  --wordwrap "
     "on|off  --ww  --quote  --noquote\n"},
    {"nonce", 3, nullptr, "", ""},
    {"nullvalue", 1, DotNullValue, "STRING", ".nullvalue STRING        What is shown for NULL\n"},
    {"open", 1, DotOpen, "",
     ".open ?OPTIONS? ?FILE?   Close the database and open FILE\n   --new        empty it first\n  "
     " --readonly   only read it\n   --nofollow   not through a symbolic link\n"},
    {"output", 1, DotOutput, "",
     ".output ?FILE?           Send output to FILE\n   --bom        with a byte order mark\n"},
    {"once", 1, DotOnce, "",
     ".once FILE               Send the output of one command to FILE\n   --bom        with a byte "
     "order mark\n"},
    {"parameter", 3, DotParameter, "",
     ".parameter CMD ...       Values of parameters in SQL\n   clear                    forget "
     "all\n   init                     make their table\n   list                     show them\n   "
     "set NAME VALUE           NAME begins with $ : @ ?\n   unset NAME               forget one\n"},
    {"print", 3, DotPrint, "", ".print STRING...         Print it\n"},
    {"progress", 3, nullptr, "", ""},
    {"prompt", 1, DotPrompt, "", ""},
    {"quit", 1, DotExit, "", ".quit                    End\n"},
    {"read", 3, DotRead, "FILE", ".read FILE               Run the lines of FILE\n"},
    {"restore", 3, DotRestore, "?DB? FILE",
     ".restore ?DB? FILE       Copy FILE to DB (default \"main\")\n"},
    {"scanstats", 2, nullptr, "", ""},
    {"schema", 1, DotSchema, "?--indent? ?--nosys? ?LIKE-PATTERN?",
     ".schema ?PATTERN?        Show how tables were made\n"},
    {"separator", 2, DotSeparator, "COL ?ROW?",
     ".separator COL ?ROW?     What stands between columns and behind rows\n"},
    {"session", 3, nullptr, "", ""},
    {"sha3sum", 4, nullptr, "", ""},
    {"selftest", 4, nullptr, "", ""},
    {"shell", 2, nullptr, "", ""},
    {"system", 2, nullptr, "", ""},
    {"show", 2, DotShow, "", ".show                    Show the settings\n"},
    {"stats", 2, DotOnlyOff, "", ""},
    {"tables", 2, DotTables, "?LIKE-PATTERN?", ".tables ?PATTERN?        List tables and views\n"},
    {"testcase", 5, nullptr, "", ""},
    {"testctrl", 5, nullptr, "", ""},
    {"timeout", 5, DotTimeout, "", ".timeout MS              Wait so long for a lock\n"},
    {"timer", 5, DotOnlyOff, "on|off", ""},
    {"trace", 1, DotOnlyOff, "", ""},
    {"vfsinfo", 1, nullptr, "", ""},
    {"vfslist", 1, nullptr, "", ""},
    {"vfsname", 1, nullptr, "", ""},
    {"width", 1, DotWidth, "",
     ".width N1 N2 ...         Widths of columns; a negative one stands to the right\n"},
};

const DotInfo* Find(std::string_view word) {
  for (const DotInfo& info : kCommands) {
    if (word.size() >= info.least && info.name.starts_with(word)) return &info;
  }
  return nullptr;
}

}  // namespace

Dot RunDotCommand(Client& client, std::string_view line) {
  const Words words = SplitWords(line.substr(1));
  if (words.empty()) return Dot::kDone;
  const DotInfo* info = Find(words[0]);
  if (info == nullptr) {
    return client.Fail(fmt::format(
        "Error: unknown command or invalid arguments:  \"{}\". Enter \".help\" for help\n",
        words[0]));
  }
  if (info->run == nullptr)
    return client.Fail(fmt::format("Error: .{} is not supported in this sandbox\n", info->name));
  return info->run(client, words);
}

Dot Misuse(Client& client, std::string_view name) {
  const DotInfo* info = Find(name);
  return client.Fail(fmt::format("Usage: .{} {}\n", name, info->usage));
}

void ShowHelp(Client& client, std::string_view name) {
  if (const DotInfo* info = Find(name)) client.Out(info->help);
}

Dot DotExit(Client& client, const Words& words) {
  const bool has_code = words.size() > 1 && words[0].starts_with('e');
  if (const int64_t code = has_code ? NumberOf(words[1]) : 0; (code & 0xFF) != 0 || code != 0)
    client.exit_status = static_cast<int>(code & 0xFF);
  return Dot::kLeave;
}

Dot DotHelp(Client& client, const Words& words) {
  if (words.size() > 1) {
    std::string_view name = words[1];
    if (name.starts_with('.')) name.remove_prefix(1);
    const DotInfo* info = Find(name);
    if (info == nullptr || info->help.empty())
      client.Out(fmt::format("Nothing matches '{}'\n", words[1]));
    else
      client.Out(info->help);
    return Dot::kDone;
  }
  for (const DotInfo& info : kCommands) client.Out(info.help.substr(0, info.help.find('\n') + 1));
  return Dot::kDone;
}

Dot DotPrint(Client& client, const Words& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (i > 1) client.Out(" ");
    client.Out(words[i]);
  }
  client.Out("\n");
  return Dot::kDone;
}

}  // namespace pysub::shell::sqlite
