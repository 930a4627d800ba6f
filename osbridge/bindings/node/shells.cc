// Shells: scripts, commands of JavaScript.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <unordered_map>
#include <utility>

#include "bridge.h"

namespace pysub_node {

pysub_mount_options ReadMountOptions(Reader& in);

namespace {

// ---- what a script asks of JavaScript

enum class Question : uint8_t { kCommand = 1, kBefore = 2, kAfter = 3 };

// A function of JavaScript is its number, which is all that a context is: forks have the same one.
void* ContextOf(uint32_t number) { return reinterpret_cast<void*>(uintptr_t{number}); }
uint32_t NumberOf(void* context) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(context));
}

// Nothing of pysub's can be among what is asked.
class NoKeeper : public Keeper {
 public:
  uint32_t Keep(const pysub_value*) override { return 0; }
  const pysub_value* Kept(uint32_t) override { return nullptr; }
};

// What a script asks in a call off JavaScript's thread goes along with the reply of that call; the
// answer comes with a later one, and who asked waits meanwhile (PYSUB_SHELL_LATER). So no thread
// waits for JavaScript, which may need for ever.
struct Talk {
  std::atomic<bool> busy{false};
  bool later = false;  // of the piece that runs: else functions are asked at once
  uint64_t piece = 0;  // its number
  std::unordered_map<uint64_t, uint64_t>
      asked;  // by call: the last piece in which it was waited for
  std::vector<std::pair<uint64_t, std::string>> questions;  // to go along
  std::unordered_map<uint64_t, std::string> answers;        // which nobody has taken yet
  void Forget() {
    asked.clear();
    questions.clear();
    answers.clear();
  }
  // Behind a piece in which everybody who waits has looked: what is left is of commands that were
  // ended.
  void ForgetDead() {
    answers.clear();
    std::erase_if(asked, [&](const auto& one) { return one.second != piece; });
  }
};
constinit thread_local Talk* talk_here = nullptr;

Talk& TalkOf(Object& shell) { return *static_cast<Talk*>(shell.talk.get()); }

// The reply is the number of a shell that can be talked to.
void MadeShell(Request& request, pysub_shell* shell) {
  auto object = std::make_shared<Object>(Kind::kShell, shell);
  object->talk = std::make_shared<Talk>();
  request.Made(std::move(object));
}

// One call at a time has it.
class UsedTalk {
 public:
  UsedTalk(Request& request, const std::shared_ptr<Object>& shell) {
    if (shell == nullptr) {
      request.Refuse(PYSUB_INVALID_ARGUMENT, "a shell is wanted");
    } else if (TalkOf(*shell).busy.exchange(true)) {
      request.Refuse(PYSUB_IN_USE, "the shell is in use by another call");
    } else {
      talk_ = &TalkOf(*shell);
      before_ = std::exchange(talk_here, talk_);
    }
  }
  ~UsedTalk() {
    if (talk_ == nullptr) return;
    talk_here = before_;
    talk_->busy = false;
  }
  UsedTalk(const UsedTalk&) = delete;
  UsedTalk& operator=(const UsedTalk&) = delete;
  explicit operator bool() const { return talk_ != nullptr; }
  Talk* operator->() const { return talk_; }
  Talk& operator*() const { return *talk_; }

 private:
  Talk* talk_ = nullptr;
  Talk* before_ = nullptr;
};

enum class Asked : uint8_t { kAnswered, kLater, kFailed };

// `call`: its number; `write` makes the question of it.
template <typename Write>
Asked Ask(uint64_t call, const Write& write, std::string* answer) {
  Talk* const talk = talk_here;
  if (talk == nullptr) return Asked::kFailed;
  if (const auto found = talk->answers.find(call); found != talk->answers.end()) {
    *answer = std::move(found->second);
    talk->answers.erase(found);
    talk->asked.erase(call);
    return Asked::kAnswered;
  }
  if (const auto found = talk->asked.find(call); found != talk->asked.end()) {
    found->second = talk->piece;
    return Asked::kLater;
  }
  NoKeeper none;
  Writer question(&none);
  write(question);
  if (talk->later) {
    talk->asked.emplace(call, talk->piece);
    talk->questions.emplace_back(call, question.Take());
    return Asked::kLater;
  }
  const bool answered = CallerHere() != nullptr && CallerHere()->Ask(question.Take(), answer);
  return answered ? Asked::kAnswered : Asked::kFailed;
}

constexpr int kCannotRun = 126;

