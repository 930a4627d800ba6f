// md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum, cksum and sum: one command, told
// apart by its name. A state of nettle is plain data, so it is saved as bytes.

#include <nettle/md5.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sm3.h>

#include <array>
#include <cstring>

#include "lexer/base/blake2.h"
#include "pysub/shell/command.h"
#include "shell/commands/text_command.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kDigestOptions[] = {{'b', "binary"},
                                            {'c', "check"},
                                            {'t', "text"},
                                            {'z', "zero"},
                                            LongRow(256, "tag"),
                                            LongRow(257, "quiet"),
                                            LongRow(258, "status"),
                                            LongRow(259, "strict"),
                                            {'w', "warn"},
                                            LongRow(260, "ignore-missing"),
                                            // of b2sum alone, and last
                                            {'l', "length", OptionArgument::kRequired}};

constexpr CommandOption kCksumOptions[] = {{'a', "algorithm", OptionArgument::kRequired},
                                           {'b', "", OptionArgument::kNone},
                                           {'t', ""},
                                           LongRow(261, "debug"),
                                           LongRow(262, "length", OptionArgument::kRequired),
                                           {'l', "", OptionArgument::kRequired},
                                           {'c', "check"},
                                           {'z', "zero"},
                                           LongRow(256, "tag"),
                                           LongRow(257, "quiet"),
                                           LongRow(258, "status"),
                                           LongRow(259, "strict"),
                                           {'w', "warn"},
                                           LongRow(260, "ignore-missing"),
                                           LongRow(263, "untagged")};
constexpr CommandOption kSumOptions[] = {{'r', ""}, {'s', "sysv"}};

// Sums that are no digests.
enum class Sum : uint8_t { kNone, kCrc, kBsd, kSysv };

constexpr std::array<uint32_t, 256> kCrcTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i << 24;
    for (int bit = 0; bit < 8; ++bit) crc = crc << 1 ^ (crc >> 31 != 0 ? 0x04C11DB7 : 0);
    table[i] = crc;
  }
  return table;
}();

uint32_t CrcStep(uint32_t crc, unsigned char byte) {
  return crc << 8 ^ kCrcTable[(crc >> 24 ^ byte) & 255];
}

// A hash of nettle. index_offset is where its context counts waiting bytes: a forged count would
// make it write behind its block.
struct Algorithm {
  std::string_view command, tag, name;  // name: of cksum -a
  const nettle_hash* hash;
  size_t index_offset;  // of the number of bytes that wait for a full block
};

// How long a digest of BLAKE2b is to be is mixed into its begin; see Digest::Begin().
constexpr nettle_hash kBlake2b = {
    "blake2b",
    sizeof(Blake2bContext),
    64,
    Blake2bContext::kBlock,
    [](void* context) {
      Blake2Init(static_cast<Blake2bContext*>(context), Blake2Parameters{.digest_size = 64}, "", "",
                 "", false);
    },
    Blake2Update<Blake2bContext>,
    Blake2Digest<Blake2bContext>,
};

// By the command's name, by the name of cksum -a, or by the tag before a digest.
const Algorithm* Find(std::string_view name) {
  static constexpr Algorithm kAlgorithms[] = {
      {"md5sum", "MD5", "md5", &nettle_md5, offsetof(md5_ctx, index)},
      {"sha1sum", "SHA1", "sha1", &nettle_sha1, offsetof(sha1_ctx, index)},
      {"sha224sum", "SHA224", "sha224", &nettle_sha224, offsetof(sha256_ctx, index)},
      {"sha256sum", "SHA256", "sha256", &nettle_sha256, offsetof(sha256_ctx, index)},
      {"sha384sum", "SHA384", "sha384", &nettle_sha384, offsetof(sha512_ctx, index)},
      {"sha512sum", "SHA512", "sha512", &nettle_sha512, offsetof(sha512_ctx, index)},
      {"b2sum", "BLAKE2b", "blake2b", &kBlake2b, offsetof(Blake2bContext, index)},
      {"", "SM3", "sm3", &nettle_sm3, offsetof(sm3_ctx, index)},
  };
  for (const Algorithm& algorithm : kAlgorithms) {
    if (name.empty()) break;
    if (algorithm.command == name || algorithm.name == name || algorithm.tag == name)
      return &algorithm;
  }
  return nullptr;
}

