// Every number that a host can give, over the edges of numbers: refused with a text, or it works.
// Never a crash, a hang, or something else than what was said.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/host_value_json.h"
#include "pysub/python/python_host.h"
#include "pysub/python/run_python.h"
#include "pysub/sandbox.h"

namespace pysub {
namespace {

constexpr uint64_t kHuge = uint64_t{1} << 31;

std::vector<uint64_t> Edges() {
  std::vector<uint64_t> edges;
  for (uint64_t n = 0; n < 16; ++n) edges.push_back(n);
  for (uint64_t n = 16; n < 1100; n += 13) edges.push_back(n);
  for (int bits : {12, 16, 20, 24, 30, 31, 32, 33, 47, 48, 61, 62, 63}) {
    for (uint64_t n : {(uint64_t{1} << bits) - 1, uint64_t{1} << bits, (uint64_t{1} << bits) + 1})
      edges.push_back(n);
  }
  for (uint64_t n : {UINT64_MAX - 1, UINT64_MAX}) edges.push_back(n);
  return edges;
}

// As the field would hold it: of a smaller type what fits, and its edges.
template <typename T>
std::optional<T> As(uint64_t n) {
  if (n > static_cast<uint64_t>(std::numeric_limits<T>::max())) return std::nullopt;
  return static_cast<T>(n);
}

// ---- SandboxOptions

struct Row {
  const char* name;
  // False: the field has no such number.
  bool (*set)(SandboxOptions& options, uint64_t n);
  std::optional<LimitKind> limit;  // what small numbers may end the run with
};

constexpr Row kRows[] = {
    {"memory_bytes", [](SandboxOptions& o, uint64_t n) { return o.limits.memory_bytes = n, true; },
     LimitKind::kMemory},
    {"allocations", [](SandboxOptions& o, uint64_t n) { return o.limits.allocations = n, true; },
     LimitKind::kAllocations},
    {"steps", [](SandboxOptions& o, uint64_t n) { return o.limits.steps = n, true; },
     LimitKind::kSteps},
    {"output_bytes", [](SandboxOptions& o, uint64_t n) { return o.limits.output_bytes = n, true; },
     LimitKind::kOutput},
    {"duration",
     [](SandboxOptions& o, uint64_t n) {
       o.limits.duration = std::chrono::nanoseconds(static_cast<int64_t>(n));  // negative ones, too
       return true;
     },
     LimitKind::kDuration},
    {"recursion_depth",
     [](SandboxOptions& o, uint64_t n) {
       return As<uint32_t>(n) && (o.limits.recursion_depth = *As<uint32_t>(n), true);
     },
     std::nullopt},
    {"max_values", [](SandboxOptions& o, uint64_t n) { return o.conversion.max_values = n, true; },
     std::nullopt},
    {"max_bytes", [](SandboxOptions& o, uint64_t n) { return o.conversion.max_bytes = n, true; },
     std::nullopt},
    {"max_handles",
     [](SandboxOptions& o, uint64_t n) { return o.conversion.max_handles = n, true; },
     std::nullopt},
    {"max_depth",
     [](SandboxOptions& o, uint64_t n) {
       return As<uint32_t>(n) && (o.conversion.max_depth = *As<uint32_t>(n), true);
     },
     std::nullopt},
    {"session_id", [](SandboxOptions& o, uint64_t n) { return o.session_id = n, true; },
     std::nullopt},
    {"entropy_seed", [](SandboxOptions& o, uint64_t n) { return o.entropy_seed = n, true; },
     std::nullopt},
    {"virtual_time",
     [](SandboxOptions& o, uint64_t n) {
       o.virtual_time = std::chrono::nanoseconds(static_cast<int64_t>(n));
       return true;
     },
     std::nullopt},
};

constexpr char kProgram[] =
    "import time, random\n"
    "def f(n): return n if n == 0 else f(n - 1)\n"
    "f(10)\n"
    "a, b = time.time_ns(), time.time_ns()\n"
    "time.sleep(0.001)\n"
    "c = time.time_ns()\n"
    "assert a <= b <= c, (a, b, c)\n"
    "time.time(), time.gmtime(0), random.random(), hash('x')\n"
    "print(ask([1, 'two', f]))\n"
    "[len({'k': 'v' * 10}), [[[3]]], f]";

bool IsRefusal(const absl::Status& status) {
  return (absl::IsInvalidArgument(status) || absl::IsResourceExhausted(status)) &&
         !status.message().empty();
}

// Runs to the end, by way of bytes and forks if `moves`. The end, or a refusal on the way.
absl::StatusOr<Stop> Play(const SandboxOptions& options, bool moves) {
  absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile(kProgram), options);
  if (!sandbox.ok()) return sandbox.status();
  while (true) {
    Stop stop = moves ? sandbox->RunFor(20) : sandbox->Run();
    if (const auto* call = std::get_if<FunctionCall>(&stop)) {
      if (absl::Status answered = sandbox->Answer(call->id, "answer"); !answered.ok())
        return answered;
      continue;
    }
    if (!std::holds_alternative<OutOfFuel>(stop)) return stop;
    absl::StatusOr<Sandbox> fork = sandbox->Fork();
    if (!fork.ok()) return absl::ResourceExhaustedError(fork.status().message());
    absl::StatusOr<std::string> bytes = fork->Snapshot();
    if (!bytes.ok()) return absl::ResourceExhaustedError(bytes.status().message());
    absl::StatusOr<Sandbox> loaded = Sandbox::Restore(*bytes, options);
    if (!loaded.ok()) return absl::ResourceExhaustedError(loaded.status().message());
    sandbox = std::move(loaded);
  }
}

void CheckRow(const Row& row, uint64_t n, bool moves) {
  SCOPED_TRACE(std::string(row.name) + " = " + std::to_string(n) + (moves ? ", moving" : ""));
  SandboxOptions options;
  options.limits = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, 200};
  options.inputs = {{"ask", HostValue::HostFunction("ask")}};
  if (!row.set(options, n)) return;
  const absl::StatusOr<Stop> stop = Play(options, moves);
  const bool negative = std::string_view(row.name) == "duration" && n > INT64_MAX;
  if (!stop.ok()) {
    EXPECT_TRUE(IsRefusal(stop.status())) << stop.status();
    EXPECT_TRUE(n < kHuge || negative || std::string_view(row.name) == "recursion_depth")
        << stop.status();
    return;
  }
  EXPECT_FALSE(negative);
  EXPECT_NE(n == 0 && row.limit.has_value(), true) << "0 is no limit";
  if (const auto* reached = std::get_if<LimitReached>(&*stop)) {
    ASSERT_TRUE(row.limit.has_value()) << reached->message;
    EXPECT_EQ(reached->limit, *row.limit) << reached->message;
    EXPECT_FALSE(reached->message.empty());
    if (*row.limit != LimitKind::kDuration) {
      EXPECT_LT(n, kHuge) << reached->message;
    }
    return;
  }
  if (const auto* raised = std::get_if<Raised>(&*stop)) {
    // Conversions and recursion tell the program.
    EXPECT_FALSE(row.limit.has_value()) << raised->traceback;
    EXPECT_LT(n, kHuge) << raised->traceback;
    return;
  }
  ASSERT_TRUE(std::holds_alternative<Finished>(*stop));
}

