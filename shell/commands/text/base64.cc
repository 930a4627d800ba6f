#include "lexer/base/base64.h"

#include <array>

#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    {'d', "decode"}, {'i', "ignore-garbage"}, {'w', "wrap", OptionArgument::kRequired}};

// Three bytes make four characters. What is no whole group waits for the next read: two bytes at
// most, or with -d three characters.
class Base64 : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, pending_, column_);
    if (pending_.size() > 3) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'd': decode_ = true; break;
        case 'i': ignore_ = true; break;
        default: {
          std::optional<uint64_t> width = TakeCount(io, "invalid wrap size", options.value());
          if (!width) return 1;
          width_ = *width;
        }
      }
    }
    if (options.status()) return options.status();
    if (options.operands().size() > 1)
      return options.Misuse("extra operand " + QuoteWord(options.operands()[1]));
    if (width_ > 0 && column_ >= width_) return 1;  // saved by somebody else
    inputs_.Start(options.operands());
    inputs_.set_read_error("read error: ");
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override {
    while (true) {
      std::string_view bytes;
      Got got = inputs_.NextBytes(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      bool fine = true;
      if (decode_) {
        fine = Decode(io, bytes);
      } else {
        Encode(io, bytes);
      }
      if (!fine) return Invalid(io);
      if (io.Tick(bytes.size() * 2)) return Progress::Yield();
    }
    if (inputs_.failed()) return Progress::Done(1);
    if (decode_) {
      bool complete = pending_.empty();
      if (!complete) {
        Quartet(io, pending_.size());
        return Invalid(io);
      }
      return Progress::Done(0);
    }
    if (!pending_.empty()) {
      const std::array<char, 4> last = base64::EncodeLast(pending_, base64::kDigits);
      pending_.clear();
      Wrapped(io, {last.data(), last.size()});
    }
    if (width_ > 0 && column_ > 0) io.Out("\n");
    return Progress::Done(0);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  void Wrapped(CommandIo& io, std::string_view text) {
    std::string out;
    while (width_ > 0 && column_ + text.size() >= width_) {
      size_t fits = width_ - column_;
      out += text.substr(0, fits);
      out += '\n';
      text.remove_prefix(fits);
      column_ = 0;
    }
    out += text;
    column_ += text.size();
    io.Out(out);
  }
  void Encode(CommandIo& io, std::string_view bytes) {
    pending_ += bytes;
    const size_t whole = pending_.size() / 3 * 3;
    std::string out(whole / 3 * 4, '\0');
    base64::EncodeGroups(std::string_view(pending_).substr(0, whole), base64::kDigits, out.data());
    pending_.erase(0, whole);
    Wrapped(io, out);
  }

  Progress Invalid(CommandIo& io) {
    io.Error("invalid input");
    return Progress::Done(1);
  }
  // pending_: letters of a quartet that is not complete. False: something else was met.
  bool Decode(CommandIo& io, std::string_view bytes) {
    std::string out;
    for (char c : bytes) {
      if (c == '\n') continue;
      bool letter = base64::ValueOf(c) != base64::kNoDigit;
      if (!letter && c != '=') {
        if (ignore_) continue;
        io.Out(out);
        Quartet(io, pending_.size());
        return false;
      }
      if (c == '=' && pending_.size() < 2) {
        io.Out(out);
        return false;
      }
      if (letter && pending_.find('=') != std::string::npos) {
        io.Out(out);
        Quartet(io, pending_.find('='));
        return false;
      }
      pending_ += c;
      if (pending_.size() < 4) continue;
      out += Bytes(std::string_view(pending_).substr(0, pending_.find('=')));
      pending_.clear();
    }
    io.Out(out);
    return true;
  }
  static std::string Bytes(std::string_view letters) {
    uint32_t value = 0;
    for (char c : letters) value = value << 6 | base64::ValueOf(c);
    size_t count = letters.size() < 2 ? 0 : letters.size() - 1;
    value <<= 6 * (4 - letters.size());
    std::string out;
    for (size_t i = 0; i < count; ++i) out += static_cast<char>(value >> (16 - 8 * i));
    return out;
  }
  void Quartet(CommandIo& io, size_t letters) {
    std::string_view text = std::string_view(pending_).substr(0, letters);
    io.Out(Bytes(text.substr(0, text.find('='))));
  }

  bool decode_ = false, ignore_ = false;
  uint64_t width_ = 76;
  Inputs inputs_;
  std::string pending_;
  uint64_t column_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeBase64() { return Make<Base64>(); }

}  // namespace pysub::shell
