// What host and worker say to each other: every frame both ways, and everything that is no frame.

#include "osbridge/worker/frames.h"

#include <absl/strings/str_cat.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "osbridge/os_calls.h"
#include "osbridge/worker/os_call_wire.h"

namespace pysub::frames {
namespace {

template <typename Frame>
Frame RoundTrip(const Frame& frame) {
  absl::StatusOr<std::string> line = Encode(frame);
  EXPECT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->find('\n'), line->size() - 1);
  line->pop_back();
  if constexpr (std::is_constructible_v<FromWorker, Frame>) {
    EXPECT_FALSE(DecodeToWorker(*line).ok());
    absl::StatusOr<FromWorker> decoded = DecodeFromWorker(*line);
    EXPECT_TRUE(decoded.ok()) << decoded.status() << *line;
    return std::get<Frame>(*decoded);
  } else {
    EXPECT_FALSE(DecodeFromWorker(*line).ok());
    absl::StatusOr<ToWorker> decoded = DecodeToWorker(*line);
    EXPECT_TRUE(decoded.ok()) << decoded.status() << *line;
    return std::get<Frame>(*decoded);
  }
}

TEST(FramesTest, EveryFrameComesBackAsItWas) {
  EXPECT_EQ(RoundTrip(Hello{1, {"seccomp"}}).protections, std::vector<std::string>{"seccomp"});
  const OsCall call = RoundTrip(OsCall{
      7, "function", "f", {HostValue::Tuple({1, HostValue::Bytes("\xFF")})}, {{"k", HostValue()}}});
  EXPECT_EQ(call.id, 7u);
  EXPECT_EQ(call.args[0].Repr(), "(1, b'\\xff')");
  EXPECT_EQ(call.kwargs[0].first, "k");
  const std::string bytes = std::string("a\0\n\xFF\xC3", 5);
  EXPECT_EQ(RoundTrip(Output{"stdout", bytes}).data, bytes);
  EXPECT_EQ(RoundTrip(Output{"stdout", "\xED\xA0\x80"}).data, "\xED\xA0\x80");
  EXPECT_EQ(RoundTrip(Output{"stdout", "{\"$truncated\": true}"}).data, "{\"$truncated\": true}");
  const Complete complete =
      RoundTrip(Complete{"limit", 1, "duration", "T", "m", "r", {1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(complete.limit, "duration");
  EXPECT_EQ(complete.usage.size(), 6u);
  EXPECT_EQ(RoundTrip(Complete{"exit", 139}).limit, std::nullopt);
  EXPECT_EQ(RoundTrip(Error{"no"}).message, "no");
  EXPECT_EQ(RoundTrip(Snapshot{bytes}).data, bytes);
  EXPECT_EQ(RoundTrip(OsResponse{3, HostValue::Set({1})}).result.Repr(), "{1}");
  EXPECT_EQ(RoundTrip(OsResponse{3, {}, RaisedError{"OSError", {2}}}).error->args[0].as_int(), 2);
  EXPECT_TRUE(RoundTrip(OsResponse{3, {}, {}, true}).no_such_name);
  RoundTrip(Save{});
  RoundTrip(Working{});
}

TEST(FramesTest, ARequestComesBackAsItWas) {
  PythonRequest request;
  request.code = "print('\xFF')";
  request.file_name = "a.py";
  request.from_file = true;
  request.arguments = {"a.py", "x\xFF"};
  request.environment = {{"A", "1"}, {"B\xFF", "$2"}, {"$C", ""}};
  request.working_directory = "/tmp";
  request.echo = true;
  request.syntax_error_exit_code = 2;
  request.limits.memory_bytes = UINT64_MAX;
  request.limits.duration = std::chrono::milliseconds(1500);
  request.limits.allocations = std::nullopt;
  request.functions = {{"f", "doc"}};
  request.clock = ClockSource::kVirtual;
  request.entropy_seed = 42;
  absl::StatusOr<PythonRequest> again = RequestOf(RoundTrip(InitOf(request)));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->code, request.code);
  EXPECT_EQ(again->file_name, "a.py");
  EXPECT_EQ(again->arguments, request.arguments);
  EXPECT_EQ(again->environment, request.environment);
  EXPECT_EQ(again->limits.memory_bytes, static_cast<uint64_t>(INT64_MAX));
  EXPECT_EQ(again->limits.duration, request.limits.duration);
  EXPECT_EQ(again->limits.allocations, std::nullopt);
  EXPECT_EQ(again->limits.recursion_depth, 200u);
  EXPECT_EQ(again->functions[0].doc, "doc");
  EXPECT_EQ(again->entropy_seed, 42u);
  EXPECT_TRUE(again->echo && again->from_file && again->clock == ClockSource::kVirtual);
}

TEST(FramesTest, InitIsCheckedBeforeItIsUsed) {
  const auto message = [](void (*change)(Init&)) {
    Init init = InitOf({});
    change(init);
    return std::string(RequestOf(std::move(init)).status().message());
  };
  EXPECT_EQ(message([](Init& i) { i.protocol = 0; }),
            absl::StrCat("the host speaks protocol 0, this worker ", kProtocol));
  EXPECT_EQ(message([](Init& i) { i.clock = "none"; }), "clock is real or virtual");
  EXPECT_EQ(message([](Init& i) { i.syntax_error_exit_code = 256; }),
            "syntax_error_exit_code is 0 to 255");
  EXPECT_EQ(message([](Init& i) { i.limits.recursion_depth = 0; }),
            "recursion_depth is 1 to 1000000");
}

TEST(FramesTest, WhatIsNoFrameIsRefusedWithAReason) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "JSON, byte 0: the text ends too early"},
      {"{", "JSON, byte 1: a key is missing"},
      {"[]", "a frame is a JSON object with a field 'type'"},
      {"{}", "a frame is a JSON object with a field 'type'"},
      {R"({"type": 1})", "a frame is a JSON object with a field 'type'"},
      {R"({"type": "shutdown"})", "a frame of type 'shutdown' is not expected here"},
      {R"({"type": "init"})", "a frame of type 'init' is not expected here"},
      {R"({"type": "error"})", "frame 'error': field 'message' is missing"},
      {R"({"type": "error", "message": 1})",
       "frame 'error': field 'message' is not what it should be"},
      {R"({"type": "error", "message": null})",
       "frame 'error': field 'message' is not what it should be"},
      {R"({"type": "error", "message": "", "more": 1})", "frame 'error': field 'more' is unknown"},
      {R"({"type": "error", "type": "error", "message": ""})",
       "JSON, byte 49: the object has a key twice"},
      {R"({"type": "output", "stream": "stdout", "data": {"$bytes": "A"}})",
       "JSON, byte 62: a '$' key that is not known, or not with this value"},
      {R"({"type": "os_call", "id": -1, "kind": "os", "function": "", "args": [], "kwargs": []})",
       "frame 'os_call': field 'id' is not what it should be"},
      {R"({"type": "os_call", "id": true, "kind": "os", "function": "", "args": [], "kwargs": []})",
       "frame 'os_call': field 'id' is not what it should be"},
      {R"({"type": "os_call", "id": 1.0, "kind": "os", "function": "", "args": [], "kwargs": []})",
       "frame 'os_call': field 'id' is not what it should be"},
      {R"({"type": "os_call", "id": 99999999999999999999, "kind": "os", "function": "", "args": [], "kwargs": []})",
       "frame 'os_call': field 'id' is not what it should be"},
      {R"({"type": "os_call", "id": 1, "kind": "os", "function": "", "args": {}, "kwargs": []})",
       "frame 'os_call': field 'args' is not what it should be"},
      {R"({"type": "os_call", "id": 1, "kind": "os", "function": "", "args": [], "kwargs": [["a"]]})",
       "frame 'os_call': field 'kwargs' is not what it should be"},
      {R"({"type": "os_call", "id": 1, "kind": "os", "function": "", "args": [], "kwargs": [[1, 2]]})",
       "frame 'os_call': field 'kwargs' is not what it should be"},
      {"{\"type\": \"error\", \"message\": \"\xFF\"}", "JSON, byte 30: this is not UTF-8"},
  };
  for (const auto& [line, message] : rows) {
    absl::StatusOr<FromWorker> frame = DecodeFromWorker(line);
    EXPECT_EQ(frame.status().message(), message) << line;
  }
  EXPECT_EQ(DecodeToWorker(R"({"type": "output", "stream": "", "data": ""})").status().message(),
            "a frame of type 'output' is not expected here");
  EXPECT_EQ(
      DecodeToWorker(
          R"({"type": "os_response", "id": 1, "result": 1, "error": {"type": "E"}, "no_such_name": false})")
          .status()
          .message(),
      "frame 'os_response': field 'error' is not what it should be");
}