// Computes checksums, or with -c compares those of a list. The state of a hash is plain bytes, so
// it can stop in the middle of a file.
class Digest : public TextCommand {
 public:
  void Fields(Archive& archive) override {
    archive(inputs_, state_, checked_, checked_fd_, expected_, good_, bad_, missing_, malformed_,
            left_out_, line_, checked_bytes_, checked_tag_, sum_value_, length_, begun_);
    if (checked_bytes_ > 64) archive.Fail();
  }

 protected:
  std::optional<int> Start(CommandIo& io) override {
    std::string name = ProgramName(io);
    cksum_ = name == "cksum";
    sum_ = cksum_ ? Sum::kCrc : name == "sum" ? Sum::kBsd : Sum::kNone;
    algorithm_ = sum_ == Sum::kNone ? Find(name) : nullptr;
    if (sum_ == Sum::kNone && algorithm_ == nullptr) algorithm_ = Find("sha256");
    tag_ = cksum_;
    Options options(io, cksum_ ? std::span<const CommandOption>(kCksumOptions)
                        : sum_ == Sum::kBsd
                            ? kSumOptions
                            : std::span(kDigestOptions)
                                  .first(std::size(kDigestOptions) - (name == "b2sum" ? 0 : 1)));
    std::optional<std::string> length;
    while (options.Next()) {
      switch (options.id()) {
        case 'a':
          if (!Choose(options, options.value())) return 1;
          break;
        case 'b': binary_ = true; break;
        case 't': binary_ = false; break;
        case 'c': check_ = true; break;
        case 'l':
        case 262: length = options.value(); break;
        case 'r': sum_ = Sum::kBsd; break;
        case 's': sum_ = Sum::kSysv; break;
        case 'z': line_end_ = '\0'; break;
        case 256: tag_ = true; break;
        case 257: quiet_ = true; break;
        case 258: status_only_ = true; break;
        case 259: strict_ = true; break;
        case 260: ignore_missing_ = true; break;
        case 263: tag_ = false; break;
        case 'w': warn_ = true; break;
        default: break;
      }
    }
    if (options.status()) return options.status();
    if (cksum_ && check_ && !given_) {
      sum_ = Sum::kNone;
      algorithm_ = nullptr;  // each line says its own
    }
    if (check_ && sum_ != Sum::kNone) {
      io.Error("--check is not supported with --algorithm={bsd,sysv,crc}");
      return 1;
    }
    const std::pair<bool, const char*> checks[] = {{ignore_missing_, "ignore-missing"},
                                                   {status_only_, "status"},
                                                   {warn_, "warn"},
                                                   {quiet_, "quiet"},
                                                   {strict_, "strict"}};
    for (auto [given, option] : checks) {
      if (given && !check_)
        return options.Misuse(std::string("the --") + option +
                              " option is meaningful only when verifying checksums");
    }
    if (tag_ && check_ && !cksum_)
      return options.Misuse("the --tag option is meaningless when verifying checksums");
    if (length && !TakeLength(io, *length)) return 1;
    if (digest_bytes_ != 0 && (algorithm_ == nullptr || algorithm_->hash != &kBlake2b)) {
      io.Error("--length is only supported with --algorithm=blake2b");
      return 1;
    }
    named_ = !options.operands().empty();
    inputs_.Start(options.operands());
    if (!checked_tag_.empty()) algorithm_ = Find(checked_tag_);
    return IsSound() ? std::nullopt : std::optional<int>(1);
  }

  Progress Run(CommandIo& io) override {
    return sum_ != Sum::kNone ? PrintSums(io) : check_ ? Check(io) : Print(io);
  }
  void Suspend() override { inputs_.Suspend(); }

 private:
  // A forged state may not lead out of its block.
  bool IsSound() const {
    if (state_.empty()) return true;
    uint32_t index = 0;
    if (algorithm_ == nullptr || state_.size() != algorithm_->hash->context_size ||
        Bytes() > algorithm_->hash->digest_size)
      return false;
    std::memcpy(&index, state_.data() + algorithm_->index_offset, sizeof(index));
    // (The last block of BLAKE2 waits when it is full.)
    return index < algorithm_->hash->block_size + (algorithm_->hash == &kBlake2b ? 1 : 0);
  }

