// What is printed, and commands that are started.

#include <algorithm>
#include <cerrno>

#include "pysub/shell/child_signal.h"
#include "shell/commands/awk/machine.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::awk {
namespace {

// As much as the C library keeps of what goes to a pipe. Only where a command started by the
// program writes to the same place it can be seen.
constexpr size_t kBlock = 4096;
constexpr size_t kMuch = 65536;

// A child's, as close() and system() give it.
int StatusOf(CommandIo& io, int status) {
  const int signal = ChildSignal(io);
  return signal > 0 ? 256 + signal : status;
}

}  // namespace

bool Machine::HasChildren() const {
  for (const auto& stream : streams_) {
    if (stream->type == Stream::Type::kPipeOut) return true;
  }
  return false;
}

Machine::Flow Machine::Put(CommandIo& io, std::string_view text) {
  if (editing_) return in_place_.Append(text) ? Flow::kNext : Flow::kStop;
  if (!out_.Append(text)) return Flow::kStop;
  if (out_.size() >= kBlock && (out_.size() >= kMuch || HasChildren())) FlushStdout(io, false);
  return Flow::kNext;
}

void Machine::FlushStdout(CommandIo& io, bool all) {
  size_t size = out_.size();
  if (!all && HasChildren()) size -= size % kBlock;
  if (size == 0) return;
  static_cast<void>(heap_->Work(size / 4));
  io.Write(1, out_.view().substr(0, size));
  if (size == out_.size()) {
    out_.Clear();
  } else {
    out_.EraseFront(size);
  }
}

void Machine::FlushStream(CommandIo& io, Stream* stream, bool all) {
  if (stream->out_fd < 0 || stream->out.empty()) return;
  const size_t most = stream->type == Stream::Type::kFileOut ? kMuch : kBlock;
  if (!all && stream->out.size() < most) return;
  static_cast<void>(heap_->Work(stream->out.size() / 4));
  io.Write(stream->out_fd, stream->out.view());
  stream->out.Reset();
}

void Machine::FlushAll(CommandIo& io) {
  FlushStdout(io, true);
  for (const auto& stream : streams_) FlushStream(io, stream.get(), true);
}

// Between two steps standard output keeps nothing, unless that could be seen.
void Machine::EndStep(CommandIo& io) {
  if (!HasChildren()) FlushStdout(io, true);
}

// ---- files and commands
Stream* Machine::FindStream(std::string_view name, bool output) {
  for (size_t i = streams_.size(); i-- > 0;) {
    Stream* stream = streams_[i].get();
    const bool fits =
        output ? stream->type != Stream::Type::kFileIn && stream->type != Stream::Type::kCommandIn
               : stream->type >= Stream::Type::kFileIn;
    static_cast<void>(heap_->Work(4));
    if (fits && stream->name == name) return stream;
  }
  return nullptr;
}

// Its environment is what ENVIRON says now. Below 0: it did not start.
int Machine::Spawn(CommandIo& io, std::string command, ChildOptions options) {
  constexpr size_t kEntry = sizeof(std::string) + 2;
  Array* environ = globals_[kEnviron].array();
  size_t bytes = command.size() + environ->size() * kEntry;
  NumberBuffer number, value;
  const auto for_each = [&](auto visit) {
    environ->ForEach([&](bool is_integer, const Array::Element& element) {
      if (!element.value.IsScalar()) return;
      visit(is_integer ? TextOf(Value(static_cast<double>(element.key.integer)), &number)
                       : element.key.text->view(),
            TextOf(element.value, &value));
    });
  };
  for_each(
      [&](std::string_view name, std::string_view text) { bytes += name.size() + text.size(); });
  if (!heap_->Work(bytes) || !heap_->Charge(bytes)) return -1;
  std::vector<std::string>& environment = options.environment.emplace();
  environment.reserve(environ->size());
  for_each([&](std::string_view name, std::string_view text) {
    std::string& entry = environment.emplace_back(name);
    entry += '=';
    entry += text;
  });
  const std::string words[] = {"sh", "-c", std::move(command)};
  const int child = io.Spawn(words, options);
  heap_->Release(bytes);
  return child;
}

bool Machine::StartChild(CommandIo& io, Stream* stream, bool reads, bool writes) {
  int from_child = -1, child_out = -1, to_child = -1, child_in = -1;
  if (reads) io.Pipe(&from_child, &child_out);
  if (writes) io.Pipe(&child_in, &to_child);
  ChildOptions options;
  if (reads) options.out = child_out;
  if (writes) options.in = child_in;
  stream->child = Spawn(io, stream->name, std::move(options));
  if (reads) io.Close(child_out);
  if (writes) io.Close(child_in);
  stream->in_fd = from_child;
  stream->out_fd = to_child;
  if (stream->child >= 0) return true;
  if (reads) io.Close(from_child);
  if (writes) io.Close(to_child);
  return false;
}

