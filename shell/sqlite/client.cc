#include "shell/sqlite/client.h"

#include <fmt/format.h>

#include <cerrno>

#include "shell/sqlite/rows.h"

namespace pysub::shell::sqlite {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// What is known of a statement whose lines are being collected: as much of SQL as it takes to see
// where one ends.
class Scan {
 public:
  void Line(std::string_view line) {
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (awaits_ != '\0') {
        if (c != awaits_) continue;
        if (awaits_ == '*') {
          if (i + 1 >= line.size() || line[i + 1] != '/') continue;
          ++i;
        } else if (i + 1 < line.size() && line[i + 1] == awaits_ && awaits_ != ']') {
          ++i;  // a quote in quotes
          continue;
        }
        awaits_ = '\0';
        continue;
      }
      if (IsSpace(c)) continue;
      if (c == '-' && i + 1 < line.size() && line[i + 1] == '-') return;
      if (c == '/' && i + 1 < line.size() && line[i + 1] == '*') {
        awaits_ = '*';
        ++i;
        continue;
      }
      if (c == ';') {
        ends_ = true;
        continue;
      }
      ends_ = false;
      has_text_ = true;
      if (c == '\'' || c == '"' || c == '`') awaits_ = c;
      if (c == '[') awaits_ = ']';
    }
  }
  // Nothing but spaces and comments.
  bool is_blank() const { return awaits_ == '\0' && !has_text_ && !ends_; }
  bool ends() const { return awaits_ == '\0' && ends_; }
  bool is_inside() const { return awaits_ != '\0'; }

 private:
  char awaits_ = '\0';
  bool has_text_ = false, ends_ = false;
};

// "go" and "/" alone on a line end a statement, too.
bool IsTerminator(std::string_view line) {
  const auto rest_is_blank = [&](size_t from) {
    Scan scan;
    scan.Line(line.substr(from));
    return scan.is_blank();
  };
  size_t at = 0;
  while (at < line.size() && IsSpace(line[at])) ++at;
  if (at < line.size() && line[at] == '/') return rest_is_blank(at + 1);
  return at + 1 < line.size() && (line[at] | 32) == 'g' && (line[at + 1] | 32) == 'o' &&
         rest_is_blank(at + 2);
}

// A script is taken a line at a time, as by the real one: a dot command is one only where a
// statement could begin, and what stands behind `.bail on` or `.quit` is not even looked at.
class ScriptJob : public Job {
 public:
  ScriptJob(Client& client, PaidText text, bool is_main)
      : text_(std::move(text)), sql_(client.payer()), is_main_(is_main) {}

  Went Step(Client& client) override {
    if (client.exit_status) return Went::kEnded;
    if (Looks looks = std::exchange(looks_, Looks::kNothing); looks != Looks::kNothing) {
      looks == Looks::kSql ? SqlEnded(client) : DotEnded(client, client.dot_failed);
    }
    if (leaves_ || client.is_over() || (errors_ > 0 && client.settings.bail)) return End(client);
    if (at_ >= text_.size()) {
      if (sql_.empty()) return End(client);
      BeginSql(client);  // it may not be complete, which SQLite says
      return Went::kOn;
    }
    return TakeLine(client);
  }

 private:
  enum class Looks : uint8_t { kNothing, kSql, kDot };

  Went End(Client& client) {
    if (is_main_)
      client.status = errors_ > 0 ? 1 : 0;
    else
      client.dot_failed = errors_ > 0;
    return Went::kEnded;
  }

  std::string_view NextLine() {
    const std::string& text = text_.text();
    size_t end = text.find('\n', at_);
    if (end == std::string::npos) end = text.size();
    std::string_view line = std::string_view(text).substr(at_, end - at_);
    const bool is_whole = end < text.size();
    at_ = end + 1;
    ++line_;
    if (is_whole && line.ends_with('\r')) line.remove_suffix(1);
    return line.substr(0, line.find('\0'));
  }

  // sqlite3_complete() looks at the whole text, so it is asked only where a line ends with a
  // semicolon that stands in no quotes; the work of asking counts, since the body of a trigger may
  // have a million of these.
  Went TakeLine(Client& client) {
    std::string_view line = NextLine();
    if (!client.payer().Tick(32 + line.size())) return Went::kEnded;
    if (!scan_.is_inside() && IsTerminator(line) && IsComplete(client)) line = ";";
    scan_.Line(line);
    if (sql_.empty() && scan_.is_blank()) {
      Echo(client, line);
      scan_ = Scan();
      return Went::kOn;
    }
    if (sql_.empty() && (line.starts_with('.') || line.starts_with('#'))) {
      Echo(client, line);
      scan_ = Scan();
      if (line[0] == '.') BeginDot(client, line);
      return Went::kOn;
    }
    if (sql_.empty()) {
      while (!line.empty() && IsSpace(line[0])) line.remove_prefix(1);
      first_line_ = line_;
    } else if (!sql_.Append("\n")) {
      return Went::kEnded;
    }
    if (!sql_.Append(line)) return Went::kEnded;
    if (scan_.ends() && client.payer().Tick(sql_.size()) &&
        sqlite3_complete(sql_.text().c_str()) != 0) {
      BeginSql(client);
    } else if (scan_.is_blank()) {
      Echo(client, sql_.text());
      sql_.Clear();
      scan_ = Scan();
    }
    return Went::kOn;
  }

  // What there is, with a semicolon, is a statement.
  bool IsComplete(Client& client) {
    if (sql_.empty()) return true;
    PaidText whole(client.payer());
    return whole.Append(sql_.text()) && whole.Append(";") &&
           sqlite3_complete(whole.text().c_str()) != 0;
  }