  // Bits of a digest of BLAKE2b; 0: all of them.
  bool TakeLength(CommandIo& io, const std::string& text) {
    const std::optional<uint64_t> bits = ParseCount(text);
    std::string why;
    if (bits && *bits > 512)
      why = "maximum digest length for " + QuoteWord("BLAKE2b") + " is 512 bits";
    else if (bits && *bits % 8 != 0)
      why = "length is not a multiple of 8";
    if (bits && why.empty()) {
      digest_bytes_ = static_cast<uint32_t>(*bits / 8);
      return true;
    }
    io.Error("invalid length: " + QuoteWord(text));
    if (!why.empty()) io.Error(why);
    return false;
  }

  bool Choose(Options& options, std::string_view name) {
    static constexpr std::string_view kNames[] = {"bsd",    "sysv",    "crc",    "md5",
                                                  "sha1",   "sha224",  "sha256", "sha384",
                                                  "sha512", "blake2b", "sm3"};
    std::string_view found;
    int matches = 0;
    std::string valid;
    for (std::string_view one : kNames) {
      valid += "\n  - ‘" + std::string(one) + "’";
      if (name.empty() || !one.starts_with(name)) continue;
      ++matches;
      if (found != name) found = one;
    }
    if (matches == 0 || (matches > 1 && found != name)) {
      options.Misuse("invalid argument " + QuoteWord(name) +
                     " for ‘--algorithm’\nValid arguments are:" + valid);
      return false;
    }
    given_ = true;
    algorithm_ = Find(found);
    sum_ = found == "crc"    ? Sum::kCrc
           : found == "bsd"  ? Sum::kBsd
           : found == "sysv" ? Sum::kSysv
                             : Sum::kNone;
    return true;
  }

  // ---- crc, bsd, sysv
  Progress PrintSums(CommandIo& io) {
    while (true) {
      Got got = inputs_.Open(io);
      if (got == Got::kEnd) return Progress::Done(inputs_.failed() ? 1 : 0);
      if (got == Got::kError) continue;
      if (!begun_) sum_value_ = length_ = 0;
      begun_ = true;
      std::string_view bytes;
      got = inputs_.BytesOfFile(io, &bytes);
      if (auto end = StepEnd(got)) return *end;
      if (got == Got::kData) {
        length_ += bytes.size();
        uint32_t value = sum_value_;
        for (char c : bytes) {
          unsigned char byte = static_cast<unsigned char>(c);
          value = sum_ == Sum::kCrc    ? CrcStep(value, byte)
                  : sum_ == Sum::kSysv ? value + byte
                                       : ((value >> 1) + ((value & 1) << 15) + byte) & 0xFFFF;
        }
        sum_value_ = value;
        if (io.Tick(bytes.size() * 2)) return Progress::Yield();
        continue;
      }
      begun_ = false;
      if (got == Got::kEnd) PrintSum(io);
      inputs_.Close(io);
    }
  }
  void PrintSum(CommandIo& io) {
    uint32_t value = sum_value_;
    std::string line;
    if (sum_ == Sum::kCrc) {
      for (uint64_t rest = length_; rest != 0; rest >>= 8)
        value = CrcStep(value, static_cast<unsigned char>(rest));
      line = std::to_string(~value) + " " + std::to_string(length_);
    } else if (sum_ == Sum::kSysv) {
      value = (value & 0xFFFF) + (value >> 16);
      value = (value & 0xFFFF) + (value >> 16);
      line = std::to_string(value) + " " + std::to_string(length_ / 512 + (length_ % 512 != 0));
    } else {
      std::string digits = std::to_string(value & 0xFFFF),
                  blocks = std::to_string(length_ / 1024 + (length_ % 1024 != 0));
      line = std::string(5 - digits.size(), '0') + digits + " " +
             std::string(5 - std::min<size_t>(5, blocks.size()), ' ') + blocks;
    }
    if (named_) line += " " + inputs_.name();
    OutLine(io, line, line_end_);
  }

