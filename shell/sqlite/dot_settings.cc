// Dot commands that set how the client works.

#include <fmt/format.h>

#include <algorithm>

#include "shell/sqlite/rows.h"
#include "shell/sqlite/words.h"

namespace pysub::shell::sqlite {
namespace {

constexpr std::string_view kUnit = "\x1F", kRecord = "\x1E";
// Texts that are set are cut to this size, as by the real one.
constexpr size_t kLongestText = 19;

bool IsTable(Mode mode) {
  return mode == Mode::kColumn || mode == Mode::kMarkdown || mode == Mode::kTable ||
         mode == Mode::kBox;
}

std::string Cut(std::string_view text) { return std::string(text.substr(0, kLongestText)); }

void ShowMode(Client& client) {
  const Settings& settings = client.settings;
  client.Out(fmt::format("current output mode: {}", NameOf(settings.mode)));
  if (IsTable(settings.mode)) {
    client.Out(fmt::format(" --wrap {} --wordwrap {} --{}quote", settings.wrap,
                           settings.word_wrap ? "on" : "off", settings.quotes ? "" : "no"));
  }
  client.Out("\n");
}

// ON|OFF of a command that takes nothing else.
Dot Switch(Client& client, const Words& words, std::string_view name, bool* value) {
  if (words.size() != 2) return Misuse(client, name);
  *value = SwitchOf(client, words[1]);
  return Dot::kDone;
}

constexpr struct {
  const char* name;
  int what;
} kLimits[] = {
    {"length", SQLITE_LIMIT_LENGTH},
    {"sql_length", SQLITE_LIMIT_SQL_LENGTH},
    {"column", SQLITE_LIMIT_COLUMN},
    {"expr_depth", SQLITE_LIMIT_EXPR_DEPTH},
    {"compound_select", SQLITE_LIMIT_COMPOUND_SELECT},
    {"vdbe_op", SQLITE_LIMIT_VDBE_OP},
    {"function_arg", SQLITE_LIMIT_FUNCTION_ARG},
    {"attached", SQLITE_LIMIT_ATTACHED},
    {"like_pattern_length", SQLITE_LIMIT_LIKE_PATTERN_LENGTH},
    {"variable_number", SQLITE_LIMIT_VARIABLE_NUMBER},
    {"trigger_depth", SQLITE_LIMIT_TRIGGER_DEPTH},
    {"worker_threads", SQLITE_LIMIT_WORKER_THREADS},
};

constexpr struct {
  const char* name;
  int what;
  bool may_change;
} kConfig[] = {
    {"defensive", SQLITE_DBCONFIG_DEFENSIVE, false},
    {"dqs_ddl", SQLITE_DBCONFIG_DQS_DDL, true},
    {"dqs_dml", SQLITE_DBCONFIG_DQS_DML, true},
    {"enable_fkey", SQLITE_DBCONFIG_ENABLE_FKEY, true},
    {"enable_qpsg", SQLITE_DBCONFIG_ENABLE_QPSG, true},
    {"enable_trigger", SQLITE_DBCONFIG_ENABLE_TRIGGER, true},
    {"enable_view", SQLITE_DBCONFIG_ENABLE_VIEW, true},
    {"fts3_tokenizer", SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false},
    {"legacy_alter_table", SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, true},
    {"legacy_file_format", SQLITE_DBCONFIG_LEGACY_FILE_FORMAT, true},
    {"load_extension", SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false},
    {"no_ckpt_on_close", SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true},
    {"reset_database", SQLITE_DBCONFIG_RESET_DATABASE, true},
    {"trigger_eqp", SQLITE_DBCONFIG_TRIGGER_EQP, true},
    {"trusted_schema", SQLITE_DBCONFIG_TRUSTED_SCHEMA, false},
    {"writable_schema", SQLITE_DBCONFIG_WRITABLE_SCHEMA, false},
};

// The table of parameters has a name that only SQLite itself may give.
void MakeParameters(Client& client) {
  int was_defensive = 0, was_writable = 0;
  sqlite3* db = client.db();
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, -1, &was_defensive);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, -1, &was_writable);
  sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
  client.Run(
      "CREATE TABLE IF NOT EXISTS temp.sqlite_parameters("
      "key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;");
  sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, was_writable, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, was_defensive, nullptr);
}