int RunCommand(void* context, pysub_command* command) {
  const auto write = [&](Writer& question) {
    question.U8(static_cast<uint8_t>(Question::kCommand));
    question.U32(NumberOf(context));
    question.U32(static_cast<uint32_t>(pysub_command_count(command)));
    size_t size = 0;
    for (size_t i = 0; i < pysub_command_count(command); ++i) {
      const char* arg = pysub_command_arg(command, i, &size);
      question.Text(View(arg, size));
    }
    const char* directory = pysub_command_directory(command, &size);
    question.Text(View(directory, size));
    const char* input = pysub_command_input(command, &size);
    question.Text(View(input, size));
  };
  std::string answer;
  const Asked asked = Ask(pysub_command_call(command), write, &answer);
  if (asked == Asked::kLater) return PYSUB_SHELL_LATER;
  if (asked == Asked::kFailed) return kCannotRun;
  NoKeeper none;
  Reader in(answer, &none);
  const uint32_t status = in.U32();
  for (const pysub_stream stream : {PYSUB_STDOUT, PYSUB_STDERR}) {
    const std::string_view text = in.Text();
    pysub_command_write(command, stream, text.data(), text.size());
  }
  return in.ok() ? static_cast<int>(status & 255) : kCannotRun;
}

void WriteArguments(Writer& question, const pysub_text* argv, size_t count) {
  question.U32(static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i) question.Text(argv[i]);
}

int AskBefore(void* context, uint64_t call, const pysub_text* argv, size_t count) {
  const auto write = [&](Writer& question) {
    question.U8(static_cast<uint8_t>(Question::kBefore));
    question.U32(NumberOf(context));
    WriteArguments(question, argv, count);
  };
  std::string answer;
  const Asked asked = Ask(call, write, &answer);
  if (asked == Asked::kLater) return PYSUB_SHELL_LATER;
  return asked == Asked::kAnswered && answer == "\1";
}

int AskAfter(void* context, uint64_t call, const pysub_text* argv, size_t count, int status) {
  const auto write = [&](Writer& question) {
    question.U8(static_cast<uint8_t>(Question::kAfter));
    question.U32(NumberOf(context));
    WriteArguments(question, argv, count);
    question.U32(static_cast<uint32_t>(status));
  };
  std::string answer;
  return Ask(call, write, &answer) == Asked::kLater ? PYSUB_SHELL_LATER : 1;
}

// ---- options

pysub_shell_limits ReadShellLimits(Reader& in, bool* given) {
  pysub_shell_limits limits = PYSUB_SHELL_LIMITS_INIT;
  *given = in.U8() != 0;
  if (!*given) return limits;
  for (uint64_t* limit :
       {&limits.commands, &limits.loop_iterations, &limits.function_depth,
        &limits.substitution_depth, &limits.processes, &limits.input_bytes, &limits.output_bytes,
        &limits.memory_bytes, &limits.steps, &limits.wall_time_ns}) {
    *limit = in.U64();
  }
  return limits;
}

std::vector<pysub_variable> ReadVariables(Reader& in) {
  std::vector<pysub_variable> variables;
  for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) {
    const pysub_text name = in.TextArgument();
    variables.push_back({name, in.TextArgument()});
  }
  return variables;
}

pysub_text OrNone(pysub_text text) { return text.size == 0 ? pysub_text{} : text; }

class ShellOptions {
 public:
  explicit ShellOptions(Reader& in) : limits_(ReadShellLimits(in, &has_limits_)), file_limits_(in) {
    if (has_limits_) options.limits = &limits_;
    if (file_limits_.given) options.file_limits = &file_limits_.options;
    environment_ = ReadVariables(in);
    options.environment = environment_.data();
    options.environment_count = environment_.size();
    options.directory = OrNone(in.TextArgument());
    ReadFiles(in);
    ReadMounts(in);
    ReadCommands(in);
    options.python = in.U8();
    options.worker_path = OrNone(in.TextArgument());
    options.has_seed = in.U8();
    options.seed = in.U64();
    python_limits_ = ReadLimits(in, &has_python_limits_);
    if (has_python_limits_) options.python_limits = &python_limits_;
    options.context = ContextOf(in.U32());
    if (in.U8() != 0) options.ask_before = AskBefore;
    if (in.U8() != 0) options.ask_after = AskAfter;
  }
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;