  // Of the digest that is being made.
  uint32_t Bytes() const {
    if (checked_bytes_ != 0) return checked_bytes_;
    return digest_bytes_ != 0 ? digest_bytes_ : algorithm_->hash->digest_size;
  }
  void Begin() {
    state_.assign(algorithm_->hash->context_size, '\0');
    algorithm_->hash->init(state_.data());
    // The state begins with the length: another one is another hash.
    if (algorithm_->hash == &kBlake2b) state_[0] ^= static_cast<char>(Bytes() ^ 64);
  }
  void Update(std::string_view bytes) {
    algorithm_->hash->update(state_.data(), bytes.size(),
                             reinterpret_cast<const uint8_t*>(bytes.data()));
  }
  std::string Finish() {
    uint8_t digest[64];
    algorithm_->hash->digest(state_.data(), Bytes(), digest);
    state_.clear();
    std::string hex;
    for (size_t i = 0; i < Bytes(); ++i) {
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

  static std::string Escaped(std::string_view name) {
    std::string shown;
    for (char c : name) {
      if (c == '\\')
        shown += "\\\\";
      else if (c == '\n')
        shown += "\\n";
      else if (c == '\r')
        shown += "\\r";
      else
        shown += c;
    }
    return shown;
  }

  void PrintOne(CommandIo& io, const std::string& hex, const std::string& name) {
    const bool escaped = line_end_ == '\n' && name.find_first_of("\\\n\r") != std::string::npos;
    const std::string shown = escaped ? Escaped(name) : name;
    std::string line = escaped ? "\\" : "";
    if (tag_) {
      line += algorithm_->tag;
      if (digest_bytes_ != 0 && digest_bytes_ != 64) line += "-" + std::to_string(Bytes() * 8);
      line += " (" + shown + ") = " + hex;
    } else {
      line += hex + (binary_ ? " *" : "  ") + shown;
    }
    OutLine(io, line, line_end_);
  }

  // ---- -c
  // "TAG (NAME) = HEX", the tag of BLAKE2b maybe with its bits. False: the line is no such one.
  bool ParseTagged(std::string_view line) {
    const size_t open = line.find(" ("), close = line.rfind(") = ");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open + 2)
      return false;
    std::string_view tag = line.substr(0, open);
    const size_t dash = tag.find('-');
    uint32_t bits = 0;
    if (dash != std::string_view::npos && tag.substr(0, dash) == "BLAKE2b") {
      if (!ReadWhole(tag.substr(dash + 1), &bits) || bits == 0 || bits > 512 || bits % 8 != 0)
        return false;
      tag = tag.substr(0, dash);
    }
    const Algorithm* named = Find(tag);
    if (named == nullptr || named->tag != tag || (given_algorithm() && named != algorithm_))
      return false;
    algorithm_ = named;
    checked_tag_ = named->tag;
    checked_bytes_ = bits == 0 ? named->hash->digest_size : bits / 8;
    checked_ = line.substr(open + 2, close - open - 2);
    expected_ = line.substr(close + 4);
    return true;
  }
  // Of cksum -c each line says its own.
  bool given_algorithm() const { return !cksum_ || given_; }

  // "HEX  NAME" or "HEX *NAME".
  bool ParseUntagged(std::string_view line) {
    if (!given_algorithm()) return false;
    size_t digits = 2 * algorithm_->hash->digest_size;
    if (algorithm_->hash == &kBlake2b) digits = std::min(line.find(' '), digits);
    if (digits < 2 || digits % 2 != 0 || line.size() < digits + 3 || line[digits] != ' ' ||
        (line[digits + 1] != ' ' && line[digits + 1] != '*'))
      return false;
    checked_bytes_ = static_cast<uint32_t>(digits / 2);
    expected_ = line.substr(0, digits);
    checked_ = line.substr(digits + 2);
    return true;
  }

  // The name of a line that begins with a backslash.
  bool Unescape() {
    std::string name;
    for (size_t i = 0; i < checked_.size(); ++i) {
      if (checked_[i] != '\\') {
        name += checked_[i];
        continue;
      }
      const char letter = ++i < checked_.size() ? checked_[i] : '\0';
      if (letter != '\\' && letter != 'n' && letter != 'r') return false;
      name += letter == 'n' ? '\n' : letter == 'r' ? '\r' : '\\';
    }
    checked_ = std::move(name);
    return true;
  }

  bool ParseLine(std::string_view line) {
    const bool escaped = line.starts_with('\\');
    if (escaped) line.remove_prefix(1);
    if (!ParseTagged(line) && !ParseUntagged(line)) return false;
    if (escaped && !Unescape()) return false;
    if (checked_ == "-" && inputs_.name() == "-") return false;  // the list itself
    for (char& c : expected_) {
      if (c >= 'A' && c <= 'F') c = static_cast<char>(c + 32);
    }
    return expected_.size() == 2 * checked_bytes_ &&
           expected_.find_first_not_of("0123456789abcdef") == std::string::npos;
  }

  std::string ShownList() const {
    return QuoteFileIfNeeded(inputs_.name() == "-" ? "standard input" : inputs_.name());
  }
  void Malformed(CommandIo& io) {
    checked_.clear();
    ++malformed_;
    if (!warn_) return;
    const std::string_view name = algorithm_ == nullptr ? "CRC" : algorithm_->tag;
    io.Error(ShownList() + ": " + std::to_string(line_) + ": improperly formatted " +
             std::string(name) + " checksum line");
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
      ++line_;
      if (line.text.empty() || line.text[0] == '#') continue;
      if (!ParseLine(line.text)) Malformed(io);
    }
    return EndCheck(io);
  }

