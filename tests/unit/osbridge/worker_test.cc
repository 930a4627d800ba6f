// The worker process from outside: killed at every step, told nonsense, telling nonsense, walled
// off. docs/security.md: T-028, T-030, T-031, T-035 to T-038.

#include <absl/strings/str_cat.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lexer/base/sanitizers.h"
#include "osbridge/worker/frames.h"
#include "osbridge/worker/lockdown.h"
#include "osbridge/worker/worker_pool.h"
#include "pysub/python/python_host.h"

namespace pysub {
namespace {

namespace fs = std::filesystem;
using State = PythonRun::State;

std::string Beside(const std::string& name) {
  return (fs::read_symlink("/proc/self/exe").parent_path() / name).string();
}

// Workers that are children of this process, oldest first.
std::vector<pid_t> Workers() {
  std::vector<pid_t> pids;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    std::getline(file, stat);  // (an iterator throws when the process ends meanwhile)
    const size_t end = stat.rfind(')');
    if (end == std::string::npos || stat.find("(pysub-worker)") == std::string::npos) continue;
    if (stat[end + 2] != 'Z' && atoi(stat.c_str() + end + 4) == getpid())
      pids.push_back(atoi(name.c_str()));
  }
  std::sort(pids.begin(), pids.end());
  return pids;
}

PythonHost MakeHost(int warm = 0, std::string path = "") {
  PythonHostOptions options;
  options.isolation = Isolation::kSubprocess;
  options.warm_workers = warm;
  options.worker_path = std::move(path);
  options.grace = std::chrono::milliseconds(200);
  absl::StatusOr<PythonHost> host = PythonHost::Create(options);
  EXPECT_TRUE(host.ok()) << host.status();
  return *host;
}

PythonRun Start(const PythonHost& host, std::string_view code, PythonRequest request = {}) {
  request.code = code;
  absl::StatusOr<PythonRun> run = host.Start(request);
  EXPECT_TRUE(run.ok()) << run.status();
  return *std::move(run);
}

// Steps until the state is `wanted` or nothing but the end can come.
bool StepUntil(PythonRun& run, State wanted) {
  for (int i = 0; i < 30'000 && run.state() != wanted && run.state() != State::kEnded; ++i) {
    if (run.Step() == State::kBusy) usleep(100);
  }
  return run.state() == wanted;
}

void ExpectDied(const PythonResult& result, int signal, std::string_view name) {
  EXPECT_EQ(result.end, PythonEnd::kWorkerDied);
  EXPECT_EQ(result.exit_code, 128 + signal);
  EXPECT_EQ(result.signal, signal);
  EXPECT_TRUE(result.standard_error.ends_with("pysub: the Python worker was killed by signal " +
                                              std::to_string(signal) + " (" + std::string(name) +
                                              ")\n"))
      << result.standard_error;
}

// ---- it dies

TEST(WorkerTest, KilledWhileItComputesItsExitCodeIsTheSignal) {
  const PythonHost host = MakeHost();
  struct Row {
    int signal;
    const char* name;
  };
  for (const Row& row : {Row{SIGSEGV, "SIGSEGV"}, Row{SIGKILL, "SIGKILL"}, Row{SIGABRT, "SIGABRT"},
                         Row{SIGBUS, "SIGBUS"}, Row{SIGSYS, "SIGSYS"}}) {
    PythonRun run = Start(host, "print('before', flush=True)\nask()\nwhile True: pass",
                          {.functions = {{"ask", ""}}});
    ASSERT_TRUE(StepUntil(run, State::kCalls));
    ASSERT_TRUE(run.Answer(HostValue()).ok());
    run.Step();
    ASSERT_EQ(Workers().size(), 1u);
    kill(Workers()[0], row.signal);
    const PythonResult result = PythonHost::RunToEnd(run);
    ExpectDied(result, row.signal, row.name);
    EXPECT_EQ(result.standard_output, "before\n");
  }
  EXPECT_EQ(host.Run({.code = "print(1)"}).standard_output, "1\n");  // the host goes on
}

TEST(WorkerTest, KilledBeforeItHasReadItsProgram) {
  const PythonHost host = MakeHost();
  for (int i = 0; i < 20; ++i) {
    PythonRun run = Start(host, "print(1)");
    for (pid_t pid : Workers()) kill(pid, SIGKILL);
    const PythonResult result = PythonHost::RunToEnd(run);
    if (result.end != PythonEnd::kFinished) ExpectDied(result, SIGKILL, "SIGKILL");
  }
}

TEST(WorkerTest, KilledWhileTheHostAnswers) {
  const PythonHost host = MakeHost();
  PythonRun run = Start(host, "ask()", {.functions = {{"ask", ""}}});
  ASSERT_TRUE(StepUntil(run, State::kCalls));
  kill(Workers()[0], SIGSEGV);
  usleep(20'000);
  EXPECT_EQ(run.Step(), State::kCalls);  // it is told with the next step after the answer
  EXPECT_TRUE(run.Answer(HostValue(1)).ok());
  ExpectDied(PythonHost::RunToEnd(run), SIGSEGV, "SIGSEGV");
}

TEST(WorkerTest, KilledWhileItWaitsForInput) {
  const PythonHost host = MakeHost();
  PythonRun run = Start(host, "print(input())", {.standard_input = std::nullopt});
  ASSERT_TRUE(StepUntil(run, State::kWantsInput));
  kill(Workers()[0], SIGSEGV);
  run.GiveInput("x\n");
  ExpectDied(PythonHost::RunToEnd(run), SIGSEGV, "SIGSEGV");
}

TEST(WorkerTest, KilledWhileItSleeps) {
  const PythonHost host = MakeHost();
  PythonRun run = Start(host, "import asyncio\nasyncio.run(asyncio.sleep(0.05))");
  ASSERT_TRUE(StepUntil(run, State::kSleeps));
  kill(Workers()[0], SIGKILL);
  ExpectDied(PythonHost::RunToEnd(run), SIGKILL, "SIGKILL");
}

TEST(WorkerTest, KilledWhileItIsSaved) {
  const PythonHost host = MakeHost();
  PythonRun run = Start(host, "while True: pass");
  run.Step();
  kill(Workers()[0], SIGSTOP);
  EXPECT_TRUE(absl::IsUnavailable(run.Snapshot().status()));
  kill(Workers()[0], SIGKILL);
  for (int i = 0; i < 1000 && absl::IsUnavailable(run.Snapshot().status()); ++i) usleep(1000);
  EXPECT_TRUE(run.Snapshot().ok());  // of a run that has ended
  EXPECT_EQ(run.state(), State::kEnded);
  ExpectDied(PythonHost::RunToEnd(run), SIGKILL, "SIGKILL");
}

TEST(WorkerTest, AResultThatWasSentIsTakenAlthoughItsWorkerIsGone) {
  const PythonHost host = MakeHost();
  PythonRun run = Start(host, "print('x' * 10000)\nraise SystemExit(139)");
  usleep(200'000);
  for (pid_t pid : Workers()) kill(pid, SIGKILL);
  const PythonResult result = PythonHost::RunToEnd(run);
  EXPECT_EQ(result.end, PythonEnd::kExit);  // and not "killed by signal 11", whatever its exit code
  EXPECT_EQ(result.exit_code, 139);
  EXPECT_EQ(result.standard_output.size(), 10'001u);
  EXPECT_EQ(result.standard_error, "");
}

TEST(WorkerTest, OneThatHangsIsKilledWhenItsTimeIsOver) {
  const PythonHost host = MakeHost();
  PythonRequest request;
  request.limits.duration = std::chrono::milliseconds(100);
  PythonRun run = Start(host, "while True: pass", request);
  run.Step();
  kill(Workers()[0], SIGSTOP);
  const auto start = std::chrono::steady_clock::now();
  const PythonResult result = PythonHost::RunToEnd(run);
  EXPECT_EQ(result.limit, LimitKind::kDuration);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(result.standard_error.ends_with("TimeoutError: time limit of 0.1 s exceeded\n"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3));
  EXPECT_EQ(Workers().size(), 0u);
}

TEST(WorkerTest, ARunThatIsThrownAwayLeavesNoProcess) {
  const PythonHost host = MakeHost();
  {
    PythonRun run = Start(host, "while True: pass");
    run.Step();
    EXPECT_EQ(Workers().size(), 1u);
  }
  for (int i = 0; i < 1000 && !Workers().empty(); ++i) usleep(1000);
  EXPECT_EQ(Workers().size(), 0u);
}

// ---- the pool

TEST(WorkerTest, ThePoolReplacesWhatIsTakenAndWhatDies) {
  const PythonHost host = MakeHost(2);
  const auto settle = [&] {
    for (int i = 0; i < 2000 && (host.warm_workers() != 2 || Workers().size() != 2); ++i)
      usleep(1000);
    return Workers();
  };
  const std::vector<pid_t> first = settle();
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(host.Run({.code = "print(1)"}).standard_output, "1\n");
  const std::vector<pid_t> second = settle();
  ASSERT_EQ(second.size(), 2u);
  // One worker, one tenant: who has served is gone.
  EXPECT_EQ(std::count(second.begin(), second.end(), first[0]) +
                std::count(second.begin(), second.end(), first[1]),
            1);
  for (pid_t pid : second) kill(pid, SIGKILL);
  usleep(20'000);
  EXPECT_EQ(host.Run({.code = "print(2)"}).standard_output, "2\n");
  EXPECT_EQ(settle().size(), 2u);
}

TEST(WorkerTest, AWorkerThatCannotBeStartedIsAnError) {
  const std::string path = testing::TempDir() + "/no-worker";
  EXPECT_EQ(MakeHost(1, path).Run({.code = "1"}).message,
            "the Python worker " + path + " cannot be started: No such file or directory");
  const std::string script = testing::TempDir() + "/not-a-program";
  std::ofstream(script) << "not a program";
  fs::permissions(script, fs::perms::owner_all);
  const PythonResult result = MakeHost(0, script).Run({.code = "1"});
  EXPECT_EQ(result.end, PythonEnd::kWorkerError);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.standard_error,
            "pysub: the Python worker " + script + " cannot be started: Exec format error\n");
}

TEST(WorkerTest, ModesAndDiscovery) {
  unsetenv("PYSUB_WORKER");
  EXPECT_TRUE(PythonHost::Create()->in_worker());  // beside this program
  EXPECT_FALSE(PythonHost::Create({.isolation = Isolation::kInProcess})->in_worker());
  setenv("PYSUB_WORKER", "/nowhere/pysub-worker", 1);
  EXPECT_FALSE(PythonHost::Create()->in_worker());
  EXPECT_EQ(PythonHost::Create({.isolation = Isolation::kSubprocess}).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(PythonHost::Create()->Run({.code = "print(1)"}).standard_output,
            "1\n");  // in-process then
  setenv("PYSUB_WORKER", Beside("pysub-worker").c_str(), 1);
  EXPECT_TRUE(PythonHost::Create({.isolation = Isolation::kSubprocess})->in_worker());
  unsetenv("PYSUB_WORKER");
}

// ---- it tells nonsense

std::string Fake(const std::string& name) {
  const std::string path = testing::TempDir() + "/" + name;
  fs::remove(path);
  fs::copy_file(Beside("fake_worker"), path);
  return path;
}

TEST(WorkerTest, NonsenseFromAWorkerIsAClearError) {
  const PythonHost host = MakeHost(0, Fake("fake-worker"));
  const std::string hello = *frames::Encode(frames::Hello{});
  const auto ends = [](const char* kind, int64_t exit_code) {
    return *frames::Encode(frames::Complete{kind, exit_code, {}, "", "", "", {0, 0, 0, 0, 0, 0}});
  };
  const std::string complete = *frames::Encode(
      frames::Complete{"finished", 0, std::nullopt, "", "", "", {0, 0, 0, 0, 0, 0}});
  const std::string ask = *frames::Encode(frames::OsCall{1, "function", "ask", {}, {}});
  const std::pair<std::string, std::string> rows[] = {
      {complete, ""},
      {"nonsense\n", "it sent something wrong: JSON, byte 0: no value begins like this"},
      {"\n", "it sent something wrong: JSON, byte 0: the text ends too early"},
      {"{}\n", "it sent something wrong: a frame is a JSON object with a field 'type'"},
      {"{\"type\": \"save\"}\n",
       "it sent something wrong: a frame of type 'save' is not expected here"},
      {hello, "it said hello twice"},
      {"{\"type\"\n# exit", "it sent something wrong: JSON, byte 7: ':' is missing"},
      {"\n# exit", "it sent something wrong: JSON, byte 0: the text ends too early"},
      {*frames::Encode(frames::Output{"stdin", ""}), "it printed to a stream that does not exist"},
      {*frames::Encode(frames::Output{"stdout", std::string(20 << 20, 'x')}),
       "it printed more than it may"},
      {*frames::Encode(frames::OsCall{2, "function", "ask", {}, {}}), "call 2 came after call 0"},
      {*frames::Encode(frames::OsCall{1, "system", "ask", {}, {}}),
       "it made a call of an unknown kind"},
      {*frames::Encode(frames::OsCall{1, "os", "fork", {}, {}}), "there is no call 'fork'"},
      {*frames::Encode(frames::OsCall{1, "os", "Sleep", {"x"}, {}}),
       "call 'Sleep' with wrong arguments"},
      {ask + ask, "call 1 came after call 1"},
      {ask + complete, ""},
      {*frames::Encode(
           frames::Complete{"crashed", 0, std::nullopt, "", "", "", {0, 0, 0, 0, 0, 0}}),
       "it ended in a way that does not exist"},
      {*frames::Encode(
           frames::Complete{"finished", 300, std::nullopt, "", "", "", {0, 0, 0, 0, 0, 0}}),
       "it ended in a way that does not exist"},
      {*frames::Encode(
           frames::Complete{"finished", 0, std::nullopt, "", "", "", {INT64_MAX, 0, 0, 0, 0, 0}}),
       "it says that it holds more than it may"},
      {*frames::Encode(frames::Complete{"finished", 0, std::nullopt, "", "", "", {}}),
       "it ended in a way that does not exist"},
      {*frames::Encode(frames::Complete{"limit", 1, "luck", "", "", "", {0, 0, 0, 0, 0, 0}}),
       "it reached a limit that does not exist"},
      {*frames::Encode(frames::Snapshot{"x"}), "it sent a snapshot that nobody asked for"},
      {*frames::Encode(frames::Error{"no"}), "it says: no"},
      {"{\"type\": \"output\", \"stream\": \"stdout\", \"data\": \"" + std::string(65 << 20, 'x'),
       "a frame of more than 64 MiB"},
      // What init did not name is not called, whatever the host would do with the name.
      {*frames::Encode(frames::OsCall{1, "function", "system", {"rm"}, {}}),
       "it called 'system', which is no function of this host"},
      {*frames::Encode(frames::OsCall{1, "function", "", {}, {}}),
       "it called '', which is no function of this host"},
      // Arguments that the signature of a function does not take.
      {*frames::Encode(frames::OsCall{1, "function", "add", {}, {}}),
       "it made a call that its interpreter refuses: add() missing required argument 'a'"},
      {*frames::Encode(frames::OsCall{1, "function", "add", {1, 2}, {}}),
       "it made a call that its interpreter refuses: add() takes 1 positional arguments but 2 were "
       "given"},
      {*frames::Encode(frames::OsCall{1, "function", "add", {1}, {{"a", 2}}}),
       "it made a call that its interpreter refuses: add() got multiple values for argument 'a'"},
      {*frames::Encode(frames::OsCall{1, "function", "add", {1}, {{"b", 2}}}),
       "it made a call that its interpreter refuses: add() got an unexpected keyword argument 'b'"},
      // Exit codes that belie the end.
      {ends("finished", 1), "it ended in a way that does not exist"},
      {ends("raised", 0), "it ended in a way that does not exist"},
      {ends("syntax_error", 0), "it ended in a way that does not exist"},
      {ends("exit", -1), "it ended in a way that does not exist"},
      {ends("exit", 256), "it ended in a way that does not exist"},
      // What could go on for ever without anybody having more of it.
      {*frames::Encode(frames::Output{"stdout", ""}), "it printed nothing"},
      {*frames::Encode(frames::Output{"stdout", ""}) + "# again", "it printed nothing"},
      {*frames::Encode(frames::Working{}) + "# again", "it says too often that it works"},
      {*frames::Encode(frames::Output{"stdout", std::string(5000, 'x')}) + "# again",
       "it printed more than it may"},
      {std::string(1000, ' ') + "# again", "a frame of more than 64 MiB"},
  };
  for (const auto& [sent, message] : rows) {
    PythonRequest request;
    request.code = sent;
    request.functions = {{"ask", ""}, {"add(a)", ""}};
    if (sent.size() > (60 << 20)) {  // does not fit into Init: said on this side
      EXPECT_EQ(
          host.Run(request).message,
          "the Python worker failed: the program cannot be sent: a frame of more than 64 MiB");
      continue;
    }
    const PythonResult result = host.Run(request, [](const FunctionCall&) { return HostValue(1); });
    if (message.empty()) {
      EXPECT_EQ(result.end, PythonEnd::kFinished) << result.message;
      continue;
    }
    EXPECT_EQ(result.end, PythonEnd::kWorkerError) << sent.substr(0, 80);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.message, "the Python worker failed: " + message) << sent.substr(0, 80);
    EXPECT_EQ(result.standard_error, "pysub: the Python worker failed: " + message + "\n");
  }
}

TEST(WorkerTest, AWorkerThatEndsOrNeverSpeaksIsAClearError) {
  EXPECT_EQ(MakeHost(0, Fake("fake-no-hello"))
                .Run({.code = *frames::Encode(frames::Output{"stdout", "x"})})
                .message,
            "the Python worker failed: its first frame was not hello");
  EXPECT_EQ(MakeHost(0, Fake("fake-old")).Run({.code = ""}).message,
            absl::StrCat("the Python worker failed: it speaks protocol 0, this host ",
                         frames::kProtocol));
  const PythonResult exits = MakeHost(0, Fake("fake-exits")).Run({.code = "1"});
  EXPECT_EQ(exits.end, PythonEnd::kWorkerError) << exits.message;
  PythonRequest request;
  request.code = "1";
  request.limits.duration = std::chrono::milliseconds(100);
  const PythonResult silent = MakeHost(0, Fake("fake-silent")).Run(request);
  EXPECT_EQ(silent.limit, LimitKind::kDuration);
}

TEST(WorkerTest, AWorkerThatSaysNothingIsKilledAlthoughItsProgramHasNoTimeLimit) {
  const std::string ask = *frames::Encode(frames::OsCall{1, "function", "ask", {}, {}});
  PythonHostOptions options;
  options.isolation = Isolation::kSubprocess;
  options.warm_workers = 0;
  options.silence = std::chrono::milliseconds(300);
  PythonRequest request;
  request.limits.duration = std::nullopt;
  request.functions = {{"ask", ""}};
  const std::string half = ask.substr(0, ask.size() / 2);
  for (const auto& [name, code] : {std::pair<const char*, std::string>{"fake-silent", ""},
                                   {"fake-worker", ""},    // after hello
                                   {"fake-worker", half},  // in the middle of a frame
                                   {"fake-worker", half + half + half + half + "# slowly"},
                                   {"fake-worker", ask}}) {  // after an answer
    options.worker_path = Fake(name);
    request.code = code;
    const auto start = std::chrono::steady_clock::now();
    const PythonResult result =
        PythonHost::Create(options)->Run(request, [](const FunctionCall&) { return HostValue(1); });
    EXPECT_EQ(result.end, PythonEnd::kWorkerError) << code;
    EXPECT_EQ(result.message, "the Python worker failed: it has said nothing for 300 ms") << code;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << code;
  }
  // One that is asked for its state.
  request.code = ask;
  options.worker_path = Fake("fake-worker");
  absl::StatusOr<PythonRun> run = PythonHost::Create(options)->Start(request);
  ASSERT_TRUE(run.ok());
  ASSERT_TRUE(StepUntil(*run, State::kCalls));
  for (int i = 0; i < 5000 && absl::IsUnavailable(run->Snapshot().status()); ++i) usleep(1000);
  EXPECT_EQ(run->state(), State::kEnded);
}

TEST(WorkerTest, AWorkerThatComputesSaysSo) {
  PythonHostOptions options;
  options.isolation = Isolation::kSubprocess;
  options.silence = std::chrono::milliseconds(2500);
  PythonRequest request;
  request.limits.duration = std::nullopt;
  request.wall_time = std::chrono::seconds(6);
  request.code = "while True: pass";
  // More than twice as long as it may be silent.
  EXPECT_EQ(PythonHost::Create(options)->Run(request).limit, LimitKind::kDuration);
}

TEST(WorkerTest, OptionsThatMakeNoSenseAreRefused) {
  using std::chrono::milliseconds;
  for (milliseconds silence : {milliseconds::min(), milliseconds(-1), milliseconds(0),
                               milliseconds(std::chrono::hours(25)), milliseconds::max()}) {
    EXPECT_EQ(PythonHost::Create({.silence = silence}).status().message(),
              "PythonHostOptions::silence is 1 ms to a day");
  }
  EXPECT_EQ(PythonHost::Create({.may_lack = {"locks"}}).status().message(),
            "a worker has no protection 'locks'");
  EXPECT_EQ(PythonHost::Create({.silence = std::chrono::hours(24)})
                ->Run({.code = "print(1)"})
                .standard_output,
            "1\n");
}

// ---- it is told nonsense

class Wire {
 public:
  Wire() : pool_(WorkerPool::Start(FindWorker(), 0)), worker_(*pool_->Take()) {
    fcntl(worker_.socket(), F_SETFL, 0);
    EXPECT_TRUE(std::holds_alternative<frames::Hello>(Read()));
  }
  void Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = send(worker_.socket(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(size));
    }
  }
  void Shut() { shutdown(worker_.socket(), SHUT_WR); }
  frames::FromWorker Read() {
    while (true) {
      absl::StatusOr<std::optional<std::string_view>> line = lines_.Next();
      if (line.ok() && *line) {
        absl::StatusOr<frames::FromWorker> frame = frames::DecodeFromWorker(**line);
        EXPECT_TRUE(frame.ok()) << frame.status();
        return frame.ok() ? *std::move(frame) : frames::Error{"no frame"};
      }
      char buffer[4096];
      const ssize_t size = recv(worker_.socket(), buffer, sizeof(buffer), 0);
      if (size <= 0) return frames::Error{"the end"};
      lines_.Append({buffer, static_cast<size_t>(size)});
    }
  }
  // The message of the error frame that comes next.
  std::string Error() {
    frames::FromWorker frame = Read();
    const frames::Error* error = std::get_if<frames::Error>(&frame);
    return error != nullptr ? error->message : "no error";
  }

 private:
  std::shared_ptr<WorkerPool> pool_;
  WorkerProcess worker_;
  frames::LineReader lines_;
};

std::string InitLine(std::string_view code) {
  PythonRequest request;
  request.code = code;
  request.functions = {{"ask", ""}};
  return *frames::Encode(frames::InitOf(request));
}

TEST(WorkerTest, NonsenseToAWorkerIsAClearError) {
  const std::string init = InitLine("ask()");
  const std::string protocol = absl::StrCat("\"protocol\": ", frames::kProtocol);
  std::string other_protocol = init;
  other_protocol.replace(other_protocol.find(protocol), protocol.size(), "\"protocol\": 0");
  std::string unknown = init;
  unknown.insert(1, "\"shell\": true, ");
  const std::pair<std::string, std::string> first[] = {
      {"nonsense\n", "JSON, byte 0: no value begins like this"},
      {"{\"type\": \"save\"}\n", "the first frame is not 'init'"},
      {*frames::Encode(frames::OsResponse{1, {}}), "the first frame is not 'init'"},
      {other_protocol, absl::StrCat("the host speaks protocol 0, this worker ", frames::kProtocol)},
      {unknown, "frame 'init': field 'shell' is unknown"},
      {"{\"type\": \"init\"}\n", "frame 'init': field 'protocol' is missing"},
      {std::string(2000, '[') + "\n", "a frame is a JSON object with a field 'type'"},
      {"{\"type\": \"" + std::string(66 << 20, 'x'), "a frame of more than 64 MiB"},
  };
  for (const auto& [line, message] : first) {
    Wire wire;
    wire.Send(line);
    if (line.starts_with("[[")) {
      EXPECT_NE(wire.Error(), "no error");
    } else {
      EXPECT_EQ(wire.Error(), message) << line.substr(0, 60);
    }
    EXPECT_EQ(wire.Error(), "the end");
  }
  const std::pair<std::string, std::string> second[] = {
      {*frames::Encode(frames::OsResponse{2, {}}), "an answer to call 2, but call 1 waits"},
      {init, "a frame that does not answer the call"},
      {"{\"type\": \"os_response\", \"id\": 1}\n",
       "frame 'os_response': field 'result' is missing"},
      {"\xFF\n", "JSON, byte 0: no value begins like this"},
  };
  for (const auto& [line, message] : second) {
    Wire wire;
    wire.Send(init);
    frames::FromWorker call = wire.Read();
    ASSERT_TRUE(std::holds_alternative<frames::OsCall>(call));
    wire.Send(line);
    EXPECT_EQ(wire.Error(), message);
    EXPECT_EQ(wire.Error(), "the end");
  }
}

TEST(WorkerTest, AWorkerWhoseHostIsGoneEnds) {
  for (const char* code : {"ask()", "while True: pass"}) {
    Wire wire;
    wire.Send(InitLine(code));
    wire.Shut();
    std::string error = wire.Error();
    if (error == "no error") error = wire.Error();  // the call comes first
    EXPECT_EQ(error, "the end");
  }
}

// ---- it is taken over

struct ProbeEnd {
  int status = 0;
  std::string sent;
};

ProbeEnd Probe(const std::string& attempt, std::vector<std::string> more = {}) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  posix_spawn_file_actions_adddup2(&actions, theirs, 3);
  // Whoever starts it has not closed this.
  posix_spawn_file_actions_addopen(&actions, 4, "/dev/null", O_RDWR, 0);
  std::string path = Beside("worker_probe");
  std::vector<char*> arguments = {path.data(), const_cast<char*>(attempt.c_str())};
  for (std::string& argument : more) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  char* environment[] = {nullptr};
  pid_t pid = 0;
  EXPECT_EQ(posix_spawn(&pid, path.c_str(), &actions, nullptr, arguments.data(), environment), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(theirs);
  close(ends[1]);
  ProbeEnd end;
  char buffer[256];
  for (ssize_t size; (size = read(ends[0], buffer, sizeof(buffer))) > 0;)
    end.sent.append(buffer, static_cast<size_t>(size));
  close(ends[0]);
  waitpid(pid, &end.status, 0);
  return end;
}

bool IsRefused(int status) { return !(WIFEXITED(status) && WEXITSTATUS(status) == 42); }

TEST(WorkerTest, NothingOfTheHostIsReachable) {
  EXPECT_EQ(WEXITSTATUS(Probe("allowed").status), 42);  // or else the rest would show nothing
  const std::string protections = " " + Probe("protections").sent;
  for (const Protection& protection : kProtections) {
    if (protection.required) {
      EXPECT_NE(protections.find(" " + std::string(protection.name) + " "), std::string::npos)
          << protection.name << " is not in" << protections;
    }
  }
  for (const char* attempt : {
           "open",
           "open-relative",
           "create",
           "stat",
           "unlink",
           "getdents",
           "socket",
           "socketpair",
           "connect",
           "pipe",
           "fork",
           "exec",
           "kill-parent",
           "signal-parent",
           "ptrace",
           "read-other",
           "executable-memory",
           "make-executable",
           "write-standard-output",
           "read-standard-input",
           "send-elsewhere",
           "pass-descriptor",
           "raise-limit",
           "prctl",
           "seccomp-off",
           "time-travel",
           "io-uring",
           "bpf",
           "hostname",
           "openat2",
           "vfork",
           "clone3",
           "kill-all",
           "write-other",
           "attach",
           "map-descriptor",
           "memfd",
           "receive-descriptor",
           "type-for-the-terminal",
           "unshare",
           "mount",
           "chroot",
           "root",
           "capabilities",
           "perf",
           "keyring",
           "userfault",
           "shared-memory",
           "personality",
           "datagram",
           "x32",
           "int80",
       }) {
    const int status = Probe(attempt).status;
#if !PYSUB_ASAN
    // (A kernel without calls of 32 bits never asks the filter.)
    const bool no_such_trap =
        std::string_view(attempt) == "int80" && WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
    EXPECT_TRUE(no_such_trap || (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS))
        << attempt << " ended with " << status;
#else
    EXPECT_TRUE(IsRefused(status)) << attempt;
#endif
  }
}

// Every number that the kernel may know, and what no list of dangerous calls has thought of.
TEST(WorkerTest, EverySystemCallThatIsNotOnTheListKills) {
  std::set<long> survived;
  constexpr long kBehindTheLast = 600;
  for (long call = 0; call < kBehindTheLast; ++call) {
    const int status = Probe("call:" + std::to_string(call)).status;
#if !PYSUB_ASAN
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS) survived.insert(call);
#else
    if (!IsRefused(status)) survived.insert(call);
#endif
  }
#if !PYSUB_ASAN
#if defined(__x86_64__)
  // uretprobe and uprobe, which newer kernels do not show to filters. Whoever calls them from
  // elsewhere than the kernel's own trampoline gets an error or SIGILL.
  survived.erase(335);
  survived.erase(336);
#endif
  // With zeros as arguments: of sendto(), recvfrom(), write(), mmap(), tgkill() other arguments are
  // allowed. prlimit64 and seccomp are over.
  const std::set<long> expected = {
      SYS_mprotect,     SYS_munmap,         SYS_mremap,       SYS_madvise, SYS_brk,
      SYS_futex,        SYS_clock_gettime,  SYS_gettimeofday, SYS_exit,    SYS_exit_group,
      SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_getpid,  SYS_gettid};
  EXPECT_EQ(survived, expected);
#else
  EXPECT_GT(survived.size(), 0u);  // (a refused call goes on: what it does is in the other tests)
#endif
}

// One wall missing: the others hold alone what they are there for.
TEST(WorkerTest, WithoutTheFilterTheOtherWallsStand) {
  const std::string protections = Probe("protections", {"--without=seccomp"}).sent;
  EXPECT_EQ(protections.find("seccomp"), std::string::npos);
  const bool landlock = protections.find("landlock") != std::string::npos;
  const bool namespaces = protections.find("namespaces") != std::string::npos;
  const bool empty_root = protections.find("empty_root") != std::string::npos;
  for (const char* attempt :
       {"create", "fork", "exec", "read-other", "write-other", "attach", "raise-limit", "mount",
        "root", "capabilities", "perf", "bpf", "time-travel", "pipe", "memfd", "socket", "datagram",
        "io-uring", "send-elsewhere"}) {
    EXPECT_TRUE(IsRefused(Probe(attempt, {"--without=seccomp"}).status)) << attempt;
  }
  if (landlock || empty_root) {
    EXPECT_TRUE(IsRefused(Probe("open", {"--without=seccomp"}).status));
    EXPECT_TRUE(IsRefused(Probe("open", {"--without=seccomp,unshare"}).status) || !landlock);
    EXPECT_TRUE(IsRefused(Probe("open", {"--without=seccomp,landlock"}).status) || !empty_root);
  }
  if (namespaces) {
    EXPECT_EQ(Probe("protections", {"--without=landlock"}).sent.find("landlock"),
              std::string::npos);
    EXPECT_NE(Probe("protections", {"--without=landlock"}).sent.find("namespaces"),
              std::string::npos);
    EXPECT_NE(Probe("protections", {"30", "--must-have=namespaces"}).sent.find("namespaces"),
              std::string::npos);
  }
}

TEST(WorkerTest, AWorkerThatWasStartedWithExecutableDataStartsAgain) {
  const int status = WEXITSTATUS(Probe("data-executable").status);
  if (status == 3) GTEST_SKIP() << "this kernel starts no 64-bit program so";
  EXPECT_EQ(status, 0);
}

// ---- walls that a kernel does not have

std::string WorkerWithout(const std::string& calls) {
  const std::string path = testing::TempDir() + "/without-" + calls;
  fs::remove(path);
  fs::copy_file(Beside("worker_probe"), path);
  fs::remove(testing::TempDir() + "/pysub-worker");
  fs::create_symlink(Beside("pysub-worker"), testing::TempDir() + "/pysub-worker");
  return path;
}

PythonResult RunWith(const std::string& worker, std::vector<std::string> may_lack = {},
                     std::vector<std::string> must_have = {}) {
  PythonHostOptions options;
  options.isolation = Isolation::kSubprocess;
  options.worker_path = worker;
  options.warm_workers = 0;
  options.may_lack = std::move(may_lack);
  options.must_have = std::move(must_have);
  return PythonHost::Create(options)->Run({.code = "print(6 * 7)"});
}

TEST(WorkerTest, WithoutAWallThatIsRequiredNothingIsRun) {
  for (const auto& [calls, missing] :
       {std::pair("seccomp", "seccomp"), std::pair("setrlimit", "rlimits")}) {
    const PythonResult refused = RunWith(WorkerWithout(calls));
    EXPECT_EQ(refused.end, PythonEnd::kWorkerError);
    EXPECT_EQ(refused.standard_output, "");
    EXPECT_EQ(refused.message, "the Python worker failed: it says: this system does not give it " +
                                   std::string(missing) + ", and without it nothing is run");
    EXPECT_EQ(RunWith(WorkerWithout(calls), {missing}).standard_output, "42\n");
    EXPECT_NE(RunWith(WorkerWithout(calls), {"no_new_privs"}).end, PythonEnd::kFinished);
  }
  // What is not required: the same when the host asks for it.
  EXPECT_EQ(RunWith(WorkerWithout("landlock-unshare")).standard_output, "42\n");
  EXPECT_EQ(
      RunWith(WorkerWithout("landlock"), {}, {"landlock"}).message,
      "the Python worker failed: it says: this system does not give it landlock, and without it "
      "nothing is run");
  // Who is root and cannot be anybody else has no capabilities, at least.
  EXPECT_EQ(RunWith(WorkerWithout("close_range")).standard_output, "42\n");
  EXPECT_EQ(RunWith(WorkerWithout("setresuid")).standard_output, "42\n");
}

TEST(WorkerTest, AWorkerThatDoesNotSayThatItIsWalledOffIsNotUsed) {
  EXPECT_EQ(RunWith(Fake("fake-open")).message,
            "the Python worker failed: it does not have personality, descriptors, no_capabilities, "
            "no_new_privs, rlimits, seccomp");
  EXPECT_EQ(RunWith(Fake("fake-worker"), {}, {"landlock"}).message,
            "the Python worker failed: it does not have landlock");
}

TEST(WorkerTest, TheKernelsLimitsStandAboveTheInterpreters) {
#if !PYSUB_ASAN
  EXPECT_EQ(WEXITSTATUS(Probe("memory").status), 0);
  EXPECT_EQ(WTERMSIG(Probe("abort").status),
            SIGABRT);  // a failed check ends as what it is, without a core
  EXPECT_FALSE(WCOREDUMP(Probe("abort").status));
#endif
  const int status = Probe("cpu", {"0"}).status;
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) << status;
}

TEST(WorkerTest, StartedByHandItSaysWhatItIs) {
  const std::string command = Beside("pysub-worker") + " 3<&- 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  char text[200] = {};
  EXPECT_NE(fgets(text, sizeof(text), pipe), nullptr);
  EXPECT_STREQ(
      text,
      "pysub-worker: is started by a program that uses pysub, with a socket on descriptor 3\n");
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 2);
}

}  // namespace
}  // namespace pysub