  void Echo(Client& client, std::string_view text) {
    if (client.settings.echo) client.Out(fmt::format("{}\n", text));
  }

  void BeginSql(Client& client) {
    Echo(client, sql_.text());
    scan_ = Scan();
    if (!client.NeedDatabase()) return;
    looks_ = Looks::kSql;
    client.Push(MakeSqlJob(client, sql_.text()));
    sql_.Clear();
  }

  void SqlEnded(Client& client) {
    const SqlResult& result = client.result;
    if (!result.message.empty()) {
      ++errors_;
      std::string_view message = result.message;
      std::string_view kind = "Error";
      for (const auto& [begin, name] :
           {std::pair("in prepare, ", "Parse error"), {"stepping, ", "Runtime error"}}) {
        if (!message.starts_with(begin)) continue;
        message.remove_prefix(std::string_view(begin).size());
        kind = name;
        break;
      }
      client.Err(fmt::format("{} near line {}: {}\n", kind, first_line_, message));
    } else if (client.settings.changes) {
      client.Out(fmt::format("changes: {}   total_changes: {}\n", sqlite3_changes64(client.db()),
                             sqlite3_total_changes64(client.db())));
    }
    if (client.once > 0) {
      client.SendToStandardOutput();
      client.once = 0;
    }
  }

  void BeginDot(Client& client, std::string_view line) {
    switch (RunDotCommand(client, line)) {
      case Dot::kDone: return DotEnded(client, false);
      case Dot::kFailed: return DotEnded(client, true);
      case Dot::kLeave: leaves_ = true; return;
      case Dot::kPushed: looks_ = Looks::kDot;
    }
  }

  void DotEnded(Client& client, bool failed) {
    if (failed) ++errors_;
    if (client.once > 0 && --client.once == 0) client.SendToStandardOutput();
  }

  PaidText text_, sql_;
  const bool is_main_;
  size_t at_ = 0;
  int64_t line_ = 0, first_line_ = 0, errors_ = 0;
  Scan scan_;
  Looks looks_ = Looks::kNothing;
  bool leaves_ = false;
};

}  // namespace

std::unique_ptr<Job> MakeScriptJob(Client& client, PaidText text, bool is_main) {
  return std::make_unique<ScriptJob>(client, std::move(text), is_main);
}

// Files are open during a step only.
Progress Client::Step() {
  const Progress progress = Work();
  if (progress.kind() == Progress::Kind::kDone && !payer_.over()) {
    jobs_.clear();  // their statements go first
    connection_.Close();
  }
  vfs_.CloseFiles();
  return progress;
}

Progress Client::Work() {
  // Whole results of a few rows go out at once, so that who reads them finds the database free.
  constexpr size_t kStaged = 60 << 10;
  constexpr int64_t kTurnNs = 20'000'000;
  const int64_t began = io().MonotonicNs();
  for (uint64_t pieces = 0; !jobs_.empty() && !exit_status && !payer_.over(); ++pieces) {
    if (io().staged() >= kStaged) return Progress::Yield();
    if (pieces % 64 == 63 && io().MonotonicNs() - began > kTurnNs) return Progress::Yield();
    const size_t at = jobs_.size() - 1;
    connection_.BeginPiece();
    switch (jobs_[at]->Step(*this)) {
      case Went::kOn: break;
      case Went::kEnded: jobs_.erase(jobs_.begin() + static_cast<ptrdiff_t>(at)); break;
      case Went::kWait: return Progress::Wait();
    }
  }
  return Progress::Done(payer_.over() ? 2 : exit_status.value_or(status));
}

bool Client::NeedDatabase() {
  if (db() != nullptr) return true;
  if (connection_.Open(database, open_flags) == SQLITE_OK) return true;
  if (!payer_.over())
    Err(fmt::format("Error: unable to open database \"{}\": {}\n", database,
                    connection_.message()));
  connection_.Close();
  exit_status = 1;
  return false;
}

// A descriptor of the command: it lives from step to step, is closed with the command, and what is
// written to it is staged and counted as all output is.
bool Client::SendTo(const std::string& path) {
  SendToStandardOutput();
  if (path == "stdout") return true;
  out_name = path;
  if (path == "stderr") {
    out_fd_ = 2;
    return true;
  }
  const int fd = io().Open(path == "off" ? "/dev/null" : path, OpenMode::kWrite);
  if (fd < 0) {
    Err(fmt::format("Error: cannot open \"{}\"\n", path));
    out_name = "stdout";
    return false;
  }
  out_fd_ = fd;
  return true;
}

void Client::SendToStandardOutput() {
  if (out_fd_ > 2) io().Close(out_fd_);
  out_fd_ = 1;
  out_name = "stdout";
}

std::optional<PaidText> ReadWhole(Client& client, const std::string& path, int* error) {
  const auto opened = client.files().Open(client.caller(), path, files::kOpenRead);
  if (!opened.ok()) {
    *error = opened.error();
    return std::nullopt;
  }
  std::optional<PaidText> text(std::in_place, client.payer());
  constexpr uint64_t kPiece = 64 << 10;
  while (true) {
    const auto bytes = client.files().Read(*opened, kPiece);
    if (!bytes.ok() || !client.payer().Tick(kPiece / 16)) {
      *error = bytes.error();
      text.reset();
      break;
    }
    if (bytes->empty() || !text->Append(*bytes)) break;
  }
  client.files().Release(*opened);
  return text;
}

}  // namespace pysub::shell::sqlite
