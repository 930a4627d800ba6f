#include "tests/shell/command_harness.h"

#include <algorithm>
#include <cerrno>

namespace pysub::shell {

// What a descriptor leads to.
struct CommandHarness::Stream {
  enum class Kind { kNull, kText, kPipe, kFile } kind = Kind::kNull;
  std::string text;  // kText: written, or still to be read; kPipe: in between
  int writers = 0;   // kPipe
  int readers = 0;
  files::OpenFile file;  // kFile
  files::FileSystem* files = nullptr;
  bool directory = false;
  bool can_write = true;
  ~Stream() {
    if (file) files->Release(file);
  }
};

struct CommandHarness::Process {
  int pid = 0;
  std::unique_ptr<Command> command;
  const CommandInfo* info = nullptr;
  std::vector<std::string> argv;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string cwd;
  std::map<int, std::shared_ptr<Stream>> fds;
  std::map<int, bool> writes;  // which of fds count as writers of their pipes
  std::map<int, std::string> read_buffers;
  std::vector<std::pair<int, std::string>> staged;
  std::map<int, int> children;  // pid -> status, -1 while running
  int next_fd = 1000;
  uint64_t reads = 0;
  uint64_t steps = 0;
  int error = 0;
  int64_t reserved = 0;
  int64_t wake_ns = INT64_MAX;
  bool waiting = false;
  bool done = false;
  int status = 0;
};

class CommandHarness::Io : public CommandIo {
 public:
  Io(CommandHarness& harness, Process& process) : harness_(harness), process_(process) {}
  uint64_t work = 0;

  std::string_view name() const override { return process_.argv[0]; }
  std::span<const std::string> args() const override { return process_.arguments; }
  std::optional<std::string_view> Env(std::string_view variable) const override {
    for (const std::string& entry : process_.environment) {
      size_t equals = entry.find('=');
      if (equals != std::string::npos && std::string_view(entry).substr(0, equals) == variable) {
        return std::string_view(entry).substr(equals + 1);
      }
    }
    return std::nullopt;
  }
  std::vector<std::string> Environment() const override { return process_.environment; }
  const std::string& cwd() const override { return process_.cwd; }
  uint32_t umask() const override { return 022; }