// Null: *flow says why.
Stream* Machine::OpenOutput(CommandIo& io, Redirection to, const std::string& name, Flow* flow) {
  if (Stream* stream = FindStream(name, true)) return stream;
  const bool command = to == Redirection::kPipe || to == Redirection::kCoprocess;
  if (command) {
    FlushAll(io);
    if (io.staged() > 0) {
      *flow = Flow::kYield;
      return nullptr;
    }
  }
  *flow = Flow::kStop;
  if (!heap_->Charge(sizeof(Stream) + name.size() + 64)) return nullptr;
  auto stream = std::make_unique<Stream>(heap_);
  stream->name = name;
  bool opened = true;
  if (to == Redirection::kPipe) {
    stream->type = Stream::Type::kPipeOut;
    opened = StartChild(io, stream.get(), false, true);
  } else if (to == Redirection::kCoprocess) {
    stream->type = Stream::Type::kCoprocess;
    opened = StartChild(io, stream.get(), true, true);
    stream->reader.Start(stream->in_fd);
  } else {
    stream->out_fd = io.Open(name, to == Redirection::kFile ? OpenMode::kWrite : OpenMode::kAppend);
    opened = stream->out_fd >= 0;
  }
  if (!opened) {
    const std::string reason(ErrnoText(io.error()));
    heap_->Release(sizeof(Stream) + name.size() + 64);
    Fatal((command ? "cannot open pipe `" : "cannot redirect to `") + name + "': " + reason);
    return nullptr;
  }
  streams_.push_back(std::move(stream));
  *flow = Flow::kNext;
  return streams_.back().get();
}

Machine::Flow Machine::PutTo(CommandIo& io, Redirection to, const std::string& name,
                             std::string_view text) {
  if (to == Redirection::kFile || to == Redirection::kAppend) {
    if (name == "/dev/stdout" || name == "-") {
      used_stdout_ = true;
      return Put(io, text);
    }
    if (name == "/dev/stderr") {
      used_stderr_ = true;
      io.Write(2, text);
      return Flow::kNext;
    }
  }
  Flow flow = Flow::kNext;
  Stream* stream = OpenOutput(io, to, name, &flow);
  if (stream == nullptr) return flow;
  if (stream->out_fd < 0)
    return Fatal("attempt to write to closed write end of two-way pipe `" + name + "'");
  if (!stream->out.Append(text)) return Flow::kStop;
  FlushStream(io, stream, false);
  return Flow::kNext;
}

// ---- print
Machine::Flow Machine::Print(CommandIo& io, const Instruction& in) {
  const auto to = static_cast<Redirection>(in.sub);
  const size_t target = to == Redirection::kNone ? 0 : 1;
  const auto count = static_cast<size_t>(in.a);
  const Value* values = &stack_[sp_ - target - count];
  for (size_t i = 0; i < count; ++i) {
    if (values[i].kind() == Kind::kArray) return Fatal("attempt to use array in a scalar context");
  }
  scratch_.Clear();
  if (in.op == Op::kPrintf) {
    NumberBuffer number;
    const FormatResult result =
        FormatPrintf(TextOf(values[0], &number), std::span(values + 1, count - 1),
                     &Global(Special::kConvfmt), heap_, &scratch_);
    if (!result.fatal.empty()) return Fatal(result.fatal);
  } else {
    for (size_t i = 0; i < count; ++i) {
      NumberBuffer number;
      if (i > 0) scratch_.Append(ofs_);
      scratch_.Append(ViewOf(values[i], &Global(Special::kOfmt), &number));
    }
    scratch_.Append(ors_);
  }
  if (!heap_->ok()) return Flow::kStop;
  const Flow flow = PutScratch(io, to);
  if (flow != Flow::kNext) return flow;
  Drop(count + target);
  return Flow::kNext;
}

// To where the top of the stack says, unless it is standard output.
Machine::Flow Machine::PutScratch(CommandIo& io, Redirection to) {
  if (to == Redirection::kNone) return Put(io, scratch_.view());
  if (settings_->sandbox) return NoRedirections();
  NumberBuffer number;
  const std::string name(TextOf(Top(), &number));
  if (name.empty()) {
    constexpr std::string_view kSigns[] = {"", ">", ">>", "|", "|&"};
    return Fatal("expression for `" + std::string(kSigns[static_cast<size_t>(to)]) +
                 "' redirection has null string value");
  }
  return PutTo(io, to, name, scratch_.view());
}

