// Dot commands that show what a database holds.

#include <fmt/format.h>

#include <algorithm>

#include "shell/sqlite/rows.h"
#include "shell/sqlite/words.h"

namespace pysub::shell::sqlite {
namespace {

// "name" in double quotes.
std::string Identifier(std::string_view name) {
  std::string quoted = "\"";
  for (char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string Literal(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + '\'';
}

// Names of the databases that are open; false: it was said why there are none.
bool Databases(Client& client, std::vector<std::string>* names) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(client.db(), "PRAGMA database_list", -1, &statement, nullptr) ==
      SQLITE_OK) {
    while (sqlite3_step(statement) == SQLITE_ROW)
      names->push_back(std::string(TextOf(statement, 1).value_or("")));
  }
  if (sqlite3_finalize(statement) == SQLITE_OK && !names->empty()) return true;
  client.Err(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
  return false;
}

// Names of all databases that `condition` holds for, one below the other in columns.
Dot ShowNames(Client& client, const Words& words, std::string_view condition) {
  std::vector<std::string> databases;
  if (!client.NeedDatabase() || !Databases(client, &databases)) return Dot::kFailed;
  std::string sql;
  for (const std::string& database : databases) {
    if (!sql.empty()) sql += " UNION ALL ";
    const bool is_main = IsSame(database, "main");
    sql +=
        fmt::format("SELECT {}name FROM {}.sqlite_schema WHERE {}",
                    is_main ? "" : Literal(database) + "||'.'||", Identifier(database), condition);
  }
  sql += " ORDER BY 1";
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &statement, nullptr);
  PaidText text(client.payer());
  PaidList<size_t> ends(client.payer());
  size_t widest = 0;
  if (code == SQLITE_OK) {
    const std::string& pattern = words.size() > 1 ? words[1] : "%";
    sqlite3_bind_text(statement, 1, pattern.c_str(), -1, SQLITE_TRANSIENT);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      const std::string_view name = TextOf(statement, 0).value_or("");
      widest = std::max(widest, name.size());
      if (!text.Append(name) || !ends.Add(text.size())) break;
    }
    code = sqlite3_finalize(statement);
  }
  if (code != SQLITE_OK)
    return client.Fail(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
  if (ends.empty()) return Dot::kDone;
  const size_t columns = std::max(80 / (widest + 2), size_t{1});
  const size_t rows = (ends.size() + columns - 1) / columns;
  PaidText line(client.payer());
  for (size_t row = 0; row < rows && client.payer().Tick(widest); ++row) {
    line.Reuse();
    for (size_t at = row; at < ends.size(); at += rows) {
      const size_t begin = at == 0 ? 0 : ends[at - 1], size = ends[at] - begin;
      if (at >= rows) line.Append("  ");
      line.Append(std::string_view(text.text()).substr(begin, size));
      line.Append(widest - size, ' ');
    }
    line.Append("\n");
    client.Out(line.text());
  }
  return Dot::kDone;
}

// "v(a,b)": what a view or a virtual table looks like; empty: it cannot be seen.
std::string ShapeOf(Client& client, std::string_view database, std::string_view name) {
  sqlite3_stmt* statement = nullptr;
  const bool is_main = IsSame(database, "main");
  const std::string sql =
      fmt::format("PRAGMA {}.table_info={};", Identifier(database), Literal(name));
  std::string shape;
  if (!is_main)
    shape = (IsSame(database, "temp") ? std::string(database) : QuotedName(database)) + ".";
  shape += QuotedName(name);
  bool has_columns = false;
  if (sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &statement, nullptr) == SQLITE_OK) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
      shape += has_columns ? "," : "(";
      has_columns = true;
      shape += QuotedName(TextOf(statement, 1).value_or(""));
    }
  }
  sqlite3_finalize(statement);
  return has_columns ? shape + ")" : "";
}

// The statement that made something, with the name of its database and its shape.
std::string WithSchema(Client& client, std::string_view sql, std::string_view database,
                       std::string_view name) {
  constexpr std::string_view kCreate = "CREATE ";
  if (!sql.starts_with(kCreate)) return std::string(sql);
  for (std::string_view kind :
       {"TABLE", "INDEX", "UNIQUE INDEX", "VIEW", "TRIGGER", "VIRTUAL TABLE"}) {
    const size_t end = kCreate.size() + kind.size();
    if (sql.substr(kCreate.size(), kind.size()) != kind || sql.size() <= end || sql[end] != ' ')
      continue;
    std::string text(sql);
    if (!IsSame(database, "main")) {
      const std::string shown =
          IsSame(database, "temp") ? std::string(database) : QuotedName(database);
      text.insert(end + 1, shown + ".");
    }
    if (kind[0] == 'V') {
      if (const std::string shape = ShapeOf(client, database, name); !shape.empty())
        text += "\n/* " + shape + " */";
    }
    return text;
  }
  return std::string(sql);
}

