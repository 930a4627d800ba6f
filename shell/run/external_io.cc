#include "shell/run/external_io.h"

#include <errno.h>

#include <algorithm>
#include <utility>

#include "osbridge/files/same_look.h"
#include "pysub/shell/child_signal.h"
#include "shell/expand/text.h"
#include "shell/run/children.h"
#include "shell/run/initial_state.h"
#include "shell/run/kernel.h"
#include "shell/run/let_others_run.h"
#include "shell/run/one_file.h"
#include "shell/run/redirect.h"
#include "shell/run/signals.h"

namespace pysub::shell {

namespace {

// Whose step runs on this thread, and that is on top of all others that do.
struct Stepping {
  ExternalIo* io = nullptr;
  Process* process = nullptr;
};
constinit thread_local Stepping stepping;

// Nothing: the descriptor is closed, or of something else.
std::optional<files::Stat> RegularFile(const Process& process, int fd) {
  const Ref<Description> description = process.fds.Get(fd);
  if (!description || description->kind != Description::Kind::kFile) return std::nullopt;
  auto stat = description->files->FStat(description->file);
  return stat.ok() && stat->IsFile() ? std::optional<files::Stat>(*stat) : std::nullopt;
}

bool IsSame(const std::optional<files::Stat>& left, const std::optional<files::Stat>& right) {
  return left && right && left->dev == right->dev && left->ino == right->ino;
}

}  // namespace

bool LetOthersRun(const CommandIo& io) {
  if (stepping.io != &io) return true;
  Process& process = *stepping.process;
  process.kernel->RunOthers(&process);
  return process.life.dying == 0 && process.external.signal == 0 && !process.life.ended &&
         !process.budget().stopped();
}

bool AreOneFile(const CommandIo& io, int left, int right) {
  if (stepping.io != &io) return false;
  return IsSame(RegularFile(*stepping.process, left), RegularFile(*stepping.process, right));
}

ExternalIo::ExternalIo(Process* process, std::vector<std::string> argv)
    : process_(process), argv_(std::move(argv)) {}

ExternalIo::~ExternalIo() {
  for (int fd : opened_) process_->fds.Set(fd, nullptr);
  process_->budget().ChargeMemory(-reserved_);
}

std::optional<std::string_view> ExternalIo::Env(std::string_view variable) const {
  Symbol symbol = process_->symbols().Intern(variable);
  const Variable* found = process_->variables.Find(symbol);
  if (found != nullptr && found->Has(kExported) && found->is_set) return found->value;
  std::optional<std::string> made =
      variable == "_" ? ToldFile(*process_) : ExportedFunction(*process_, variable);
  if (!made) return std::nullopt;
  made_ = std::move(*made);
  return made_;
}

// Makes sure that there are bytes that were not taken yet. Large buffers are let go as soon as they
// are empty: a command that has read one long line need not keep its memory.
ReadStatus ExternalIo::Fill(int fd, Buffer* buffer, size_t limit) {
  if (buffer->taken < buffer->bytes.size()) return ReadStatus::kData;
  buffer->taken = 0;
  if (buffer->bytes.capacity() > (1 << 20)) LetGo(&buffer->bytes);
  buffer->held.Release();
  buffer->bytes.clear();
  if (buffer->ended) return ReadStatus::kEnd;
  return ReadMore(fd, buffer, &buffer->bytes, limit);
}

// Of a regular file, behind the position; 0 for all else.
uint64_t ExternalIo::BytesToEnd(const Description& from, int fd) const {
  const std::optional<uint64_t> size = FileSize(fd);
  if (!size) return 0;
  auto position = from.files->Seek(from.file, 0, files::Whence::kCurrent);
  return position.ok() && *position < *size ? *size - *position : 0;
}

// Whether another descriptor of the process writes the regular file that `fd` reads.
bool ExternalIo::Writes(int fd) const {
  const std::optional<files::Stat> stat = RegularFile(*process_, fd);
  if (!stat) return false;
  const Ref<Description> from = process_->fds.Get(fd);
  static_cast<void>(process_->budget().Tick(16 * process_->fds.size()));
  for (const DescriptorTable::Row& row : process_->fds.rows()) {
    const Description& to = *row.description;
    if (&to == from.get() || to.kind != Description::Kind::kFile ||
        (to.files->FlagsOf(to.file) & files::kOpenWrite) == 0)
      continue;
    if (IsSame(stat, RegularFile(*process_, row.fd))) return true;
  }
  return false;
}

// One read of the descriptor. Where nothing is there the process waits for it: the command returns
// Progress::Wait(), and its Step() is called again when there are bytes, the end, or nobody left
// who could write.
// A file to which the command itself writes ends where it ended at the first read: `sed p f >> f`
// would feed itself for ever. (Real programs keep what they write until they have read a small
// file whole; of a large one they do run on.)
ReadStatus ExternalIo::ReadMore(int fd, Buffer* buffer, std::string* bytes, size_t limit) {
  Ref<Description> from = process_->fds.Get(fd);
  if (!from) {
    error_ = EBADF;
    return ReadStatus::kError;
  }
  if (!std::exchange(buffer->measured, true)) buffer->left = BytesToEnd(*from, fd);
  if (buffer->left == 0 && Writes(fd)) {
    buffer->ended = true;
    return ReadStatus::kEnd;
  }
  limit = std::min(limit, kReadBytes);
  if (buffer->left > 0) limit = std::min<uint64_t>(limit, buffer->left);
  switch (ReadFrom(from.get(), limit, bytes, &error_)) {
    case IoStatus::kDone:
      buffer->left -= std::min<uint64_t>(buffer->left, bytes->size());
      return ReadStatus::kData;
    case IoStatus::kWait:
      process_->waiting.For(Waiting::Kind::kRead, from);
      return ReadStatus::kWait;
    case IoStatus::kEnd: buffer->ended = true; return ReadStatus::kEnd;
    default: return ReadStatus::kError;
  }
}

ReadStatus ExternalIo::ReadSome(int fd, std::string_view* bytes, size_t limit) {
  Buffer& buffer = buffers_[fd];
  ReadStatus status = Fill(fd, &buffer, limit);
  if (status != ReadStatus::kData) return status;
  *bytes = std::string_view(buffer.bytes).substr(buffer.taken, limit);
  buffer.taken += bytes->size();
  return ReadStatus::kData;
}

ReadStatus ExternalIo::ReadLine(int fd, char delimiter, Line* line) {
  Buffer& buffer = buffers_[fd];
  size_t searched = buffer.taken;
  while (true) {
    size_t end = buffer.bytes.find(delimiter, searched);
    if (end != std::string::npos) {
      line->text = std::string_view(buffer.bytes).substr(buffer.taken, end - buffer.taken);
      line->terminated = true;
      buffer.taken = end + 1;
      return ReadStatus::kData;
    }
    // The line goes on: what is there of it is kept while more is read.
    buffer.bytes.erase(0, buffer.taken);
    buffer.taken = 0;
    searched = buffer.bytes.size();
    std::string more;
    ReadStatus status = buffer.ended ? ReadStatus::kEnd : ReadMore(fd, &buffer, &more, kReadBytes);
    if (status == ReadStatus::kData) {
      if (searched > 65536 &&
          !buffer.held.MakeRoom(&process_->budget(), &buffer.bytes, more.size()))
        return ReadStatus::kEnd;
      buffer.bytes += more;
      continue;
    }
    if (status != ReadStatus::kEnd || buffer.bytes.empty()) return status;
    line->text = buffer.bytes;
    line->terminated = false;
    buffer.taken = buffer.bytes.size();
    return ReadStatus::kData;
  }
}

ReadStatus ExternalIo::Peek(int fd) { return Fill(fd, &buffers_[fd], kReadBytes); }

// A command that has read more than it wanted puts the position of a file back, as head and sed q
// do; what it took out of a pipe is gone, as with the real ones.
void ExternalIo::GiveBack(int fd) {
  auto found = buffers_.find(fd);
  Ref<Description> from = process_->fds.Get(fd);
  if (found == buffers_.end() || !from) return;
  if (IsSeekable(*from)) Unread(from.get(), found->second.bytes.size() - found->second.taken);
  buffers_.erase(found);
}

void ExternalIo::Write(int fd, std::string_view bytes) {
  // Pieces of a few bytes take their time, too.
  static_cast<void>(process_->budget().Tick(32));
  process_->Write(fd, bytes);
}

void ExternalIo::Error(std::string_view text) {
  std::string_view base = argv_[0];
  size_t slash = base.rfind('/');
  if (slash != std::string_view::npos) base.remove_prefix(slash + 1);
  std::string message(base);
  message += ": ";
  message += text;
  message += '\n';
  process_->Write(2, message);
}

void ExternalIo::Error(std::string_view what, int error_number) {
  Error(std::string(what) + ": " + std::string(ErrnoText(error_number)));
}

// Descriptors of commands begin at kFirstFd, above those that scripts use. The destructor closes
// what is left: a command that is ended in its middle leaves none open.
int ExternalIo::Open(std::string_view path, OpenMode mode) {
  if (opened_.size() >= kMostOpened) {
    error_ = EMFILE;
    return -1;
  }
  uint32_t flags = 0;
  switch (mode) {
    case OpenMode::kRead: flags = files::kOpenRead; break;
    case OpenMode::kWrite:
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenTruncate;
      break;
    case OpenMode::kAppend:
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenAppend;
      break;
    case OpenMode::kReadWrite:
      flags = files::kOpenRead | files::kOpenWrite | files::kOpenCreate;
      break;
    case OpenMode::kCreateNew:
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenExclusive;
      break;
  }
  Ref<Description> description = OpenPath(*process_, path, flags, &error_);
  if (!description) return -1;
  int fd = process_->fds.LowestFree(kFirstFd);
  process_->fds.Set(fd, std::move(description));
  opened_.push_back(fd);
  return fd;
}

void ExternalIo::Close(int fd) {
  buffers_.erase(fd);
  process_->fds.Set(fd, nullptr);
  std::erase(opened_, fd);
}

void ExternalIo::Pipe(int* read_end, int* write_end) {
  auto pipe = MakeRef<shell::Pipe>();
  *read_end = process_->fds.LowestFree(kFirstFd);
  process_->fds.Set(*read_end, MakePipeEnd(pipe, Description::Kind::kPipeRead));
  *write_end = process_->fds.LowestFree(kFirstFd);
  process_->fds.Set(*write_end, MakePipeEnd(pipe, Description::Kind::kPipeWrite));
  opened_.push_back(*read_end);
  opened_.push_back(*write_end);
}

size_t ExternalIo::staged() const { return process_->fds.StagedBytes(); }

std::string ExternalIo::Absolute(std::string_view path) const {
  if (path.starts_with('/')) return std::string(path);
  return (process_->cwd == "/" ? "/" : process_->cwd + "/") + std::string(path);
}

int64_t ExternalIo::RealTimeNs() const { return process_->budget().clock().real_ns(); }
int64_t ExternalIo::MonotonicNs() const { return process_->budget().clock().monotonic_ns(); }

// Beside what the command waits for already: `timeout` waits for its child and for the clock.
void ExternalIo::WakeAt(int64_t monotonic_ns) {
  if (process_->waiting.kind == Waiting::Kind::kNothing)
    process_->waiting.kind = Waiting::Kind::kTime;
  process_->waiting.wake_ns = monotonic_ns;
}

uint64_t ExternalIo::HostCall() {
  if (host_call_ == 0) host_call_ = process_->kernel->NewHostCall();
  return host_call_;
}

void ExternalIo::WaitForHost() { process_->waiting.ForHost(process_->kernel->host_looks()); }

uint64_t HostCall(CommandIo& io) { return stepping.io == &io ? stepping.io->HostCall() : 0; }

int ChildSignal(CommandIo& io) { return stepping.io == &io ? stepping.io->child_signal() : 0; }

Progress WaitForHost(CommandIo& io) {
  if (stepping.io == &io) stepping.io->WaitForHost();
  return Progress::Wait();
}

uint64_t ExternalIo::Random() { return process_->kernel->Random(); }

// True: the step has done enough and returns Progress::Yield(). That is so when its share of work
// is used up, when a limit is reached, and when what it wrote does not fit into its pipe: a step
// must not pile up output that nobody reads.
bool ExternalIo::OthersCanRun() {
  const auto& all = process_->kernel->processes();
  return std::any_of(all.begin(), all.end(), [&](const std::unique_ptr<Process>& other) {
    return other.get() != process_ && !other->life.ended && !other->frames.empty() &&
           other->Ready();
  });
}

bool ExternalIo::write_failed() const { return process_->fds.write_failed(); }

bool ExternalIo::Tick(uint64_t work) {
  work += 16;  // what is done for even the smallest line
  work_ += work;
  return !process_->budget().Tick(work) || work_ >= kStepWork || process_->fds.HasStaged() ||
         process_->life.ended || process_->fds.write_failed();
}

ParseAccount& ExternalIo::account() { return process_->budget(); }

bool ExternalIo::Lock(int fd, LockKind kind) {
  const Ref<Description> description = process_->fds.Get(fd);
  error_ = description ? shell::Lock(*process_->kernel, *description, kind) : EBADF;
  if (error_ == EAGAIN)
    process_->waiting.For(
        kind == LockKind::kShared ? Waiting::Kind::kSharedLock : Waiting::Kind::kExclusiveLock,
        description);
  return error_ == 0;
}

// Whether the command talks with whoever runs the shell, as at a prompt: its streams are the host's
// and all input that there was is read.
bool ExternalIo::HasStreamsOfShell() const {
  const Ref<Description> in = process_->fds.Get(0), out = process_->fds.Get(1),
                         error = process_->fds.Get(2);
  return in && in->kind == Description::Kind::kHostInput && in->input->more &&
         in->input->taken == in->input->bytes.size() && out &&
         out->kind == Description::Kind::kHostOutput && error &&
         error->kind == Description::Kind::kHostOutput;
}

// Memory that the command is about to keep; negative: has given up. What it forgets to give back
// goes with this object.
bool ExternalIo::Reserve(int64_t bytes) {
  // (A command that was loaded may believe that it has more.)
  bytes = std::max(bytes, -reserved_);
  if (!process_->budget().ChargeMemory(bytes)) return false;
  reserved_ += bytes;
  return true;
}

// As fork and exec: the child is a copy of the process that runs the command, with its directory,
// limits and functions, and then becomes argv. So env, xargs, timeout, find -exec and awk's
// system() need nothing of the shell but this.
int ExternalIo::Spawn(std::span<const std::string> argv, const ChildOptions& options) {
  if (argv.empty()) {
    error_ = ENOENT;
    return -1;
  }
  Process* child = Fork(*process_);
  if (child == nullptr) {
    error_ = EAGAIN;
    return -1;
  }
  child->subshell = process_->subshell;
  // What the command itself opened is not the child's.
  Ref<Description> streams[3];
  const int wanted[3] = {options.in, options.out, options.err};
  for (int i = 0; i < 3; ++i) {
    if (wanted[i] >= 0) streams[i] = process_->fds.Get(wanted[i]);
    if (wanted[i] == ChildOptions::kNull) {
      streams[i] =
          OpenPath(*process_, "/dev/null", i == 0 ? files::kOpenRead : files::kOpenWrite, &error_);
      if (!streams[i]) streams[i] = MakeRef<Description>(Description::Kind::kText);
    }
  }
  for (int fd : opened_) child->fds.Set(fd, nullptr);
  for (int i = 0; i < 3; ++i) child->fds.Set(i, streams[i]);
  if (options.environment) {
    child->functions = {};
    for (Symbol symbol = 0; symbol < child->variables.size(); ++symbol) {
      const Variable* variable = child->variables.Find(symbol);
      if (variable != nullptr && variable->Has(kExported))
        child->variables.Replace(symbol, nullptr);
    }
    for (const std::string& entry : *options.environment) {
      size_t equals = entry.find('=');
      if (equals == std::string::npos) continue;
      Symbol symbol = child->symbols().Intern(std::string_view(entry).substr(0, equals));
      child->variables.Replace(symbol, nullptr);
      Variable* variable = child->variables.Mutable(symbol);
      variable->Charge(static_cast<int64_t>(entry.size()));
      variable->value = entry.substr(equals + 1);
      variable->is_set = true;
      variable->attributes = kExported;
    }
  }
  if (!options.cwd.empty()) {
    auto real = process_->files().Realpath(process_->caller(), options.cwd);
    if (!real.ok()) {
      process_->kernel->Kill(child, 125);
      return child->pid;
    }
    child->cwd = *real;
  }
  int error = 0;
  if (!process_->kernel->StartArgv(*child, argv, &error)) {
    error_ = error == EISDIR ? EACCES : error;  // (bash tells more than execve(2))
    process_->kernel->Kill(child, 127);
    process_->jobs.ForgetChild(child->pid);
    return -1;
  }
  return child->pid;
}

// Nothing: the child still runs, and the process now waits for it. Who has taken a status cannot
// ask for it again.
std::optional<int> ExternalIo::WaitChild(int child) {
  Child* found = process_->jobs.FindChild(child);
  if (found == nullptr) return 127;
  if (!found->done) {
    if (process_->waiting.kind == Waiting::Kind::kNothing ||
        process_->waiting.kind == Waiting::Kind::kTime) {
      process_->waiting.ForChild(Waiting::Kind::kChild, child);
    }
    return std::nullopt;
  }
  int status = found->status;
  child_signal_ = found->signal;
  process_->jobs.ForgetChild(child);
  return status;
}

std::optional<uint64_t> ExternalIo::FileSize(int fd) const {
  const std::optional<files::Stat> stat = RegularFile(*process_, fd);
  return stat ? std::optional<uint64_t>(stat->size) : std::nullopt;
}

void ExternalIo::KillChild(int child, int signal) {
  if (process_->jobs.FindChild(child) == nullptr) return;
  if (Process* process = process_->kernel->Find(child)) process->Signal(signal);
}

namespace {

// The exit status of a command whose output cannot be written.
int WriteErrorStatus(std::string_view name) {
  if (name == "ls" || name == "dir" || name == "vdir" || name == "grep" || name == "egrep" ||
      name == "fgrep" || name == "sort" || name == "diff" || name == "printenv") {
    return 2;
  }
  if (name == "expr") return 3;
  if (name == "sed") return 4;
  return name == "env" || name == "timeout" ? 125 : 1;
}

}  // namespace

// One step of a command. What a real program would be told by a signal or by the status of write(2)
// is looked at here, so that no command has to: a closed pipe ends it, a full disk is an error of
// its own with the status that its GNU original has.
Run ExternalIo::Step(Command* command, int* status) {
  work_ = 0;
  process_->waiting = Waiting();
  process_->fds.ForgetWriteError();
  const Stepping around = std::exchange(stepping, {this, process_});
  Progress progress = command->Step(*this);
  stepping = around;
  if (process_->life.ended) return Run::kDone;
  if (process_->fds.write_failed() && !process_->budget().stopped()) {
    const int error = process_->fds.write_error();
    command->WriteFailed(*this);
    process_->fds.ForgetWriteError();
    Error("write error", error);
    *status = WriteErrorStatus(process_->external.info->name);
    return Run::kDone;
  }
  switch (progress.kind()) {
    case Progress::Kind::kDone:
      *status = progress.status() & 0xFF;  // as of a process that exits
      return Run::kDone;
    case Progress::Kind::kYield: process_->waiting = Waiting(); return Run::kGoOn;
    case Progress::Kind::kWait:
      if (process_->waiting.kind == Waiting::Kind::kNothing) return Run::kGoOn;
      return Run::kBlocked;
  }
  return Run::kDone;
}

// The command exists from now on, but has done nothing: its first Step() reads its arguments.
bool StartExternal(Process& process, const CommandInfo* info) {
  process.external.info = info;
  process.external.command = info->New();
  auto io = std::make_unique<ExternalIo>(&process, process.command.args);
  (void)io->Reserve(BytesOf(process.command.args));  // (Kernel::HasTooMany keeps that small)
  process.external.io = std::move(io);
  return true;
}

Run StepExternal(Process& process, int* status) {
  // The command may be ended from within its step (SIGPIPE): it is freed behind it.
  std::unique_ptr<Command> command = std::move(process.external.command);
  std::unique_ptr<ExternalIo> io = std::move(process.external.io);
  if (command == nullptr) {
    *status = process.status;
    return Run::kDone;
  }
  if (process.external.signal != 0) {
    *status = 128 + std::exchange(process.external.signal, 0);
    return Run::kDone;
  }
  process.external.stepping = true;
  Run run;
  {
    const files::SameLook look(process.files());
    run = io->Step(command.get(), status);
  }
  process.external.stepping = false;
  if (process.external.signal != 0) {
    *status = 128 + std::exchange(process.external.signal, 0);
    return Run::kDone;
  }
  if (run == Run::kDone) {
    io.reset();
    process.waiting = Waiting();
    return Run::kDone;
  }
  process.external.command = std::move(command);
  process.external.io = std::move(io);
  return run;
}

// Builtins that real systems have as programs, too: `env echo x` finds /usr/bin/echo.
bool FindExternalBuiltin(std::string_view name) {
  for (std::string_view known : {"echo", "printf", "test", "[", "true", "false", "kill", "pwd"}) {
    if (name == known) return true;
  }
  return false;
}

// Such a program is a fresh shell that runs the builtin once.
void StartBuiltin(Process& process, std::span<const std::string> argv) {
  std::string text;
  for (const std::string& arg : argv) text += (text.empty() ? "" : " ") + QuoteAlways(arg);
  ResetShell(process, argv[0]);
  process.PushScript(text, ScriptState::Kind::kMain, 1);
}

}  // namespace pysub::shell
