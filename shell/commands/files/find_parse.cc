#include <algorithm>
#include <cerrno>

#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/find.h"
#include "shell/commands/options.h"
#include "shell/commands/quoting.h"
#include "shell/commands/system/civil_time.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

using Kind = FindOp::Kind;

constexpr int64_t kDay = 86400 * kNsPerSecond;
constexpr int64_t kMinute = 60 * kNsPerSecond;

struct RegexType {
  std::string_view name;
  RegexSyntax syntax;
};
constexpr RegexType kRegexTypes[] = {{"findutils-default", RegexSyntax::kEmacs},
                                     {"ed", RegexSyntax::kPosixBasic},
                                     {"emacs", RegexSyntax::kEmacs},
                                     {"gnu-awk", RegexSyntax::kPosixExtended},
                                     {"grep", RegexSyntax::kGrep},
                                     {"posix-awk", RegexSyntax::kPosixExtended},
                                     {"awk", RegexSyntax::kPosixExtended},
                                     {"posix-basic", RegexSyntax::kPosixBasic},
                                     {"posix-egrep", RegexSyntax::kEgrep},
                                     {"egrep", RegexSyntax::kEgrep},
                                     {"posix-extended", RegexSyntax::kPosixExtended},
                                     {"posix-minimal-basic", RegexSyntax::kPosixBasic},
                                     {"sed", RegexSyntax::kPosixBasic}};

// The words of find into a flat program, by the shunting-yard algorithm (Dijkstra, 1961) with a
// stack of operators. `-a` stands between two tests without being written. As in GNU find an
// expression without an action gets -print.
class FindParser {
 public:
  FindParser(CommandIo& io, FindProgram& program, int64_t now_ns)
      : io_(io), program_(program), words_(io.args()), now_ns_(now_ns) {}

