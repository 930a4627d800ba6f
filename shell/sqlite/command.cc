// sqlite3: its command line, its input, and how it is saved.

#include <fmt/format.h>

#include <utility>

#include "shell/sqlite/client.h"
#include "shell/sqlite/rows.h"
#include "shell/sqlite/sqlite.h"
#include "shell/sqlite/words.h"

namespace pysub::shell {
namespace sqlite {
namespace {

constexpr std::string_view kUsage =
    "Usage: sqlite3 [OPTIONS] [FILE [SQL...]]\n"
    "FILE is a database, which is made when it is not there; without one it lies in memory. "
    "Without\n"
    "SQL, statements and dot commands (.help) are read from standard input.\n"
    "   -ascii -box -column -csv -html -json -line -list -markdown -quote -table -tabs\n"
    "                        how rows are shown\n"
    "   -[no]header          with the names of columns\n"
    "   -separator SEP  -newline SEP  -nullvalue TEXT\n"
    "   -bail                stop at the first error\n"
    "   -cmd COMMAND         run COMMAND before all else\n"
    "   -echo                show commands before they run\n"
    "   -init FILE           run FILE first, in place of ~/.sqliterc\n"
    "   -nofollow            refuse databases behind symbolic links\n"
    "   -readonly            open the database for reading\n"
    "   -batch  -safe        taken, and of no effect\n"
    "   -help  -version\n";

// An option and its value, or an operand.
struct Word {
  std::string name, value;
};

struct CommandLine {
  std::vector<Word> options;  // those of the order in which they work
  std::string file;           // empty: in memory
  bool has_file = false;
  std::vector<std::string> commands;
  std::optional<std::string> init;
  bool is_bad = false;
  std::string message;
};

bool TakesValue(std::string_view option) {
  for (std::string_view one : {"-separator", "-newline", "-nullvalue", "-cmd", "-init"}) {
    if (option == one) return true;
  }
  return false;
}

// What the real one knows and we do not.
bool IsRefused(std::string_view option) {
  for (std::string_view one :
       {"-A", "-append", "-deserialize", "-heap", "-interactive", "-lookaside", "-maxsize",
        "-memtrace", "-mmap", "-nonce", "-pagecache", "-scratch", "-sorterref", "-stats",
        "-threadsafe", "-vfs", "-zip"}) {
    if (option == one) return true;
  }
  return false;
}

bool IsKnown(std::string_view option) {
  for (std::string_view one :
       {"-ascii", "-bail",     "-batch", "-box",   "-column", "-csv",      "-echo",     "-header",
        "-help",  "-html",     "-json",  "-line",  "-list",   "-markdown", "-nofollow", "-noheader",
        "-quote", "-readonly", "-safe",  "-table", "-tabs",   "-version"}) {
    if (option == one) return true;
  }
  return TakesValue(option);
}

bool EndsAtOnce(const CommandLine& line) {
  for (const Word& option : line.options) {
    if (option.name == "-version" || option.name == "-help") return true;
  }
  return false;
}

CommandLine Parse(std::string_view name, std::span<const std::string> args) {
  CommandLine line;
  const auto refuse = [&](std::string message) {
    line.is_bad = true;
    line.message = std::move(message);
    return line;
  };
  for (size_t i = 0; i < args.size(); ++i) {
    std::string_view word = args[i];
    if (!word.starts_with('-')) {
      if (!std::exchange(line.has_file, true))
        line.file = word;
      else
        line.commands.emplace_back(word);
      continue;
    }
    if (word.starts_with("--")) word.remove_prefix(1);
    // (What stands before it may end all: -version.)
    if (EndsAtOnce(line)) return line;
    if (IsRefused(word))
      return refuse(fmt::format("{}: Error: {} is not supported in this sandbox\n", name, word));
    if (!IsKnown(word)) {
      return refuse(fmt::format("{}: Error: unknown option: {}\nUse -help for a list of options.\n",
                                name, word));
    }
    Word option{std::string(word), ""};
    if (TakesValue(word)) {
      if (i + 1 >= args.size())
        return refuse(fmt::format("{}: Error: missing argument to {}\n", name, args.back()));
      option.value = args[++i];
    }
    if (word == "-init")
      line.init = option.value;
    else
      line.options.push_back(std::move(option));
  }
  return line;
}

// The command line from its first option to its last command, or to the input.
class CommandLineJob : public Job {
 public:
  CommandLineJob(CommandLine line, PaidText input)
      : line_(std::move(line)), input_(std::move(input)) {}