  ReadStatus ReadSome(int fd, std::string_view* bytes, size_t limit) override {
    if (harness_.options_.pieces) {
      // A few bytes each time, and nothing yet in between.
      if (++process_.reads % 2 == 0) return ReadStatus::kWait;
      limit = std::min<size_t>(limit, 1 + process_.reads / 2 % 7);
    }
    ReadStatus status = Fill(fd, 1);
    if (status != ReadStatus::kData) return status;
    std::string& given = given_[fd];
    std::string& buffer = process_.read_buffers[fd];
    given = buffer.substr(0, limit);
    buffer.erase(0, given.size());
    *bytes = given;
    return ReadStatus::kData;
  }
  ReadStatus ReadLine(int fd, char delimiter, Line* line) override {
    std::string& given = given_[fd];
    while (true) {
      std::string& buffer = process_.read_buffers[fd];
      size_t end = buffer.find(delimiter);
      if (end != std::string::npos) {
        given = buffer.substr(0, end);
        buffer.erase(0, end + 1);
        *line = {given, true};
        return ReadStatus::kData;
      }
      ReadStatus status = Fill(fd, buffer.size() + 1);
      if (status == ReadStatus::kEnd && !buffer.empty()) {
        given = std::move(buffer);
        buffer.clear();
        *line = {given, false};
        return ReadStatus::kData;
      }
      if (status != ReadStatus::kData) return status;
    }
  }
  ReadStatus Peek(int fd) override { return Fill(fd, 1); }
  void GiveBack(int fd) override {
    std::string& buffer = process_.read_buffers[fd];
    auto found = process_.fds.find(fd);
    if (found != process_.fds.end() && found->second->kind == Stream::Kind::kFile) {
      (void)harness_.files_.Seek(found->second->file, -static_cast<int64_t>(buffer.size()),
                                 files::Whence::kCurrent);
    }
    buffer.clear();
  }
  void Write(int fd, std::string_view bytes) override {
    if (!process_.staged.empty() && process_.staged.back().first == fd) {
      process_.staged.back().second += bytes;
    } else {
      process_.staged.emplace_back(fd, bytes);
    }
  }
  bool write_failed() const override { return false; }
  void Error(std::string_view text) override {
    std::string_view name = process_.argv[0];
    name = name.substr(name.rfind('/') + 1);
    Write(2, std::string(name) + ": " + std::string(text) + "\n");
  }
  void Error(std::string_view what, int error_number) override {
    Error(std::string(what) + ": " + std::string(ErrnoText(error_number)));
  }
  int error() const override { return process_.error; }
  int Open(std::string_view path, OpenMode mode) override {
    uint32_t flags = files::kOpenRead;
    if (mode == OpenMode::kWrite)
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenTruncate;
    if (mode == OpenMode::kAppend)
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenAppend;
    if (mode == OpenMode::kReadWrite)
      flags = files::kOpenRead | files::kOpenWrite | files::kOpenCreate;
    if (mode == OpenMode::kCreateNew)
      flags = files::kOpenWrite | files::kOpenCreate | files::kOpenExclusive;
    files::Result<files::OpenFile> file = harness_.files_.Open({.cwd = process_.cwd}, path, flags);
    if (!file.ok()) {
      process_.error = file.error();
      return -1;
    }
    auto stream = std::make_shared<Stream>();
    stream->kind = Stream::Kind::kFile;
    stream->file = *file;
    stream->files = &harness_.files_;
    process_.fds[process_.next_fd] = stream;
    return process_.next_fd++;
  }
  void Close(int fd) override {
    harness_.Flush(process_);  // (may end the process: its descriptors are gone then)
    auto found = process_.fds.find(fd);
    if (found == process_.fds.end()) return;
    if (found->second->kind == Stream::Kind::kPipe)
      --(process_.writes[fd] ? found->second->writers : found->second->readers);
    process_.fds.erase(found);
    process_.read_buffers.erase(fd);
  }
  bool IsOpen(int fd) const override { return process_.fds.contains(fd); }
  bool IsTerminal(int) const override { return false; }
  std::optional<uint64_t> FileSize(int fd) const override {
    auto found = process_.fds.find(fd);
    if (found == process_.fds.end() || !found->second->file) return std::nullopt;
    auto stat = harness_.files_.FStat(found->second->file);
    return stat.ok() && stat->IsFile() ? std::optional<uint64_t>(stat->size) : std::nullopt;
  }
  void Pipe(int* read_end, int* write_end) override {
    auto stream = std::make_shared<Stream>();
    stream->kind = Stream::Kind::kPipe;
    stream->writers = stream->readers = 1;
    *read_end = process_.next_fd++;
    *write_end = process_.next_fd++;
    process_.fds[*read_end] = process_.fds[*write_end] = stream;
    process_.writes[*write_end] = true;
  }
  size_t staged() const override {
    size_t size = 0;
    for (const auto& [fd, bytes] : process_.staged) size += bytes.size();
    return size;
  }
  bool Lock(int fd, LockKind) override { return IsOpen(fd); }  // (nobody else has one)
  bool HasStreamsOfShell() const override { return false; }