TEST(NumericOptionsTest, Sandboxes) {
  for (const Row& row : kRows) {
    for (uint64_t n : Edges()) {
      CheckRow(row, n, false);
      CheckRow(row, n, true);
    }
  }
}

// A limit of every small number of bytes and allocations, where little more than the program itself
// fits.
TEST(NumericOptionsTest, EverySmallLimit) {
  for (uint64_t n = 1; n < 3000; ++n) {
    CheckRow(kRows[0], n, false);
    if (n < 600) CheckRow(kRows[1], n, false);
  }
}

TEST(NumericOptionsTest, FuelAndRecordings) {
  for (uint64_t n : Edges()) {
    absl::StatusOr<Sandbox> sandbox = Sandbox::Create(Program::Compile("sum(range(100))"));
    ASSERT_TRUE(sandbox.ok());
    const absl::Status recording = sandbox->StartRecording(n);
    EXPECT_TRUE(recording.ok() || IsRefusal(recording)) << recording;
    EXPECT_TRUE(recording.ok() || n < kHuge) << recording;
    Stop stop = sandbox->RunFor(n);
    while (std::holds_alternative<OutOfFuel>(stop)) stop = sandbox->RunFor(n);
    ASSERT_TRUE(std::holds_alternative<Finished>(stop));
    EXPECT_EQ(std::get<Finished>(stop).value, HostValue(4950));
    if (recording.ok()) {
      const absl::StatusOr<std::string> bytes = sandbox->TakeRecording();
      EXPECT_TRUE(bytes.ok() || IsRefusal(bytes.status())) << bytes.status();
    }
  }
}

