#include "shell/commands/text/sed_script.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

constexpr int kEof = -1;

// Reads a script into a flat list of commands. Blocks and branches become indexes of commands, so
// running needs no tree and no search for labels. The pieces of -e and -f are one text, with a
// newline between them, since a block or an `a` text may go on in the next piece. starts_ tells the
// piece of a place again, for the messages.
class SedParser {
 public:
  SedParser(const std::vector<SedPiece>& pieces, SedDialect dialect, ParseAccount* account,
            SedScript* script, std::string* error, int* status)
      : extended_(dialect.extended),
        posix_(dialect.posix),
        nul_lines_(dialect.nul_lines),
        account_(account),
        script_(*script),
        error_(*error),
        status_(*status),
        scratch_(account) {
    size_t size = 0;
    for (const SedPiece& piece : pieces) size += piece.text.size() + piece.file.size() + 64;
    // The text, and pieces of it: pattern and replacement.
    if (!scratch_.Charge(3 * size)) return;
    has_room_ = true;
    script_.room = ParseCharge(account);
    script_.held = ParseCharge(account);
    text_.reserve(size);
    for (const SedPiece& piece : pieces) {
      if (!starts_.empty()) text_ += '\n';
      starts_.push_back(text_.size());
      text_ += piece.text;
      if (!piece.file.empty() && text_.ends_with('\n')) text_.pop_back();
      files_.push_back(piece.file);
    }
  }

  bool Run() {
    if (!has_room_) return false;
    if (text_.starts_with("#n") && (text_.size() == 2 || text_[2] == '\n')) script_.quiet = true;
    while (true) {
      int c = Next();
      while (c == ';' || IsSpace(c)) c = Next();
      if (c == kEof) break;
      if (c == '#') {
        while (c != kEof && c != '\n') c = Next();
        continue;
      }
      const size_t begin = at_;
      if (!Command(c) || !Spend(at_ - begin)) return false;
    }
    if (!blocks_.empty()) return FailAt(0, "unmatched `{'");
    for (SedCommand& command : script_.commands) {
      if (std::strchr("btT", command.name) == nullptr || command.text.empty()) continue;
      if (!Spend(64)) return false;
      auto found = labels_.find(command.text);
      if (found == labels_.end()) {
        error_ = "can't find label for jump to `" + command.text + "'";
        status_ = 4;
        return false;
      }
      command.target = found->second;
    }
    return true;
  }

 private:
  static bool IsSpace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool IsBlank(int c) { return c == ' ' || c == '\t'; }
  static bool IsDigit(int c) { return c >= '0' && c <= '9'; }

  int Next() {
    if (at_ >= text_.size()) {
      ended_ = true;
      return kEof;
    }
    return static_cast<unsigned char>(text_[at_++]);
  }
  void Back(int c) {
    if (c != kEof) --at_;
  }
  int NextNonBlank() {
    int c = Next();
    while (IsBlank(c)) c = Next();
    return c;
  }

  // False: a limit was reached; there is no message then.
  bool Spend(size_t work) { return account_ == nullptr || account_->Tick(1 + work); }
  // Before the command goes into the script.
  bool Keep(SedCommand* command) {
    std::vector<SedCommand>& list = script_.commands;
    if (list.size() == list.capacity()) {
      const size_t room = list.size() + list.size() / 4 + 16;
      ParseCharge larger(account_);
      if (!larger.Charge(room * sizeof(SedCommand))) return false;
      list.reserve(room);
      script_.room = std::move(larger);
    }
    if (!script_.held.Charge(command->text.capacity())) return false;
    list.push_back(std::move(*command));
    return true;
  }

  bool Fail(std::string_view text) { return FailAt(at_, text); }
  bool FailAt(size_t at, std::string_view text) {
    size_t piece = starts_.size() - 1;
    while (piece > 0 && starts_[piece] > at) --piece;
    if (at == 0) piece = 0;
    if (files_[piece].empty()) {
      size_t expression = 0;
      for (size_t i = 0; i <= piece; ++i) expression += files_[i].empty() ? 1 : 0;
      error_ = "-e expression #" + std::to_string(expression) + ", char " +
               std::to_string(at == 0 ? 0 : at - starts_[piece]) + ": ";
    } else {
      auto begin = text_.begin() + static_cast<ptrdiff_t>(starts_[piece]);
      auto line =
          1 +
          std::count(begin,
                     begin + static_cast<ptrdiff_t>(std::max(at, starts_[piece]) - starts_[piece]),
                     '\n');
      error_ = "file " + files_[piece] + " line " + std::to_string(line) + ": ";
    }
    error_ += text;
    status_ = 1;
    return false;
  }

