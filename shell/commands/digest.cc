// md5sum sha1sum sha224sum sha256sum sha384sum sha512sum: one command, told apart by its name. A state of nettle is
// plain data, so it is saved as bytes.

#include <nettle/md5.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include <cstring>

#include "shell/commands/commands.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

constexpr Option kOptions[] = {{'b', "binary"}, {'c', "check"}, {'t', "text"}, {'z', "zero"}, LongRow(256, "tag"), LongRow(257, "quiet"),
                               LongRow(258, "status"), LongRow(259, "strict"), {'w', "warn"}, LongRow(260, "ignore-missing")};

struct Algorithm {
  std::string_view command, tag;
  const nettle_hash* hash;
  size_t index_offset;  // of the number of bytes that wait for a full block
};

const Algorithm* Find(std::string_view name) {
  static constexpr Algorithm kAlgorithms[] = {
      {"md5sum", "MD5", &nettle_md5, offsetof(md5_ctx, index)},
      {"sha1sum", "SHA1", &nettle_sha1, offsetof(sha1_ctx, index)},
      {"sha224sum", "SHA224", &nettle_sha224, offsetof(sha256_ctx, index)},
      {"sha256sum", "SHA256", &nettle_sha256, offsetof(sha256_ctx, index)},
      {"sha384sum", "SHA384", &nettle_sha384, offsetof(sha512_ctx, index)},
      {"sha512sum", "SHA512", &nettle_sha512, offsetof(sha512_ctx, index)},
  };
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.command == name) return &algorithm;
  }
  return &kAlgorithms[3];
}