TEST(NumericOptionsTest, TextsOfValues) {
  const HostValue value = HostValue::List(
      {1, "text", HostValue::Dict({{"k", HostValue::Tuple({1.5, HostValue::Bytes("b")})}})});
  const std::string whole = value.ToJson(), repr = value.Repr();
  for (uint64_t n : Edges()) {
    TextLimits limits;
    limits.max_bytes = n;
    const std::string json = value.ToJson(limits), exact = value.ToExactJson(limits),
                      text = value.Repr(limits);
    if (n >= kHuge) {
      EXPECT_EQ(json, whole);
    }
    if (n >= kHuge) {
      EXPECT_EQ(text, repr);
    }
    EXPECT_LE(json.size(), whole.size() + 100);
    if (As<uint32_t>(n)) {
      TextLimits depth;
      depth.max_depth = *As<uint32_t>(n);
      if (n > 10) {
        EXPECT_EQ(value.ToJson(depth), whole);
      }
      EXPECT_LE(value.Repr(depth).size(), repr.size() + 100);
    }
    for (int field = 0; field < 3; ++field) {
      JsonLimits json_limits;
      if (field == 0) json_limits.max_text_bytes = n;
      if (field == 1) json_limits.max_resident_bytes = n;
      if (field == 2) json_limits.max_depth = As<uint32_t>(n).value_or(1);
      const absl::StatusOr<HostValue> read = HostValueFromJson(value.ToExactJson(), json_limits);
      EXPECT_TRUE(read.ok() ? *read == value : IsRefusal(read.status())) << read.status();
      if (n >= kHuge && (field < 2 || As<uint32_t>(n))) {
        EXPECT_TRUE(read.ok()) << read.status() << " " << field << " " << n;
      }
    }
  }
}

// ---- programs run for somebody, in this process and in a worker

TEST(NumericOptionsTest, PythonHosts) {
  for (int n : {INT32_MIN, -1, 257, 1000, INT32_MAX}) {
    PythonHostOptions options{.warm_workers = n};
    EXPECT_TRUE(absl::IsInvalidArgument(PythonHost::Create(options).status())) << n;
  }
  using std::chrono::milliseconds;
  for (milliseconds grace : {milliseconds::min(), milliseconds(-1),
                             milliseconds(std::chrono::hours(2)), milliseconds::max()}) {
    PythonHostOptions options{.warm_workers = 0, .grace = grace};
    EXPECT_TRUE(absl::IsInvalidArgument(PythonHost::Create(options).status())) << grace.count();
  }
  for (milliseconds grace :
       {milliseconds(0), milliseconds(1), milliseconds(std::chrono::hours(1))}) {
    PythonHostOptions options{
        .isolation = Isolation::kInProcess, .warm_workers = 0, .grace = grace};
    EXPECT_TRUE(PythonHost::Create(options).ok());
  }
}

struct RequestRow {
  const char* name;
  bool (*set)(PythonRequest& request, uint64_t n);
};

constexpr RequestRow kRequests[] = {
    {"memory_bytes", [](PythonRequest& r, uint64_t n) { return r.limits.memory_bytes = n, true; }},
    {"allocations", [](PythonRequest& r, uint64_t n) { return r.limits.allocations = n, true; }},
    {"steps", [](PythonRequest& r, uint64_t n) { return r.limits.steps = n, true; }},
    {"output_bytes", [](PythonRequest& r, uint64_t n) { return r.limits.output_bytes = n, true; }},
    {"duration",
     [](PythonRequest& r, uint64_t n) {
       return r.limits.duration = std::chrono::nanoseconds(static_cast<int64_t>(n)), true;
     }},
    {"recursion_depth",
     [](PythonRequest& r, uint64_t n) {
       return As<uint32_t>(n) && (r.limits.recursion_depth = *As<uint32_t>(n), true);
     }},
    {"wall_time",
     [](PythonRequest& r, uint64_t n) {
       return r.wall_time = std::chrono::nanoseconds(static_cast<int64_t>(n)), true;
     }},
    {"syntax_error_exit_code",
     [](PythonRequest& r, uint64_t n) {
       return As<int>(n) && (r.syntax_error_exit_code = *As<int>(n), true);
     }},
    {"entropy_seed", [](PythonRequest& r, uint64_t n) { return r.entropy_seed = n, true; }},
};

