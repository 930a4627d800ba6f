// Records: the main input, and all forms of getline.

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "pysub/files/file_system.h"
#include "shell/commands/awk/machine.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::awk {

void Machine::SetErrno(int error) { Global(Special::kErrno) = TextValue(ErrnoText(error)); }

// ---- the main input
// The next word of ARGV that is not empty; assignments are done on the way. False: no more.
bool Machine::NextOperand(std::string* name) {
  while (heap_->ok()) {
    const double count = ToNumber(Global(Special::kArgc));
    if (!(argument_ < count)) return false;
    const Value& argv = globals_[static_cast<size_t>(kArgv)];
    const double index = argument_++;
    if (argv.kind() != Kind::kArray) continue;
    NumberBuffer number, digits;
    const Value* element = argv.array()->Find(Key::OfText(NumberText(index, nullptr, &number)));
    static_cast<void>(heap_->Work(16));
    if (element == nullptr || !element->IsScalar()) continue;
    const std::string_view word = TextOf(*element, &digits);
    if (word.empty()) continue;
    const size_t equals = word.find('=');
    if (equals != std::string_view::npos && IsVariableName(word.substr(0, equals))) {
      AssignOperand(std::string(word), equals);
      continue;
    }
    const auto& given = settings_->operands;
    if (settings_->sandbox && std::find(given.begin(), given.end(), word) == given.end()) {
      Fatal("cannot add a new file (" + std::string(word) + ") to ARGV in sandbox mode");
      return false;
    }
    Global(Special::kArgind) = Value(index);
    *name = word;
    return true;
  }
  return false;
}

// False: it is not there.
bool Machine::OpenOperand(CommandIo& io, const std::string& name) {
  const bool standard = name == "-" || name == "/dev/stdin";
  const int fd = standard ? 0 : io.Open(name, OpenMode::kRead);
  Global(Special::kFilename) = InputValue(name);
  if (fd < 0) {
    SetErrno(open_error_ = io.error());
    return false;
  }
  files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, name);
  if (!standard && stat.ok() && stat->IsDirectory()) {
    io.Close(fd);
    SetErrno(open_error_ = EISDIR);
    return false;
  }
  main_.Start(fd);
  main_open_ = true;
  if (fd > 0) BeginEditing();
  return true;
}

// A part of the program runs before the instruction is begun anew. kData: there is none.
Got Machine::RunFilePart(int32_t entry) {
  if (entry < 0 || part_ == Part::kFile) return Got::kData;
  if (!heap_->Charge(sizeof(Frame))) return Got::kNoMemory;
  heap_->Release(sizeof(Frame));
  frames_.push_back({pc_, base_, -1});
  base_ = static_cast<uint32_t>(sp_);
  if (sp_ + program_->max_depth >= stack_.size() && !GrowStack()) return Got::kNoMemory;
  part_ = Part::kFile;
  pc_ = entry;
  return Got::kYield;
}

Got Machine::OpenNext(CommandIo& io) {
  std::string name;
  if (!NextOperand(&name)) {
    if (used_operand_ || input_ended_) return Got::kEnd;
    name = "-";
  }
  used_operand_ = true;
  fnr_ = 0;
  file_part_done_ = skip_file_ = false;
  Global(Special::kErrno) = TextValue("");
  if (!OpenOperand(io, name)) open_failed_ = name;
  return Got::kData;
}

Got Machine::CloseCurrent(CommandIo& io) {
  record_.Own();
  EndEditing(io);
  if (main_.fd() > 0) io.Close(main_.fd());
  main_open_ = false;
  file_part_done_ = false;
  skip_file_ = false;
  if (fatal_) return Got::kError;
  return heap_->ok() ? Got::kData : Got::kNoMemory;
}