Dot SetParameter(Client& client, const std::string& name, const std::string& value) {
  MakeParameters(client);
  sqlite3_stmt* statement = nullptr;
  // First as an expression, then as a text.
  int code = SQLITE_ERROR;
  for (const char* form : {"REPLACE INTO temp.sqlite_parameters(key,value)VALUES(%Q,%s);",
                           "REPLACE INTO temp.sqlite_parameters(key,value)VALUES(%Q,%Q);"}) {
    sqlite3_finalize(std::exchange(statement, nullptr));
    char* sql = sqlite3_mprintf(form, name.c_str(), value.c_str());
    if (sql == nullptr) return Dot::kFailed;
    code = sqlite3_prepare_v2(client.db(), sql, -1, &statement, nullptr);
    sqlite3_free(sql);
    if (code == SQLITE_OK) break;
  }
  if (code != SQLITE_OK) client.Out(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
  if (statement != nullptr) sqlite3_step(statement);
  sqlite3_finalize(statement);
  return code == SQLITE_OK ? Dot::kDone : Dot::kFailed;
}

void ListParameters(Client& client) {
  const auto width = client.Ask("SELECT max(length(key)) FROM temp.sqlite_parameters");
  if (!width) return;
  const int64_t columns = std::min(NumberOf(*width), int64_t{40});
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(client.db(), "SELECT key, quote(value) FROM temp.sqlite_parameters", -1,
                     &statement, nullptr);
  while (statement != nullptr && sqlite3_step(statement) == SQLITE_ROW) {
    client.Out(fmt::format("{:<{}} {}\n", TextOf(statement, 0).value_or(""), columns,
                           TextOf(statement, 1).value_or("")));
  }
  sqlite3_finalize(statement);
}

std::string CString(Client& client, std::string_view text) {
  PaidText quoted(client.payer());
  AppendCString(quoted, text);
  return quoted.text();
}

}  // namespace

Dot DotBail(Client& client, const Words& words) {
  return Switch(client, words, "bail", &client.settings.bail);
}
Dot DotBinary(Client& client, const Words& words) {
  bool changes_nothing = false;  // here is no system whose texts differ from bytes
  return Switch(client, words, "binary", &changes_nothing);
}
Dot DotChanges(Client& client, const Words& words) {
  return Switch(client, words, "changes", &client.settings.changes);
}
Dot DotEcho(Client& client, const Words& words) {
  return Switch(client, words, "echo", &client.settings.echo);
}
Dot DotHeaders(Client& client, const Words& words) {
  if (words.size() == 2) client.settings.headers_set = true;
  return Switch(client, words, "headers", &client.settings.headers);
}

// What cannot be had here may be turned off.
Dot DotOnlyOff(Client& client, const Words& words) {
  const std::string_view name = words[0] == "log"               ? "log"
                                : words[0].starts_with("st")    ? "stats"
                                : words[0].starts_with("timer") ? "timer"
                                                                : "trace";
  if (words.size() == 2 && (IsSame(words[1], "off") || IsSame(words[1], "no") || words[1] == "0"))
    return Dot::kDone;
  if ((name == "log" || name == "timer") && words.size() != 2) return Misuse(client, name);
  return client.Fail(fmt::format("Error: .{} is not supported in this sandbox\n", name));
}

// There is nobody to be asked.
Dot DotPrompt(Client& /*client*/, const Words& /*words*/) { return Dot::kDone; }

Dot DotEqp(Client& client, const Words& words) {
  if (words.size() != 2) return Misuse(client, "eqp");
  Settings& settings = client.settings;
  if (words[1] == "full") {
    settings.query_plan = Settings::kFullPlan;
  } else if (words[1] == "trigger") {
    return client.Fail("Error: .eqp trigger is not supported in this sandbox\n");
  } else {
    settings.query_plan = SwitchOf(client, words[1]) ? Settings::kPlan : Settings::kNoPlan;
  }
  return Dot::kDone;
}

Dot DotExplain(Client& client, const Words& words) {
  Settings& settings = client.settings;
  if (words.size() > 1 && words[1] == "auto") {
    if (settings.mode == Mode::kExplain) settings.mode = Mode::kList;
    settings.explain = Settings::kAuto;
  } else if (words.size() < 2 || SwitchOf(client, words[1])) {
    settings.mode = Mode::kExplain;
    settings.explain = Settings::kAlways;
  } else {
    if (settings.mode == Mode::kExplain) settings.mode = Mode::kList;
    settings.explain = Settings::kNever;
  }
  return Dot::kDone;
}