  files::FileSystem& files() override { return harness_.files_; }
  std::string Absolute(std::string_view path) const override {
    return path.starts_with('/') ? std::string(path) : process_.cwd + "/" + std::string(path);
  }
  int64_t RealTimeNs() const override {
    return harness_.options_.real_time_ns + harness_.monotonic_ns_;
  }
  int64_t MonotonicNs() const override { return harness_.monotonic_ns_; }
  void WakeAt(int64_t monotonic_ns) override { process_.wake_ns = monotonic_ns; }
  void StopTime(bool) override {}
  uint64_t Random() override {
    harness_.random_ ^= harness_.random_ << 13;
    harness_.random_ ^= harness_.random_ >> 7;
    return harness_.random_ ^= harness_.random_ << 17;
  }
  bool Tick(uint64_t amount) override {
    work += amount;
    return work >= harness_.options_.work_per_step || staged() > 65536;
  }
  ParseAccount& account() override { return harness_.account_; }
  bool OthersCanRun() override { return true; }
  bool Reserve(int64_t bytes) override {
    if (bytes > 0 && harness_.memory_ + bytes > harness_.options_.memory_bytes) return false;
    bytes = std::max(bytes, -process_.reserved);  // no more comes back than was given
    process_.reserved += bytes;
    harness_.memory_ += bytes;
    harness_.most_memory_ = std::max(harness_.most_memory_, harness_.memory_);
    return true;
  }
  int Spawn(std::span<const std::string> argv, const ChildOptions& options) override {
    std::map<int, std::shared_ptr<Stream>> fds;
    int wanted[] = {options.in, options.out, options.err};
    harness_.Flush(process_);
    for (int i = 0; i < 3; ++i) {
      if (wanted[i] == ChildOptions::kNull) {
        fds[i] = std::make_shared<Stream>();
      } else if (wanted[i] >= 0 && process_.fds.contains(wanted[i])) {
        fds[i] = process_.fds[wanted[i]];
      }
    }
    int pid =
        harness_.Start({argv.begin(), argv.end()}, std::move(fds),
                       options.environment ? *options.environment : process_.environment,
                       options.cwd.empty() ? process_.cwd : Absolute(options.cwd), &process_.error);
    if (pid >= 0) process_.children[pid] = -1;
    return pid;
  }
  std::optional<int> WaitChild(int child) override {
    auto found = process_.children.find(child);
    if (found == process_.children.end() || found->second < 0) return std::nullopt;
    int status = found->second;
    process_.children.erase(found);
    return status;
  }
  void KillChild(int child, int signal) override {
    for (auto& process : harness_.processes_) {
      if (process->pid == child && !process->done && signal != 0)
        harness_.Finish(*process, 128 + signal);
    }
  }

 private:
  // At least `size` bytes in the buffer, or the end.
  ReadStatus Fill(int fd, size_t size) {
    std::string& buffer = process_.read_buffers[fd];
    while (buffer.size() < size) {
      auto found = process_.fds.find(fd);
      if (found == process_.fds.end()) {
        process_.error = EBADF;
        return ReadStatus::kError;
      }
      Stream& stream = *found->second;
      if (stream.kind == Stream::Kind::kNull) return ReadStatus::kEnd;
      if (stream.kind == Stream::Kind::kFile) {
        files::Result<files::Stat> stat = harness_.files_.FStat(stream.file);
        if (stat.ok() && stat->IsDirectory()) {
          process_.error = EISDIR;
          return ReadStatus::kError;
        }
        files::Result<std::string> bytes = harness_.files_.Read(stream.file, 65536);
        if (!bytes.ok()) {
          process_.error = bytes.error();
          return ReadStatus::kError;
        }
        if (bytes->empty()) return ReadStatus::kEnd;
        buffer += *bytes;
        continue;
      }
      if (stream.text.empty()) {
        return stream.kind == Stream::Kind::kPipe && stream.writers > 0 ? ReadStatus::kWait
                                                                        : ReadStatus::kEnd;
      }
      size_t taken = std::min<size_t>(stream.text.size(), 4096);
      buffer += stream.text.substr(0, taken);
      stream.text.erase(0, taken);
    }
    return ReadStatus::kData;
  }