// Cut off anywhere, or with any one byte changed: an error or a frame, never more.
TEST(FramesTest, DamagedFramesAreErrorsOrFrames) {
  std::string line = *Encode(OsCall{7,
                                    "function",
                                    "f",
                                    {HostValue::Dict({{1, HostValue::Tuple({"a\nb", 1.5})}})},
                                    {{"k", HostValue()}}});
  line.pop_back();
  for (size_t i = 0; i < line.size(); ++i) EXPECT_FALSE(DecodeFromWorker(line.substr(0, i)).ok());
  for (size_t i = 0; i < line.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = line;
      changed[i] = static_cast<char>(changed[i] ^ 1 << bit);
      static_cast<void>(DecodeFromWorker(changed));
    }
  }
}

TEST(FramesTest, SizeAndDepthAreLimited) {
  HostValue deep;
  for (int i = 0; i < 900; ++i) deep = HostValue::Tuple({deep});
  EXPECT_EQ(RoundTrip(OsResponse{1, deep}).result, deep);
  for (int i = 0; i < 900; ++i) deep = HostValue::Tuple({deep});
  EXPECT_EQ(Encode(OsResponse{1, deep}).status().message(),
            "a value that is nested more than 1000 deep");
  EXPECT_EQ(Encode(Output{"stdout", std::string(kMaxFrameBytes, 'x')}).status().message(),
            "a frame of more than 64 MiB");
  EXPECT_EQ(Encode(Output{"stdout", std::string(kMaxFrameBytes, '\xFF')}).status().message(),
            "a frame of more than 64 MiB");
  const std::string brackets =
      R"({"type": "os_response", "id": 1, "result": )" + std::string(5000, '[');
  EXPECT_NE(DecodeToWorker(brackets).status().message().find("nested more than"),
            std::string::npos);
  // T-030: 30 million empty lists are 60 MB of text and would be gigabytes.
  std::string lists = R"({"type": "os_response", "id": 1, "result": [)";
  for (int i = 0; i < 20'000'000; ++i) lists += "[],";
  EXPECT_NE(DecodeToWorker(lists).status().message().find("of memory"), std::string::npos);
}

