#ifndef PYSUB_SHELL_SQLITE_CLIENT_H_
#define PYSUB_SHELL_SQLITE_CLIENT_H_

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/sqlite/connection.h"
#include "shell/sqlite/payer.h"
#include "shell/sqlite/vfs.h"

namespace pysub::shell::sqlite {

class Client;

// How rows are shown. The names are in rows.cc.
enum class Mode : uint8_t {
  kLine,
  kColumn,
  kList,
  kSemicolon,  // of .schema: "SQL;"
  kHtml,
  kInsert,
  kQuote,
  kTcl,
  kCsv,
  kExplain,
  kAscii,
  kPretty,  // of .schema --indent
  kQueryPlan,
  kJson,
  kMarkdown,
  kTable,
  kBox,
  kCount,
  kOff,
};

// What .show shows, and what else dot commands set.
struct Settings {
  Mode mode = Mode::kList;
  bool headers = false, headers_set = false;
  std::string null_value, column_separator = "|", row_separator = "\n";
  std::string insert_table = "table";  // as it is written
  std::vector<int> widths;
  int wrap = 60;
  bool word_wrap = false, quotes = false;
  bool echo = false, bail = false, changes = false;
  bool keeps_newlines = false;  // of .dump --newlines: texts are shown as they are
  enum Explain : uint8_t { kNever, kAlways, kAuto } explain = kAuto;
  enum QueryPlan : uint8_t { kNoPlan, kPlan, kPlanOfTriggers, kFullPlan } query_plan = kNoPlan;
  int64_t timeout_ms = 0;
};

// How far a piece of work got.
enum class Went : uint8_t {
  kOn,     // call again
  kEnded,  // it is done
  kWait,   // call again in a later step
};

// Work in pieces: a script, a text of SQL, .dump, .import. Between two pieces the shell's other
// processes may run, so what is put out need not be kept.
class Job {
 public:
  virtual ~Job() = default;
  virtual Went Step(Client& client) = 0;
};

// How a text of SQL ended.
struct SqlResult {
  int code = SQLITE_OK;
  std::string message;  // "in prepare, no such table: x"; empty: there was no failure
};

// What a dot command came to.
enum class Dot : uint8_t {
  kDone,
  kFailed,
  kLeave,   // .quit, .exit: the script that it stands in is over
  kPushed,  // a job goes on with it; its result is Client::dot_failed
};

// One run of sqlite3: a connection, settings, and a stack of jobs of which the last one works.
class Client {
 public:
  explicit Client(Payer& payer) : payer_(payer), vfs_(payer), connection_(payer, vfs_) {}

  Payer& payer() { return payer_; }
  Vfs& vfs() { return vfs_; }
  CommandIo& io() { return *payer_.io(); }
  Connection& connection() { return connection_; }
  files::FileSystem& files() { return io().files(); }
  files::Caller caller() { return {.cwd = io().cwd(), .umask = io().umask()}; }

  void Push(std::unique_ptr<Job> job) { jobs_.push_back(std::move(job)); }
  // Works until something has to be waited for, or much was put out or done. During a Turn.
  Progress Step();

  // ---- the database
  std::string database = ":memory:";
  int open_flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // Opens it when it is not. False: the command ends with 1; it was said.
  bool NeedDatabase();
  sqlite3* db() { return connection_.db(); }
  // What was bound by .parameter, to all that a statement wants.
  void BindParameters(sqlite3_stmt* statement);
  // A text of SQL, in one go and without output. The first column of the first row; nothing: no
  // row, NULL, or a failure.
  std::optional<std::string> Ask(const char* sql,
                                 std::initializer_list<std::string_view> values = {});
  int Run(const char* sql) { return sqlite3_exec(db(), sql, nullptr, nullptr, nullptr); }
  // "in prepare, MESSAGE (CODE)" and where in `sql` it is, of the last failure.
  std::string FailureOf(const char* what, int code, const char* sql);

  // ---- what it says
  void Out(std::string_view text) { io().Write(out_fd_, text); }
  void Err(std::string_view text) { io().Write(2, text); }
  Dot Fail(std::string_view text) {
    Err(text);
    return Dot::kFailed;
  }
  // Where the output goes: .output, .once. False: it cannot be opened.
  bool SendTo(const std::string& path);
  void SendToStandardOutput();
  std::string out_name = "stdout";
  int once = 0;  // 2: .once was given; 1: its statement is over

  Settings settings;
  // Of the last SqlJob.
  SqlResult result;
  // Of the last dot command that went on as a job.
  bool dot_failed = false;
  // .exit CODE, or a failure that ends it all.
  std::optional<int> exit_status;
  // Of the whole run, when all jobs have ended.
  int status = 0;
  // A text that is read next by a query of .parameter and the like: see dot_settings.cc.
  bool is_over() const { return payer_.over(); }
  // A statement that found a lock waits until then: Progress::Wait().
  void WaitUntil(int64_t ns) { io().WakeAt(ns); }

 private:
  Progress Work();

  Payer& payer_;
  Vfs vfs_;
  Connection connection_;
  std::vector<std::unique_ptr<Job>> jobs_;
  int out_fd_ = 1;
};

// ---- jobs

// A text of SQL, statement by statement, row by row. (statements.cc)
std::unique_ptr<Job> MakeSqlJob(Client& client, std::string_view sql);
// Lines of SQL and dot commands; the text is paid for already, or small. (client.cc)
std::unique_ptr<Job> MakeScriptJob(Client& client, PaidText text, bool is_main);
// .dump. (dump.cc)
struct DumpOptions {
  bool keeps_rowids = false, keeps_newlines = false, only_data = false, no_system = false;
  std::string condition = "true";  // of the names
};
std::unique_ptr<Job> MakeDumpJob(Client& client, const DumpOptions& options);
// .import FILE TABLE (dot_import.cc)
struct ImportOptions {
  std::string file, table, schema;
  bool is_ascii = false, is_csv = false, verbose = false;
  int64_t skip = 0;
  char column_separator = ',', row_separator = '\n';
};
std::unique_ptr<Job> MakeImportJob(Client& client, PaidText text, const ImportOptions& options);

// One line that begins with a dot. (dot_commands.cc)
Dot RunDotCommand(Client& client, std::string_view line);

// The whole file, paid for. Nothing: *error is the errno.
std::optional<PaidText> ReadWhole(Client& client, const std::string& path, int* error);

}  // namespace pysub::shell::sqlite

#endif  // PYSUB_SHELL_SQLITE_CLIENT_H_