  CommandHarness& harness_;
  Process& process_;
  // per descriptor: what was read from one lives on when another is read
  std::map<int, std::string> given_;
};

CommandHarness::CommandHarness(const Options& options)
    : options_(options), clock_(*this), files_(options.limits, &clock_, {}) {
  (void)files_.Mkdir({}, "/w", 0755);
  (void)files_.Mkdir({}, "/tmp", 01777);
  (void)files_.Mkdir({}, "/dev", 0755);
  (void)files_.MakeDevice({}, "/dev/null", files::DeviceKind::kNull);
  (void)files_.MakeDevice({}, "/dev/zero", files::DeviceKind::kZero);
  environment_ = {{"HOME", "/w"}, {"LC_ALL", "C.UTF-8"}, {"PATH", "/usr/bin:/bin"}};
}

CommandHarness::~CommandHarness() { processes_.clear(); }

int CommandHarness::Start(const std::vector<std::string>& argv,
                          std::map<int, std::shared_ptr<Stream>> fds,
                          std::vector<std::string> environment, std::string cwd, int* error) {
  std::string name = argv.empty() ? "" : argv[0].substr(argv[0].rfind('/') + 1);
  const CommandInfo* found = nullptr;
  for (const CommandInfo& info : StandardCommands()) {
    if (info.name == name) found = &info;
  }
  for (const CommandInfo* info : options_.more_commands) {
    if (info->name == name) found = info;
  }
  if (found == nullptr) {
    *error = ENOENT;
    return -1;
  }
  auto process = std::make_unique<Process>();
  process->pid = next_pid_++;
  process->info = found;
  process->command = found->New();
  process->argv = argv;
  process->arguments.assign(argv.begin() + 1, argv.end());
  process->environment = std::move(environment);
  process->cwd = std::move(cwd);
  for (auto& [fd, stream] : fds) {
    process->writes[fd] = fd != 0;
    if (stream->kind == Stream::Kind::kPipe) ++(fd != 0 ? stream->writers : stream->readers);
  }
  process->fds = std::move(fds);
  processes_.push_back(std::move(process));
  return processes_.back()->pid;
}

void CommandHarness::Flush(Process& process) {
  auto staged = std::move(process.staged);
  process.staged.clear();
  for (auto& [fd, bytes] : staged) {
    auto found = process.fds.find(fd);
    if (found == process.fds.end()) continue;
    Stream& stream = *found->second;
    if (stream.kind == Stream::Kind::kFile) {
      (void)files_.Write(stream.file, bytes);
    } else if (stream.kind == Stream::Kind::kPipe && stream.readers == 0) {
      return Finish(process, 141);
    } else if (stream.kind != Stream::Kind::kNull) {
      stream.text += bytes;
    }
  }
}

void CommandHarness::Finish(Process& process, int status) {
  if (process.done) return;
  process.done = true;
  process.status = status;
  memory_ -= process.reserved;
  for (auto& [fd, stream] : process.fds) {
    if (stream->kind == Stream::Kind::kPipe)
      --(process.writes[fd] ? stream->writers : stream->readers);
  }
  process.fds.clear();
  for (auto& other : processes_) {
    auto child = other->children.find(process.pid);
    if (child != other->children.end()) child->second = status;
  }
}

void CommandHarness::StepOne(Process& process) {
  // (A shell makes no pause where a command has just begun.)
  if (options_.restore_every != 0 && process.steps++ % options_.restore_every == 0 &&
      !process.command->JustBegun()) {
    Archive save;
    process.command->Fields(save);
    std::string bytes = save.TakeBytes();
    bool damaged = options_.damage_seed != 0 && NextDamage() % options_.damage_every == 0;
    if (damaged && !bytes.empty()) {
      for (uint64_t i = NextDamage() % 4; i < 4; ++i) {
        // Small numbers are worse than noise: they are sizes and kinds that look right.
        bytes[NextDamage() % bytes.size()] =
            static_cast<char>(NextDamage() % 3 == 0 ? NextDamage() : NextDamage() % 12);
      }
      if (NextDamage() % 8 == 0) bytes.resize(NextDamage() % bytes.size());
    }
    process.command = process.info->New();
    Archive load(bytes);
    process.command->Fields(load);
    bool credit = load.charged() > static_cast<uint64_t>(std::max<int64_t>(process.reserved, 0));
    if (!load.ok() || !load.AtEnd() || credit) {
      if (damaged) return Finish(process, 98);
      process.staged.emplace_back(2, process.argv[0] + ": Fields() does not load what it saved\n");
      Flush(process);
      return Finish(process, 99);
    }
  }
  process.wake_ns = INT64_MAX;
  Io io(*this, process);
  Progress progress = process.command->Step(io);
  ++steps_;
  longest_step_ = std::max(longest_step_, io.work);
  Flush(process);
  process.waiting = progress.kind() == Progress::Kind::kWait;
  if (progress.kind() == Progress::Kind::kDone) Finish(process, progress.status() & 0xFF);
}

uint64_t CommandHarness::NextDamage() {
  options_.damage_seed ^= options_.damage_seed << 13;
  options_.damage_seed ^= options_.damage_seed >> 7;
  options_.damage_seed ^= options_.damage_seed << 17;
  return options_.damage_seed >> 11;
}

// Steps everybody once; when all wait, time passes. False: nobody is left.
bool CommandHarness::StepAll() {
  bool any = false;
  bool all_wait = true;
  int64_t wake = INT64_MAX;
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (processes_[i]->done) continue;
    any = true;
    StepOne(*processes_[i]);
    if (!processes_[i]->done && !processes_[i]->waiting) all_wait = false;
    if (processes_[i]->done) all_wait = false;
    wake = std::min(wake, processes_[i]->wake_ns);
  }
  constexpr int64_t kEndOfTime = INT64_MAX / 4;
  if (any && all_wait && wake != INT64_MAX)
    monotonic_ns_ = std::max(monotonic_ns_, std::min(wake, kEndOfTime));
  return any;
}