  Went Step(Client& client) override {
    if (const Awaits awaits = std::exchange(awaits_, Awaits::kNothing);
        awaits != Awaits::kNothing) {
      if (!Ended(client, awaits)) return Went::kEnded;
    }
    if (client.exit_status) return Went::kEnded;
    if (!std::exchange(began_, true)) {
      Init(client);
      return Went::kOn;
    }
    if (at_ < line_.options.size()) {
      Apply(client, line_.options[at_++]);
      return client.exit_status ? Went::kEnded : Went::kOn;
    }
    if (line_.commands.empty()) {
      if (!std::exchange(reads_, true)) {
        client.Push(MakeScriptJob(client, std::move(input_), true));
        return Went::kOn;
      }
      return Went::kEnded;
    }
    if (command_ == line_.commands.size()) return Went::kEnded;
    is_last_ = true;
    Run(client, line_.commands[command_++]);
    return Went::kOn;
  }

 private:
  enum class Awaits : uint8_t { kNothing, kSql, kDot, kInit };

  void Init(Client& client) {
    std::string file;
    if (line_.init) {
      file = *line_.init;
    } else if (const auto home = client.io().Env("HOME")) {
      file = std::string(*home) + "/.sqliterc";
    }
    for (const Word& option : line_.options) {
      if (option.name == "-readonly") client.open_flags = SQLITE_OPEN_READONLY;
    }
    for (const Word& option : line_.options) {
      if (option.name == "-nofollow") client.open_flags |= SQLITE_OPEN_NOFOLLOW;
      if (option.name == "-bail") client.settings.bail = true;
    }
    // One that is there is opened first, which may fail.
    if (line_.has_file) client.database = line_.file;
    if (client.files().StatPath(client.caller(), client.database).ok()) client.NeedDatabase();
    if (file.empty() || client.exit_status) return;
    int error = 0;
    std::optional<PaidText> text = ReadWhole(client, file, &error);
    if (!text) {
      if (line_.init) client.Err(fmt::format("cannot open: \"{}\"\n", file));
      if (line_.init && client.settings.bail) client.exit_status = 1;
      return;
    }
    awaits_ = Awaits::kInit;
    client.Push(MakeScriptJob(client, *std::move(text), false));
  }

  void Apply(Client& client, const Word& option) {
    Settings& settings = client.settings;
    const std::string& name = option.name;
    if (name == "-cmd") {
      is_last_ = false;
      return Run(client, option.value);
    }
    if (name == "-header" || name == "-noheader") {
      settings.headers = name == "-header";
      settings.headers_set = true;
    } else if (name == "-separator") {
      settings.column_separator = option.value.substr(0, 19);
    } else if (name == "-newline") {
      settings.row_separator = option.value.substr(0, 19);
    } else if (name == "-nullvalue") {
      settings.null_value = option.value.substr(0, 19);
    } else if (name == "-echo") {
      settings.echo = true;
    } else if (name == "-version") {
      client.Out(fmt::format("{} {}\n", sqlite3_libversion(), sqlite3_sourceid()));
      client.exit_status = 0;
    } else if (name == "-help") {
      client.Out(kUsage);
      client.exit_status = 0;
    } else {
      SetModeOf(settings, name);
    }
  }

  // As an option a mode sets fewer separators than as a dot command.
  static void SetModeOf(Settings& settings, std::string_view name) {
    if (name == "-ascii") {
      settings.mode = Mode::kAscii;
      settings.column_separator = "\x1F";
      settings.row_separator = "\x1E";
    } else if (name == "-csv") {
      settings.mode = Mode::kCsv;
      settings.column_separator = ",";
    } else if (name == "-quote") {
      settings.column_separator = ",";
      settings.row_separator = "\n";
    } else if (name == "-tabs") {
      settings.mode = Mode::kList;
      settings.column_separator = "\t";
      settings.row_separator = "\n";
    }
    for (const auto& [option, mode] : {std::pair("-box", Mode::kBox),
                                       {"-column", Mode::kColumn},
                                       {"-html", Mode::kHtml},
                                       {"-json", Mode::kJson},
                                       {"-line", Mode::kLine},
                                       {"-list", Mode::kList},
                                       {"-markdown", Mode::kMarkdown},
                                       {"-quote", Mode::kQuote},
                                       {"-table", Mode::kTable}}) {
      if (name == option) settings.mode = mode;
    }
  }

  void Run(Client& client, const std::string& text) {
    if (text.starts_with('.')) {
      client.dot_failed = false;
      awaits_ = Awaits::kDot;
      switch (RunDotCommand(client, text)) {
        case Dot::kDone: return;
        case Dot::kFailed: client.dot_failed = true; return;
        case Dot::kLeave: leaves_ = true; return;
        case Dot::kPushed: return;
      }
      return;
    }
    if (!client.NeedDatabase()) return;
    awaits_ = Awaits::kSql;
    client.Push(MakeSqlJob(client, text));
  }