 private:
  void ReadFiles(Reader& in) {
    for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) {
      const pysub_text path = in.TextArgument();
      files_.push_back({path, in.TextArgument(), 0, 0});
    }
    options.files = files_.data();
    options.file_count = files_.size();
  }
  void ReadMounts(Reader& in) {
    const uint32_t count = in.U32();
    std::vector<std::pair<pysub_text, pysub_text>> places;
    for (uint32_t left = count; left > 0 && in.ok(); --left) {
      const pysub_text path = in.TextArgument();
      places.emplace_back(path, in.TextArgument());
      mount_options_.push_back(ReadMountOptions(in));
    }
    for (size_t i = 0; i < mount_options_.size(); ++i) {
      mounts_.push_back({places[i].first, places[i].second, &mount_options_[i]});
    }
    options.mounts = mounts_.data();
    options.mount_count = mounts_.size();
  }
  void ReadCommands(Reader& in) {
    for (uint32_t left = in.U32(); left > 0 && in.ok(); --left) {
      const pysub_text name = in.TextArgument();
      const pysub_text usage = OrNone(in.TextArgument());
      commands_.push_back({name, usage, RunCommand, ContextOf(in.U32()), 1, 0});
    }
    options.commands = commands_.data();
    options.command_count = commands_.size();
  }

  bool has_limits_ = false, has_python_limits_ = false;
  pysub_shell_limits limits_;
  FilesOptions file_limits_;
  pysub_limits python_limits_;
  std::vector<pysub_variable> environment_;
  std::vector<pysub_shell_file> files_;
  std::vector<pysub_mount_options> mount_options_;
  std::vector<pysub_shell_mount> mounts_;
  std::vector<pysub_shell_command> commands_;
};

// ---- operations

void ShellCreate(Request& request) {
  const ShellOptions made(request.in);
  pysub_shell* shell = nullptr;
  if (request.Check(pysub_shell_create(&made.options, &shell, request.error()))) {
    MadeShell(request, shell);
  }
}

void ShellRestore(Request& request) {
  const std::string_view bytes = request.in.Text();
  const ShellOptions made(request.in);
  pysub_shell* shell = nullptr;
  if (request.Check(pysub_shell_restore(bytes.data(), bytes.size(), &made.options, &shell,
                                        request.error()))) {
    MadeShell(request, shell);
  }
}

void ShellFork(Request& request) {
  pysub_shell* fork = nullptr;
  if (!request.Check(pysub_shell_fork(request.Shell(), &fork, request.error()))) return;
  pysub_exec_options options = PYSUB_EXEC_OPTIONS_INIT;
  options.on_output = OutputHere::Append;
  pysub_shell_connect(fork, &options, nullptr);
  MadeShell(request, fork);
}

void ShellStart(Request& request) {
  pysub_shell* shell = request.Shell();
  const std::shared_ptr<Object> object = request.Owner();
  const std::string_view script = request.in.Text();
  pysub_exec_options options = PYSUB_EXEC_OPTIONS_INIT;
  options.input = request.in.TextArgument();
  std::vector<pysub_text> args;
  for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
    args.push_back(request.in.TextArgument());
  }
  options.args = args.data();
  options.arg_count = args.size();
  const std::vector<pysub_variable> environment = ReadVariables(request.in);
  options.environment = environment.data();
  options.environment_count = environment.size();
  options.directory = OrNone(request.in.TextArgument());
  options.name = OrNone(request.in.TextArgument());
  options.timeout_ns = request.in.U64();
  options.on_output = OutputHere::Append;
  const UsedTalk talk(request, object);
  if (talk && request.Check(pysub_shell_start(shell, script.data(), script.size(), &options,
                                              request.error()))) {
    talk->Forget();
  }
}

// One call of "shell.run": what it may use, and what came of it.
struct Piece {
  uint64_t fuel = 0;
  uint64_t waited_ns = 0;
  int ended = 0;
  uint64_t idle_ns = 0;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
};

// Waits of a millisecond are over before JavaScript's timers could tell; more than that in all, and
// all where there is one thread, is left to them.
#if defined(__wasm__)
constexpr uint64_t kMostNapNs = 0;
void Nap(uint64_t) {}
#else
constexpr uint64_t kMostNapNs = 1'500'000;
void Nap(uint64_t ns) { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }
#endif
constexpr uint64_t kMostNapsNs = 10'000'000;

bool RunPiece(Request& request, pysub_shell* shell, const Talk& talk, Piece* piece) {
  if (!talk.later) {
    return request.Check(
        pysub_shell_run(shell, piece->fuel, &piece->ended, &piece->result, request.error()));
  }
  uint64_t naps_ns = 0;
  while (true) {
    if (!request.Check(pysub_shell_run_ready(shell, &piece->fuel, piece->waited_ns, &piece->ended,
                                             &piece->idle_ns, &piece->result, request.error()))) {
      return false;
    }
    const bool naps = piece->idle_ns != 0 && piece->idle_ns <= kMostNapNs &&
                      naps_ns < kMostNapsNs && talk.questions.empty();
    if (piece->ended != 0 || !naps) return true;
    Nap(piece->idle_ns);
    naps_ns += piece->idle_ns;
    piece->waited_ns = piece->idle_ns;
    piece->fuel -= std::min(piece->fuel, piece->idle_ns / 1000 + 1);
  }
}

