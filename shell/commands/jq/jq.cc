// jq: reads JSON texts, runs a filter on each, writes what it gives. Between two steps its state is
// the machine, the value that is read or written, and the texts of the program; the program itself
// is compiled again after a load.

#include "shell/commands/jq/jq.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "shell/commands/simple.h"

namespace pysub::shell {
namespace jq {

void Jq::Fields(Archive& archive) {
  // (The machine's frames are looked at when the program is there again.)
  ValueArchive values(heap_, archive);
  archive(phase_, texts_, text_, text_fd_, next_file_, fd_, has_read_, ended_, file_name_, lines_,
          raw_lines_, lines_before_, started_, awaits_, result_, last_output_, input_failed_,
          mistaken_, warned_, modules_);
  archive(heap_.reads());
  archive.Charged(heap_.reserved());
  reader_.Save(values);
  writer_.Save(values);
  machine_.Save(values);
  values.List(&program_.constants);
  values.One(&slurped_);
  values.One(&held_);
  const bool right =
      phase_ <= Phase::kEnd && (slurped_.is_none() || slurped_.is_array() || slurped_.is_string());
  if (!right) archive.Fail();
}

Value Jq::FileName() { return has_read_ ? heap_.String(file_name_) : Value::Null(); }

uint64_t Jq::Line() { return AllLines() - lines_before_; }

Value Jq::SearchList() {
  Value list = Value::EmptyArray();
  for (const std::string& place : modules_.library()) heap_.Push(&list, heap_.String(place));
  return list;
}

std::string Jq::Place() {
  if (!has_read_) return "<unknown>";
  return file_name_ + ":" + std::to_string(Line());
}

std::optional<int> Jq::Start(CommandIo& io) {
  heap_.set_io(&io);
  if (std::optional<int> status = ReadOptions(io)) return status;
  for (const NamedArgument& named : options_.named) {
    std::string error;
    if (named.kind != NamedArgument::Kind::kJson) continue;
    if (ParseJson(heap_, named.value, &error).is_none()) {
      return options_.Misuse(io, "jq: invalid JSON text passed to --argjson");
    }
  }
  for (const JqOptions::Positional& positional : options_.positional) {
    std::string error;
    if (positional.is_json && ParseJson(heap_, positional.text, &error).is_none()) {
      return options_.Misuse(io, "jq: invalid JSON text passed to --jsonargs");
    }
  }
  if (options_.stream) reader_.set_mode(JsonReader::Mode::kStream);
  if (options_.sequence) reader_.set_sequence();
  modules_.Start(
      &io, options_.library,
      options_.from_file ? std::string(DirectoryOf(io.Absolute(*options_.program))) : io.cwd());
  return std::nullopt;
}

// ---- texts of the command line
Got Jq::ReadText(CommandIo& io, const std::string& file, std::string* text) {
  if (text_fd_ < 0) text_fd_ = io.Open(file, OpenMode::kRead);
  if (text_fd_ < 0) {
    text_fd_ = -1;
    return Got::kError;
  }
  while (true) {
    std::string_view bytes;
    const Got got = GotOf(io.ReadSome(text_fd_, &bytes));
    if (got == Got::kEnd || got == Got::kError) {
      io.Close(text_fd_);
      text_fd_ = -1;
    }
    if (got != Got::kData) return got;
    if (!heap_.Charge(static_cast<int64_t>(3 * bytes.size()))) return Got::kNoMemory;
    *text += bytes;
    if (io.Tick(bytes.size())) return Got::kYield;
  }
}

int Jq::CannotRead(CommandIo& io, const NamedArgument* named, const std::string& file,
                   std::string_view reason) {
  if (named == nullptr) {
    io.Error("Could not open " + file + ": " + std::string(reason));
    return 2;
  }
  const std::string option =
      named->kind == NamedArgument::Kind::kRaw ? "--rawfile " : "--slurpfile ";
  io.Error("Bad JSON in " + option + named->name + " " + file + ": " + std::string(reason));
  return 2;
}

std::optional<Progress> Jq::ReadTexts(CommandIo& io) {
  std::vector<std::pair<const NamedArgument*, std::string>> wanted;
  if (options_.from_file) wanted.emplace_back(nullptr, *options_.program);
  for (const NamedArgument& named : options_.named) {
    if (named.kind >= NamedArgument::Kind::kSlurp) wanted.emplace_back(&named, named.value);
  }
  while (texts_.size() < wanted.size()) {
    const auto& [named, file] = wanted[texts_.size()];
    const Got got = ReadText(io, file, &text_);
    if (std::optional<Progress> end = StepEnd(got)) return end;
    if (got == Got::kError) {
      const std::string reason(io.error() == EISDIR ? "It's a directory" : ErrnoText(io.error()));
      return Progress::Done(CannotRead(
          io, named, file, named == nullptr ? reason : "Could not open " + file + ": " + reason));
    }
    texts_.push_back(std::move(text_));
    text_.clear();
  }
  return std::nullopt;
}

std::optional<Progress> Jq::DefineArguments(CommandIo& io, Compiler* compiler) {
  Value named = Value::EmptyObject(), positional = Value::EmptyArray();
  size_t text = options_.from_file ? 1 : 0;
  for (const NamedArgument& argument : options_.named) {
    Value value;
    std::string error;
    switch (argument.kind) {
      case NamedArgument::Kind::kText: value = ValidString(heap_, argument.value); break;
      case NamedArgument::Kind::kJson: value = ParseJson(heap_, argument.value, &error); break;
      case NamedArgument::Kind::kRaw: value = ValidString(heap_, texts_[text++]); break;
      case NamedArgument::Kind::kSlurp: {
        JsonReader reader(heap_);
        reader.Feed(texts_[text++]);
        reader.Finish();
        value = Value::EmptyArray();
        Value one;
        JsonReader::Result result = reader.Next(&one);
        for (; result == JsonReader::Result::kValue; result = reader.Next(&one)) {
          heap_.Push(&value, std::move(one));
        }
        if (result == JsonReader::Result::kError) {
          return Progress::Done(CannotRead(io, &argument, argument.value, reader.error()));
        }
        break;
      }
    }
    const Value name = heap_.String(argument.name);
    if (named.Find(name) != nullptr) continue;
    compiler->Define(argument.name, value);
    heap_.Set(&named, name, std::move(value));
  }
  for (const JqOptions::Positional& argument : options_.positional) {
    std::string error;
    heap_.Push(&positional, argument.is_json ? ParseJson(heap_, argument.text, &error)
                                             : ValidString(heap_, argument.text));
  }
  Value all = Value::EmptyObject();
  heap_.Set(&all, heap_.String("positional"), std::move(positional));
  heap_.Set(&all, heap_.String("named"), std::move(named));
  compiler->Define("ARGS", std::move(all));
  Value environment = Value::EmptyObject();
  for (const std::string& entry : io.Environment()) {
    const size_t equals = std::min(entry.find('='), entry.size());
    heap_.Set(
        &environment, ValidString(heap_, std::string_view(entry).substr(0, equals)),
        ValidString(heap_, std::string_view(entry).substr(std::min(equals + 1, entry.size()))));
  }
  compiler->Define("ENV", std::move(environment));
  return std::nullopt;
}

// Compiles, each time after a load as well.
std::optional<Progress> Jq::Prepare(CommandIo& io) {
  ready_ = true;
  const size_t wanted = options_.from_file ? 1 : 0;
  if (texts_.size() < wanted) return Progress::Done(2);  // saved by somebody else
  // The same values as before a load: a path knows them by their boxes and births.
  std::vector<Value> constants = std::exchange(program_.constants, {});
  const uint8_t reads = heap_.reads();
  Compiler compiler(heap_);
  compiler.set_modules(&modules_);
  if (std::optional<Progress> end = DefineArguments(io, &compiler)) return end;
  const std::string& text = options_.from_file ? texts_[0] : *options_.program;
  if (!compiler.Compile(text, &program_)) {
    if (heap_.stopped()) return Progress::Done(2);
    const size_t count = compiler.error_count();
    io.Write(2, compiler.errors() + "jq: " + std::to_string(count) +
                    (count == 1 ? " compile error\n" : " compile errors\n"));
    return Progress::Done(3);
  }
  if (phase_ != Phase::kTexts) {
    heap_.reads() = reads;
    if (constants.size() == program_.constants.size()) program_.constants = std::move(constants);
    if (IsSound()) return std::nullopt;
    return Progress::Done(2);  // saved by somebody else
  }
  phase_ = Phase::kInput;
  return std::nullopt;
}

bool Jq::IsSound() const {
  return machine_.IsSound() && next_file_ <= options_.files.size() &&
         (phase_ != Phase::kWrite || Writes());
}

// ---- input
// The next file, or standard input. False: there is none.
bool Jq::OpenNext(CommandIo& io) {
  while (fd_ < 0) {
    if (options_.files.empty()) {
      if (next_file_ > 0 || ended_) return false;
      ended_ = true;
      fd_ = 0;
      Began("<stdin>");
      return true;
    }
    if (next_file_ >= options_.files.size()) return false;
    const std::string& name = options_.files[next_file_++];
    fd_ = name == "-" ? 0 : io.Open(name, OpenMode::kRead);
    if (fd_ >= 0) {
      Began(name == "-" ? "<stdin>" : std::string_view(name));
      return true;
    }
    fd_ = -1;
    io.Error("error: Could not open file " + name + ": " + std::string(ErrnoText(io.error())));
    input_failed_ = true;
  }
  return true;
}

void Jq::Began(std::string_view name) {
  NoteInput(name);
  lines_before_ = AllLines();
}

void Jq::CannotReadOn(CommandIo& io) {
  io.Error("error: " + std::string(ErrnoText(io.error())));
  input_failed_ = true;
}

void Jq::CloseInput(CommandIo& io) {
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  lines_.Clear();
}

Jq::Read Jq::Bytes(CommandIo& io, std::string_view* bytes) {
  while (OpenNext(io)) {
    const Got got = GotOf(io.ReadSome(fd_, bytes));
    if (got == Got::kData) return Read::kValue;
    if (got == Got::kWait) return Read::kWait;
    if (got == Got::kError) CannotReadOn(io);
    CloseInput(io);
  }
  return Read::kEnd;
}

// -R -s: all there is.
Jq::Read Jq::NextSlurpedRaw(CommandIo& io, Value* value) {
  if (slurped_.is_none()) slurped_ = heap_.String("");
  while (true) {
    std::string_view bytes;
    const Read read = Bytes(io, &bytes);
    if (read == Read::kEnd) break;
    if (read != Read::kValue) return read;
    heap_.Append(&slurped_, bytes);
    raw_lines_ += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    if (heap_.stopped()) return Read::kStopped;
    if (io.Tick(bytes.size())) return Read::kYield;
  }
  *value = ValidString(heap_, slurped_.text());
  slurped_ = Value();
  return Read::kValue;
}

// -R: a line. One that its file does not end goes on in the next file.
Jq::Read Jq::NextRaw(CommandIo& io, Value* value) {
  while (OpenNext(io)) {
    shell::Line line;
    const Got got = lines_.Next(io, fd_, '\n', &line);
    if (got == Got::kWait) return Read::kWait;
    if (got == Got::kYield) return Read::kYield;
    if (got == Got::kNoMemory) return Read::kStopped;
    if (got != Got::kData) {
      if (got == Got::kError) CannotReadOn(io);
      CloseInput(io);
      continue;
    }
    if (slurped_.is_none() && line.terminated) {
      *value = ValidString(heap_, line.text);
    } else {
      if (slurped_.is_none()) slurped_ = heap_.String("");
      heap_.Append(&slurped_, line.text);
      if (heap_.stopped()) return Read::kStopped;
      if (!line.terminated) continue;
      *value = ValidString(heap_, slurped_.text());
      slurped_ = Value();
    }
    ++raw_lines_;
    return Read::kValue;
  }
  if (slurped_.is_none()) return Read::kEnd;
  *value = ValidString(heap_, slurped_.text());
  slurped_ = Value();
  return Read::kValue;
}

Jq::Read Jq::NextJson(CommandIo& io, Value* value, std::string* mistake) {
  if (mistaken_) return Read::kEnd;
  while (true) {
    if (!held_.is_none()) {
      if (!reader_.WantsLine()) {
        *value = std::exchange(held_, Value());
        return Read::kValue;
      }
    } else {
      switch (reader_.Next(value)) {
        case JsonReader::Result::kValue:
          if (!reader_.WantsLine()) return Read::kValue;
          held_ = std::move(*value);
          break;
        case JsonReader::Result::kEnd: return Read::kEnd;
        case JsonReader::Result::kError:
          if (heap_.stopped()) return Read::kStopped;
          if (options_.sequence) {
            io.Error("ignoring parse error: " + reader_.error());
            continue;
          }
          *mistake = reader_.error();
          if (options_.stream_errors) {
            *value = heap_.Array(2);
            heap_.Push(value, heap_.String(*mistake));
            heap_.Push(value, reader_.path());
            mistaken_ = true;
          }
          return Read::kMistake;
        case JsonReader::Result::kMore: break;
      }
    }
    if (heap_.stopped()) return Read::kStopped;
    std::string_view bytes;
    reader_.Suspend();  // what is left of the last ones goes when more are read
    const Read read = Bytes(io, &bytes);
    if (read == Read::kEnd) {
      reader_.Finish();
      continue;
    }
    if (read != Read::kValue) return read;
    reader_.Feed(bytes);
    if (io.Tick(bytes.size() / 2)) return Read::kYield;
  }
}

Jq::Read Jq::NextValue(CommandIo& io, Value* value, std::string* mistake) {
  return options_.raw_input ? NextRaw(io, value) : NextJson(io, value, mistake);
}

Jq::Read Jq::NextSlurped(CommandIo& io, Value* value, std::string* mistake) {
  if (options_.raw_input) return NextSlurpedRaw(io, value);
  if (slurped_.is_none()) slurped_ = Value::EmptyArray();
  while (true) {
    Value one;
    const Read read = NextJson(io, &one, mistake);
    if (read == Read::kEnd) {
      *value = std::move(slurped_);
      slurped_ = Value();
      return Read::kValue;
    }
    if (read != Read::kValue) return read;
    heap_.Push(&slurped_, std::move(one));
    if (heap_.stopped()) return Read::kStopped;
  }
}

std::optional<Progress> Jq::EndOf(Read read) {
  if (read == Read::kWait) return Progress::Wait();
  if (read == Read::kYield) return Progress::Yield();
  if (read == Read::kStopped) return Progress::Done(2);
  if (read == Read::kFailed) return Progress::Done(1);
  return std::nullopt;
}

void Jq::Restart() {
  reader_.Restart();
  held_ = slurped_ = Value();
  phase_ = Phase::kInput;
  has_read_ = ended_ = started_ = awaits_ = input_failed_ = mistaken_ = false;
  raw_lines_ = lines_before_ = 0;
  result_ = 0;
  last_output_ = -1;
}

// ---- running
std::optional<Progress> Jq::TakeInput(CommandIo& io) {
  Value value;
  std::string mistake;
  Read read = Read::kEnd;
  if (options_.null_input) {
    read = started_ ? Read::kEnd : Read::kValue;
    value = Value::Null();
  } else if (options_.slurp) {
    if (!started_) read = NextSlurped(io, &value, &mistake);
  } else {
    read = NextValue(io, &value, &mistake);
  }
  if (std::optional<Progress> end = EndOf(read)) return end;
  if (read == Read::kEnd) {
    phase_ = Phase::kEnd;
    return std::nullopt;
  }
  if (read == Read::kMistake && value.is_none()) {
    io.Error("parse error: " + mistake);
    result_ = 5;
    phase_ = Phase::kEnd;
    return std::nullopt;
  }
  started_ = true;
  machine_.Start(std::move(value));
  result_ = 0;
  phase_ = Phase::kRun;
  return std::nullopt;
}

std::optional<Progress> Jq::AnswerInput(CommandIo& io) {
  Value value;
  std::string mistake;
  Read read = Read::kEnd;
  if (options_.slurp) {
    if (!started_ || options_.null_input) read = NextSlurped(io, &value, &mistake);
    started_ = true;
  } else {
    read = NextValue(io, &value, &mistake);
  }
  if (std::optional<Progress> end = EndOf(read)) return end;
  awaits_ = false;
  if (read == Read::kMistake && value.is_none()) {
    machine_.Resume(Value(), heap_.String(mistake));
  } else if (read == Read::kEnd) {
    machine_.Resume(Value(), heap_.String("break"));
  } else {
    machine_.Resume(std::move(value), Value());
  }
  return std::nullopt;
}

void Jq::TellError(CommandIo& io, const Value& error) {
  result_ = 5;
  std::string text = "jq: error (at " + Place() + ")";
  if (error.is_string()) {
    text += ": ";
    text += error.text().substr(0, error.text().find('\0'));  // as jq prints strings of C
  } else {
    text += " (not a string): ";
    AppendJson(heap_, error, &text);
  }
  io.Write(2, text + "\n");
}

void Jq::StartOutput(CommandIo& io, Value value) {
  last_output_ = value.is_true() ? 1 : 0;
  const bool is_text = options_.raw_output && value.is_string();
  if (options_.sequence && !is_text) io.Out("\x1e");
  if (!is_text || options_.style.ascii) {
    writer_.Start(std::move(value));
    phase_ = Phase::kWrite;
    return;
  }
  if (options_.nul_output && value.text().find('\0') != std::string_view::npos) {
    TellError(io, heap_.String("Cannot dump a string containing NUL with --raw-output0 option"));
    EndInput();
    return;
  }
  io.Out(value.text());
  if (!options_.join_output) io.Out(options_.nul_output ? std::string_view("\0", 1) : "\n");
}

std::optional<Progress> Jq::WriteOutput(CommandIo& io) {
  std::string out;
  const bool done = writer_.Write(options_.style, kOutPiece, &out);
  if (heap_.stopped()) return Progress::Done(2);
  if (done && options_.nul_output) {
    out += '\0';
  } else if (done && !options_.join_output) {
    out += '\n';
  }
  io.Out(out);
  if (done) phase_ = Phase::kRun;
  if (io.Tick(out.size() / 4 + heap_.TakeWork())) return Progress::Yield();
  return std::nullopt;
}

Progress Jq::Halt(CommandIo& io) {
  const Value said = machine_.TakeOutput();
  if (!said.is_none() && !said.is_null()) {
    std::string text;
    if (said.is_string()) {
      text = said.text();
    } else {
      AppendJson(heap_, said, &text);
      text += '\n';
    }
    io.Write(2, text);
  }
  return Finish(io, machine_.status() & 255);
}

std::optional<Progress> Jq::RunMachine(CommandIo& io) {
  if (awaits_) {
    if (std::optional<Progress> end = AnswerInput(io)) return end;
  }
  switch (machine_.Run(io)) {
    case Machine::Outcome::kOutput: StartOutput(io, machine_.TakeOutput()); break;
    case Machine::Outcome::kDone: EndInput(); break;
    case Machine::Outcome::kError:
      TellError(io, machine_.error());
      EndInput();
      break;
    case Machine::Outcome::kInput: awaits_ = true; break;
    case Machine::Outcome::kYield: return Progress::Yield();
    case Machine::Outcome::kHalt: return Halt(io);
    case Machine::Outcome::kStopped: return Progress::Done(2);
    case Machine::Outcome::kBroken: return Progress::Done(2);
  }
  return std::nullopt;
}

int Jq::FinalStatus() const {
  if (input_failed_) return 2;
  if (result_ != 0) return result_;
  if (!options_.exit_status) return 0;
  return last_output_ < 0 ? 4 : last_output_ == 0 ? 1 : 0;
}

Progress Jq::Run(CommandIo& io) {
  heap_.set_io(&io);
  modules_.set_io(&io);
  if (options_.mistaken_colors && !warned_) io.Write(2, "Failed to set $JQ_COLORS\n");
  warned_ = true;
  if (phase_ == Phase::kTexts) {
    if (std::optional<Progress> end = ReadTexts(io)) return *end;
  }
  if (!ready_) {
    if (std::optional<Progress> end = Prepare(io)) return *end;
  }
  while (true) {
    std::optional<Progress> end;
    switch (phase_) {
      case Phase::kTexts:
      case Phase::kInput: end = TakeInput(io); break;
      case Phase::kRun: end = RunMachine(io); break;
      case Phase::kWrite: end = WriteOutput(io); break;
      case Phase::kEnd: return Finish(io, FinalStatus());
    }
    if (end) return *end;
    if (heap_.stopped()) return Progress::Done(2);
    if (io.Tick(8)) return Progress::Yield();
  }
}

}  // namespace jq

std::unique_ptr<Command> MakeJq() { return Make<jq::Jq>(); }

}  // namespace pysub::shell
