// yq: jq over YAML. Like the real one (kislyuk's, in Python) it writes each document as a line of
// JSON, which jq's machine reads; with -y what jq gives is written as YAML. So each option of jq
// means what it means there, and a document that its aliases make huge is huge only as a stream.

#include <cerrno>
#include <cstdio>

#include "lexer/unicode/utf8.h"
#include "pysub/files/file_system.h"
#include "shell/commands/jq/jq.h"
#include "shell/commands/replace_file.h"
#include "shell/commands/simple.h"
#include "shell/commands/yq/options.h"
#include "shell/commands/yq/yaml_reader.h"
#include "shell/commands/yq/yaml_writer.h"

namespace pysub::shell {
namespace yq {
namespace {

using jq::Value;

// What YAML's text may not have in it.
bool IsForbidden(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r' || c == 0x85) return false;
  return c < 0x20 || (c > 0x7E && c < 0xA0);
}

class Yq : public jq::Jq {
 public:
  Yq() : yaml_(heap_), json_(heap_), yaml_writer_(heap_) { json_style_.ascii = true; }
  // Its values go before Jq's: the heap must not tell the step that is over of what they give back.
  ~Yq() override { heap_.set_io(nullptr); }

  void Fields(Archive& archive) override;

 protected:
  std::optional<int> ReadOptions(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  Read Bytes(CommandIo& io, std::string_view* bytes) override;
  void StartOutput(CommandIo& io, Value value) override;
  std::optional<Progress> WriteOutput(CommandIo& io) override;
  Progress Finish(CommandIo& io, int status) override;
  bool Writes() const override { return yq_.yaml ? yaml_writer_.active() : Jq::Writes(); }

 private:
  enum class Stage : uint8_t { kVerify, kNext, kLoad, kDocuments, kJson, kEnd };

  bool VerifyFiles(CommandIo& io);
  Read NextFile(CommandIo& io);
  Read Load(CommandIo& io);
  Read CheckText(CommandIo& io);
  Read NextDocument(CommandIo& io);
  Read NextPiece(CommandIo& io, std::string_view* bytes);
  Read Fail(CommandIo& io, std::string_view message);
  bool Keep(CommandIo& io, std::string_view text);
  Progress Flush(CommandIo& io);
  bool ReplaceInput(CommandIo& io);
  std::string_view SourceName() const;

  YqOptions yq_;
  jq::JsonStyle json_style_;
  YamlReader yaml_;
  jq::JsonWriter json_;  // of a document, for jq
  YamlWriter yaml_writer_;

  Stage stage_ = Stage::kVerify;
  uint64_t file_ = 0;     // the next one
  bool may_open_ = true;  // in place: its run has begun
  int input_ = -1;
  std::string text_;  // of the file that is being read
  uint64_t text_charged_ = 0;
  std::string piece_;                  // what jq reads now
  uint64_t length_ = 0, written_ = 0;  // of a document: as YAML, as JSON
  std::string output_;                 // YAML, which is written when all went well
  uint64_t output_charged_ = 0;
  bool finishing_ = false;
  int status_ = 0;
  uint64_t flushed_ = 0;
};

void Yq::Fields(Archive& archive) {
  Jq::Fields(archive);
  jq::ValueArchive values(heap_, archive);
  archive(stage_, file_, may_open_, input_, text_, length_, written_, output_, finishing_, status_,
          flushed_);
  archive.Charged(text_charged_);
  archive.Charged(output_charged_);
  yaml_.Save(values);
  json_.Save(values);
  yaml_writer_.Save(values);
  if (!archive.loading()) return;
  const bool checked = stage_ == Stage::kDocuments || stage_ == Stage::kJson;
  const bool right = stage_ <= Stage::kEnd && flushed_ <= output_.size() &&
                     (!checked || length_ <= text_.size()) &&
                     (stage_ != Stage::kJson || json_.active()) &&
                     (!checked || IsValidUtf8(text_, Surrogates::kRefuse));
  if (!right) archive.Fail();
  yaml_.SetText(text_);
}

std::optional<int> Yq::ReadOptions(CommandIo& io) {
  if (std::optional<int> status = yq_.Read(io)) return status;
  if (std::optional<int> status = options_.Read(io, yq_.jq_words)) return status;
  if (!yq_.yaml) return std::nullopt;
  if (options_.join_output || options_.nul_output || options_.sequence) {
    io.Error("-j, --raw-output0 and --seq have no meaning for YAML output");
    return 2;
  }
  yq_.style.sorted = options_.style.sorted;
  return std::nullopt;
}

// ---- input
std::string_view Yq::SourceName() const {
  if (yq_.files.empty() || file_ == 0 || file_ > yq_.files.size()) return "<stdin>";
  const std::string& name = yq_.files[file_ - 1];
  return name == "-" ? std::string_view("<stdin>") : std::string_view(name);
}

jq::Jq::Read Yq::Fail(CommandIo& io, std::string_view message) {
  if (heap_.stopped()) return Read::kStopped;
  io.Write(2, "yq: Error running jq: " + std::string(message) + ".\n");
  return Read::kFailed;
}

// All files are there before anything is done, as with Python's argparse.
bool Yq::VerifyFiles(CommandIo& io) {
  for (const std::string& name : yq_.files) {
    if (name == "-") continue;
    const files::Result<files::Stat> stat = io.files().StatPath({.cwd = io.cwd()}, name);
    const int reason = !stat.ok() ? stat.error() : stat.value().IsDirectory() ? EISDIR : 0;
    if (reason == 0) continue;
    UsageError(io, "argument files: can't open '" + name + "': [Errno " + std::to_string(reason) +
                       "] " + std::string(ErrnoText(reason)) + ": '" + name + "'");
    return false;
  }
  return true;
}

jq::Jq::Read Yq::NextFile(CommandIo& io) {
  text_.clear();
  if (yq_.files.empty() ? file_ > 0 || yq_.null_input : file_ >= yq_.files.size()) {
    stage_ = Stage::kEnd;
    return Read::kEnd;
  }
  ++file_;
  const bool is_input = yq_.files.empty() || yq_.files[file_ - 1] == "-";
  input_ = is_input ? 0 : io.Open(yq_.files[file_ - 1], OpenMode::kRead);
  if (input_ < 0) {
    input_ = -1;
    return Fail(io, "OSError: [Errno " + std::to_string(io.error()) + "] " +
                        std::string(ErrnoText(io.error())));
  }
  stage_ = Stage::kLoad;
  return Read::kValue;
}

jq::Jq::Read Yq::Load(CommandIo& io) {
  while (true) {
    std::string_view bytes;
    switch (io.ReadSome(input_, &bytes)) {
      case ReadStatus::kWait: return Read::kWait;
      case ReadStatus::kError:
        return Fail(io, "OSError: [Errno " + std::to_string(io.error()) + "] " +
                            std::string(ErrnoText(io.error())));
      case ReadStatus::kEnd:
        if (input_ > 0) io.Close(input_);
        input_ = -1;
        return CheckText(io);
      case ReadStatus::kData: break;
    }
    if (!MakeRoom(io, &text_, bytes.size(), &text_charged_)) return Read::kStopped;
    text_ += bytes;
    if (io.Tick(bytes.size())) return Read::kYield;
  }
}

jq::Jq::Read Yq::CheckText(CommandIo& io) {
  if (!heap_.Spend(text_.size() / 16)) return Read::kStopped;
  const size_t valid = ValidUtf8Prefix(text_, Surrogates::kRefuse);
  if (valid < text_.size()) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<uint8_t>(text_[valid]);
    const bool starts = byte >= 0xC2 && byte <= 0xF4;
    return Fail(io, "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x" +
                        std::string{kDigits[byte >> 4], kDigits[byte & 15]} + " in position " +
                        std::to_string(valid) + ": invalid " + (starts ? "continuation" : "start") +
                        " byte");
  }
  uint64_t position = 0;
  for (size_t at = 0; at < text_.size(); ++position) {
    if (position % 4096 == 0 && !heap_.Spend(4096)) return Read::kStopped;
    const char32_t c = DecodeUtf8(text_, at).code_point;
    if (IsForbidden(c)) {
      char code[16];
      std::snprintf(code, sizeof(code), "%04x", static_cast<unsigned>(c));
      return Fail(io, std::string("ReaderError: unacceptable character #x") + code +
                          ": control characters are not allowed\n  in \"" +
                          std::string(SourceName()) + "\", position " + std::to_string(position));
    }
    at += static_cast<size_t>(Utf8SizeFromLead(text_[at]));
  }
  yaml_.Start(text_, SourceName());
  stage_ = Stage::kDocuments;
  return Read::kValue;
}

jq::Jq::Read Yq::NextDocument(CommandIo& io) {
  while (true) {
    Value document;
    const YamlReader::Result result = yaml_.Next(&document, &length_);
    if (heap_.stopped()) return Read::kStopped;
    switch (result) {
      case YamlReader::Result::kEnd: stage_ = Stage::kNext; return Read::kValue;
      case YamlReader::Result::kError: return Fail(io, yaml_.error());
      case YamlReader::Result::kDocument:
        json_.Start(std::move(document));
        written_ = 0;
        stage_ = Stage::kJson;
        return Read::kValue;
      case YamlReader::Result::kMore: break;
    }
    if (io.Tick(heap_.TakeWork())) return Read::kYield;
  }
}

// Some of a document as JSON.
jq::Jq::Read Yq::NextPiece(CommandIo& io, std::string_view* bytes) {
  piece_.clear();
  const bool done = json_.Write(json_style_, jq::kOutPiece, &piece_);
  if (heap_.stopped()) return Read::kStopped;
  written_ += piece_.size();
  // (The factor is at most 10^9, and a text has less than 2^34 bytes.)
  if (written_ > length_ * yq_.expansion) {
    io.Write(2, "yq: Error: detected unsafe YAML entity expansion\n");
    return Read::kFailed;
  }
  if (done) {
    piece_ += '\n';
    stage_ = Stage::kDocuments;
  }
  *bytes = piece_;
  NoteInput("<stdin>");
  return Read::kValue;
}

jq::Jq::Read Yq::Bytes(CommandIo& io, std::string_view* bytes) {
  while (true) {
    Read read = Read::kValue;
    switch (stage_) {
      case Stage::kVerify: return Read::kEnd;
      case Stage::kNext:
        // (In place each file is a run of its own.)
        if (yq_.in_place && !may_open_) return Read::kEnd;
        may_open_ = false;
        read = NextFile(io);
        break;
      case Stage::kLoad: read = Load(io); break;
      case Stage::kDocuments: read = NextDocument(io); break;
      case Stage::kJson: return NextPiece(io, bytes);
      case Stage::kEnd: return Read::kEnd;
    }
    if (read != Read::kValue) return read;
    if (io.Tick(8 + heap_.TakeWork())) return Read::kYield;
  }
}

// ---- output
void Yq::StartOutput(CommandIo& io, Value value) {
  if (!yq_.yaml) {
    Jq::StartOutput(io, std::move(value));
    return;
  }
  last_output_ = value.is_true() ? 1 : 0;
  const bool is_scalar = !value.is_array() && !value.is_object();
  if ((yq_.plain_scalars && is_scalar) || (options_.raw_output && value.is_string())) {
    // It is no document: what follows begins a stream of its own.
    std::string end;
    yaml_writer_.End(&end);
    yaml_writer_.Restart();
    std::string text;
    if (!value.is_string()) jq::AppendJson(heap_, value, &text);
    if (!Keep(io, end) || !Keep(io, value.is_string() ? value.text() : text) || !Keep(io, "\n")) {
      heap_.Stop();
    }
    return;
  }
  yaml_writer_.Start(std::move(value));
  phase_ = Phase::kWrite;
}

bool Yq::Keep(CommandIo& io, std::string_view text) {
  if (!MakeRoom(io, &output_, text.size(), &output_charged_)) return false;
  output_ += text;
  return true;
}

std::optional<Progress> Yq::WriteOutput(CommandIo& io) {
  if (!yq_.yaml) return Jq::WriteOutput(io);
  std::string out;
  const bool done = yaml_writer_.Write(yq_.style, jq::kOutPiece, &out);
  if (heap_.stopped() || !Keep(io, out)) return Progress::Done(2);
  if (done) phase_ = Phase::kRun;
  if (io.Tick(out.size() / 4 + heap_.TakeWork())) return Progress::Yield();
  return std::nullopt;
}

// YAML is written when all of it is there: a file that is edited in place is changed by a whole
// run or not at all.
Progress Yq::Finish(CommandIo& io, int status) {
  if (!yq_.yaml) return Progress::Done(status);
  std::string end;
  yaml_writer_.End(&end);
  if (!Keep(io, end)) return Progress::Done(2);
  if (yq_.in_place && may_open_) {
    // (Its filter has read nothing.)
    may_open_ = false;
    ++file_;
  }
  finishing_ = true;
  status_ = status;
  return Flush(io);
}

// -i: a link stays, and leads to the new text.
bool Yq::ReplaceInput(CommandIo& io) {
  const std::string& name = yq_.files[file_ == 0 || file_ > yq_.files.size() ? 0 : file_ - 1];
  const files::Result<std::string> real = io.files().Realpath(CallerOf(io), name);
  const files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name);
  const Replaced replaced = ReplaceFile(io, real.ok() ? *real : name, output_,
                                        stat.ok() ? stat->mode & 07777 : 0644, "tmp");
  if (replaced.ok()) return true;
  const int error = replaced.status.error();
  Fail(io, "OSError: [Errno " + std::to_string(error) + "] " + std::string(ErrnoText(error)) +
               ": '" + name + "'");
  return false;
}

Progress Yq::Flush(CommandIo& io) {
  if (yq_.in_place && !output_.empty()) {
    if (!ReplaceInput(io)) return Progress::Done(1);
    flushed_ = output_.size();
  }
  while (flushed_ < output_.size()) {
    const std::string_view piece = std::string_view(output_).substr(flushed_, jq::kOutPiece);
    io.Out(piece);
    flushed_ += piece.size();
    if (io.Tick(piece.size() / 4)) return Progress::Yield();
  }
  if (!yq_.in_place || status_ != 0 || file_ >= yq_.files.size()) return Progress::Done(status_);
  // The next file.
  if (input_ > 0) io.Close(input_);
  input_ = -1;
  output_.clear();
  flushed_ = 0;
  finishing_ = false;
  may_open_ = true;
  stage_ = Stage::kNext;
  yaml_writer_.Restart();
  Restart();
  return Progress::Yield();
}

Progress Yq::Run(CommandIo& io) {
  heap_.set_io(&io);
  if (stage_ == Stage::kVerify) {
    if (!VerifyFiles(io)) return Progress::Done(2);
    stage_ = Stage::kNext;
  }
  return finishing_ ? Flush(io) : Jq::Run(io);
}

}  // namespace
}  // namespace yq

std::unique_ptr<Command> MakeYq() { return Make<yq::Yq>(); }

}  // namespace pysub::shell
