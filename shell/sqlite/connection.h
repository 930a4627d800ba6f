#ifndef PYSUB_SHELL_SQLITE_CONNECTION_H_
#define PYSUB_SHELL_SQLITE_CONNECTION_H_

#include <sqlite3.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "shell/sqlite/payer.h"
#include "shell/sqlite/vfs.h"

namespace pysub::shell::sqlite {

// A connection as this shell allows it: over its VFS, within limits, with functions of its own for
// what would look at the outside or take long without asking.
class Connection {
 public:
  Connection(Payer& payer, Vfs& vfs) : payer_(payer), vfs_(vfs) {}
  ~Connection() { Close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // A code of SQLite; message() says more of a failure.
  int Open(const std::string& name, int flags);
  void Close();
  sqlite3* db() { return db_; }
  const std::string& message() const { return message_; }
  // What the authorizer has to say of the last statement that it refused; empty: nothing.
  std::string TakeNote() { return std::exchange(note_, ""); }

  // Before a piece of a job, which prepares one statement of the script at most.
  void BeginPiece() { aggregates_ = 0; }

  // ---- for the functions
  Payer& payer() { return payer_; }
  Vfs& vfs() { return vfs_; }
  bool like_is_exact() const { return like_is_exact_; }
  // A second connection, which has SQLite's own functions: for those that stand before them here.
  // `call` is "date(?1,?2)"; null: there is no memory.
  sqlite3_stmt* Original(const std::string& call);

  // Whether a name may be opened: no other VFS, no cache that connections share. *note says why
  // not.
  static bool IsAllowedName(std::string_view name, std::string* note);

 private:
  friend int Authorize(void* connection, int action, const char* first, const char* second,
                       const char* third, const char* fourth);
  int Set();
  int AllowPragma(std::string_view name, const char* value);

  Payer& payer_;
  Vfs& vfs_;
  sqlite3* db_ = nullptr;
  std::string message_, note_;
  bool like_is_exact_ = false;
  int aggregates_ = 0;  // of the piece
  sqlite3* originals_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;  // of originals_
};

// All of these answer a code of SQLite.
int AddFunctions(Connection& connection);  // functions.cc
int AddPatterns(Connection& connection);   // patterns.cc
int AddDates(Connection& connection);      // dates.cc
int AddSeries(Connection& connection);     // series.cc

// A function of SQL that knows its connection.
using SqlFunction = void (*)(sqlite3_context*, int, sqlite3_value**);
int AddFunction(Connection& connection, const char* name, int arguments, int flags,
                SqlFunction function);
inline Connection& ConnectionOf(sqlite3_context* context) {
  return *static_cast<Connection*>(sqlite3_user_data(context));
}

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_CONNECTION_H_