TEST(LineReaderTest, CutsAStreamIntoLines) {
  LineReader reader;
  EXPECT_EQ(*reader.Next(), std::nullopt);
  reader.Append("ab");
  EXPECT_EQ(*reader.Next(), std::nullopt);
  EXPECT_TRUE(reader.has_rest());
  reader.Append("c\nde\n\nf");
  EXPECT_EQ(*reader.Next(), "abc");
  EXPECT_EQ(*reader.Next(), "de");
  EXPECT_EQ(*reader.Next(), "");
  EXPECT_EQ(*reader.Next(), std::nullopt);
  reader.Append("\n");
  EXPECT_EQ(*reader.Next(), "f");
  EXPECT_FALSE(reader.has_rest());
  const std::string piece(size_t{1} << 20, 'x');
  for (int i = 0; i < 64; ++i) {
    reader.Append(piece);
    EXPECT_TRUE(reader.Next().ok());
  }
  reader.Append("x");
  EXPECT_EQ(reader.Next().status().message(), "a frame of more than 64 MiB");
}

TEST(OsCallWireTest, CallsComeBackAsTheyWere) {
  const OsCallOnWire sleep = ToWire(os::Sleep{5});
  EXPECT_EQ(sleep.function, "Sleep");
  EXPECT_EQ(std::get<os::Sleep>(*FromWire("Sleep", sleep.args)).nanoseconds, 5);
  EXPECT_EQ(std::get<os::Entropy>(*FromWire("Entropy", ToWire(os::Entropy{9}).args)).bytes, 9u);
  EXPECT_EQ(std::get<os::GetEnvironment>(
                *FromWire("GetEnvironment", ToWire(os::GetEnvironment{"A\xFF"}).args))
                .name,
            "A\xFF");
  const OsCallOnWire times = ToWire(os::SetTimes{"/a\xFF", 5, std::nullopt, false});
  const os::SetTimes again = std::get<os::SetTimes>(*FromWire("SetTimes", times.args));
  EXPECT_EQ(again.path, "/a\xFF");
  EXPECT_EQ(again.atime_ns, 5);
  EXPECT_EQ(again.mtime_ns, std::nullopt);
  EXPECT_FALSE(again.follow);
  EXPECT_EQ(FromWire("fork", {}).status().message(), "there is no call 'fork'");
  EXPECT_EQ(FromWire("Sleep", {}).status().message(), "call 'Sleep' with wrong arguments");
  EXPECT_EQ(FromWire("Sleep", std::vector<HostValue>{1, 2}).status().message(),
            "call 'Sleep' with wrong arguments");
  EXPECT_EQ(FromWire("Entropy", std::vector<HostValue>{-1}).status().message(),
            "call 'Entropy' with wrong arguments");
  EXPECT_EQ(FromWire("Now", std::vector<HostValue>{3}).status().message(),
            "call 'Now' with wrong arguments");
}

// Gives each field another value.
struct Filler {
  int64_t next = 0;

  void operator()(std::string_view, std::string& text) { text = "/" + std::to_string(++next); }
  void operator()(std::string_view, int64_t& number) { number = ++next; }
  void operator()(std::string_view, uint64_t& number) { number = static_cast<uint64_t>(++next); }
  void operator()(std::string_view, std::optional<int64_t>& number) { number = ++next; }
  void operator()(std::string_view, bool& flag) { flag = true; }
  void operator()(std::string_view, os::Now::Clock& clock) { clock = os::Now::Clock::kProcess; }
  void Bytes(std::string_view, std::string& bytes) { bytes = "\xFF" + std::to_string(++next); }
};

std::string BytesOf(const pysub::OsCall& call) {
  std::string bytes;
  ByteWriter writer(bytes);
  WriteOsCall(call, writer);
  writer.Flush();
  return bytes;
}

TEST(OsCallWireTest, EachCallComesBack) {
  for (size_t i = 0; i < std::size(kOsCallNames); ++i) {
    const pysub::OsCall call = FillOsCall(static_cast<OsCallId>(i), Filler());
    const OsCallOnWire wire = ToWire(call);
    EXPECT_EQ(wire.function, kOsCallNames[i]);
    absl::StatusOr<pysub::OsCall> again = FromWire(wire.function, wire.args);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(BytesOf(*again), BytesOf(call));
  }
}

}  // namespace
}  // namespace pysub::frames