CommandHarness::Outcome CommandHarness::RunArgv(const std::vector<std::string>& argv,
                                                std::string_view input) {
  std::vector<std::string> tokens;
  for (const std::string& word : argv) tokens.push_back("w" + word);
  return RunPipeline(tokens, input);
}

// Tokens: "wWORD" or an operator.
CommandHarness::Outcome CommandHarness::RunPipeline(const std::vector<std::string>& tokens,
                                                    std::string_view input) {
  auto text = [](std::string_view bytes) {
    auto stream = std::make_shared<Stream>();
    stream->kind = Stream::Kind::kText;
    stream->text = bytes;
    return stream;
  };
  std::shared_ptr<Stream> out = text("");
  std::shared_ptr<Stream> err = text("");
  std::shared_ptr<Stream> in = text(input);
  Outcome outcome;
  std::vector<std::string> environment;
  for (const auto& [name, value] : environment_) environment.push_back(name + "=" + value);
  std::map<int, std::shared_ptr<Stream>> fds = {{0, in}, {1, out}, {2, err}};
  std::vector<std::string> argv;
  int last = -1;
  processes_.clear();
  for (size_t i = 0; i <= tokens.size(); ++i) {
    std::string token = i < tokens.size() ? tokens[i] : "|";
    if (token[0] == 'w') {
      argv.push_back(token.substr(1));
    } else if (token == "2>&1") {
      fds[2] = fds[1];
    } else if (token != "|") {
      std::string path = tokens[++i].substr(1);
      uint32_t flags = token == "<" ? files::kOpenRead : files::kOpenWrite | files::kOpenCreate;
      if (token == ">" || token == "2>") flags |= files::kOpenTruncate;
      if (token == ">>") flags |= files::kOpenAppend;
      files::Result<files::OpenFile> file = files_.Open({.cwd = cwd_}, path, flags);
      if (!file.ok()) {
        outcome.err = path + ": " + std::string(ErrnoText(file.error())) + "\n";
        outcome.status = 1;
        return outcome;
      }
      auto stream = std::make_shared<Stream>();
      stream->kind = Stream::Kind::kFile;
      stream->file = *file;
      stream->files = &files_;
      fds[token == "<" ? 0 : token == "2>" ? 2 : 1] = stream;
    } else {
      std::shared_ptr<Stream> next = in;
      if (i < tokens.size()) {
        next = std::make_shared<Stream>();
        next->kind = Stream::Kind::kPipe;
        fds[1] = next;
      }
      if (!argv.empty()) {
        int error = 0;
        std::string name = argv[0];
        last = Start(argv, std::move(fds), environment, cwd_, &error);
        if (last < 0) {
          outcome.err += name + ": command not found\n";
          outcome.status = 127;
        }
      }
      argv.clear();
      fds = {{0, next}, {1, out}, {2, err}};
    }
  }
  fds.clear();
  uint64_t rounds = 0;
  while (StepAll()) {
    if (++rounds > options_.max_rounds) {
      outcome.err += "the commands do not end\n";
      break;
    }
  }
  for (const auto& process : processes_) {
    if (process->pid == last) outcome.status = process->status;
  }
  processes_.clear();
  outcome.out += out->text;
  outcome.err += err->text;
  return outcome;
}

