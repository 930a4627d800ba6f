#include "osbridge/worker/frames.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <utility>

#include "lexer/unicode/utf8.h"
#include "pysub/host_value_json.h"

namespace pysub::frames {
namespace {

using Kind = HostValue::Kind;

// A value of the program may be nested this deep, each level up to three brackets; around it is the
// frame.
constexpr uint32_t kMaxValueDepth = 1000;
constexpr uint32_t kMaxBrackets = 3 * kMaxValueDepth + 16;

// ---- writing

// Bytes: as text where they are text, so that people can read along.
HostValue Write(const std::string& bytes) {
  return IsValidUtf8(bytes, Surrogates::kRefuse) ? HostValue(bytes) : HostValue::Bytes(bytes);
}
HostValue Write(bool value) { return HostValue(value); }
HostValue Write(uint64_t value) { return HostValue(value); }
HostValue Write(int64_t value) { return HostValue(value); }
HostValue Write(const HostValue& value) { return value; }
template <typename T>
HostValue Write(const std::optional<T>& value);
template <typename T>
HostValue Write(const std::vector<T>& items);
template <typename T>
HostValue Write(const std::pair<std::string, T>& pair) {
  return HostValue::List({Write(pair.first), Write(pair.second)});
}

struct FieldWriter;
template <typename T>
requires requires(T frame, FieldWriter& writer) { frame.Fields(writer); }
HostValue Write(const T& value);

// A frame as a JSON object, field by field.
struct FieldWriter {
  std::vector<std::pair<HostValue, HostValue>> fields;
  template <typename T>
  void operator()(std::string_view name, const T& value) {
    fields.emplace_back(HostValue(name), Write(value));
  }
};

template <typename T>
requires requires(T frame, FieldWriter& writer) { frame.Fields(writer); }
HostValue Write(const T& value) {
  FieldWriter writer;
  const_cast<T&>(value).Fields(writer);  // Fields() only shows them
  return HostValue::Dict(std::move(writer.fields));
}
template <typename T>
HostValue Write(const std::optional<T>& value) {
  return value ? Write(*value) : HostValue();
}
template <typename T>
HostValue Write(const std::vector<T>& items) {
  std::vector<HostValue> values;
  values.reserve(items.size());
  for (const T& item : items) values.push_back(Write(item));
  return HostValue::List(std::move(values));
}

// ---- reading: false when the value is not of the kind

bool Read(const HostValue& value, std::string* out) {
  if (value.kind() != Kind::kStr && value.kind() != Kind::kBytes) return false;
  *out = value.text();
  return true;
}
bool Read(const HostValue& value, bool* out) {
  if (value.kind() != Kind::kBool) return false;
  *out = *value.as_bool();
  return true;
}
bool Read(const HostValue& value, int64_t* out) {
  if (value.kind() != Kind::kInt) return false;
  *out = *value.as_int();
  return true;
}
bool Read(const HostValue& value, uint64_t* out) {
  int64_t number = 0;
  if (!Read(value, &number) || number < 0) return false;
  *out = static_cast<uint64_t>(number);
  return true;
}
bool Read(const HostValue& value, HostValue* out) {
  *out = value;
  return true;
}
template <typename T>
bool Read(const HostValue& value, std::optional<T>* out);
template <typename T>
bool Read(const HostValue& value, std::vector<T>* out);
template <typename T>
bool Read(const HostValue& value, std::pair<std::string, T>* out) {
  return value.kind() == Kind::kList && value.size() == 2 && Read(value.items()[0], &out->first) &&
         Read(value.items()[1], &out->second);
}

class FieldReader;
template <typename T>
requires requires(T frame, FieldReader& reader) { frame.Fields(reader); }
bool Read(const HostValue& value, T* out);

// Takes each field that a struct names, once; what is left over is unknown.
class FieldReader {
 public:
  explicit FieldReader(const HostValue& object) : object_(object) {}

  template <typename T>
  void operator()(std::string_view name, T& out) {
    if (!error_.empty()) return;
    const HostValue* value = object_.Find(name);
    if (value == nullptr) {
      error_ = absl::StrCat("field '", std::string(name), "' is missing");
    } else if (!Read(*value, &out)) {
      error_ = absl::StrCat("field '", std::string(name), "' is not what it should be");
    }
    known_.push_back(name);
  }

  const std::string& Finish() {
    for (size_t i = 0; i < object_.items().size() && error_.empty(); i += 2) {
      bool known = false;
      for (std::string_view name : known_) known = known || name == object_.items()[i].text();
      if (!known) {
        error_ = absl::StrCat("field '", std::string(object_.items()[i].text().substr(0, 60)),
                              "' is unknown");
      }
    }
    return error_;
  }
  void Know(std::string_view name) { known_.push_back(name); }