  bool Parse() {
    LeadingOptions();
    while (at_ < words_.size() && !StartsExpression(words_[at_]))
      program_.roots.push_back(words_[at_++]);
    const bool has_roots = !program_.roots.empty();
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (!Word(word)) return false;
      previous_ = word;
    }
    if (!program_.names.is_given()) {
      if (!has_roots) program_.roots.push_back(".");
    } else if (has_roots) {
      io_.Error("extra operand " + QuoteWord(program_.roots[0]));
      return Refuse("file operands cannot be combined with -files0-from");
    } else if (asks_ && program_.names.file() == "-") {
      io_.Error(
          "option -files0-from reading from standard input cannot be combined with -ok, -okdir");
      io_.Write(2, "\n");
      return false;
    }
    if (operand_expected_ && !operators_.empty()) {
      const Operator& last = operators_.back();
      if (last.precedence == kParen) {
        return Refuse(
            "invalid expression; expected to find a ')' but didn't see one. Perhaps you need an "
            "extra predicate after '" +
            last.text + "'");
      }
      return Refuse("expected an expression after '" + last.text + "'");
    }
    if (!PopTo(kComma)) return false;
    if (!operators_.empty()) {
      return Refuse(
          "invalid expression; I was expecting to find a ')' somewhere but did not see one.");
    }
    if (deletes_ && prunes_ && !depth_given_) {
      return Refuse(
          "The -delete action automatically turns on -depth, but -prune does nothing when -depth "
          "is in effect."
          "  If you want to carry on anyway, just explicitly use the -depth option.");
    }
    if (!acts_) {
      if (!program_.ops.empty()) {
        FindOp jump{.kind = Kind::kJumpIfFalse};
        jump.target = static_cast<uint32_t>(program_.ops.size() + 2);
        program_.ops.push_back(std::move(jump));
      }
      program_.ops.push_back({.kind = Kind::kPrint});
    }
    return true;
  }

 private:
  enum Precedence : uint8_t { kParen, kComma, kOr, kAnd, kNotOp };
  // An operator that waits for its right side.
  struct Operator {
    Precedence precedence;
    std::string text;
    size_t jump = SIZE_MAX;  // the op whose target is behind the right side
  };

  bool Refuse(std::string_view text) {
    io_.Error(text);
    return false;
  }

  // Ends find where its word stands, with success.
  bool Answer(const std::string& text) {
    io_.Out(text);
    program_.answered = true;
    return false;
  }

  void LeadingOptions() {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (word == "-L")
        program_.walk_flags = TreeWalk::kAllLinks;
      else if (word == "-H")
        program_.walk_flags = TreeWalk::kOperandLinks;
      else if (word == "-P")
        program_.walk_flags = 0;
      else if (word.starts_with("-O") && word.size() > 2)
        continue;
      else if (word == "-D" && at_ + 1 < words_.size())
        ++at_;
      else if (word == "--") {
        ++at_;
        return;
      } else
        return;
    }
  }

  static bool StartsExpression(std::string_view word) {
    return (word.starts_with('-') && word.size() > 1) || word == "(" || word == "!";
  }

  // ---- operators
  bool PopTo(Precedence least) {
    while (!operators_.empty() && operators_.back().precedence >= least) {
      Operator top = std::move(operators_.back());
      operators_.pop_back();
      if (top.precedence == kNotOp) program_.ops.push_back({.kind = Kind::kNot});
      if (top.jump != SIZE_MAX)
        program_.ops[top.jump].target = static_cast<uint32_t>(program_.ops.size());
    }
    return true;
  }

  bool Binary(Precedence precedence, std::string text) {
    if (operand_expected_) {
      return Refuse("invalid expression; you have used a binary operator '" + text +
                    "' with nothing before it.");
    }
    PopTo(precedence);
    Operator op{precedence, std::move(text)};
    if (precedence != kComma) {
      op.jump = program_.ops.size();
      program_.ops.push_back({.kind = precedence == kAnd ? Kind::kJumpIfFalse : Kind::kJumpIfTrue});
    }
    operators_.push_back(std::move(op));
    operand_expected_ = true;
    return true;
  }

  // Before an operand: two that follow each other are joined by -a.
  bool Operand() {
    if (!operand_expected_ && !Binary(kAnd, "-a")) return false;
    return true;
  }

  bool Add(FindOp op) {
    if (!Operand()) return false;
    program_.ops.push_back(std::move(op));
    return OperandEnds();
  }
  bool OperandEnds() {
    operand_expected_ = false;
    while (!operators_.empty() && operators_.back().precedence == kNotOp) {
      operators_.pop_back();
      program_.ops.push_back({.kind = Kind::kNot});
    }
    return true;
  }

  bool Word(const std::string& word) {
    if (word == "(") {
      if (!Operand()) return false;
      operators_.push_back({kParen, word});
      operand_expected_ = true;
      return true;
    }
    if (word == ")") {
      if (operand_expected_ && !operators_.empty() && operators_.back().precedence == kParen) {
        return Refuse("invalid expression; empty parentheses are not allowed.");
      }
      if (operand_expected_ && !operators_.empty()) {
        return Refuse("expected an expression between '" + operators_.back().text + "' and ')'");
      }
      PopTo(kComma);
      if (operators_.empty()) return Refuse("you have too many ')'");
      operators_.pop_back();
      return OperandEnds();
    }
    if (word == "!" || word == "-not") {
      if (!Operand()) return false;
      operators_.push_back({kNotOp, word});
      operand_expected_ = true;
      return true;
    }
    if (word == "-a" || word == "-and") return Binary(kAnd, word);
    if (word == "-o" || word == "-or") return Binary(kOr, word);
    if (word == ",") return Binary(kComma, word);
    if (!word.starts_with('-')) {
      io_.Error("paths must precede expression: `" + word + "'");
      if (!previous_.empty() && io_.files().Lstat(CallerOf(io_), word).ok()) {
        const std::string& before = last_predicate_.empty() ? previous_ : last_predicate_;
        io_.Error("possible unquoted pattern after predicate `" + before + "'?");
      }
      return false;
    }
    last_predicate_ = word;
    return Predicate(word);
  }

  // ---- arguments
  const std::string* Argument(const std::string& word) {
    if (at_ < words_.size()) return &words_[at_++];
    Refuse("missing argument to `" + word + "'");
    return nullptr;
  }
  bool BadArgument(const std::string& word, const std::string& argument) {
    return Refuse("invalid argument `" + argument + "' to `" + word + "'");
  }
  static bool ParseNumber(std::string_view text, int64_t* number) {
    return ReadWhole(text, number) && *number >= 0;
  }
  static char TakeSign(std::string_view* text) {
    if (!text->starts_with('+') && !text->starts_with('-')) return '=';
    char sign = (*text)[0];
    text->remove_prefix(1);
    return sign;
  }
  bool Numeric(const std::string& word, Kind kind) {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    FindOp op{.kind = kind};
    std::string_view text = *argument;
    op.compare = TakeSign(&text);
    if (!ParseNumber(text, &op.number)) return BadArgument(word, *argument);
    return Add(std::move(op));
  }

  bool Predicate(const std::string& word);
  bool Option(const std::string& word, bool* known);
  bool Pattern(const std::string& word, Kind kind, bool ignore_case);
  bool Type(const std::string& word);
  bool Size(const std::string& word);
  bool Perm(const std::string& word);
  bool Owner(const std::string& word, bool user);
  bool Time(const std::string& word, char which, int64_t unit);
  bool Newer(const std::string& word, char own, char other);
  bool Exec(const std::string& word);
  bool Printing(const std::string& word, bool* known);

  CommandIo& io_;
  FindProgram& program_;
  std::span<const std::string> words_;
  int64_t now_ns_;
  size_t at_ = 0;
  std::string previous_;
  std::string last_predicate_;
  std::vector<Operator> operators_;
  bool operand_expected_ = true;
  bool acts_ = false;
  bool deletes_ = false;
  bool asks_ = false;  // -ok, -okdir
  bool prunes_ = false;
  bool depth_given_ = false;
  bool day_start_ = false;
  RegexSyntax regex_syntax_ = RegexSyntax::kEmacs;
};

