#include "osbridge/recording.h"

#include <absl/strings/str_cat.h>

#include <type_traits>

#include "osbridge/host_value_bytes.h"
#include "osbridge/os_calls.h"

namespace pysub {
namespace {

constexpr int kResults = static_cast<int>(ResultOf::kLastName) + 1;
constexpr TextLimits kShown{.max_bytes = 200, .max_depth = 5};

using Keywords = std::vector<std::pair<std::string, HostValue>>;

HostValue DictOf(const Keywords& keywords) {
  return HostValue::Dict({keywords.begin(), keywords.end()});
}

// ---- stops

// Everything that a host can see of a stop.
struct StopWriter {
  ByteWriter& to;

  void Id(const CallId& id) {
    to.Varint(id.session);
    to.Varint(id.sequence);
  }
  void operator()(const Finished& stop) {
    WriteHostValue(stop.value, to);
    to.Text(stop.error);
  }
  void operator()(const Raised& stop) {
    WriteHostValue(stop.exception, to);
    to.Text(stop.message);
    to.Text(stop.traceback);
  }
  void operator()(const FunctionCall& stop) {
    Id(stop.id);
    to.Text(stop.name);
    WriteHostValue(HostValue::Tuple(stop.args), to);
    WriteHostValue(DictOf(stop.kwargs), to);
  }
  void operator()(const NameLookup& stop) {
    Id(stop.id);
    to.Text(stop.name);
  }
  void operator()(const OsRequest& stop) {
    Id(stop.id);
    WriteOsCall(stop.call, to);
  }
  void operator()(const Waiting& stop) {
    to.Varint(stop.pending.size());
    for (const CallId& id : stop.pending) Id(id);
    to.Fixed64(static_cast<uint64_t>(stop.sleep_ns.value_or(-1)));
  }
  void operator()(const OutOfFuel&) {}
  void operator()(const LimitReached& stop) {
    to.Text(stop.message);
    to.Text(stop.traceback);
  }
};

}  // namespace

bool StopRecord::IsByChance() const {
  return kind == Stop(LimitReached{}).index() && limit != LimitKind::kSteps &&
         limit != LimitKind::kOutput && limit != LimitKind::kAllocations;
}

// Of a stop a digest is kept, and a short text for people. A replay needs to know whether the same
// came out, not what it was.
StopRecord RecordOf(const Stop& stop, uint64_t output_hash, uint64_t steps) {
  std::string bytes;
  {
    ByteWriter to(bytes);
    to.Fixed64(output_hash);
    std::visit(StopWriter{to}, stop);
  }
  StopRecord record;
  record.kind = static_cast<uint8_t>(stop.index());
  if (const LimitReached* reached = std::get_if<LimitReached>(&stop)) record.limit = reached->limit;
  record.digest = SnapshotChecksum(bytes);
  record.steps = steps;
  record.text = Describe(stop);
  return record;
}

// ---- events

namespace {

void WriteReply(const Reply& reply, ByteWriter& to) {
  to.Byte(static_cast<uint8_t>(reply.index()));
  if (const HostValue* value = std::get_if<HostValue>(&reply)) {
    WriteHostValue(*value, to);
  } else if (const HostException* exception = std::get_if<HostException>(&reply)) {
    to.Text(exception->type);
    WriteHostValue(HostValue::Tuple(exception->args), to);
  }
}

Reply ReadReply(ByteReader& from) {
  switch (from.Below(std::variant_size_v<Reply>)) {
    case 0: return ReadHostValue(from);
    case 1: {
      std::string type(from.Text());
      const HostValue args = ReadHostValue(from);
      return HostException(std::move(type), {args.items().begin(), args.items().end()});
    }
    case 2: return Later{};
    default: return NoSuchName{};
  }
}

std::string ReplyText(const Reply& reply) {
  if (const HostValue* value = std::get_if<HostValue>(&reply)) return value->Repr(kShown);
  if (const HostException* exception = std::get_if<HostException>(&reply)) return exception->type;
  return std::holds_alternative<Later>(reply) ? "later" : "no such name";
}

size_t ValuesOf(RecordedEvent::Kind kind) {
  if (kind == RecordedEvent::Kind::kCall) return 3;
  return kind == RecordedEvent::Kind::kSet || kind == RecordedEvent::Kind::kOsAnswer ? 1 : 0;
}

}  // namespace

void WriteEvent(const RecordedEvent& event, ByteWriter& to) {
  using Kind = RecordedEvent::Kind;
  to.Byte(static_cast<uint8_t>(event.kind));
  if (event.kind == Kind::kRun) {
    to.Varint(event.fuel);
    to.Byte(event.stop.kind);
    to.Byte(static_cast<uint8_t>(event.stop.limit));
    to.Fixed64(event.stop.digest);
    to.Varint(event.stop.steps);
    to.Text(event.stop.text);
  } else if (event.kind == Kind::kAnswer) {
    to.Varint(event.id.session);
    to.Varint(event.id.sequence);
    WriteReply(event.reply, to);
  } else if (event.kind == Kind::kOsAnswer) {
    to.Varint(static_cast<uint64_t>(event.os_call));
    to.Varint(static_cast<uint64_t>(event.error));
  } else if (event.kind == Kind::kFeed) {
    to.Text(event.program.file_name);
    to.Byte(static_cast<uint8_t>(static_cast<int>(event.program.result) +
                                 (event.program.echo ? kResults : 0)));
  }
  to.Text(event.text);
  for (const HostValue& value : event.values) WriteHostValue(value, to);
}

// A recording is a file and may be forged. Replaying it only calls what any host may call, so
// checking ranges is enough.
RecordedEvent ReadEvent(ByteReader& from) {
  using Kind = RecordedEvent::Kind;
  RecordedEvent event;
  event.kind = static_cast<Kind>(from.Below(static_cast<uint64_t>(Kind::kOsAnswer) + 1));
  if (event.kind == Kind::kRun) {
    event.fuel = from.Varint();
    event.stop.kind = static_cast<uint8_t>(from.Below(std::variant_size_v<Stop>));
    event.stop.limit =
        static_cast<LimitKind>(from.Below(static_cast<uint64_t>(LimitKind::kCancelled) + 1));
    event.stop.digest = from.Fixed64();
    event.stop.steps = from.Varint();
    event.stop.text = from.Text();
  } else if (event.kind == Kind::kAnswer) {
    event.id.session = from.Varint();
    event.id.sequence = from.Varint();
    event.reply = ReadReply(from);
  } else if (event.kind == Kind::kOsAnswer) {
    event.os_call = static_cast<OsCallId>(from.Below(static_cast<uint64_t>(OsCallId::kCount)));
    event.error = static_cast<int>(from.Below(4096));
  } else if (event.kind == Kind::kFeed) {
    event.program.file_name = from.Text();
    const uint64_t result = from.Below(2 * kResults);
    event.program.result = static_cast<ResultOf>(result % kResults);
    event.program.echo = result >= kResults;
  }
  event.text = from.Text();
  for (size_t i = 0; i < ValuesOf(event.kind); ++i) event.values.push_back(ReadHostValue(from));
  return event;
}

std::string DescribeEvent(const RecordedEvent& event) {
  using Kind = RecordedEvent::Kind;
  switch (event.kind) {
    case Kind::kRun: return "run: " + event.stop.text;
    case Kind::kAnswer:
      return absl::StrCat("answer ", event.id.sequence, ": ", ReplyText(event.reply));
    case Kind::kFeed:
      return absl::StrCat("feed ", event.text.size(), " bytes of ", event.program.file_name);
    case Kind::kCall: return "call " + event.values[0].Repr(kShown);
    case Kind::kSet: return absl::StrCat("set ", event.text, " to ", event.values[0].Repr(kShown));
    case Kind::kGet: return "get " + event.text;
    case Kind::kReleaseHandles: return "release handles";
    case Kind::kOsAnswer:
      if (event.error != 0) return absl::StrCat("at once: error ", event.error);
      return "at once: " + event.values[0].Repr(kShown);
    case Kind::kCollect: break;
  }
  return "collect";
}

// ---- Recorder

void Recorder::Add(const RecordedEvent& event) {
  if (full_) return;
  {
    ByteWriter to(bytes_);
    WriteEvent(event, to);
  }
  if (bytes_.size() <= max_bytes_) return;
  full_ = true;
  bytes_ = std::string();
}

absl::StatusOr<std::string> Recorder::Finish() {
  if (full_) return absl::ResourceExhaustedError("the recording is longer than its limit");
  const uint64_t checksum = SnapshotChecksum(bytes_);
  ByteWriter(bytes_).Fixed64(checksum);
  return std::move(bytes_);
}

}  // namespace pysub