  uint64_t Number(int c) {
    uint64_t value = 0;
    for (; IsDigit(c); c = Next())
      value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(c - '0'), INT64_MAX / 16);
    Back(c);
    return value;
  }

  bool Command(int c);
  bool Address(int c, SedAddress* address, bool* found);
  bool Arguments(SedCommand* command);
  bool Text(SedCommand* command);
  bool Substitute(SedCommand* command);
  bool Transliterate(SedCommand* command);
  bool Replacement(std::string_view text, SedCommand* command);
  bool DefineLabel(int here);
  bool OptionalNumber(SedCommand* command);
  bool EndOfCommand();
  bool Delimited(int delimiter, bool regex, std::string* out);
  bool FileName(std::string* name);
  int OutputFile(const std::string& name);
  int AddRegex(std::string_view pattern, bool ignore_case, bool multi_line);
  std::string Label();

  bool extended_;
  bool posix_, nul_lines_;
  ParseAccount* account_;
  SedScript& script_;
  std::string& error_;
  int& status_;
  std::string text_;
  std::vector<size_t> starts_;
  std::vector<std::string> files_;
  size_t at_ = 0;
  bool ended_ = false;
  std::vector<int> blocks_;
  std::map<std::string, int> labels_;
  ParseCharge scratch_;
  bool has_room_ = false;
};

// The characters that \t, \xHH, \o, \d, \cX stand for; false: it is no such escape. `at` is
// behind the backslash.
bool CharacterEscape(std::string_view text, size_t* at, std::string* out) {
  char c = text[*at];
  size_t next = *at + 1;
  auto number = [&](int base, size_t most) {
    int value = 0;
    size_t count = 0;
    for (; count < most && next < text.size(); ++count, ++next) {
      char d = text[next];
      int digit = d >= '0' && d <= '9'   ? d - '0'
                  : d >= 'a' && d <= 'f' ? d - 'a' + 10
                  : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                         : 99;
      if (digit >= base) break;
      value = value * base + digit;
    }
    if (count == 0) return false;
    *out += static_cast<char>(value);
    *at = next;
    return true;
  };
  switch (c) {
    case 'a': *out += '\a'; break;
    case 'f': *out += '\f'; break;
    case 't': *out += '\t'; break;
    case 'v': *out += '\v'; break;
    case 'r': *out += '\r'; break;
    case 'd': return number(10, 3);
    case 'o': return number(8, 3);
    case 'x': return number(16, 2);
    case 'c':
      if (next >= text.size()) return false;
      *out += static_cast<char>(
          (text[next] >= 'a' && text[next] <= 'z' ? text[next] - 32 : text[next]) ^ 0x40);
      *at = next + 1;
      return true;
    default: return false;
  }
  *at = next;
  return true;
}

// Escapes that regular expressions do not know become characters; special ones stay quoted.
std::string ForRegex(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      out += text[at++];
      continue;
    }
    std::string character;
    size_t next = at + 1;
    if (CharacterEscape(text, &next, &character)) {
      if (std::strchr("$*.[\\]^+?(){}|/", character[0]) != nullptr && character[0] != '\0')
        out += '\\';
      out += character;
      at = next;
    } else {
      out += text.substr(at, 2);
      at += 2;
    }
  }
  return out;
}

// What only GNU's expressions have behind a backslash is the character itself.
std::string WithoutGnu(std::string_view text, bool extended) {
  const std::string_view operators = extended ? "wWsSbB<>`'" : "wWsSbB<>`'|+?";
  std::string out;
  size_t bracket = std::string_view::npos;  // where one was opened
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (bracket != std::string_view::npos) {
      const size_t inside = at - bracket;
      const bool first = inside == 1 || (inside == 2 && text[bracket + 1] == '^');
      if (c == ']' && !first) bracket = std::string_view::npos;
    } else if (c == '[') {
      bracket = at;
    } else if (c == '\\' && at + 1 < text.size()) {
      if (operators.find(text[++at]) == std::string_view::npos) out += c;
    }
    out += text[at];
  }
  return out;
}