// A statement with a line for each column, as .schema --indent writes it.
std::string Indented(std::string_view sql) {
  std::string flat;
  char quote = '\0';
  for (size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (is_space && quote == '\0') {
      const char next = i + 1 < sql.size() ? sql[i + 1] : '\0';
      if (flat.empty() || flat.back() == ' ' || flat.back() == '(' || next == ')') continue;
      flat += ' ';
      continue;
    }
    if (c == ')' && quote == '\0' && flat.ends_with(' ')) flat.pop_back();
    flat += c;
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'' || c == '`')
      quote = c;
    else if (c == '[')
      quote = ']';
  }
  while (flat.ends_with(' ') || flat.ends_with(';')) flat.pop_back();
  constexpr size_t kLine = 79;  // what fits into one stays there
  if (flat.size() < kLine) return flat;
  std::string text;
  int depth = 0, lines = 0;
  quote = '\0';
  for (size_t i = 0; i < flat.size(); ++i) {
    const char c = flat[i];
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '[') {
      quote = ']';
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
      if (lines > 0 && depth == 0) text += '\n';
    }
    text += c;
    if (quote == '\0' && depth == 1 && (c == '(' || c == ',' || c == '\n')) {
      text += "\n  ";
      ++lines;
      while (i + 1 < flat.size() && flat[i + 1] == ' ') ++i;
    }
  }
  return text;
}

// A line of SQL for each thing in the schema that `condition` holds for, what views show with it.
bool ShowSchema(Client& client, std::string_view database, const std::string& condition,
                const std::string& pattern, bool indents, bool with_shapes) {
  sqlite3_stmt* statement = nullptr;
  const std::string sql = fmt::format(
      "SELECT sql, name, type FROM {}.sqlite_schema WHERE type!='meta' AND sql IS NOT NULL{} ORDER "
      "BY rowid",
      Identifier(database), condition);
  int code = sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &statement, nullptr);
  if (code == SQLITE_OK) {
    if (sqlite3_bind_parameter_count(statement) > 0)
      sqlite3_bind_text(statement, 1, pattern.c_str(), -1, SQLITE_TRANSIENT);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      const std::string_view made = TextOf(statement, 0).value_or("");
      // (Some copies of it are made; a text of SQL is bounded.)
      if (!client.payer().Tick(made.size()) ||
          !client.payer().Charge(static_cast<int64_t>(8 * made.size())))
        break;
      const std::string whole =
          with_shapes ? WithSchema(client, made, database, TextOf(statement, 1).value_or(""))
                      : std::string(made);
      const bool is_plain =
          !indents || made.starts_with("CREATE VIEW") || made.starts_with("CREATE TRIG");
      client.Out(SchemaLine(is_plain ? whole : Indented(whole), ";\n"));
      client.payer().Charge(-static_cast<int64_t>(8 * made.size()));
    }
    code = sqlite3_finalize(statement);
  }
  if (code == SQLITE_OK) return true;
  client.Err(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
  return false;
}

bool IsSchemaTable(std::string_view name) {
  for (std::string_view one :
       {"sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master"}) {
    if (IsSame(name, one)) return true;
  }
  return false;
}

}  // namespace

Dot DotDatabases(Client& client, const Words& /*words*/) {
  if (!client.NeedDatabase()) return Dot::kFailed;
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(client.db(), "PRAGMA database_list", -1, &statement, nullptr);
  while (statement != nullptr && sqlite3_step(statement) == SQLITE_ROW) {
    const std::string name(TextOf(statement, 1).value_or(""));
    const std::string_view file = TextOf(statement, 2).value_or("");
    const int state = sqlite3_txn_state(client.db(), name.c_str());
    client.Out(fmt::format("{}: {} {}{}\n", name, file.empty() ? "\"\"" : file,
                           sqlite3_db_readonly(client.db(), name.c_str()) != 0 ? "r/o" : "r/w",
                           state == SQLITE_TXN_NONE   ? ""
                           : state == SQLITE_TXN_READ ? " read-txn"
                                                      : " write-txn"));
  }
  if (sqlite3_finalize(statement) == SQLITE_OK) return Dot::kDone;
  return client.Fail(fmt::format("Error: {}\n", sqlite3_errmsg(client.db())));
}

Dot DotTables(Client& client, const Words& words) {
  return ShowNames(client, words,
                   "type IN ('table','view') AND name NOT LIKE 'sqlite_%' AND name LIKE ?1");
}