bool FindParser::Pattern(const std::string& word, Kind kind, bool ignore_case) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = kind, .ignore_case = ignore_case, .syntax = regex_syntax_};
  op.text = *argument;
  if (kind == Kind::kRegex) {
    std::string error;
    if (!Regex::Compile(*argument, {.syntax = regex_syntax_, .ignore_case = ignore_case},
                        &io_.account(), &error)) {
      return Refuse("failed to compile regular expression '" + *argument + "': " + error);
    }
  }
  return Add(std::move(op));
}

bool FindParser::Type(const std::string& word) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = word == "-type" ? Kind::kType : Kind::kXType};
  op.unit = (program_.walk_flags & TreeWalk::kAllLinks) != 0 ? 1 : 0;
  for (size_t i = 0; i < argument->size(); i += 2) {
    if (std::string_view("bcdpfls").find((*argument)[i]) == std::string_view::npos) {
      return Refuse("Unknown argument to " + word + ": " + (*argument)[i]);
    }
    op.text += (*argument)[i];
    if (i + 1 < argument->size() && (*argument)[i + 1] != ',') {
      return Refuse("Must separate multiple arguments to " + word + " using: ','");
    }
    if (i + 2 == argument->size())
      return Refuse("Last file type in list argument to " + word +
                    " is missing, i.e., list is ending on: ','");
  }
  if (argument->empty())
    return Refuse("Arguments to " + word + " should contain at least one letter");
  return Add(std::move(op));
}

// Sizes are rounded up to units before they are compared: -size -1M finds empty files only. POSIX
// has this rule for its blocks of 512 bytes.
bool FindParser::Size(const std::string& word) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  if (argument->empty()) return Refuse("invalid null argument to -size");
  FindOp op{.kind = Kind::kSize};
  std::string_view text = *argument;
  constexpr std::string_view kUnits = "bcwkMG";
  constexpr int64_t kSizes[] = {512, 1, 2, 1024, 1 << 20, 1 << 30};
  op.unit = 512;
  char last = text.back();
  if (last < '0' || last > '9') {
    size_t unit = kUnits.find(last);
    if (unit == std::string_view::npos)
      return Refuse(std::string("invalid -size type `") + last + "'");
    op.unit = kSizes[unit];
    text.remove_suffix(1);
  }
  op.compare = TakeSign(&text);
  if (!ParseNumber(text, &op.number))
    return Refuse("Invalid argument `" + *argument + "' to -size");
  return Add(std::move(op));
}