int SedParser::AddRegex(std::string_view pattern, bool ignore_case, bool multi_line) {
  std::string why;
  auto regex =
      Regex::Compile(posix_ ? WithoutGnu(ForRegex(pattern), extended_) : ForRegex(pattern),
                     {.syntax = extended_ ? RegexSyntax::kSedExtended : RegexSyntax::kPosixBasic,
                      .ignore_case = ignore_case,
                      .multi_line = multi_line && !nul_lines_},
                     account_, &why);
  if (regex == nullptr) {
    Fail(why);
    return -2;
  }
  if (regex->looks_like_class()) {
    error_ = "character class syntax is [[:space:]], not [:space:]";
    status_ = 4;
    return -2;
  }
  script_.regexes.push_back(std::move(regex));
  return static_cast<int>(script_.regexes.size()) - 1;
}

// Up to the delimiter, which is an ordinary character in brackets.
bool SedParser::Delimited(int delimiter, bool regex, std::string* out) {
  size_t bracket = std::string::npos;  // where in *out it was opened
  while (true) {
    int c = Next();
    if (c == kEof) return false;
    if (bracket != std::string::npos && c != '\n') {
      if (c == '\\' && !posix_ && at_ < text_.size() && text_[at_] == 'n') {
        ++at_;
        c = '\n';
      }
      *out += static_cast<char>(c);
      size_t inside = out->size() - bracket - 1;
      bool first = inside == 1 || (inside == 2 && (*out)[bracket + 1] == '^');
      if (c == ']' && !first) bracket = std::string::npos;
      char kind = at_ < text_.size() ? text_[at_] : '\0';
      if (c == '[' && (kind == ':' || kind == '.' || kind == '=')) {
        char close[] = {kind, ']', '\0'};
        size_t end = text_.find(close, at_ + 1);
        if (end == std::string::npos) return false;
        out->append(text_, at_, end + 2 - at_);
        at_ = end + 2;
      }
      continue;
    }
    if (c == '\n') {
      Back(c);
      return false;
    }
    if (c == delimiter) return true;
    if (c == '[' && regex) bracket = out->size();
    if (c == '\\') {
      c = Next();
      if (c == kEof) return false;
      if (c == 'n' && regex) {
        c = '\n';
      } else if (c != '\n' && (c != delimiter || (!regex && c == '&'))) {
        *out += '\\';
      }
    }
    *out += static_cast<char>(c);
  }
}

bool SedParser::Address(int c, SedAddress* address, bool* found) {
  *found = true;
  if (c == '/' || c == '\\') {
    int delimiter = c == '\\' ? Next() : c;
    std::string pattern;
    if (delimiter == kEof || delimiter == '\n' || !Delimited(delimiter, true, &pattern))
      return Fail("unterminated address regex");
    bool ignore_case = false, multi_line = false;
    size_t end = at_;
    for (c = Next(); c == 'I' || c == 'M'; c = Next()) {
      (c == 'I' ? ignore_case : multi_line) = true;
      end = at_;
    }
    at_ = end;
    address->kind = SedAddress::Kind::kRegex;
    if (pattern.empty()) return true;
    address->regex = AddRegex(pattern, ignore_case, multi_line);
    return address->regex != -2;
  }
  if (IsDigit(c)) {
    address->kind = SedAddress::Kind::kLine;
    address->first = Number(c);
    int next = NextNonBlank();
    if (next == '~') {
      address->kind = SedAddress::Kind::kStep;
      next = NextNonBlank();
      if (IsDigit(next)) {
        address->step = Number(next);
      } else {
        Back(next);
      }
      if (address->step == 0) address->kind = SedAddress::Kind::kLine;
    } else {
      Back(next);
    }
    return true;
  }
  if (c == '$') {
    address->kind = SedAddress::Kind::kLast;
    return true;
  }
  if (c == '+' || c == '~') {
    int next = NextNonBlank();
    if (IsDigit(next)) {
      address->first = Number(next);
    } else {
      Back(next);
    }
    address->kind = c == '+' ? SedAddress::Kind::kPlus : SedAddress::Kind::kMultiple;
    return true;
  }
  *found = false;
  return true;
}