 private:
  const HostValue& object_;
  std::vector<std::string_view> known_;
  std::string error_;
};

template <typename T>
requires requires(T frame, FieldReader& reader) { frame.Fields(reader); }
bool Read(const HostValue& value, T* out) {
  if (value.kind() != Kind::kDict || value.name() != "dict") return false;
  FieldReader reader(value);
  out->Fields(reader);
  return reader.Finish().empty();
}
template <typename T>
bool Read(const HostValue& value, std::optional<T>* out) {
  if (value.is_none()) return *out = std::nullopt, true;
  return Read(value, &out->emplace());
}
template <typename T>
bool Read(const HostValue& value, std::vector<T>* out) {
  if (value.kind() != Kind::kList) return false;
  out->reserve(value.size());
  for (const HostValue& item : value.items()) {
    if (!Read(item, &out->emplace_back())) return false;
  }
  return true;
}

template <typename Frame>
absl::StatusOr<Frame> ReadFrame(const HostValue& object) {
  Frame frame;
  FieldReader reader(object);
  reader.Know("type");
  frame.Fields(reader);
  if (const std::string& error = reader.Finish(); !error.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("frame '", std::string(Frame::kType), "': ", error));
  }
  return frame;
}

template <typename... Frames>
absl::StatusOr<std::variant<Frames...>> ReadAny(std::string_view line,
                                                const std::variant<Frames...>*) {
  constexpr JsonLimits kLimits{.max_text_bytes = kMaxFrameBytes,
                               .max_resident_bytes = kMaxResidentBytes,
                               .max_depth = kMaxBrackets};
  absl::StatusOr<HostValue> object = HostValueFromJson(line, kLimits);
  if (!object.ok()) return object.status();
  const HostValue* type = object->Find("type");
  if (object->kind() != Kind::kDict || type == nullptr || !type->as_str()) {
    return absl::InvalidArgumentError("a frame is a JSON object with a field 'type'");
  }
  absl::StatusOr<std::variant<Frames...>> result = absl::InvalidArgumentError(absl::StrCat(
      "a frame of type '", std::string(type->text().substr(0, 60)), "' is not expected here"));
  const auto attempt = [&]<typename Frame>(const Frame*) {
    if (type->text() != Frame::kType) return;
    absl::StatusOr<Frame> frame = ReadFrame<Frame>(*object);
    if (frame.ok()) {
      result = std::variant<Frames...>(*std::move(frame));
    } else {
      result = frame.status();
    }
  };
  (attempt(static_cast<const Frames*>(nullptr)), ...);
  return result;
}

}  // namespace

template <typename Frame>
absl::StatusOr<std::string> Encode(const Frame& frame) {
  FieldWriter writer;
  writer.fields.emplace_back("type", HostValue(Frame::kType));
  const_cast<Frame&>(frame).Fields(writer);
  const HostValue object = HostValue::Dict(std::move(writer.fields));
  // What was cut can be told: the reader would refuse it. So it is tried here, where it is still
  // known whose fault it is.
  std::string text = object.ToExactJson({.max_bytes = kMaxFrameBytes, .max_depth = kMaxValueDepth});
  if (text.size() >= kMaxFrameBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a frame of more than ", kMaxFrameBytes >> 20, " MiB"));
  }
  if (text.find("{\"$truncated\": true}") != std::string::npos) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a value that is nested more than ", kMaxValueDepth, " deep"));
  }
  text += '\n';
  return text;
}

template absl::StatusOr<std::string> Encode(const Hello&);
template absl::StatusOr<std::string> Encode(const OsCall&);
template absl::StatusOr<std::string> Encode(const Output&);
template absl::StatusOr<std::string> Encode(const Working&);
template absl::StatusOr<std::string> Encode(const Complete&);
template absl::StatusOr<std::string> Encode(const Error&);
template absl::StatusOr<std::string> Encode(const Snapshot&);
template absl::StatusOr<std::string> Encode(const Init&);
template absl::StatusOr<std::string> Encode(const OsResponse&);
template absl::StatusOr<std::string> Encode(const Save&);

absl::StatusOr<FromWorker> DecodeFromWorker(std::string_view line) {
  return ReadAny(line, static_cast<const FromWorker*>(nullptr));
}
absl::StatusOr<ToWorker> DecodeToWorker(std::string_view line) {
  return ReadAny(line, static_cast<const ToWorker*>(nullptr));
}