// The output, what is left of the fuel, for how long nothing will happen by itself, what is asked,
// how many wait for answers, whether the script has ended, and then what came of it.
void ShellRun(Request& request) {
  pysub_shell* shell = request.Shell();
  const std::shared_ptr<Object> object = request.Owner();
  const UsedTalk talk(request, object);
  if (!talk) return;
  ++talk->piece;
  Piece piece;
  piece.fuel = request.in.U64();
  piece.waited_ns = request.in.U64();
  talk->later = request.in.U8() != 0;
  for (uint32_t left = request.in.U32(); left > 0 && request.in.ok(); --left) {
    const uint64_t call = request.in.U64();
    const std::string_view answer = request.in.Text();
    if (talk->asked.contains(call)) talk->answers.insert_or_assign(call, answer);
  }
  OutputHere output;
  if (!RunPiece(request, shell, *talk, &piece)) return;
  output.WriteTo(request.out);
  request.out.U64(piece.fuel);
  request.out.U64(piece.idle_ns);
  request.out.U32(static_cast<uint32_t>(talk->questions.size()));
  for (const auto& [call, question] : talk->questions) {
    request.out.U64(call);
    request.out.Text(question);
  }
  talk->questions.clear();
  if (piece.idle_ns != 0) talk->ForgetDead();
  if (piece.ended != 0) talk->Forget();
  request.out.U32(static_cast<uint32_t>(talk->asked.size()));
  request.out.U8(piece.ended != 0);
  if (piece.ended == 0) return;
  request.out.U32(static_cast<uint32_t>(piece.result.exit_code));
  request.out.U8(static_cast<uint8_t>(piece.result.limit));
  request.out.U64(piece.result.duration_ns);
  request.out.Text(piece.result.output);
  request.out.Text(piece.result.error_output);
}

void ShellRunning(Request& request) { request.out.U8(pysub_shell_running(request.Shell()) != 0); }

void ShellSnapshot(Request& request) {
  pysub_buffer* bytes = nullptr;
  if (request.Check(pysub_shell_snapshot(request.Shell(), &bytes, request.error()))) {
    request.Write(bytes);
  }
}

// After restoring: what is half-way writes to where runs listen.
void ShellConnect(Request& request) {
  pysub_exec_options options = PYSUB_EXEC_OPTIONS_INIT;
  options.on_output = OutputHere::Append;
  request.Check(pysub_shell_connect(request.Shell(), &options, request.error()));
}

void ShellReset(Request& request) {
  request.Check(pysub_shell_reset(request.Shell(), request.error()));
}

void ShellSetLimits(Request& request) {
  pysub_shell* shell = request.Shell();
  bool given = false;
  const pysub_shell_limits limits = ReadShellLimits(request.in, &given);
  request.Check(pysub_shell_set_limits(shell, given ? &limits : nullptr, request.error()));
}

void ShellDirectory(Request& request) {
  pysub_buffer* text = nullptr;
  if (request.Check(pysub_shell_directory(request.Shell(), &text, request.error()))) {
    request.Write(text);
  }
}

void ShellVariable(Request& request) {
  pysub_shell* shell = request.Shell();
  const std::string_view name = request.in.Text();
  pysub_buffer* text = nullptr;
  if (request.Check(
          pysub_shell_variable(shell, name.data(), name.size(), &text, request.error()))) {
    request.Write(text);
  }
}

void ShellAnalyze(Request& request) {
  pysub_shell* shell = request.Shell();
  const std::string_view script = request.in.Text();
  pysub_value* value = nullptr;
  if (request.Check(
          pysub_shell_analyze(shell, script.data(), script.size(), &value, request.error()))) {
    request.Write(ValueHandle(value).get());
  }
}

void ShellFiles(Request& request) {
  pysub_files* files = pysub_shell_files(request.Shell());
  if (files == nullptr) {
    request.Refuse(PYSUB_INVALID_ARGUMENT, "a shell is wanted");
    return;
  }
  request.Made(Kind::kFiles, files, request.Owner());
}

constexpr Operation kOperations[] = {
    {"shell.create", ShellCreate},
    {"shell.restore", ShellRestore},
    {"shell.fork", ShellFork},
    {"shell.start", ShellStart},
    {"shell.run", ShellRun},
    {"shell.running", ShellRunning},
    {"shell.snapshot", ShellSnapshot},
    {"shell.connect", ShellConnect},
    {"shell.reset", ShellReset},
    {"shell.setLimits", ShellSetLimits},
    {"shell.directory", ShellDirectory},
    {"shell.variable", ShellVariable},
    {"shell.analyze", ShellAnalyze},
    {"shell.files", ShellFiles},
};

}  // namespace

std::span<const Operation> ShellOperations() { return kOperations; }

}  // namespace pysub_node