class Digest : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, state_, checked_, checked_fd_, expected_, good_, bad_, missing_, malformed_, left_out_);
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    algorithm_ = Find(ProgramName(io));
    Options options(io, kOptions);
    while (options.Next()) {
      switch (options.id()) {
        case 'b': binary_ = true; break;
        case 'c': check_ = true; break;
        case 'z': line_end_ = '\0'; break;
        case 256: tag_ = true; break;
        case 257: quiet_ = true; break;
        case 258: status_only_ = true; break;
        case 259: strict_ = true; break;
        case 260: ignore_missing_ = true; break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (tag_ && check_) return options.Misuse("the --tag option is meaningless when verifying checksums");
    inputs_.Start(options.operands());
    // A forged state may not lead out of its block.
    if (!state_.empty()) {
      uint32_t index = 0;
      if (state_.size() != algorithm_->hash->context_size) return 1;
      std::memcpy(&index, state_.data() + algorithm_->index_offset, sizeof(index));
      if (index >= algorithm_->hash->block_size) return 1;
    }
    return std::nullopt;
  }

  Progress Run(CommandIo& io) override { return check_ ? Check(io) : Print(io); }
  void Suspend() override { inputs_.Suspend(); }

 private:
  void Begin() {
    state_.assign(algorithm_->hash->context_size, '\0');
    algorithm_->hash->init(state_.data());
  }
  void Update(std::string_view bytes) {
    algorithm_->hash->update(state_.data(), bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  }
  std::string Finish() {
    uint8_t digest[64];
    algorithm_->hash->digest(state_.data(), algorithm_->hash->digest_size, digest);
    state_.clear();
    std::string hex;
    for (size_t i = 0; i < algorithm_->hash->digest_size; ++i) {
      hex += "0123456789abcdef"[digest[i] >> 4];
      hex += "0123456789abcdef"[digest[i] & 15];
    }
    return hex;
  }

  Progress Print(CommandIo& io) {
    while (true) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      if (got == Got::kError) continue;
      if (state_.empty()) Begin();
      std::string_view bytes;
      got = inputs_.BytesOfFile(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kData) {
        Update(bytes);
        if (io.Tick(bytes.size() * 2)) return Progress::Yield();
        continue;
      }
      std::string hex = Finish();
      if (got == Got::kEnd) PrintOne(io, hex, inputs_.name());
      inputs_.Close(io);
    }
  }

  void PrintOne(CommandIo& io, const std::string& hex, const std::string& name) {
    std::string shown;
    bool escaped = line_end_ == '\n' && name.find_first_of("\\\n\r") != std::string::npos;
    for (char c : name) {
      if (escaped && c == '\\') shown += "\\\\";
      else if (escaped && c == '\n') shown += "\\n";
      else if (escaped && c == '\r') shown += "\\r";
      else shown += c;
    }
    std::string line = escaped ? "\\" : "";
    if (tag_) {
      line += std::string(algorithm_->tag) + " (" + shown + ") = " + hex;
    } else {
      line += hex + (binary_ ? " *" : "  ") + shown;
    }
    OutLine(io, line, line_end_);
  }

  // ---- -c
  bool ParseLine(std::string_view line) {
    size_t digits = 2 * algorithm_->hash->digest_size;
    std::string tag = std::string(algorithm_->tag) + " (";
    if (line.starts_with(tag)) {
      size_t end = line.rfind(") = ");
      if (end == std::string_view::npos || end < tag.size()) return false;
      checked_ = line.substr(tag.size(), end - tag.size());
      expected_ = line.substr(end + 4);
    } else {
      if (line.size() < digits + 3 || line[digits] != ' ' || (line[digits + 1] != ' ' && line[digits + 1] != '*')) return false;
      expected_ = line.substr(0, digits);
      checked_ = line.substr(digits + 2);
    }
    for (char& c : expected_) {
      if (c >= 'A' && c <= 'F') c = static_cast<char>(c + 32);
    }
    return expected_.size() == digits && expected_.find_first_not_of("0123456789abcdef") == std::string::npos;
  }

  Progress Check(CommandIo& io) {
    while (true) {
      if (!checked_.empty()) {
        if (auto stop = CheckOne(io)) return *stop;
        continue;
      }
      Line line;
      Got got = inputs_.NextLine(io, '\n', &line);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kEnd) break;
      if (line.text.empty() || line.text[0] == '#') continue;
      if (!ParseLine(line.text)) {
        checked_.clear();
        ++malformed_;
      }
    }
    auto warn = [&](uint64_t count, const char* one, const char* many) {
      if (count > 0 && !status_only_) io.Error("WARNING: " + std::to_string(count) + (count == 1 ? one : many));
    };
    if (good_ + bad_ + missing_ == 0 && !inputs_.failed()) {
      io.Error(QuoteFileIfNeeded(inputs_.name() == "-" ? "standard input" : inputs_.name()) + (left_out_ ? ": no file was verified" : ": no properly formatted checksum lines found"));
      return Progress::Done(1);
    }
    warn(malformed_, " line is improperly formatted", " lines are improperly formatted");
    warn(missing_, " listed file could not be read", " listed files could not be read");
    warn(bad_, " computed checksum did NOT match", " computed checksums did NOT match");
    bool failed = bad_ > 0 || missing_ > 0 || inputs_.failed() || (strict_ && malformed_ > 0);
    return Progress::Done(failed ? 1 : 0);
  }

  std::optional<Progress> CheckOne(CommandIo& io) {
    if (state_.empty()) {
      checked_fd_ = io.Open(checked_, OpenMode::kRead);
      if (checked_fd_ < 0) {
        if (!ignore_missing_) {
          io.Error(QuoteFileIfNeeded(checked_), io.error());
          if (!status_only_) io.Out(checked_ + ": FAILED open or read\n");
          ++missing_;
        }
        left_out_ = true;
        checked_.clear();
        return std::nullopt;
      }
      Begin();
    }
    while (true) {
      std::string_view bytes;
      ReadStatus status = io.ReadSome(checked_fd_, &bytes);
      if (status == ReadStatus::kWait) return Progress::Wait();
      if (status == ReadStatus::kData) {
        Update(bytes);
        if (io.Tick(bytes.size() * 2)) return Progress::Yield();
        continue;
      }
      bool same = Finish() == expected_;
      if (status == ReadStatus::kError) {
        io.Error(QuoteFileIfNeeded(checked_), io.error());
        if (!status_only_) io.Out(checked_ + ": FAILED open or read\n");
        ++missing_;
      } else {
        ++(same ? good_ : bad_);
        if (!status_only_ && !(same && quiet_)) io.Out(checked_ + (same ? ": OK\n" : ": FAILED\n"));
      }
      io.Close(checked_fd_);
      checked_.clear();
      return std::nullopt;
    }
  }

  const Algorithm* algorithm_ = nullptr;
  bool binary_ = false, check_ = false, tag_ = false, quiet_ = false, status_only_ = false, strict_ = false, ignore_missing_ = false;
  char line_end_ = '\n';

  Inputs inputs_;
  std::string state_;    // of the hash; empty: none is being made
  std::string checked_;  // the file that is being checked
  int checked_fd_ = -1;
  std::string expected_;
  bool left_out_ = false;  // a file that --ignore-missing is about
  uint64_t good_ = 0, bad_ = 0, missing_ = 0, malformed_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDigest() { return Make<Digest>(); }

}  // namespace pysub::shell