bool SedParser::Command(int c) {
  SedCommand command;
  bool found = false;
  if (!Address(c, &command.from, &found)) return false;
  using Kind = SedAddress::Kind;
  if (found) {
    if (command.from.kind == Kind::kPlus || command.from.kind == Kind::kMultiple) {
      return Fail("invalid usage of +N or ~N as first address");
    }
    c = NextNonBlank();
    if (c == ',') {
      bool second = false;
      c = NextNonBlank();
      if (!Address(c, &command.to, &second)) return false;
      if (!second) return Fail("unexpected `,'");
      c = NextNonBlank();
    }
    bool zero = command.from.kind == Kind::kLine && command.from.first == 0;
    if (zero && command.to.kind != Kind::kRegex) return Fail("invalid usage of line address 0");
    if (zero) command.from.kind = Kind::kZero;
  }
  if (c == '!') {
    command.negated = true;
    c = NextNonBlank();
    if (c == '!') return Fail("multiple `!'s");
  }
  if (c == kEof) return Fail("missing command");
  command.name = static_cast<char>(c);
  return Arguments(&command);
}

bool SedParser::EndOfCommand() {
  int c = NextNonBlank();
  if (c == '}' || c == '#') {
    Back(c);
    return true;
  }
  if (c != kEof && c != '\n' && c != ';') return Fail("extra characters after command");
  return true;
}

// A word, which ends before a blank, ";", "}" or "#". Whatever stands there is the next command, as
// in sed 4.9: "ba p" is "ba;p", and only names of files go on to the end of the line.
std::string SedParser::Label() {
  std::string label;
  int c = NextNonBlank();
  for (; c != kEof && !IsSpace(c) && c != ';' && c != '}' && c != '#'; c = Next())
    label += static_cast<char>(c);
  Back(c);
  return label;
}

bool SedParser::FileName(std::string* name) {
  int c = NextNonBlank();
  for (; c != kEof && c != '\n'; c = Next()) *name += static_cast<char>(c);
  return !name->empty() || Fail("missing filename in r/R/w/W commands");
}

// One name is one file, however many commands write to it: the second would otherwise truncate what
// the first wrote.
int SedParser::OutputFile(const std::string& name) {
  // that many cannot be opened, so nobody looks for the names behind them
  constexpr size_t kMostOpen = 1024;
  const auto found = script_.files.size() > kMostOpen
                         ? script_.files.end()
                         : std::find(script_.files.begin(), script_.files.end(), name);
  if (found == script_.files.end()) {
    // (the next command stops)
    if (!script_.held.Charge(name.size() + 2 * sizeof(name)) || !Spend(script_.files.size() / 8))
      return 0;
    script_.files.push_back(name);
    return static_cast<int>(script_.files.size()) - 1;
  }
  return static_cast<int>(found - script_.files.begin());
}

// `here`: the command that the label stands before.
bool SedParser::DefineLabel(int here) {
  std::string label = Label();
  if (label.empty()) return Fail("\":\" lacks a label");
  constexpr size_t kNode = 128;
  if (!scratch_.Charge(kNode + label.size())) return false;
  labels_[label] = here;
  return true;
}

bool SedParser::OptionalNumber(SedCommand* command) {
  int c = NextNonBlank();
  if (IsDigit(c)) {
    command->number = static_cast<int>(std::min<uint64_t>(Number(c), 1 << 30));
    command->has_number = true;
  } else {
    Back(c);
  }
  return EndOfCommand();
}