void PlayRequests(const PythonHost& host, const std::vector<uint64_t>& numbers) {
  for (const RequestRow& row : kRequests) {
    for (uint64_t n : numbers) {
      SCOPED_TRACE(std::string(row.name) + " = " + std::to_string(n));
      PythonRequest request;
      request.code = "def f(n): return n and f(n - 1)\nf(5)\nprint(sum(range(10)))";
      if (!row.set(request, n)) continue;
      const PythonResult result = host.Run(request);
      const bool is_time =
          row.name == std::string_view("duration") || row.name == std::string_view("wall_time");
      const bool big = is_time ? n >= uint64_t{60'000'000'000} && n <= INT64_MAX : n >= kHuge;
      if (big && row.name != std::string_view("recursion_depth")) {
        EXPECT_EQ(result.end, PythonEnd::kFinished) << result.message << result.standard_error;
      }
      if (result.end == PythonEnd::kFinished) {
        EXPECT_EQ(result.standard_output, "45\n");
      } else {
        EXPECT_NE(result.end, PythonEnd::kWorkerDied) << result.signal;
        EXPECT_FALSE(result.message.empty() && result.report.empty());
      }
    }
  }
}

TEST(NumericOptionsTest, RequestsInThisProcess) {
  absl::StatusOr<PythonHost> host = PythonHost::Create({.isolation = Isolation::kInProcess});
  ASSERT_TRUE(host.ok());
  PlayRequests(*host, Edges());
}

TEST(NumericOptionsTest, RequestsInAWorker) {
  absl::StatusOr<PythonHost> host = PythonHost::Create({.isolation = Isolation::kSubprocess});
  ASSERT_TRUE(host.ok()) << host.status();
  PlayRequests(*host,
               {0, 1, 2, 100, 1000, 1 << 20, (uint64_t{1} << 31) - 1, uint64_t{1} << 31,
                uint64_t{1} << 32, uint64_t{1} << 62, INT64_MAX, uint64_t{1} << 63, UINT64_MAX});
}

TEST(NumericOptionsTest, ToolRequests) {
  files::FileSystem files;
  absl::StatusOr<RunPython> tool =
      RunPython::ForFiles(files, "/", {.host = {.isolation = Isolation::kInProcess}});
  ASSERT_TRUE(tool.ok()) << tool.status();
  for (std::chrono::nanoseconds timeout :
       {std::chrono::nanoseconds::min(), std::chrono::nanoseconds(-1), std::chrono::nanoseconds(0),
        std::chrono::nanoseconds(1), std::chrono::nanoseconds::max() - std::chrono::nanoseconds(1),
        std::chrono::nanoseconds::max()}) {
    RunPython::Request request;
    request.code = "print(1)";
    request.timeout = timeout;
    const RunPython::Answer answer = tool->Call(request);
    EXPECT_TRUE(!answer.is_error || timeout.count() == 1) << timeout.count() << answer.text;
  }
  for (const char* timeout :
       {"0", "-1", "1e-300", "1e-9", "1e9", "1e18", "1e300", "1e400", "-0.0",
        "18446744073709551616", "\"5\"", "true", "NaN", "Infinity", "[1]", "null", "0.5"}) {
    const std::string answer =
        tool->CallJson("{\"code\": \"print(1)\", \"timeout\": " + std::string(timeout) + "}");
    EXPECT_TRUE(answer.starts_with("{\"text\": ")) << timeout << answer;
    EXPECT_NE(answer.find('\n'), std::string::npos);
  }
}

// ---- files

TEST(NumericOptionsTest, Files) {
  using files::Limits;
  const std::vector<std::pair<const char*, std::function<bool(Limits&, uint64_t)>>> rows = {
      {"max_bytes", [](Limits& l, uint64_t n) { return l.max_bytes = n, true; }},
      {"max_file_bytes", [](Limits& l, uint64_t n) { return l.max_file_bytes = n, true; }},
      {"max_files", [](Limits& l, uint64_t n) { return l.max_files = n, true; }},
      {"max_depth",
       [](Limits& l, uint64_t n) {
         return As<uint32_t>(n) && (l.max_depth = *As<uint32_t>(n), true);
       }},
      {"max_open_files",
       [](Limits& l, uint64_t n) {
         return As<uint32_t>(n) && (l.max_open_files = *As<uint32_t>(n), true);
       }},
  };
  for (const auto& [name, set] : rows) {
    for (uint64_t n : Edges()) {
      Limits limits;
      if (!set(limits, n)) continue;
      files::FileSystem tree(limits);
      files::Caller user{.uid = 0};
      const bool made = tree.Mkdir(user, "/d", 0755).ok();
      const bool written = tree.WriteFile(user, "/d/f", "text").ok();
      if (n >= kHuge) {
        EXPECT_TRUE(made && written) << name << " " << n;
      }
      if (written) {
        EXPECT_EQ(*tree.ReadFile(user, "/d/f"), "text") << name << " " << n;
      }
      const std::string saved = tree.Snapshot();
      EXPECT_FALSE(saved.empty());
    }
  }
}

}  // namespace
}  // namespace pysub