  Progress EndCheck(CommandIo& io) {
    auto warn = [&](uint64_t count, const char* one, const char* many) {
      if (count > 0 && !status_only_)
        io.Error("WARNING: " + std::to_string(count) + (count == 1 ? one : many));
    };
    if (good_ + bad_ + missing_ == 0 && !left_out_ && !inputs_.failed()) {
      io.Error(ShownList() + ": no properly formatted checksum lines found");
      return Progress::Done(1);
    }
    warn(malformed_, " line is improperly formatted", " lines are improperly formatted");
    warn(missing_, " listed file could not be read", " listed files could not be read");
    warn(bad_, " computed checksum did NOT match", " computed checksums did NOT match");
    const bool none = ignore_missing_ && good_ == 0;
    if (none && !status_only_) io.Error(ShownList() + ": no file was verified");
    bool failed =
        none || bad_ > 0 || missing_ > 0 || inputs_.failed() || (strict_ && malformed_ > 0);
    return Progress::Done(failed ? 1 : 0);
  }

  std::string ShownChecked() const {
    return checked_.find('\n') == std::string::npos ? checked_ : "\\" + Escaped(checked_);
  }

  std::optional<Progress> CheckOne(CommandIo& io) {
    if (state_.empty()) {
      checked_fd_ = checked_ == "-" ? 0 : io.Open(checked_, OpenMode::kRead);
      if (checked_fd_ < 0) {
        if (!ignore_missing_) {
          io.Error(QuoteFileIfNeeded(checked_), io.error());
          if (!status_only_) io.Out(ShownChecked() + ": FAILED open or read\n");
          ++missing_;
        }
        left_out_ = true;
        checked_bytes_ = 0;
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
        if (!status_only_) io.Out(ShownChecked() + ": FAILED open or read\n");
        ++missing_;
      } else {
        ++(same ? good_ : bad_);
        if (!status_only_ && !(same && quiet_))
          io.Out(ShownChecked() + (same ? ": OK\n" : ": FAILED\n"));
      }
      if (checked_fd_ != 0) io.Close(checked_fd_);
      checked_.clear();
      return std::nullopt;
    }
  }

  const Algorithm* algorithm_ = nullptr;
  Sum sum_ = Sum::kNone;
  bool cksum_ = false, given_ = false, named_ = false;
  bool binary_ = false, check_ = false, tag_ = false, quiet_ = false, status_only_ = false,
       strict_ = false, ignore_missing_ = false, warn_ = false;
  char line_end_ = '\n';
  uint32_t digest_bytes_ = 0;  // 0: all

  Inputs inputs_;
  std::string state_;    // of the hash; empty: none is being made
  std::string checked_;  // the file that is being checked
  int checked_fd_ = -1;
  uint64_t line_ = 0;           // of the list
  uint32_t checked_bytes_ = 0;  // of the digest that a line has
  std::string expected_;
  std::string checked_tag_;  // of cksum -c
  uint32_t sum_value_ = 0;
  uint64_t length_ = 0;
  bool begun_ = false;     // with the sum of this file
  bool left_out_ = false;  // a file that --ignore-missing is about
  uint64_t good_ = 0, bad_ = 0, missing_ = 0, malformed_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDigest() { return Make<Digest>(); }

}  // namespace pysub::shell