  // What the last one came to; false: all is over.
  bool Ended(Client& client, Awaits awaits) {
    const bool stops = is_last_ || client.settings.bail;
    if (awaits == Awaits::kSql) {
      if (client.once > 0) {
        client.once = 0;
        client.SendToStandardOutput();
      }
      if (client.result.message.empty()) return true;
      client.Err(fmt::format("Error: {}\n", client.result.message));
      if (stops) client.status = client.result.code != SQLITE_OK ? client.result.code & 0xFF : 1;
      return !stops;
    }
    if (client.once > 0 && --client.once == 0) client.SendToStandardOutput();
    if (awaits == Awaits::kInit) {
      if (client.dot_failed && client.settings.bail) client.exit_status = 1;
      return true;
    }
    if (std::exchange(leaves_, false)) {
      // (Of -cmd only where errors end it: then .quit does, too.)
      return !stops;
    }
    if (client.dot_failed && stops) client.status = 1;
    return !client.dot_failed || !stops;
  }

  CommandLine line_;
  PaidText input_;
  Awaits awaits_ = Awaits::kNothing;
  bool began_ = false, reads_ = false, leaves_ = false;
  bool is_last_ = false;  // a command that is an operand runs, not one of -cmd
  size_t at_ = 0, command_ = 0;
};

// Until it has all of its input it can be saved. Then it has an open database, which cannot: the
// shell makes no pause (JustBegun), and runs all its processes on until this one has ended. A copy
// that is made all the same (of jobs in the background) finds what a loss of power leaves: files
// with a journal, from which the next who opens the database takes back what was not committed.
class SqliteCommand : public Command {
 public:
  ~SqliteCommand() override {
    if (payer_ == nullptr) return;
    const Payer::Turn turn(*payer_, nullptr);
    client_.reset();
  }

  Progress Step(CommandIo& io) override {
    if (is_lost_) {
      io.Error("was saved while it had a database open, and cannot go on");
      return Progress::Done(1);
    }
    if (payer_ == nullptr) {
      if (std::optional<Progress> progress = Begin(io)) return *progress;
    }
    const Payer::Turn turn(*payer_, &io);
    if (client_ == nullptr) {
      // (From the next step on the scheduler knows that it computes: JustBegun().)
      return MakeClient(io) ? Progress::Yield() : Progress::Done(2);
    }
    return client_->Step();
  }

  bool JustBegun() const override { return client_ != nullptr; }

  void Fields(Archive& archive) override {
    bool is_lost = is_lost_ || client_ != nullptr;
    archive(input_, has_input_, is_lost);
    archive.Charged(charged_);
    if (!archive.loading()) return;
    is_lost_ = is_lost;
    // (A text of a few bytes lies within its object, and was charged nothing.)
    if (input_.size() > charged_ + 15) archive.Fail();
  }

 private:
  // Something: it is not time to open a database, or never will be.
  std::optional<Progress> Begin(CommandIo& io) {
    line_ = Parse(io.name(), io.args());
    if (line_.is_bad) {
      io.Write(2, line_.message);
      return Progress::Done(1);
    }
    if (line_.commands.empty() && !EndsAtOnce(line_)) {
      if (std::optional<Progress> progress = Read(io)) return progress;
    }
    if (!CountSqliteMemory()) {
      io.Error("SQLite was in use in this process before its memory could be counted");
      return Progress::Done(1);
    }
    payer_ = std::make_unique<Payer>();
    return std::nullopt;
  }

  bool MakeClient(CommandIo& io) {
    client_ = std::make_unique<Client>(*payer_);
    PaidText input(*payer_);
    if (!input.Append(input_)) return false;
    input_ = std::string();
    static_cast<void>(io.Reserve(-static_cast<int64_t>(std::exchange(charged_, 0))));
    client_->Push(std::make_unique<CommandLineJob>(std::move(line_), std::move(input)));
    return true;
  }

  // Nothing: all of it is there.
  std::optional<Progress> Read(CommandIo& io) {
    while (!has_input_) {
      std::string_view bytes;
      switch (io.ReadSome(0, &bytes)) {
        case ReadStatus::kWait: return Progress::Wait();
        case ReadStatus::kError:
        case ReadStatus::kEnd: has_input_ = true; break;
        case ReadStatus::kData:
          if (!MakeRoom(io, &input_, bytes.size(), &charged_)) return Progress::Done(2);
          input_ += bytes;
          if (io.Tick(bytes.size())) return Progress::Yield();
      }
    }
    return std::nullopt;
  }

  CommandLine line_;  // found again in each step until it begins
  std::string input_;
  uint64_t charged_ = 0;
  bool has_input_ = false, is_lost_ = false;
  std::unique_ptr<Payer> payer_;  // outlives the client
  std::unique_ptr<Client> client_;
};

constexpr CommandInfo kRow = {
    .name = "sqlite3",
    .make = Make<SqliteCommand>,
    .usage = kUsage,
    .hint = "sqlite3: SQLite 3.40 with its dot commands; no extensions, no .shell",
};

}  // namespace
}  // namespace sqlite

const CommandInfo& SqliteCommand() { return sqlite::kRow; }

Shell::Builder& AddSqlite(Shell::Builder& builder) {
  if (!CountSqliteMemory())
    return builder.Refuse(
        absl::FailedPreconditionError("SQLite was in use in this process before AddSqlite()"));
  return builder.Command(&SqliteCommand());
}

}  // namespace pysub::shell