bool SedParser::Arguments(SedCommand* command) {
  bool two = command->to.kind != SedAddress::Kind::kNone;
  bool any = command->from.kind != SedAddress::Kind::kNone;
  int here = static_cast<int>(script_.commands.size());
  switch (command->name) {
    case '{':
      if (!scratch_.Charge(4 * sizeof(here))) return false;
      blocks_.push_back(here);
      break;
    case '}':
      if (blocks_.empty()) return Fail("unexpected `}'");
      if (any) return Fail("} doesn't want any addresses");
      script_.commands[blocks_.back()].target = here;
      blocks_.pop_back();
      if (!EndOfCommand()) return false;
      break;
    case ':':
      if (any) return Fail(": doesn't want any addresses");
      if (!DefineLabel(here)) return false;
      break;
    case 'b':
    case 't':
    case 'T': command->text = Label(); break;
    case 'a':
    case 'i':
    case 'c':
      if (!Text(command)) return false;
      break;
    case 'r':
    case 'R':
      if (!FileName(&command->text)) return false;
      break;
    case 'w':
    case 'W': {
      std::string name;
      if (!FileName(&name)) return false;
      command->file = OutputFile(name);
      break;
    }
    case 's':
      if (!Substitute(command)) return false;
      break;
    case 'y':
      if (!Transliterate(command)) return false;
      break;
    case 'q':
    case 'Q':
    case 'l':
    case 'L':
      if (two && command->name != 'l') return Fail("command only uses one address");
      if (!OptionalNumber(command)) return false;
      break;
    case 'e': return Fail("e/r/w commands disabled in sandbox mode");
    case 'v':
      if (strverscmp(Label().c_str(), "4.9") > 0) return Fail("expected newer version of sed");
      break;
    case '=':
    case 'd':
    case 'D':
    case 'F':
    case 'g':
    case 'G':
    case 'h':
    case 'H':
    case 'n':
    case 'N':
    case 'p':
    case 'P':
    case 'x':
    case 'z':
      if (!EndOfCommand()) return false;
      break;
    default: return Fail(std::string("unknown command: `") + command->name + "'");
  }
  return Keep(command);
}

// a\ and text on the next lines, or text on the same line.
bool SedParser::Text(SedCommand* command) {
  int c = NextNonBlank();
  if (c == kEof) return Fail("expected \\ after `a', `c' or `i'");
  if (c == '\\') {
    // "a\  text" keeps its blanks.
    size_t behind = at_;
    c = NextNonBlank();
    if (c == '\n') {
      c = Next();
    } else if (c != kEof) {
      at_ = behind;
      c = Next();
    }
    if (c == kEof) return true;  // `$a\`: no text, but a last line without a newline gets one
  }
  for (; c != kEof && c != '\n'; c = Next()) {
    if (c == '\\') {
      c = Next();
      if (c == kEof) break;
      if (c != '\n') {
        Back(c);
        size_t at = at_;
        if (CharacterEscape(text_, &at, &command->text)) {
          at_ = at;
          continue;
        }
        c = Next();
        if (c == 'n') c = '\n';
      }
    }
    command->text += static_cast<char>(c);
  }
  command->text += '\n';
  return true;
}

bool SedParser::Substitute(SedCommand* command) {
  int delimiter = Next();
  std::string pattern, replacement;
  if (delimiter == kEof || delimiter == '\n' || delimiter == '\\' ||
      !Delimited(delimiter, true, &pattern) || !Delimited(delimiter, false, &replacement)) {
    return Fail("unterminated `s' command");
  }
  bool ignore_case = false, multi_line = false;
  for (bool more = true; more;) {
    int c = Next();
    switch (c) {
      case 'g':
        if (command->global) return Fail("multiple `g' options to `s' command");
        command->global = true;
        break;
      case 'p':
        if (command->print) return Fail("multiple `p' options to `s' command");
        command->print = true;
        break;
      case 'i':
      case 'I': ignore_case = true; break;
      case 'm':
      case 'M': multi_line = true; break;
      case 'e': return Fail("e/r/w commands disabled in sandbox mode");
      case 'w': {
        std::string name;
        if (!FileName(&name)) return false;
        command->file = OutputFile(name);
        more = false;
        break;
      }
      case '}':
      case '#':
        Back(c);
        more = false;
        break;
      case kEof:
      case '\n':
      case ';': more = false; break;
      case ' ':
      case '\t':
      case '\r': break;
      default:
        if (!IsDigit(c)) return Fail("unknown option to `s'");
        if (command->has_number) return Fail("multiple number options to `s' command");
        command->number = static_cast<int>(std::min<uint64_t>(Number(c), 1 << 30));
        command->has_number = true;
        if (command->number == 0) return Fail("number option to `s' command may not be zero");
        break;
    }
  }
  if (!pattern.empty()) {
    command->regex = AddRegex(pattern, ignore_case, multi_line);
    if (command->regex == -2) return false;
  }
  return Replacement(replacement, command);
}