Got Machine::MainRecord(CommandIo& io, std::string_view* text) {
  while (heap_->ok()) {
    if (!main_open_ && open_failed_.empty()) {
      if (input_ended_) return Got::kEnd;
      const Got got = OpenNext(io);
      if (fatal_) return Got::kError;
      if (got == Got::kEnd) input_ended_ = true;
      if (got != Got::kData) return got;
    }
    if (!file_part_done_) {
      file_part_done_ = true;
      // (With a BEGINFILE gawk empties the record, and only then.)
      if (program_->begin_file >= 0 && part_ != Part::kFile) {
        SetRecord({});
        record_.IsNoInput();
      }
      const Got got = RunFilePart(program_->begin_file);
      if (got != Got::kData) return got;
    }
    if (!open_failed_.empty()) {
      const std::string name = std::exchange(open_failed_, {});
      file_part_done_ = false;
      if (std::exchange(skip_file_, false)) continue;
      if (open_error_ == EISDIR) {
        Warn("command line argument `" + name + "' is a directory: skipped");
        continue;
      }
      Fatal("cannot open file `" + name + "' for reading: " + std::string(ErrnoText(open_error_)));
      return Got::kError;
    }
    std::string_view end;
    Got got =
        skip_file_ ? Got::kEnd : main_.Next(io, record_end_, text, &end, [this] { record_.Own(); });
    if (got == Got::kError) {
      SetErrno(io.error());
      NumberBuffer number;
      Fatal("error reading input file `" +
            std::string(TextOf(Global(Special::kFilename), &number)) +
            "': " + std::string(ErrnoText(io.error())));
      return got;
    }
    if (got == Got::kEnd) {
      // ENDFILE, then the next file.
      if (!ending_file_) {
        ending_file_ = true;
        got = RunFilePart(program_->end_file);
        if (got != Got::kData) return got;
      }
      ending_file_ = false;
      got = CloseCurrent(io);
      if (got != Got::kData) return got;
      continue;
    }
    if (got != Got::kData) return got;
    ++nr_;
    ++fnr_;
    Global(Special::kNr).Clear();
    Global(Special::kFnr).Clear();
    SetRecordEnd(end);
    return got;
  }
  return Got::kNoMemory;
}

// RT is what stood behind the record; mostly it is what it was.
void Machine::SetRecordEnd(std::string_view end) {
  Value& value = Global(Special::kRt);
  if (end.empty()) {
    value = Value::Unassigned();
    return;
  }
  if (value.kind() == Kind::kText && value.str()->view() == end) return;
  value = TextValue(end);
}

Machine::Flow Machine::NextRecord(CommandIo& io) {
  part_ = Part::kMain;
  std::string_view text;
  switch (MainRecord(io, &text)) {
    case Got::kData: break;
    case Got::kEnd: pc_ = program_->end; return Flow::kJumped;
    case Got::kWait: return Flow::kWait;
    case Got::kYield: return Flow::kJumped;
    default: return Flow::kStop;
  }
  Global(Special::kNf).Clear();
  record_.Set(text);
  static_cast<void>(heap_->Work(16 + text.size() / 4));
  return heap_->ok() ? Flow::kNext : Flow::kStop;
}

Machine::Flow Machine::NextFile(CommandIo& io) {
  static_cast<void>(io);
  if (comparing_ > 0) return Fatal("`nextfile' cannot be called from a function that compares");
  if (part_ == Part::kBegin || part_ == Part::kEnd) return Fatal(NotHere("nextfile"));
  skip_file_ = true;
  Unwind();
  part_ = Part::kMain;
  came_from_ = std::exchange(pc_, program_->main);
  return Flow::kJumped;
}