Dot DotIndexes(Client& client, const Words& words) {
  if (words.size() > 2) return Misuse(client, "indexes");
  return ShowNames(client, words, "type='index' AND tbl_name LIKE ?1");
}

Dot DotSchema(Client& client, const Words& words) {
  bool indents = false, no_system = false;
  std::optional<std::string> name;
  for (size_t i = 1; i < words.size(); ++i) {
    if (IsOption(words[i], "indent")) {
      indents = true;
    } else if (IsOption(words[i], "nosys")) {
      no_system = true;
    } else if (words[i].starts_with('-')) {
      return client.Fail(fmt::format("Unknown option: \"{}\"\n", words[i]));
    } else if (!name) {
      name = words[i];
    } else {
      return Misuse(client, "schema");
    }
  }
  std::vector<std::string> databases;
  if (!client.NeedDatabase() || !Databases(client, &databases)) return Dot::kFailed;
  if (name && IsSchemaTable(*name)) {
    client.Out(fmt::format(
        "CREATE TABLE {} (\n  type text,\n  name text,\n  tbl_name text,\n  rootpage integer,\n"
        "  sql text\n);\n",
        *name));
  }
  for (const std::string& database : databases) {
    std::string condition;
    if (name) {
      const bool is_glob = name->find_first_of("*?[") != std::string::npos;
      condition = fmt::format(" AND {} {} ?1{}",
                              name->find('.') != std::string::npos
                                  ? fmt::format("lower({}||'.'||tbl_name)", Literal(database))
                                  : "lower(tbl_name)",
                              is_glob ? "GLOB" : "LIKE", is_glob ? "" : " ESCAPE '\\'");
    }
    if (no_system) condition += " AND name NOT LIKE 'sqlite_%'";
    if (!ShowSchema(client, database, condition, name.value_or(""), indents, true))
      return Dot::kFailed;
  }
  return Dot::kDone;
}

Dot DotFullSchema(Client& client, const Words& words) {
  const bool indents = words.size() == 2 && IsOption(words[1], "indent");
  if (words.size() > 1 && !indents) return Misuse(client, "fullschema");
  if (!client.NeedDatabase()) return Dot::kFailed;
  for (const char* database : {"main", "temp"}) {
    if (!ShowSchema(client, database, " AND name NOT LIKE 'sqlite_%'", "", indents, false))
      return Dot::kFailed;
  }
  if (!client.Ask("SELECT 1 FROM sqlite_schema WHERE name GLOB 'sqlite_stat[134]'")) {
    client.Out("/* No STAT tables available */\n");
    return Dot::kDone;
  }
  client.Out("ANALYZE sqlite_schema;\n");
  for (const char* table : {"sqlite_stat1", "sqlite_stat4"}) {
    sqlite3_stmt* statement = nullptr;
    const std::string sql = fmt::format("SELECT * FROM {}", table);
    if (sqlite3_prepare_v2(client.db(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      continue;
    const Settings before = client.settings;
    client.settings.insert_table = table;
    client.settings.headers = false;
    const std::unique_ptr<Rows> rows = MakeRows(client, Mode::kInsert, statement);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      if (!rows->Show(statement)) break;
    }
    client.settings = before;
    sqlite3_finalize(statement);
  }
  client.Out("ANALYZE sqlite_schema;\n");
  return Dot::kDone;
}

Dot DotDump(Client& client, const Words& words) {
  DumpOptions options;
  std::string condition;
  for (size_t i = 1; i < words.size(); ++i) {
    if (IsOption(words[i], "preserve-rowids")) {
      options.keeps_rowids = true;
    } else if (IsOption(words[i], "newlines")) {
      options.keeps_newlines = true;
    } else if (IsOption(words[i], "data-only")) {
      options.only_data = true;
    } else if (IsOption(words[i], "nosys")) {
      options.no_system = true;
    } else if (words[i].starts_with('-')) {
      return client.Fail(fmt::format("Unknown option \"{}\" on \".dump\"\n", words[i]));
    } else {
      // With a table go its indexes and triggers, and the tables below a virtual one.
      if (!condition.empty()) condition += " OR ";
      const std::string pattern = Literal(words[i]);
      condition += fmt::format(
          "name LIKE {0} ESCAPE '\\' OR EXISTS (  SELECT 1 FROM sqlite_schema WHERE     name LIKE "
          "{0} "
          "ESCAPE '\\' AND    sql LIKE 'CREATE VIRTUAL TABLE%' AND    substr(o.name, 1, "
          "length(name)+1) == (name||'_'))",
          pattern);
    }
  }
  if (!condition.empty()) options.condition = condition;
  if (!client.NeedDatabase()) return Dot::kFailed;
  client.Push(MakeDumpJob(client, options));
  return Dot::kPushed;
}

}  // namespace pysub::shell::sqlite