Dot DotLimit(Client& client, const Words& words) {
  if (!client.NeedDatabase()) return Dot::kFailed;
  const auto show = [&](const char* name, int what) {
    client.Out(fmt::format("{:>20} {}\n", name, sqlite3_limit(client.db(), what, -1)));
  };
  if (words.size() == 1) {
    for (const auto& limit : kLimits) show(limit.name, limit.what);
    return Dot::kDone;
  }
  if (words.size() > 3) return Misuse(client, "limit");
  const decltype(&kLimits[0]) none = nullptr;
  auto found = none;
  for (const auto& limit : kLimits) {
    if (!IsSame(std::string_view(limit.name).substr(0, words[1].size()), words[1])) continue;
    if (found != none) return client.Fail(fmt::format("ambiguous limit: \"{}\"\n", words[1]));
    found = &limit;
  }
  if (found == none) {
    return client.Fail(fmt::format(
        "unknown limit: \"{}\"\nenter \".limits\" with no arguments for a list.\n", words[1]));
  }
  if (words.size() == 3) {
    const int now = sqlite3_limit(client.db(), found->what, -1);
    const int64_t wanted = NumberOf(words[2]);
    if (wanted > now)
      return client.Fail("Error: limits can be made smaller only in this sandbox\n");
    if (wanted >= 0) sqlite3_limit(client.db(), found->what, static_cast<int>(wanted));
  }
  show(found->name, found->what);
  return Dot::kDone;
}

Dot DotDbConfig(Client& client, const Words& words) {
  if (!client.NeedDatabase()) return Dot::kFailed;
  bool found = false;
  for (const auto& one : kConfig) {
    if (words.size() > 1 && words[1] != one.name) continue;
    found = true;
    if (words.size() > 2) {
      const bool wanted = SwitchOf(client, words[2]);
      int now = 0;
      sqlite3_db_config(client.db(), one.what, -1, &now);
      if (!one.may_change && wanted != (now != 0)) {
        return client.Fail(fmt::format("Error: {} cannot be changed in this sandbox\n", one.name));
      }
      if (one.may_change) sqlite3_db_config(client.db(), one.what, wanted ? 1 : 0, nullptr);
    }
    int value = 0;
    sqlite3_db_config(client.db(), one.what, -1, &value);
    client.Out(fmt::format("{:>19} {}\n", one.name, value != 0 ? "on" : "off"));
  }
  if (!found) {
    client.Err(fmt::format(
        "Error: unknown dbconfig \"{}\"\nEnter \".dbconfig\" with no arguments for a list\n",
        words[1]));
  }
  return Dot::kDone;
}

bool SetMode(Client& client, std::string_view word, std::string_view table) {
  Settings& settings = client.settings;
  const auto is = [&](std::string_view name) { return name.starts_with(word); };
  const auto separate = [&](std::string_view column, std::string_view row) {
    settings.column_separator = column;
    settings.row_separator = row;
  };
  if (is("lines")) {
    settings.mode = Mode::kLine;
    settings.row_separator = "\n";
  } else if (is("columns")) {
    settings.mode = Mode::kColumn;
    if (!settings.headers_set) settings.headers = true;
    settings.row_separator = "\n";
  } else if (is("list")) {
    settings.mode = Mode::kList;
    separate("|", "\n");
  } else if (is("html")) {
    settings.mode = Mode::kHtml;
  } else if (is("tcl")) {
    settings.mode = Mode::kTcl;
    separate(" ", "\n");
  } else if (is("csv")) {
    settings.mode = Mode::kCsv;
    separate(",", "\r\n");
  } else if (is("tabs")) {
    settings.mode = Mode::kList;
    settings.column_separator = "\t";
  } else if (is("insert")) {
    settings.mode = Mode::kInsert;
    settings.insert_table = QuotedName(table.empty() ? "table" : table);
  } else if (is("quote")) {
    settings.mode = Mode::kQuote;
    separate(",", "\n");
  } else if (is("ascii")) {
    settings.mode = Mode::kAscii;
    separate(kUnit, kRecord);
  } else if (is("markdown")) {
    settings.mode = Mode::kMarkdown;
  } else if (is("table")) {
    settings.mode = Mode::kTable;
  } else if (is("box")) {
    settings.mode = Mode::kBox;
  } else if (is("count")) {
    settings.mode = Mode::kCount;
  } else if (is("off")) {
    settings.mode = Mode::kOff;
  } else if (is("json")) {
    settings.mode = Mode::kJson;
  } else {
    client.Err(
        "Error: mode should be one of: ascii box column csv html insert json line list markdown "
        "qbox quote table tabs tcl\n");
    return false;
  }
  return true;
}