Machine::Flow Machine::PrintRecord(CommandIo& io, const Instruction& in) {
  const auto to = static_cast<Redirection>(in.sub);
  if (to == Redirection::kNone) {
    const Flow flow = Put(io, RecordText());
    return flow == Flow::kNext ? Put(io, ors_) : flow;
  }
  scratch_.Clear();
  scratch_.Append(RecordText());
  scratch_.Append(ors_);
  const Flow flow = PutScratch(io, to);
  if (flow == Flow::kNext) Drop(1);
  return flow;
}

// ---- close, fflush, system
Got Machine::CloseStream(CommandIo& io, size_t index, int* status) {
  Stream* stream = streams_[index].get();
  if (!stream->closing) {
    FlushStream(io, stream, true);
    if (stream->out_fd > 2) io.Close(stream->out_fd);
    if (stream->in_fd > 2) io.Close(stream->in_fd);
    stream->out_fd = stream->in_fd = -1;
    stream->closing = true;
  }
  *status = 0;
  if (stream->child >= 0) {
    const std::optional<int> ended = io.WaitChild(stream->child);
    if (!ended) return Got::kWait;
    *status = StatusOf(io, *ended);
  }
  heap_->Release(sizeof(Stream) + stream->name.size() + 64);
  streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(index));
  return Got::kData;
}

Machine::Flow Machine::CloseCall(CommandIo& io, uint16_t count) {
  NumberBuffer number, second;
  const std::string name(TextOf(Top(count - 1u), &number));
  const std::string_view how = count > 1 ? TextOf(Top(), &second) : std::string_view();
  int status = -1;
  // Nothing is closed of these, but they were redirections.
  std::string end(how);
  for (char& c : end) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  if (count > 1 && end != "to" && end != "from")
    return Fatal("close: second argument must be `to' or `from'");
  const bool is_stdout = name == "/dev/stdout" || name == "-", is_stderr = name == "/dev/stderr";
  if ((is_stdout && std::exchange(used_stdout_, false)) ||
      (is_stderr && std::exchange(used_stderr_, false)))
    return Give(count, Value(0.0));
  const auto closed = std::find_if(streams_.begin(), streams_.end(),
                                   [&](const auto& stream) { return stream->name == name; });
  if (closed == streams_.end()) {
    Global(Special::kErrno) = TextValue("close of redirection that was never opened");
    return Give(count, Value(-1.0));
  }
  // What was printed comes before what the command prints as it ends. (Beside another command that
  // is written to it stays, as with gawk.)
  if ((*closed)->type == Stream::Type::kPipeOut || !HasChildren()) FlushStdout(io, true);
  for (size_t i = streams_.size(); i-- > 0;) {
    Stream* stream = streams_[i].get();
    if (stream->name != name) continue;
    if (end == "to" && stream->type == Stream::Type::kCoprocess) {
      FlushStream(io, stream, true);
      if (stream->out_fd > 2) io.Close(std::exchange(stream->out_fd, -1));
      return Give(count, Value(0.0));
    }
    if (CloseStream(io, i, &status) == Got::kWait) return Flow::kWait;
    break;
  }
  return Give(count, Value(static_cast<double>(status)));
}

Machine::Flow Machine::FlushCall(CommandIo& io, uint16_t count) {
  NumberBuffer number;
  const std::string_view name = count > 0 ? TextOf(Top(), &number) : std::string_view();
  double status = 0;
  if (name.empty()) {
    FlushAll(io);
  } else if (name == "/dev/stdout") {
    FlushStdout(io, true);
  } else if (Stream* stream = FindStream(name, true)) {
    FlushStream(io, stream, true);
  } else {
    Warn("fflush: `" + std::string(name) + "' is not an open file, pipe or co-process");
    status = -1;
  }
  return Give(count, Value(status));
}

Machine::Flow Machine::SystemCall(CommandIo& io) {
  if (settings_->sandbox) return Fatal("'system' function not allowed in sandbox mode");
  if (system_child_ < 0) {
    FlushAll(io);
    if (io.staged() > 0) return Flow::kYield;
    NumberBuffer number;
    system_child_ = Spawn(io, std::string(TextOf(Top(), &number)), {});
    if (system_child_ < 0) return Give(1, Value(127.0));
  }
  const std::optional<int> status = io.WaitChild(system_child_);
  if (!status) return Flow::kWait;
  system_child_ = -1;
  return Give(1, Value(static_cast<double>(StatusOf(io, *status))));
}

// The program is over: what it started is waited for.
Machine::Flow Machine::End(CommandIo& io) {
  while (!streams_.empty()) {
    int status = 0;
    if (CloseStream(io, streams_.size() - 1, &status) == Got::kWait) return Flow::kWait;
  }
  FlushStdout(io, true);
  return Flow::kStop;
}

}  // namespace pysub::shell::awk
