#include "shell/commands/files/find.h"

#include <cerrno>
#include <map>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Kind = FindOp::Kind;
using VisitKind = TreeWalk::Visit::Kind;

constexpr uint64_t kMaxBatchBytes = 128 << 10;

// find [-H] [-L] [-P] [PATH...] [EXPRESSION]
class Find : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (!started_) {
      started_ = true;
      now_ns_ = io.RealTimeNs();
      if (!program_.Parse(io, now_ns_)) return Progress::Done(program_.answered ? 0 : 1);
    }
    if (program_.names.is_given() && !program_.names.is_read()) {
      if (std::optional<Progress> end = ReadNames(io)) return *end;
    }
    while (true) {
      if (child_ >= 0) {
        std::optional<int> status = io.WaitChild(child_);
        if (!status) return Progress::Wait();
        child_ = -1;
        ChildEnded(*status);
      }
      if (finishing_) {
        if (!RunLastBatches(io)) return Progress::Done(status_);
        continue;
      }
      if (evaluating_) {
        const bool answered = Evaluate(io);
        if (refused_) return Progress::Done(1);
        if (!answered) return Progress::Wait();
        if (child_ >= 0) continue;
      } else if (!NextFile(io)) {
        finishing_ = true;
      }
      if (io.Tick(64)) return Progress::Yield();
    }
  }

  void Fields(Archive& archive) override {
    archive(started_, now_ns_, program_, next_root_, root_, walk_, visit_, evaluating_, at_, value_,
            child_, child_is_batch_, finishing_, prompt_, status_);
    if (archive.loading()) {
      uint64_t index = 0;
      for (const FindOp& op : program_.ops) {
        bool jump = op.kind == Kind::kJumpIfFalse || op.kind == Kind::kJumpIfTrue;
        // Jumps lead forward, so every file is done with after as many steps as there are.
        if (jump && (op.target <= index || op.target > program_.ops.size())) archive.Fail();
        ++index;
      }
      if (at_ > program_.ops.size()) archive.Fail();
      if (!archive.ok()) *this = Find();
    }
  }

 private:
  std::optional<Progress> ReadNames(CommandIo& io) {
    const Got got = program_.names.ReadAll(io);
    if (got != Got::kError) return StepEnd(got);
    const int error = io.error();
    const std::string name = QuoteWord(program_.names.file());
    io.Error(
        program_.names.opened() ? name + ": read error" : "cannot open " + name + " for reading",
        error);
    return Progress::Done(1);
  }

  // False: there is none. root_ is empty: it was no name, which was said.
  bool NextRoot(CommandIo& io) {
    if (!program_.names.is_given()) {
      if (next_root_ >= program_.roots.size()) return false;
      root_ = program_.roots[next_root_++];
      return true;
    }
    if (program_.names.Next(io) != Got::kData) return false;
    root_ = program_.names.current();
    if (!root_.empty()) return true;
    io.Error(QuoteWord(program_.names.file()) + ":" + std::to_string(program_.names.count()) +
             ": invalid zero-length file name");
    status_ = 1;
    return true;
  }

  // Finds what the expression is to be asked about. False: there is nothing left.
  bool NextFile(CommandIo& io) {
    std::optional<TreeWalk::Visit> visit = walk_.Next(io);
    if (!visit) {
      if (!NextRoot(io)) return false;
      if (root_.empty()) return true;
      walk_.Start({root_}, program_.walk_flags, program_.max_depth);
      return true;
    }
    visit_ = std::move(*visit);
    switch (visit_.kind) {
      case VisitKind::kCannotStat:
      case VisitKind::kCannotRead:
        io.Error(QuoteWord(visit_.path), visit_.error);
        status_ = 1;
        // The name of an entry is known in spite of it.
        if (visit_.kind == VisitKind::kCannotRead || visit_.depth == 0 || visit_.error == ELOOP)
          return true;
        evaluating_ = true;
        break;
      case VisitKind::kLoop: {
        io.Error("File system loop detected; " + QuoteWord(visit_.path) +
                 " is part of the same file system loop as " + QuoteWord(visit_.loop_path) + ".");
        status_ = 1;
        return true;
      }
      case VisitKind::kEnter: evaluating_ = !program_.depth_first; break;
      case VisitKind::kLeave: evaluating_ = program_.depth_first; break;
      case VisitKind::kOther: evaluating_ = true; break;
    }
    if (visit_.depth < program_.min_depth) evaluating_ = false;
    at_ = 0;
    value_ = true;
    return true;
  }

  // Goes on with the expression. False: an answer is missing.
  bool Evaluate(CommandIo& io) {
    FindFile file{&visit_, root_};
    while (at_ < program_.ops.size()) {
      FindOp& op = program_.ops[at_];
      if (op.kind == Kind::kJumpIfFalse || op.kind == Kind::kJumpIfTrue) {
        at_ = value_ == (op.kind == Kind::kJumpIfTrue) ? op.target : at_ + 1;
        continue;
      }
      if (op.kind == Kind::kAsk) {
        std::optional<bool> answer =
            prompt_.Ask(io, "< " + op.words[0] + " ... " + visit_.path + " > ? ");
        if (!answer) return false;
        ++at_;
        value_ = *answer && Execute(io, op);
        if (child_ >= 0 || refused_) return true;
        continue;
      }
      ++at_;
      io.Tick(op.text.size() + visit_.path.size());
      switch (op.kind) {
        case Kind::kNot: value_ = !value_; break;
        case Kind::kPrint:
          io.Write(op.fd, visit_.path + "\n");
          value_ = true;
          break;
        case Kind::kPrint0:
          io.Write(op.fd, visit_.path + '\0');
          value_ = true;
          break;
        case Kind::kPrintf:
          FindPrintf(io, op.text, file, op.fd);
          value_ = true;
          break;
        case Kind::kList:
          io.Write(op.fd, FindListLine(io, file, now_ns_));
          value_ = true;
          break;
        case Kind::kDelete: value_ = Delete(io); break;
        case Kind::kPrune:
          if (visit_.kind == VisitKind::kEnter) walk_.Prune();
          value_ = true;
          break;
        case Kind::kQuit:
          evaluating_ = false;
          finishing_ = true;
          return true;
        case Kind::kExec:
          value_ = Execute(io, op);
          if (child_ >= 0 || refused_) return true;
          break;
        case Kind::kExecBatch:
          value_ = true;
          Collect(io, op);
          if (child_ >= 0) return true;
          break;
        default: {
          bool failed = false;
          value_ = FindTest(io, op, file, RegexOf(io, op), &failed);
          if (failed) status_ = 1;
        }
      }
    }
    evaluating_ = false;
    return true;
  }

  bool Delete(CommandIo& io) {
    if (visit_.path == ".") return true;
    files::Status removed = visit_.stat.IsDirectory()
                                ? io.files().Rmdir(CallerOf(io), visit_.path)
                                : io.files().Unlink(CallerOf(io), visit_.path);
    if (removed.ok()) return true;
    io.Error("cannot delete " + QuoteWord(visit_.path), removed.error());
    status_ = 1;
    return false;
  }

  // The place that -execdir runs in, and the name there.
  std::string DirectoryFor(const FindOp& op, std::string* name) const {
    if (!op.in_directory) {
      *name = visit_.path;
      return "";
    }
    *name = visit_.path == "/" ? "/" : "./" + std::string(LastName(visit_.path));
    return std::string(DirectoryOf(visit_.path));
  }

  bool Execute(CommandIo& io, const FindOp& op) {
    std::string name;
    ChildOptions options;
    options.cwd = DirectoryFor(op, &name);
    std::vector<std::string> argv;
    uint64_t bytes = 0;
    for (const std::string& word : op.words) {
      std::optional<std::string> filled = Filled(io, word, name);
      if (!filled) return Refuse(io, "command too long");
      bytes += filled->size() + 1;
      if (bytes > kMaxBatchBytes) return Refuse(io, "argument list too long");
      argv.push_back(std::move(*filled));
    }
    child_is_batch_ = false;
    return Launch(io, argv, options);
  }

  // A word of a command with the name for each "{}"; nullopt: it gets too long.
  static std::optional<std::string> Filled(CommandIo& io, std::string_view word,
                                           std::string_view name) {
    std::string filled;
    while (true) {
      const size_t at = std::min(word.find("{}"), word.size());
      const bool found = at < word.size();
      const std::string_view more = found ? name : std::string_view();
      if (filled.size() + at + more.size() + 1 >= kMaxBatchBytes ||
          !io.account().Tick(at + more.size() + 1))
        return std::nullopt;
      filled.append(word.substr(0, at)).append(more);
      if (!found) return filled;
      word.remove_prefix(at + 2);
    }
  }

  // As GNU's find: that is its end, whatever else there is to do.
  bool Refuse(CommandIo& io, std::string_view why) {
    io.Error(why);
    refused_ = true;
    return false;
  }

  bool Launch(CommandIo& io, const std::vector<std::string>& argv, const ChildOptions& options) {
    child_ = io.Spawn(argv, options);
    if (child_ >= 0) return true;
    io.Error(QuoteWord(argv[0]), io.error());
    if (child_is_batch_) status_ = 1;
    return false;
  }

  void Collect(CommandIo& io, FindOp& op) {
    std::string name;
    std::string directory = DirectoryFor(op, &name);
    bool full = op.waiting_bytes + name.size() + 1 > kMaxBatchBytes ||
                !io.Reserve(static_cast<int64_t>(name.size() + sizeof(name)));
    if (!op.waiting.empty() && (full || directory != op.waiting_directory)) RunBatch(io, op);
    op.waiting_bytes += name.size() + 1;
    op.waiting_directory = std::move(directory);
    op.waiting.push_back(std::move(name));
  }

  // The names that waited are given to the command, and what they held of the account is given
  // back.
  void RunBatch(CommandIo& io, FindOp& op) {
    std::vector<std::string> argv = op.words;
    int64_t bytes = 0;
    for (std::string& name : op.waiting) {
      bytes += static_cast<int64_t>(name.size() + sizeof(name));
      argv.push_back(std::move(name));
    }
    (void)io.Reserve(-bytes);
    ChildOptions options;
    options.cwd = op.waiting_directory;
    op.waiting.clear();
    op.waiting_bytes = 0;
    child_is_batch_ = true;
    Launch(io, argv, options);
  }

  // True: one was started.
  bool RunLastBatches(CommandIo& io) {
    for (FindOp& op : program_.ops) {
      if (op.waiting.empty()) continue;
      RunBatch(io, op);
      return true;
    }
    return false;
  }

  void ChildEnded(int status) {
    if (!child_is_batch_)
      value_ = status == 0;
    else if (status != 0)
      status_ = 1;
  }

  // Patterns are compiled again after a load.
  const Regex* RegexOf(CommandIo& io, const FindOp& op) {
    if (op.kind != Kind::kRegex) return nullptr;
    std::unique_ptr<Regex>& regex = regexes_[&op];
    if (regex == nullptr) {
      std::string error;
      regex = Regex::Compile(op.text, {.syntax = op.syntax, .ignore_case = op.ignore_case},
                             &io.account(), &error);
    }
    return regex.get();
  }

  bool started_ = false;
  int64_t now_ns_ = 0;
  FindProgram program_;
  uint64_t next_root_ = 0;
  std::string root_;
  TreeWalk walk_;
  TreeWalk::Visit visit_;
  bool evaluating_ = false;
  uint64_t at_ = 0;
  bool value_ = true;
  int child_ = -1;
  bool child_is_batch_ = false;
  bool finishing_ = false;
  bool refused_ = false;  // in this step, which is the last one
  Prompt prompt_;
  int status_ = 0;
  std::map<const FindOp*, std::unique_ptr<Regex>> regexes_;
};

}  // namespace

std::unique_ptr<Command> MakeFind() { return Make<Find>(); }

}  // namespace pysub::shell
