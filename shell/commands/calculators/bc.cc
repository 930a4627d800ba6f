// bc: programs from files and standard input, a line at a time. Between two steps its state is the
// text that is not read yet, the parser, the program as far as it is compiled, and the machine.

#include <optional>

#include "pysub/shell/command.h"
#include "shell/commands/calculators/bc_lexer.h"
#include "shell/commands/calculators/bc_library.h"
#include "shell/commands/calculators/bc_machine.h"
#include "shell/commands/calculators/bc_parser.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace calc {
namespace {

constexpr CommandOption kOptions[] = {
    {'h', "help"},     {'i', "interactive"}, {'l', "mathlib"}, {'q', "quiet"},
    {'s', "standard"}, {'w', "warn"},        {'v', "version"}, {'c', "compile"},
};
constexpr std::string_view kUsage =
    "usage: bc [options] [file ...]\n"
    "  -h  --help         print this usage and exit\n"
    "  -i  --interactive  force interactive mode\n"
    "  -l  --mathlib      use the predefined math routines\n"
    "  -q  --quiet        don't print initial banner\n"
    "  -s  --standard     non-standard bc constructs are errors\n"
    "  -w  --warn         warn about non-standard bc constructs\n"
    "  -v  --version      print version information and exit\n";
constexpr std::string_view kVersion = "bc, the language of GNU bc 1.07\n";
constexpr std::string_view kLimitsText =
    "BC_BASE_MAX     = 2147483647\n"
    "BC_DIM_MAX      = 16777215\n"
    "BC_SCALE_MAX    = 2147483647\n"
    "BC_STRING_MAX   = 2147483647\n"
    "MAX Exponent    = 9223372036854775807\n"
    "Number of vars  = 32767\n";
constexpr size_t kBlock = 8192;      // of a program
constexpr size_t kReadBlock = 4096;  // of what read() takes
constexpr uint32_t kLibraryScale = 20;

class Bc : public TextCommand {
 public:
  ~Bc() override { account_.set_io(nullptr); }

  void Fields(Archive& archive) override {
    account_.Fields(archive);
    archive(phase_, next_file_, fd_, at_end_, pending_, read_at_, digits_, reading_, program_,
            lexer_, parser_, machine_);
    archive.Charged(read_charged_);
    if (phase_ > Phase::kEnd || read_at_ > pending_.size() || reading_ > Reading::kEnded)
      archive.Fail();
    if (archive.loading()) account_.Charge(ProgramBytes());
  }

 protected:
  std::optional<int> Start(CommandIo& io) override;
  Progress Run(CommandIo& io) override;
  void Suspend() override { account_.set_io(nullptr); }

 private:
  enum class Phase : uint8_t { kBegin, kText, kRun, kEnd };
  // How far read() is in its number.
  enum class Reading : uint8_t { kNot, kBlanks, kDigits, kEnded };

  std::optional<Progress> Begin(CommandIo& io);
  std::optional<Progress> ReadText(CommandIo& io);
  std::optional<Progress> NextFile(CommandIo& io);
  std::optional<Progress> TakeTokens(CommandIo& io);
  std::optional<Progress> Take(CommandIo& io, const Token& token);
  std::optional<Progress> RunLine(CommandIo& io);
  std::optional<Progress> ReadNumber(CommandIo& io);
  bool TakeDigit(char c);
  void Say(CommandIo& io);
  void SetPlace();
  size_t ProgramBytes() const;
  void ReadEnvironment(CommandIo& io, std::vector<std::string>* words) const;
  std::optional<int> ReadOptions(CommandIo& io, std::span<const std::string> words);

  // Of the words; not saved.
  bool library_ = false, quiet_ = false, interactive_ = false;
  BcParser::Manners manners_ = BcParser::Manners::kGnu;
  std::vector<std::string> files_;