// A frame is a line. A sender that never ends its line is refused at the limit, before it takes the
// memory.
absl::StatusOr<std::optional<std::string_view>> LineReader::Next() {
  const size_t newline = bytes_.find('\n', searched_);
  if (newline == std::string::npos) {
    if (bytes_.size() - given_ > kMaxFrameBytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a frame of more than ", kMaxFrameBytes >> 20, " MiB"));
    }
    bytes_.erase(0, given_);
    given_ = 0;
    searched_ = bytes_.size();
    return std::optional<std::string_view>();
  }
  const std::string_view line(bytes_.data() + given_, newline - given_);
  given_ = searched_ = newline + 1;
  return std::optional<std::string_view>(line);
}

// ---- the product's types and the wire's

namespace {

// Numbers of 63 bits cross as plain ones; no limit is as large.
std::optional<uint64_t> OnWire(std::optional<uint64_t> limit) {
  if (limit) limit = std::min<uint64_t>(*limit, INT64_MAX);
  return limit;
}

}  // namespace

Init InitOf(const PythonRequest& request) {
  Init init;
  init.code = request.code;
  init.filename = request.file_name;
  init.from_file = request.from_file;
  init.safe_path = request.safe_path;
  init.ignores_environment = request.ignores_environment;
  init.argv = request.arguments;
  init.env = request.environment;
  init.cwd = request.working_directory;
  init.echo = request.echo;
  init.syntax_error_exit_code = request.syntax_error_exit_code;
  init.limits.memory_bytes = OnWire(request.limits.memory_bytes);
  if (request.limits.duration)
    init.limits.duration_ns = static_cast<uint64_t>(request.limits.duration->count());
  init.limits.allocations = OnWire(request.limits.allocations);
  init.limits.steps = OnWire(request.limits.steps);
  init.limits.output_bytes = OnWire(request.limits.output_bytes);
  init.limits.recursion_depth = request.limits.recursion_depth;
  for (const HostFunctionInfo& function : request.functions)
    init.functions.emplace_back(function.name, function.doc);
  init.input_function = request.input_function;
  init.clock = request.clock == ClockSource::kReal ? "real" : "virtual";
  if (request.entropy_seed) init.entropy_seed = *request.entropy_seed & INT64_MAX;
  init.files = request.files != nullptr;
  return init;
}

// In the worker: everything is checked that the host's library would have checked, since a host may
// be written in any language.
absl::StatusOr<PythonRequest> RequestOf(Init init) {
  if (init.protocol != kProtocol) {
    return absl::FailedPreconditionError(
        absl::StrCat("the host speaks protocol ", init.protocol, ", this worker ", kProtocol));
  }
  if (init.clock != "real" && init.clock != "virtual")
    return absl::InvalidArgumentError("clock is real or virtual");
  if (init.syntax_error_exit_code < 0 || init.syntax_error_exit_code > 255) {
    return absl::InvalidArgumentError("syntax_error_exit_code is 0 to 255");
  }
  if (init.limits.recursion_depth == 0 || init.limits.recursion_depth > 1'000'000) {
    return absl::InvalidArgumentError("recursion_depth is 1 to 1000000");
  }
  PythonRequest request;
  request.code = std::move(init.code);
  request.file_name = std::move(init.filename);
  request.from_file = init.from_file;
  request.safe_path = init.safe_path;
  request.ignores_environment = init.ignores_environment;
  request.arguments = std::move(init.argv);
  request.standard_input = std::nullopt;
  request.environment = std::move(init.env);
  request.working_directory = std::move(init.cwd);
  request.echo = init.echo;
  request.syntax_error_exit_code = static_cast<int>(init.syntax_error_exit_code);
  request.limits.memory_bytes = init.limits.memory_bytes;
  request.limits.duration = std::nullopt;
  if (init.limits.duration_ns)
    request.limits.duration = std::chrono::nanoseconds(*init.limits.duration_ns);
  request.limits.allocations = init.limits.allocations;
  request.limits.steps = init.limits.steps;
  request.limits.output_bytes = init.limits.output_bytes;
  request.limits.recursion_depth = static_cast<uint32_t>(init.limits.recursion_depth);
  for (auto& [name, doc] : init.functions)
    request.functions.push_back({std::move(name), std::move(doc)});
  request.asks_for_files = init.files;
  request.input_function = std::move(init.input_function);
  request.clock = init.clock == "real" ? ClockSource::kReal : ClockSource::kVirtual;
  request.entropy_seed = init.entropy_seed;
  return request;
}

}  // namespace pysub::frames