bool FindParser::Perm(const std::string& word) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = Kind::kPerm};
  std::string_view text = *argument;
  if (text.starts_with('-') || text.starts_with('/')) {
    op.compare = text[0];
    text.remove_prefix(1);
  }
  const bool is_old_style = op.compare != '-' && op.compare != '/' && text.size() > 1 &&
                            text[0] == '+' && text[1] >= '0' && text[1] <= '9';
  std::optional<ModeChange> change = ModeChange::Parse(text);
  if (!change || is_old_style) return Refuse("invalid mode " + QuoteWord(*argument));
  op.number = change->Apply(0, false, 0);
  if (op.compare == '/' && op.number == 0) op.compare = '-';
  return Add(std::move(op));
}

bool FindParser::Owner(const std::string& word, bool user) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = user ? Kind::kUser : Kind::kGroup};
  std::optional<uint32_t> id = user ? FindUser(*argument) : FindGroup(*argument);
  if (id) {
    op.number = *id;
  } else if (!ParseNumber(*argument, &op.number)) {
    return Refuse(QuoteWord(*argument) + " is not the name of " +
                  (user ? "a known user" : "an existing group"));
  }
  return Add(std::move(op));
}

// "1" or "1.5" of a unit; what is too much for 64 bits of nanoseconds is older than everything.
bool ParseAge(std::string_view text, int64_t unit, int64_t* age_ns) {
  const size_t dot = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = text.substr(std::min(dot + 1, text.size()));
  int64_t units = 0;
  if (whole.empty() && fraction.empty()) return false;
  if (!whole.empty() && (!ReadWhole(whole, &units) || units < 0)) return false;
  if (__builtin_mul_overflow(units, unit, age_ns)) *age_ns = INT64_MAX - unit;
  for (char c : fraction) {
    if (c < '0' || c > '9') return false;
    unit /= 10;
    if (*age_ns < INT64_MAX / 2) *age_ns += (c - '0') * unit;
  }
  return true;
}

// N is a whole day of ages, so -mtime +1 means at least two days. -mmin +1 is more than a minute.
bool FindParser::Time(const std::string& word, char which, int64_t unit) {
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = Kind::kTime};
  std::string_view text = *argument;
  op.compare = TakeSign(&text);
  op.words = {std::string(1, which)};
  op.unit = unit;
  if (!ParseAge(text, unit, &op.number)) return BadArgument(word, *argument);
  int64_t base = now_ns_;
  if (day_start_) base = (FloorSeconds(now_ns_) / 86400 + 1) * kDay - 1;
  op.text = std::to_string(base);
  return Add(std::move(op));
}

bool FindParser::Newer(const std::string& word, char own, char other) {
  if (std::string_view("aBcm").find(own) == std::string_view::npos ||
      std::string_view("aBcmt").find(other) == std::string_view::npos) {
    return Refuse("invalid predicate `" + word + "'");
  }
  const std::string* argument = Argument(word);
  if (argument == nullptr) return false;
  FindOp op{.kind = Kind::kNewer};
  op.compare = own;
  if (other == 't') {
    const std::optional<Instant> time = ParseDate(*argument, now_ns_, ZoneOf(io_));
    if (!time)
      return Refuse("I cannot figure out how to interpret " + QuoteWord(*argument) +
                    " as a date or time");
    op.number = time->FileTime();
  } else {
    files::Result<files::Stat> stat = io_.files().StatPath(CallerOf(io_), *argument);
    if (!stat.ok()) {
      io_.Error(QuoteWord(*argument), stat.error());
      return false;
    }
    op.number = other == 'a' ? stat->atime_ns : other == 'm' ? stat->mtime_ns : stat->ctime_ns;
  }
  return Add(std::move(op));
}

// -exec ... ; runs a command per file. -exec ... {} + collects names and runs few commands, which
// is why its truth is always true.
bool FindParser::Exec(const std::string& word) {
  acts_ = true;
  asks_ = asks_ || word.starts_with("-ok");
  FindOp op{.kind = word.starts_with("-ok") ? Kind::kAsk : Kind::kExec};
  op.in_directory = word.ends_with("dir");
  size_t first = at_;
  bool batch = false;
  for (; at_ < words_.size() && words_[at_] != ";"; ++at_) {
    if (words_[at_] == "+" && at_ > first && words_[at_ - 1] == "{}" && op.kind == Kind::kExec) {
      batch = true;
      break;
    }
    op.words.push_back(words_[at_]);
  }
  if (at_ == words_.size() || op.words.empty()) {
    // "x{} +" has no end that counts.
    if (!op.words.empty() && op.words.back() == "+" && op.words.size() > 1 &&
        op.words[op.words.size() - 2].find("{}") != std::string::npos) {
      return Refuse("In " + QuoteWord(word + " ... {} +") + " the " + QuoteWord("{}") +
                    " must appear by itself, but you specified " +
                    QuoteWord(op.words[op.words.size() - 2]));
    }
    return Refuse("missing argument to `" + word + "'");
  }
  ++at_;
  if (batch) {
    op.kind = Kind::kExecBatch;
    op.words.pop_back();
    for (const std::string& one : op.words) {
      if (one.find("{}") != std::string::npos)
        return Refuse("Only one instance of {} is supported with " + word + " ... +");
    }
  }
  return Add(std::move(op));
}

