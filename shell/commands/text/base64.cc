// base64, base32 and basenc.

#include <algorithm>
#include <utility>

#include "pysub/shell/command.h"
#include "shell/commands/text/base_encoding.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {{'d', "decode"},
                                      {'i', "ignore-garbage"},
                                      {'w', "wrap", OptionArgument::kRequired},
                                      // of basenc alone
                                      LongRow(256, "base64"),
                                      LongRow(257, "base64url"),
                                      LongRow(258, "base32"),
                                      LongRow(259, "base32hex"),
                                      LongRow(260, "base16"),
                                      LongRow(261, "base2msbf"),
                                      LongRow(262, "base2lsbf"),
                                      LongRow(263, "z85")};
constexpr size_t kCommonOptions = 3;

// Base 85 cannot fill up a last group; where there is one, GNU's basenc does not write the block
// that ends there.
constexpr size_t kBlock85 = 30720;

// A group of bytes makes a group of digits. What is no whole group waits for the next read.
class BaseText : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, pending_, column_);
    if (pending_.size() > kBlock85) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    const std::string name = ProgramName(io);
    const bool is_basenc = name == "basenc";
    encoding_ = is_basenc ? nullptr : FindBaseEncoding(name == "base32" ? name : "base64");
    const std::span<const CommandOption> all(kOptions);
    Options options(io, is_basenc ? all : all.first(kCommonOptions));
    while (options.Next()) {
      switch (options.id()) {
        case 'd': decode_ = true; break;
        case 'i': ignore_ = true; break;
        case 'w': {
          std::optional<uint64_t> width = TakeCount(io, "invalid wrap size", options.value());
          if (!width) return 1;
          width_ = *width;
          break;
        }
        default:
          encoding_ = FindBaseEncoding(
              all[static_cast<size_t>(options.id() - kFirstLongOption) + kCommonOptions].name);
      }
    }
    if (options.status()) return options.status();
    if (encoding_ == nullptr) return options.Misuse("missing encoding type");
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
      if (!decode_) {
        Encode(io, bytes);
      } else if (!Decode(io, bytes)) {
        return Invalid(io);
      }
      if (io.Tick(bytes.size() * (encoding_->letters == 4 ? 2 : 8))) return Progress::Yield();
    }
    if (inputs_.failed()) return Progress::Done(1);
    return decode_ ? EndDecoding(io) : EndEncoding(io);
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
  bool Is85() const { return encoding_->letters == 5; }

  void Encode(CommandIo& io, std::string_view bytes) {
    pending_ += bytes;
    const size_t block = Is85() ? kBlock85 : encoding_->bytes;
    const size_t whole = pending_.size() / block * block;
    std::string out;
    EncodeBase(*encoding_, std::string_view(pending_).substr(0, whole), &out);
    pending_.erase(0, whole);
    Wrapped(io, out);
  }
  Progress EndEncoding(CommandIo& io) {
    if (Is85() && pending_.size() % encoding_->bytes != 0) {
      io.Error("invalid input (length must be multiple of 4 characters)");
      return Progress::Done(1);
    }
    std::string out;
    EncodeBase(*encoding_, std::exchange(pending_, ""), &out);
    Wrapped(io, out);
    if (width_ > 0 && column_ > 0) io.Out("\n");
    return Progress::Done(0);
  }

  Progress Invalid(CommandIo& io) {
    io.Error("invalid input");
    return Progress::Done(1);
  }
  bool IsGarbage(char c) const {
    return c != '=' && encoding_->digits.find(c) == std::string_view::npos;
  }
  // pending_: letters of a group that is not complete. False: something else was met.
  bool Decode(CommandIo& io, std::string_view bytes) {
    if (encoding_->option == "base64url" && bytes.find_first_of("+/") != std::string_view::npos)
      return false;  // (GNU's looks for these first)
    std::string out;
    bool fine = true;
    for (size_t at = 0; at < bytes.size() && fine; ++at) {
      if (bytes[at] == '\n' || (ignore_ && IsGarbage(bytes[at]))) continue;
      pending_ += bytes[at];
      if (pending_.size() < encoding_->letters) continue;
      fine = DecodeBaseGroup(*encoding_, pending_, &out);
      pending_.clear();
    }
    io.Out(out);
    return fine;
  }
  Progress EndDecoding(CommandIo& io) {
    if (pending_.empty()) return Progress::Done(0);
    std::string out;
    DecodeBaseGroup(*encoding_, pending_, &out);
    io.Out(out);
    return Invalid(io);
  }

  const BaseEncoding* encoding_ = nullptr;
  bool decode_ = false, ignore_ = false;
  uint64_t width_ = 76;
  Inputs inputs_;
  std::string pending_;
  uint64_t column_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeBase64() { return Make<BaseText>(); }

}  // namespace pysub::shell
