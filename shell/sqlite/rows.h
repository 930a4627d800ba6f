#ifndef PYSUB_SHELL_SQLITE_ROWS_H_
#define PYSUB_SHELL_SQLITE_ROWS_H_

#include <sqlite3.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "shell/sqlite/client.h"

namespace pysub::shell::sqlite {

// Shows the rows of one statement, in the mode of its client.
class Rows {
 public:
  virtual ~Rows() = default;
  // The statement stands at a row. False: there is no memory.
  virtual bool Show(sqlite3_stmt* statement) = 0;
  // There are no more.
  virtual void End() {}
};
std::unique_ptr<Rows> MakeRows(Client& client, Mode mode, sqlite3_stmt* statement);
// Those of modes that know all rows before they write the first one: column, table, box, markdown.
// (columns.cc)
std::unique_ptr<Rows> MakeColumns(Client& client, Mode mode, sqlite3_stmt* statement);
// EXPLAIN QUERY PLAN as a tree; EXPLAIN in columns of its own. (explain.cc)
std::unique_ptr<Rows> MakeQueryPlan(Client& client);
std::unique_ptr<Rows> MakeExplain(Client& client, sqlite3_stmt* statement);
// The plan of a statement, for .eqp. (explain.cc)
void ShowPlan(Client& client, sqlite3_stmt* statement);

// "column"; and back, where the word is the beginning of one.
std::string_view NameOf(Mode mode);

// ---- how values are written
// Up to a NUL; NULL is nothing.
std::optional<std::string_view> TextOf(sqlite3_stmt* statement, int column);
// The same, and for NULL what .nullvalue says.
std::string_view ShownOf(const Settings& settings, sqlite3_stmt* statement, int column);
std::string_view ColumnName(sqlite3_stmt* statement, int column);
// 'it''s'
void AppendQuoted(PaidText& to, std::string_view text);
// The same, with newlines as char(10).
void AppendEscaped(PaidText& to, std::string_view text);
// A value of a row as a literal of SQL; an exact one gives the same number again, infinite or not.
void AppendLiteral(PaidText& to, sqlite3_stmt* statement, int column, bool escapes, bool is_exact);
// "\"a\\tb\""
// The same as it is shown in a table, with numbers that are rounded.
void AppendShortLiteral(PaidText& to, sqlite3_stmt* statement, int column);
void AppendCString(PaidText& to, std::string_view text);
void AppendJson(PaidText& to, std::string_view text);
void AppendCsv(PaidText& to, const Settings& settings, std::optional<std::string_view> text);
// 0, or '"': how a name of SQL has to be quoted.
char QuoteOf(std::string_view name);
std::string QuotedName(std::string_view name);
// A line of a schema: "CREATE TABLE ...;".
std::string SchemaLine(std::string_view sql, std::string_view tail);

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_ROWS_H_