Dot DotMode(Client& client, const Words& words) {
  Settings& settings = client.settings;
  std::optional<std::string_view> mode, table;
  int wrap = 60;
  bool word_wrap = false, quotes = false;
  bool failed = false;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool has_more = i + 1 < words.size();
    if (IsOption(word, "wrap") && has_more) {
      wrap = static_cast<int>(
          std::clamp(NumberOf(words[++i]), int64_t{-2'000'000'000}, int64_t{2'000'000'000}));
    } else if (IsOption(word, "ww")) {
      word_wrap = true;
    } else if (IsOption(word, "wordwrap") && has_more) {
      word_wrap = SwitchOf(client, words[++i]);
    } else if (IsOption(word, "quote")) {
      quotes = true;
    } else if (IsOption(word, "noquote")) {
      quotes = false;
    } else if (!mode) {
      mode = word;
      if (word == "qbox") {
        wrap = 60;
        word_wrap = false;
        quotes = true;
        mode = "box";
      }
    } else if (!table) {
      table = word;
    } else if (word.starts_with('-')) {
      return client.Fail(fmt::format(
          "unknown option: {}\noptions:\n  --noquote\n  --quote\n  --wordwrap on/off\n  --wrap N\n"
          "  --ww\n",
          word));
    } else {
      client.Err(fmt::format("extra argument: \"{}\"\n", word));
      failed = true;
    }
  }
  if (!mode) {
    ShowMode(client);
    mode = NameOf(settings.mode);
  }
  if (!SetMode(client, *mode, table.value_or(""))) return Dot::kFailed;
  if (IsTable(settings.mode)) {
    settings.wrap = wrap;
    settings.word_wrap = word_wrap;
    settings.quotes = quotes;
  }
  return failed ? Dot::kFailed : Dot::kDone;
}

Dot DotNullValue(Client& client, const Words& words) {
  if (words.size() != 2) return Misuse(client, "nullvalue");
  client.settings.null_value = Cut(words[1]);
  return Dot::kDone;
}

Dot DotSeparator(Client& client, const Words& words) {
  if (words.size() < 2) return Misuse(client, "separator");
  // (Those that are too many are told, and what stands before them is taken.)
  const Dot came_to = words.size() > 3 ? Misuse(client, "separator") : Dot::kDone;
  client.settings.column_separator = Cut(words[1]);
  if (words.size() > 2) client.settings.row_separator = Cut(words[2]);
  return came_to;
}

Dot DotTimeout(Client& client, const Words& words) {
  constexpr int64_t kLongestMs = 1'000'000'000;
  client.settings.timeout_ms =
      words.size() > 1 ? std::clamp(NumberOf(words[1]), int64_t{0}, kLongestMs) : 0;
  return Dot::kDone;
}

Dot DotWidth(Client& client, const Words& words) {
  client.settings.widths.clear();
  for (size_t i = 1; i < words.size(); ++i) {
    client.settings.widths.push_back(static_cast<int>(
        std::clamp(NumberOf(words[i]), int64_t{-2'000'000'000}, int64_t{2'000'000'000})));
  }
  return Dot::kDone;
}

Dot DotShow(Client& client, const Words& words) {
  if (words.size() != 1) return client.Fail("Usage: .show\n");
  const Settings& settings = client.settings;
  const auto line = [&](std::string_view name, std::string_view value) {
    client.Out(fmt::format("{:>12}: {}\n", name, value));
  };
  constexpr const char* kPlans[] = {"off", "on", "trigger", "full"};
  constexpr const char* kExplains[] = {"off", "on", "auto"};
  line("echo", settings.echo ? "on" : "off");
  line("eqp", kPlans[settings.query_plan]);
  line("explain", kExplains[settings.explain]);
  line("headers", settings.headers ? "on" : "off");
  std::string mode(NameOf(settings.mode));
  if (IsTable(settings.mode)) {
    mode += fmt::format(" --wrap {} --wordwrap {} --{}quote", settings.wrap,
                        settings.word_wrap ? "on" : "off", settings.quotes ? "" : "no");
  }
  line("mode", mode);
  line("nullvalue", CString(client, settings.null_value));
  line("output", client.out_name);
  line("colseparator", CString(client, settings.column_separator));
  line("rowseparator", CString(client, settings.row_separator));
  line("stats", "off");
  std::string widths;
  for (int width : settings.widths) widths += fmt::format("{} ", width);
  line("width", widths);
  line("filename", client.database);
  return Dot::kDone;
}

Dot DotParameter(Client& client, const Words& words) {
  if (!client.NeedDatabase()) return Dot::kFailed;
  const std::string_view what = words.size() > 1 ? std::string_view(words[1]) : "";
  if (what == "clear" && words.size() == 2) {
    client.Run("DROP TABLE IF EXISTS temp.sqlite_parameters");
  } else if (what == "list" && words.size() == 2) {
    ListParameters(client);
  } else if (what == "init" && words.size() == 2) {
    MakeParameters(client);
  } else if (what == "set" && words.size() == 4) {
    return SetParameter(client, words[2], words[3]);
  } else if (what == "unset" && words.size() == 3) {
    client.Ask("DELETE FROM temp.sqlite_parameters WHERE key=?1", {words[2]});
  } else {
    ShowHelp(client, "parameter");
  }
  return Dot::kDone;
}

}  // namespace pysub::shell::sqlite