bool FindParser::Option(const std::string& word, bool* known) {
  *known = true;
  bool no_effect = word == "-noleaf" || word == "-warn" || word == "-nowarn" ||
                   word == "-ignore_readdir_race" || word == "-noignore_readdir_race";
  if (word == "-maxdepth" || word == "-mindepth") {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    int64_t depth;
    if (!ParseNumber(*argument, &depth) || depth > UINT32_MAX) {
      return Refuse("Expected a positive decimal integer argument to " + word + ", but got " +
                    QuoteWord(*argument));
    }
    (word == "-maxdepth" ? program_.max_depth : program_.min_depth) = static_cast<uint32_t>(depth);
  } else if (word == "-depth" || word == "-d") {
    program_.depth_first = depth_given_ = true;
  } else if (word == "-mount" || word == "-xdev") {
    program_.walk_flags |= TreeWalk::kOneDevice;
  } else if (word == "-follow") {
    program_.walk_flags |= TreeWalk::kAllLinks;
  } else if (word == "-daystart") {
    day_start_ = true;
  } else if (word == "-regextype") {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    std::string valid;
    for (const RegexType& type : kRegexTypes) {
      if (type.name == *argument) {
        regex_syntax_ = type.syntax;
        return Add({.kind = Kind::kTrue});
      }
      valid += (valid.empty() ? "" : ", ") + QuoteWord(type.name);
    }
    return Refuse("Unknown regular expression type " + QuoteWord(*argument) + "; valid types are " +
                  valid + ".");
  } else if (!no_effect) {
    *known = false;
    return true;
  }
  return Add({.kind = Kind::kTrue});
}

bool FindParser::Printing(const std::string& word, bool* known) {
  *known = true;
  bool to_file = word.starts_with("-f") && word != "-f";
  std::string action = to_file ? "-" + word.substr(2) : word;
  FindOp op;
  if (action == "-print")
    op.kind = Kind::kPrint;
  else if (action == "-print0")
    op.kind = Kind::kPrint0;
  else if (action == "-printf")
    op.kind = Kind::kPrintf;
  else if (action == "-ls")
    op.kind = Kind::kList;
  else {
    *known = false;
    return true;
  }
  acts_ = true;
  if (to_file) {
    const std::string* path = Argument(word);
    if (path == nullptr) return false;
    op.fd = io_.Open(*path, OpenMode::kWrite);
    if (op.fd < 0) {
      io_.Error(QuoteWord(*path), io_.error());
      return false;
    }
  }
  if (op.kind == Kind::kPrintf) {
    const std::string* format = Argument(word);
    if (format == nullptr) return false;
    op.text = *format;
    // A lonely percent sign at the end; directives that nobody knows are said once.
    size_t percents = op.text.size() - (op.text.find_last_not_of('%') + 1);
    if (percents % 2 == 1) return Refuse("error: % at end of format string");
    constexpr std::string_view kKnown = "%abcdDfFgGhHiklmMnpPsStuUyYZABCT";
    for (size_t i = 0; i + 1 < op.text.size(); ++i) {
      if (op.text[i] == '\\') {
        char c = op.text[++i];
        if (std::string_view("abcfnrtv0\\").find(c) == std::string_view::npos &&
            (c < '0' || c > '7')) {
          io_.Error(std::string("warning: unrecognized escape `\\") + c + "'");
        }
        continue;
      }
      if (op.text[i] != '%') continue;
      size_t end = op.text.find_first_not_of("-+ #0123456789.", i + 1);
      if (end != std::string::npos && kKnown.find(op.text[end]) == std::string_view::npos) {
        io_.Error(std::string("warning: unrecognized format directive `%") + op.text[end] + "'");
      }
      i = end == std::string::npos ? op.text.size() : end;
    }
  }
  return Add(std::move(op));
}