  Account account_;
  Program program_;
  BcLexer lexer_;
  BcParser parser_{account_, program_};
  BcMachine machine_{account_, program_};
  Phase phase_ = Phase::kBegin;
  uint64_t next_file_ = 0;  // the one behind the last is standard input
  int fd_ = -1;
  bool at_end_ = false;  // of all files
  std::string pending_;  // read by read() and not used yet
  uint64_t read_at_ = 0;
  uint64_t read_charged_ = 0;
  std::string digits_;
  Reading reading_ = Reading::kNot;
};

size_t Bc::ProgramBytes() const {
  size_t bytes = program_.code.capacity() * sizeof(Function);
  for (const Function& function : program_.code) {
    bytes += function.code.capacity() * sizeof(Instruction) + function.texts.capacity() +
             function.labels.capacity() * sizeof(uint32_t);
  }
  return bytes;
}

// ---- words
void Bc::ReadEnvironment(CommandIo& io, std::vector<std::string>* words) const {
  const std::string text(io.Env("BC_ENV_ARGS").value_or(""));
  size_t at = 0;
  while ((at = text.find_first_not_of(" \t", at)) != std::string::npos) {
    const size_t end = text.find_first_of(" \t", at);
    words->push_back(text.substr(at, end - at));
    if (end == std::string::npos) break;
    at = end;
  }
}

std::optional<int> Bc::ReadOptions(CommandIo& io, std::span<const std::string> words) {
  Options options(io, words, kOptions, Options::kPermute, 1);
  options.set_usage_only(kUsage.substr(0, kUsage.size() - 1));
  while (options.Next()) {
    switch (options.id()) {
      case 'h': io.Out(kUsage); return 0;
      case 'v': io.Out(kVersion); return 0;
      case 'i': interactive_ = true; break;
      case 'l': library_ = true; break;
      case 'q': quiet_ = true; break;
      case 's': manners_ = BcParser::Manners::kPosix; break;
      case 'w': manners_ = BcParser::Manners::kWarns; break;
      default: io.Error("-c is not supported in this sandbox"); return 1;
    }
  }
  if (options.status()) return options.status();
  files_.insert(files_.end(), options.operands().begin(), options.operands().end());
  return std::nullopt;
}

// As atoi(3) reads it: what is no number is 0, and lines have no end then.
uint64_t LineLength(std::string_view text) {
  const bool negative = text.starts_with('-');
  uint64_t length = 0;
  for (char c : text.substr(negative ? 1 : 0)) {
    if (c < '0' || c > '9') break;
    length = std::min<uint64_t>(length * 10 + static_cast<uint64_t>(c - '0'), 1u << 30);
  }
  return length != 0 && (negative || length < 3) ? 70 : length;
}

std::optional<int> Bc::Start(CommandIo& io) {
  std::vector<std::string> words;
  ReadEnvironment(io, &words);
  if (std::optional<int> status = ReadOptions(io, words)) return status;
  if (std::optional<int> status = ReadOptions(io, io.args())) return status;
  if (io.Env("POSIXLY_CORRECT")) manners_ = BcParser::Manners::kPosix;
  parser_.set_manners(manners_);
  machine_.set_posix(manners_ == BcParser::Manners::kPosix);
  machine_.set_line_length(LineLength(io.Env("BC_LINE_LENGTH").value_or("70")));
  return std::nullopt;
}

std::optional<Progress> Bc::Begin(CommandIo& io) {
  phase_ = Phase::kText;
  if (interactive_ && !quiet_) io.Out(kVersion);
  if (!library_) return std::nullopt;
  machine_.SetScale(kLibraryScale);
  BcLexer lexer;
  lexer.Feed(account_, kBcLibrary);
  lexer.Finish();
  Token token;
  while (lexer.Next(account_, &token)) {
    if (parser_.Feed(token) == BcParser::Next::kRun) parser_.BeginLine();
  }
  parser_.TakeMessages();
  for (Function& function : program_.code) function.is_decimal = true;
  return std::nullopt;
}

// ---- text
void Bc::SetPlace() {
  const bool is_file = next_file_ > 0 && next_file_ <= files_.size();
  parser_.SetPlace(is_file ? files_[next_file_ - 1] : "(standard_in)", lexer_.line());
}

void Bc::Say(CommandIo& io) {
  const std::string messages = parser_.TakeMessages();
  if (!messages.empty()) io.Write(2, messages);
}

std::optional<Progress> Bc::NextFile(CommandIo& io) {
  if (fd_ > 0) io.Close(fd_);
  fd_ = -1;
  if (next_file_ > files_.size()) {
    at_end_ = true;
    lexer_.set_line(1);
    return std::nullopt;
  }
  lexer_.BeginFile();
  lexer_.set_line(1);
  if (next_file_ == files_.size()) {
    fd_ = 0;
  } else {
    fd_ = io.Open(files_[next_file_], OpenMode::kRead);
    if (fd_ < 0) {
      io.Write(2, "File " + files_[next_file_] + " is unavailable.\n");
      return Progress::Done(1);
    }
  }
  ++next_file_;
  return std::nullopt;
}

std::optional<Progress> Bc::ReadText(CommandIo& io) {
  if (fd_ < 0) return NextFile(io);
  std::string_view bytes;
  switch (io.ReadSome(fd_, &bytes, kBlock)) {
    case ReadStatus::kWait: return Progress::Wait();
    case ReadStatus::kData:
      if (!lexer_.Feed(account_, bytes)) return Progress::Done(2);
      if (io.Tick(bytes.size())) return Progress::Yield();
      return std::nullopt;
    case ReadStatus::kError:
      io.Error("input in flex scanner failed: " + std::string(ErrnoText(io.error())));
      return Progress::Done(2);
    case ReadStatus::kEnd: break;
  }
  lexer_.Finish();
  if (std::optional<Progress> end = TakeTokens(io)) return end;
  return phase_ == Phase::kText ? NextFile(io) : std::nullopt;
}

std::optional<Progress> Bc::TakeTokens(CommandIo& io) {
  Token token;
  while (phase_ == Phase::kText && lexer_.Next(account_, &token)) {
    if (std::optional<Progress> end = Take(io, token)) return end;
    if (io.Tick(account_.TakeWork())) return Progress::Yield();
  }
  if (account_.stopped()) return Progress::Done(2);
  return std::nullopt;
}

std::optional<Progress> Bc::Take(CommandIo& io, const Token& token) {
  SetPlace();
  const BcParser::Next next = parser_.Feed(token);
  Say(io);
  switch (next) {
    case BcParser::Next::kMore: break;
    case BcParser::Next::kRun:
      if (parser_.has_mistake()) {
        parser_.BeginLine();
        break;
      }
      machine_.Start();
      phase_ = Phase::kRun;
      break;
    case BcParser::Next::kQuit:
    case BcParser::Next::kEnd: return Progress::Done(0);
    case BcParser::Next::kLimits: io.Out(kLimitsText); break;
    case BcParser::Next::kWarranty: io.Out(kVersion); break;
  }
  return std::nullopt;
}

// ---- running
std::optional<Progress> Bc::RunLine(CommandIo& io) {
  if (reading_ != Reading::kNot) {
    if (std::optional<Progress> end = ReadNumber(io)) return end;
  }
  switch (machine_.Run(io)) {
    case BcMachine::Outcome::kDone:
      parser_.BeginLine();
      phase_ = Phase::kText;
      return std::nullopt;
    case BcMachine::Outcome::kYield: return Progress::Yield();
    case BcMachine::Outcome::kHalt: return Progress::Done(0);
    case BcMachine::Outcome::kStopped: return Progress::Done(2);
    case BcMachine::Outcome::kRead: reading_ = Reading::kBlanks; break;
  }
  return std::nullopt;
}

// False: it belongs to the number, and more may come.
bool Bc::TakeDigit(char c) {
  const bool is_blank = c == ' ' || (c >= '\t' && c <= '\r');
  if (reading_ == Reading::kBlanks && is_blank) return false;
  if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  const bool is_sign = (c == '-' || c == '+') && reading_ == Reading::kBlanks;
  const bool is_digit = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                        (c == '.' && digits_.find('.') == std::string::npos);
  reading_ = Reading::kDigits;
  if (!is_sign && !is_digit) return true;
  digits_ += c;
  return false;
}

// What read() wants: a number, and the character behind it, of standard input.
std::optional<Progress> Bc::ReadNumber(CommandIo& io) {
  while (reading_ != Reading::kEnded) {
    if (read_at_ >= pending_.size()) {
      std::string_view bytes;
      const ReadStatus status = io.ReadSome(0, &bytes, kReadBlock);
      if (status == ReadStatus::kWait) return Progress::Wait();
      pending_ = status == ReadStatus::kData ? std::string(bytes) : std::string();
      read_at_ = 0;
      if (pending_.empty()) break;
    }
    if (!MakeRoom(io, &digits_, pending_.size(), &read_charged_)) return Progress::Done(2);
    while (read_at_ < pending_.size()) {
      if (!TakeDigit(pending_[read_at_++])) continue;
      reading_ = Reading::kEnded;
      break;
    }
    if (io.Tick(pending_.size())) return Progress::Yield();
  }
  machine_.Answer(io, digits_);
  digits_.clear();
  reading_ = Reading::kNot;
  return std::nullopt;
}

Progress Bc::Run(CommandIo& io) {
  account_.set_io(&io);
  while (true) {
    std::optional<Progress> end;
    switch (phase_) {
      case Phase::kBegin: end = Begin(io); break;
      case Phase::kRun: end = RunLine(io); break;
      case Phase::kText:
        end = TakeTokens(io);
        if (end || phase_ != Phase::kText) break;
        if (at_end_) {
          phase_ = Phase::kEnd;
        } else {
          end = ReadText(io);
        }
        break;
      case Phase::kEnd: end = Take(io, Token()); return end.value_or(Progress::Done(0));
    }
    if (end) return *end;
    if (account_.stopped()) return Progress::Done(2);
    if (io.Tick(16 + account_.TakeWork())) return Progress::Yield();
  }
}

}  // namespace
}  // namespace calc

std::unique_ptr<Command> MakeBc() { return Make<calc::Bc>(); }

}  // namespace pysub::shell