CommandHarness::Outcome CommandHarness::Run(std::string_view line, std::string_view input) {
  std::vector<std::vector<std::string>> pipelines(1);
  std::vector<std::string> joins;
  std::string word;
  bool in_word = false;
  auto end_word = [&] {
    if (in_word) pipelines.back().push_back("w" + word);
    word.clear();
    in_word = false;
  };
  for (size_t at = 0; at < line.size(); ++at) {
    char c = line[at];
    auto starts = [&](std::string_view text) { return line.substr(at).starts_with(text); };
    if (c == ' ' || c == '\t') {
      end_word();
    } else if (starts("$'")) {
      in_word = true;
      for (at += 2; at < line.size() && line[at] != '\''; ++at) {
        if (line[at] != '\\') {
          word += line[at];
          continue;
        }
        char e = line[++at];
        if (e == 'x') {
          word += static_cast<char>(std::stoi(std::string(line.substr(at + 1, 2)), nullptr, 16));
          at += 2;
        } else if (e == '0') {
          word += '\0';
        } else {
          word += e == 'n' ? '\n' : e == 't' ? '\t' : e == 'e' ? '\033' : e;
        }
      }
    } else if (c == '\'') {
      in_word = true;
      size_t end = line.find('\'', at + 1);
      word += line.substr(at + 1, end - at - 1);
      at = end;
    } else if (c == '"') {
      in_word = true;
      for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line.substr(at).starts_with("$W")) {
          word += "/w";
          ++at;
          continue;
        }
        if (line[at] == '\\' &&
            std::string_view("\"\\$`").find(line[at + 1]) != std::string_view::npos)
          ++at;
        word += line[at];
      }
    } else if (c == '\\') {
      in_word = true;
      word += line[++at];
    } else if (starts("$W")) {
      in_word = true;
      word += "/w";
      ++at;
    } else if (starts("2>&1")) {
      end_word();
      pipelines.back().push_back("2>&1");
      at += 3;
    } else if (!in_word && starts("2>")) {
      pipelines.back().push_back("2>");
      ++at;
    } else if (starts("&&") || starts("||")) {
      end_word();
      joins.emplace_back(line.substr(at++, 2));
      pipelines.emplace_back();
    } else if (c == ';') {
      end_word();
      joins.emplace_back(";");
      pipelines.emplace_back();
    } else if (starts(">>")) {
      end_word();
      pipelines.back().push_back(">>");
      ++at;
    } else if (c == '|' || c == '<' || c == '>') {
      end_word();
      pipelines.back().emplace_back(1, c);
    } else {
      in_word = true;
      word += c;
    }
  }
  end_word();
  Outcome all;
  for (size_t i = 0; i < pipelines.size(); ++i) {
    if (i > 0 && joins[i - 1] == "&&" && all.status != 0) continue;
    if (i > 0 && joins[i - 1] == "||" && all.status == 0) continue;
    const std::vector<std::string>& tokens = pipelines[i];
    if (tokens.empty()) continue;
    Outcome one;
    if (tokens[0] == "wcd") {
      files::Result<std::string> path =
          files_.Realpath({.cwd = cwd_}, tokens.size() > 1 ? tokens[1].substr(1) : "/w");
      if (path.ok()) cwd_ = *path;
      one.status = path.ok() ? 0 : 1;
    } else {
      one = RunPipeline(tokens, input);
    }
    all.status = one.status;
    all.out += one.out;
    all.err += one.err;
  }
  return all;
}

}  // namespace pysub::shell