// ---- getline
// A file or command that is read. Null: *got says why; kError: it is not there.
Stream* Machine::OpenInput(CommandIo& io, Source source, const std::string& name, Got* got) {
  if (Stream* stream = FindStream(name, false)) return stream;
  *got = Got::kError;
  if (source == Source::kCoprocess) {
    Flow flow = Flow::kNext;
    Stream* stream = OpenOutput(io, Redirection::kCoprocess, name, &flow);
    if (flow == Flow::kYield) *got = Got::kYield;
    return stream;
  }
  if (source == Source::kCommand && !HasChildren()) {
    // What was printed before comes before what the command prints. (Beside a command that is
    // written to it stays, as with gawk, and comes behind what that one prints.)
    FlushAll(io);
    if (io.staged() > 0) {
      *got = Got::kYield;
      return nullptr;
    }
  }
  if (!heap_->Charge(sizeof(Stream) + name.size() + 64)) {
    *got = Got::kNoMemory;
    return nullptr;
  }
  auto stream = std::make_unique<Stream>(heap_);
  stream->name = name;
  stream->type = source == Source::kFile ? Stream::Type::kFileIn : Stream::Type::kCommandIn;
  bool opened = true;
  if (source == Source::kFile) {
    stream->in_fd = name == "-" || name == "/dev/stdin" ? 0 : io.Open(name, OpenMode::kRead);
    opened = stream->in_fd >= 0;
  } else {
    opened = StartChild(io, stream.get(), true, false);
  }
  if (!opened) {
    SetErrno(io.error());
    heap_->Release(sizeof(Stream) + name.size() + 64);
    return nullptr;
  }
  stream->reader.Start(stream->in_fd);
  streams_.push_back(std::move(stream));
  return streams_.back().get();
}

Got Machine::GetlineFrom(CommandIo& io, Source source, const std::string& name,
                         std::string_view* text) {
  if (source == Source::kMain) return MainRecord(io, text);
  Got got = Got::kData;
  Stream* stream = OpenInput(io, source, name, &got);
  if (stream == nullptr) return got;
  if (stream->type == Stream::Type::kCoprocess) FlushStream(io, stream, true);
  std::string_view end;
  got = stream->reader.Next(io, record_end_, text, &end, [] {});
  if (got == Got::kError) SetErrno(io.error());
  if (got != Got::kData) return got;
  SetRecordEnd(end);  // (NR stays as it is, as with gawk)
  return got;
}

// On the stack: subscripts of the target and then the file, or the command and then the
// subscripts. They stay until it is known how it went.
Machine::Flow Machine::Getline(CommandIo& io, const Instruction& in) {
  const auto source = static_cast<Source>(in.sub & 3);
  const bool given = (in.sub & kTarget) != 0;
  const size_t keys = given ? KeysOf(in.place) : 0;
  if (source != Source::kMain && settings_->sandbox) return NoRedirections();
  if (source == Source::kMain && part_ == Part::kFile) {
    return Fatal("non-redirected `getline' invalid inside `" +
                 std::string(ending_file_ ? "ENDFILE" : "BEGINFILE") + "' rule");
  }
  std::string name;
  if (source != Source::kMain) {
    NumberBuffer number;
    name = TextOf(source == Source::kFile ? Top() : Top(keys), &number);
    if (name.empty()) {
      return Fatal("expression for `" + std::string(source == Source::kFile ? "<" : "|") +
                   "' redirection has null string value");
    }
  }
  std::string_view text;
  double status = 1;
  const Got got = GetlineFrom(io, source, name, &text);
  switch (got) {
    case Got::kData: break;
    case Got::kEnd: status = 0; break;
    case Got::kWait: return Flow::kWait;
    case Got::kYield: return source == Source::kMain ? Flow::kJumped : Flow::kYield;
    case Got::kNoMemory: return Flow::kStop;
    case Got::kError:
      if (source == Source::kMain) return Flow::kStop;
      status = -1;
      break;
  }
  if (source == Source::kFile) Drop(1);
  if (given && !Touch(in.place, in.a, 0)) return Flow::kStop;
  if (status > 0) {
    static_cast<void>(heap_->Work(16 + text.size() / 4));
    if (given) {
      if (!Write(in.place, in.a, 0, InputValue(text))) return Flow::kStop;
    } else if (source == Source::kMain) {
      Global(Special::kNf).Clear();
      record_.Set(text);
    } else {
      SetRecord(text);
    }
  }
  Drop(keys + (source == Source::kCommand || source == Source::kCoprocess ? 1 : 0));
  Push(Value(status));
  return heap_->ok() ? Flow::kNext : Flow::kStop;
}

}  // namespace pysub::shell::awk