bool FindParser::Predicate(const std::string& word) {
  bool known;
  if (!Option(word, &known)) return false;
  if (known) return true;
  if (!Printing(word, &known)) return false;
  if (known) return true;
  if (word == "-name" || word == "-iname") return Pattern(word, Kind::kName, word == "-iname");
  if (word == "-path" || word == "-wholename") return Pattern(word, Kind::kPath, false);
  if (word == "-ipath" || word == "-iwholename") return Pattern(word, Kind::kPath, true);
  if (word == "-regex" || word == "-iregex") return Pattern(word, Kind::kRegex, word == "-iregex");
  if (word == "-lname" || word == "-ilname")
    return Pattern(word, Kind::kLinkName, word == "-ilname");
  if (word == "-type" || word == "-xtype") return Type(word);
  if (word == "-size") return Size(word);
  if (word == "-perm") return Perm(word);
  if (word == "-links") return Numeric(word, Kind::kLinks);
  if (word == "-inum") return Numeric(word, Kind::kInode);
  if (word == "-uid") return Numeric(word, Kind::kUser);
  if (word == "-gid") return Numeric(word, Kind::kGroup);
  if (word == "-user") return Owner(word, true);
  if (word == "-group") return Owner(word, false);
  if (word == "-nouser" || word == "-nogroup") return Add({.kind = Kind::kNoUser});
  if (word == "-mtime" || word == "-atime" || word == "-ctime") return Time(word, word[1], kDay);
  if (word == "-mmin" || word == "-amin" || word == "-cmin") return Time(word, word[1], kMinute);
  if (word == "-newer") return Newer(word, 'm', 'm');
  if (word == "-anewer") return Newer(word, 'a', 'm');
  if (word == "-cnewer") return Newer(word, 'c', 'm');
  if (word.starts_with("-newer") && word.size() == 8) return Newer(word, word[6], word[7]);
  if (word == "-fstype") {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    return Add({.kind = *argument == kFindFileSystem ? Kind::kTrue : Kind::kFalse});
  }
  if (word == "-files0-from") {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    program_.names.Start(*argument);
    return Add({.kind = Kind::kTrue});
  }
  if (word == "-empty") return Add({.kind = Kind::kEmpty});
  if (word == "-true") return Add({.kind = Kind::kTrue});
  if (word == "-false") return Add({.kind = Kind::kFalse});
  if (word == "-readable" || word == "-writable" || word == "-executable") {
    FindOp op{.kind = Kind::kAccess};
    op.number = word[1] == 'r'   ? files::kMayRead
                : word[1] == 'w' ? files::kMayWrite
                                 : files::kMayExecute;
    return Add(std::move(op));
  }
  if (word == "-samefile") {
    const std::string* argument = Argument(word);
    if (argument == nullptr) return false;
    files::Result<files::Stat> stat = io_.files().Lstat(CallerOf(io_), *argument);
    if (!stat.ok()) {
      io_.Error(QuoteWord(*argument), stat.error());
      return false;
    }
    FindOp op{.kind = Kind::kSameFile};
    op.number = static_cast<int64_t>(stat->ino);
    op.unit = stat->dev;
    return Add(std::move(op));
  }
  if (word == "-prune") {
    prunes_ = true;
    return Add({.kind = Kind::kPrune});
  }
  if (word == "-quit") return Add({.kind = Kind::kQuit});
  if (word == "-delete") {
    acts_ = deletes_ = program_.depth_first = true;
    return Add({.kind = Kind::kDelete});
  }
  if (word == "-help" || word == "--help") return Answer(UsageOf(io_));
  if (word == "-version" || word == "--version") return Answer(VersionText(ProgramName(io_)));
  if (word == "-exec" || word == "-execdir" || word == "-ok" || word == "-okdir") return Exec(word);
  return Refuse("unknown predicate `" + word + "'");
}

}  // namespace

bool FindProgram::Parse(CommandIo& io, int64_t now_ns) {
  return FindParser(io, *this, now_ns).Parse();
}

}  // namespace pysub::shell