bool SedParser::Replacement(std::string_view text, SedCommand* command) {
  std::string literal;
  int most = 0;
  const auto special = static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c == '\\' || c == '&'; }));
  const size_t parts = 2 * special + 1;
  if (!script_.held.Charge(parts * sizeof(SedPart) + 2 * text.size()) || !Spend(text.size()))
    return false;
  command->parts.reserve(parts);
  auto part = [&](SedPart::Kind kind, int group = 0) {
    if (!literal.empty()) command->parts.push_back({SedPart::Kind::kText, literal, 0});
    literal.clear();
    command->parts.push_back({kind, "", group});
    most = std::max(most, group);
  };
  for (size_t at = 0; at < text.size();) {
    char c = text[at++];
    if (c == '&') {
      part(SedPart::Kind::kGroup);
    } else if (c != '\\' || at >= text.size()) {
      literal += c;
    } else if (c = text[at]; IsDigit(c)) {
      part(SedPart::Kind::kGroup, c - '0');
      ++at;
    } else if (CharacterEscape(text, &at, &literal)) {
      continue;
    } else {
      ++at;
      switch (c) {
        case 'n': literal += '\n'; break;
        case 'U': part(SedPart::Kind::kUpper); break;
        case 'L': part(SedPart::Kind::kLower); break;
        case 'u': part(SedPart::Kind::kUpperOne); break;
        case 'l': part(SedPart::Kind::kLowerOne); break;
        case 'E': part(SedPart::Kind::kEndCase); break;
        default: literal += c; break;
      }
    }
  }
  if (!literal.empty()) command->parts.push_back({SedPart::Kind::kText, literal, 0});
  int groups = command->regex >= 0 ? script_.regexes[command->regex]->groups() : 9;
  if (most > groups)
    return Fail("invalid reference \\" + std::to_string(most) + " on `s' command's RHS");
  return true;
}

bool SedParser::Transliterate(SedCommand* command) {
  int delimiter = Next();
  std::string from, to;
  if (delimiter == kEof || delimiter == '\n' || delimiter == '\\' ||
      !Delimited(delimiter, false, &from) || !Delimited(delimiter, false, &to)) {
    return Fail("unterminated `y' command");
  }
  ParseCharge making(account_);
  if (!making.Charge((from.size() + to.size()) * sizeof(std::string)) ||
      !Spend(from.size() + to.size()))
    return false;
  auto characters = [](std::string_view text) {
    std::vector<std::string> list;
    list.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
      std::string character;
      if (text[at] == '\\' && at + 1 < text.size()) {
        ++at;
        if (text[at] == 'n') {
          character = "\n";
          ++at;
        } else if (text[at] == '\\') {
          character = "\\";
          ++at;
        } else if (!CharacterEscape(text, &at, &character)) {
          character = "\\";
        }
      } else {
        uint32_t c = 0;
        size_t size = DecodeCharacter(text, at, &c);
        character = text.substr(at, size);
        at += size;
      }
      list.push_back(character);
    }
    return list;
  };
  std::vector<std::string> left = characters(from), right = characters(to);
  if (left.size() != right.size()) return Fail("strings for `y' command are different lengths");
  if (!script_.held.Charge(left.size() * sizeof(command->letters[0]))) return false;
  command->letters.reserve(left.size());
  for (size_t i = 0; i < left.size(); ++i) command->letters.emplace_back(left[i], right[i]);
  return EndOfCommand();
}

}  // namespace

bool ParseSedScript(const std::vector<SedPiece>& pieces, SedDialect dialect, ParseAccount* account,
                    SedScript* script, std::string* error, int* status) {
  *status = 1;
  return SedParser(pieces, dialect, account, script, error, status).Run();
}

}  // namespace pysub::shell
