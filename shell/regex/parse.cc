// Patterns become trees. The rules are glibc's regcomp.c (what is an anchor, when a * is an
// ordinary character, which mistakes are errors), told apart by a few switches per syntax.

#include <algorithm>
#include <optional>
#include <utility>

#include "shell/regex/syntax_tree.h"

namespace pysub::shell {
namespace {

// In what the syntaxes of grep, egrep, sed, expr, find and [[ =~ ]] differ. They are one language
// with some switches, as in GNU's regex (the RE_ bits of its syntax word). A second parser would
// have to agree with the first in all the rest.
struct Switches {
  bool extended;               // ( ) | { } without backslash
  bool plus_question;          // + ? without backslash
  bool independent_operators;  // a repetition operator at the start is left out
                               // (RE_CONTEXT_INDEP_OPS)
  bool invalid_operators;      // ... is an error
  bool invalid_repeat;         // an interval at the start, or a repetition of one, is an error
  bool literal_interval;       // a wrong interval is ordinary text
  bool literal_close;          // a lone ) is ordinary
  bool intervals;
  bool newline_alternates;
};

constexpr Switches SwitchesOf(RegexSyntax syntax) {
  switch (syntax) {
    case RegexSyntax::kGrep: return {.intervals = true, .newline_alternates = true};
    case RegexSyntax::kEgrep:
      return {.extended = true,
              .plus_question = true,
              .independent_operators = true,
              .literal_interval = true,
              .literal_close = true,
              .intervals = true,
              .newline_alternates = true};
    case RegexSyntax::kPosixBasic: return {.invalid_repeat = true, .intervals = true};
    case RegexSyntax::kPosixExtended:
      return {.extended = true,
              .plus_question = true,
              .invalid_operators = true,
              .invalid_repeat = false,
              .literal_close = true,
              .intervals = true};
    case RegexSyntax::kSedExtended:
      return {
          .extended = true, .plus_question = true, .invalid_operators = true, .intervals = true};
    case RegexSyntax::kEmacs: return {.plus_question = true};
    case RegexSyntax::kPerl:
    case RegexSyntax::kRust: break;
  }
  return {};
}

enum class Token : uint8_t {
  kEnd,
  kCharacter,
  kAny,
  kBracket,
  kStar,
  kPlus,
  kQuestion,
  kOpen,
  kClose,
  kOpenRepeat,
  kCloseRepeat,
  kAlternate,
  kAnchor,
  kClass,
  kBackReference,
};

constexpr int kMaxRepeat = 32767;

// A pattern into a tree, with a stack of its own for groups. The text of a pattern may come from
// anybody, so depth, length and work are bounded here, before an engine sees it. POSIX 9.3 and 9.4
// are the grammars, and what they leave undefined is as in glibc, since the GNU programs use it.
class Parser {
 public:
  Parser(std::string_view pattern, RegexSyntax syntax, ParseAccount* account, RegexTree* tree,
         std::string* error)
      : text_(pattern),
        switches_(SwitchesOf(syntax)),
        warn_(syntax == RegexSyntax::kEgrep),
        account_(account),
        tree_(*tree),
        error_(*error) {}

  bool Run() {
    if (text_.size() > RegexTree::kMaxPattern) return Fail("Regular expression too big");
    frames_.push_back({.alternatives = {}, .items = {}, .group = 0});
    Next(/*caret=*/true);
    bool start = true;  // of an alternative: a repetition operator has nothing to repeat
    while (token_ != Token::kEnd) {
      if (!IsPaid() || !ParseToken(&start)) return false;
    }
    if (frames_.size() > 1) return Fail("Unmatched ( or \\(");
    tree_.root = CloseAlternatives();
    return true;
  }

 private:
  // What is being built at one level of parentheses.
  struct Frame {
    std::vector<int> alternatives;
    std::vector<int> items;
    int group;
  };

  bool Fail(const char* text) {
    error_ = text;
    return false;
  }

  // Once for each token and each element of a bracket.
  bool IsPaid() {
    if (++unpaid_ < 256) return true;
    return account_ == nullptr || account_->Tick(8 * std::exchange(unpaid_, 0)) ||
           Fail("Memory exhausted");
  }

  int Add(RegexNode node) {
    tree_.nodes.push_back(std::move(node));
    return static_cast<int>(tree_.nodes.size()) - 1;
  }

  // ---- tokens
  // Looks at the token at at_; `size_` bytes long. `caret`: a ^ here is an anchor.
  void Next(bool caret = false) {
    at_ += size_;
    Look(caret);
  }
  // The token at at_. What a character means depends on where it stands: * at the start of a basic
  // pattern is a star, ^ within one a caret. `caret` says whether an anchor may come here.
  void Look(bool caret) {
    if (at_ >= text_.size()) {
      token_ = Token::kEnd;
      size_ = 0;
      return;
    }
    uint32_t c = 0;
    size_ = Character(at_, &c);
    value_ = c;
    token_ = Token::kCharacter;
    if (c == '\\') {
      LookBehindBackslash();
      return;
    }
    switch (c) {
      case '\n':
        if (switches_.newline_alternates) token_ = Token::kAlternate;
        break;
      case '.': token_ = Token::kAny; break;
      case '*': token_ = Token::kStar; break;
      case '[': token_ = Token::kBracket; break;
      case '+':
        if (switches_.plus_question) token_ = Token::kPlus;
        break;
      case '?':
        if (switches_.plus_question) token_ = Token::kQuestion;
        break;
      case '(':
        if (switches_.extended) token_ = Token::kOpen;
        break;
      case ')':
        if (switches_.extended) token_ = Token::kClose;
        break;
      case '|':
        if (switches_.extended) token_ = Token::kAlternate;
        break;
      case '{':
        if (switches_.extended && switches_.intervals) token_ = Token::kOpenRepeat;
        break;
      case '}':
        if (switches_.extended && switches_.intervals) token_ = Token::kCloseRepeat;
        break;
      case '^':
        if (switches_.extended || caret || at_ == 0 ||
            (switches_.newline_alternates && text_[at_ - 1] == '\n')) {
          token_ = Token::kAnchor;
          anchor_ = RegexNodeKind::kLineBegin;
        }
        break;
      case '$':
        if (switches_.extended || DollarEnds()) {
          token_ = Token::kAnchor;
          anchor_ = RegexNodeKind::kLineEnd;
        }
        break;
      default: break;
    }
  }
  // In basic syntax $ is an anchor before the end, \) and \| only.
  bool DollarEnds() const {
    std::string_view rest = text_.substr(at_ + 1);
    return rest.empty() || rest.starts_with("\\)") || rest.starts_with("\\|") ||
           (switches_.newline_alternates && rest[0] == '\n');
  }
  void LookBehindBackslash() {
    if (at_ + 1 >= text_.size()) {
      token_ = Token::kEnd;
      trailing_backslash_ = true;
      return;
    }
    uint32_t c = 0;
    size_ = 1 + Character(at_ + 1, &c);
    value_ = c;
    bool basic = !switches_.extended;
    auto anchor = [&](RegexNodeKind kind) {
      token_ = Token::kAnchor;
      anchor_ = kind;
    };
    switch (c) {
      case '|':
        if (basic) token_ = Token::kAlternate;
        break;
      case '(':
        if (basic) token_ = Token::kOpen;
        break;
      case ')':
        if (basic) token_ = Token::kClose;
        break;
      case '{':
        if (basic && switches_.intervals) token_ = Token::kOpenRepeat;
        break;
      case '}':
        if (basic && switches_.intervals) token_ = Token::kCloseRepeat;
        break;
      case '+':
        if (!switches_.plus_question) token_ = Token::kPlus;
        break;
      case '?':
        if (!switches_.plus_question) token_ = Token::kQuestion;
        break;
      case '<': anchor(RegexNodeKind::kWordBegin); break;
      case '>': anchor(RegexNodeKind::kWordEnd); break;
      case 'b': anchor(RegexNodeKind::kWordBoundary); break;
      case 'B': anchor(RegexNodeKind::kNotWordBoundary); break;
      case '`': anchor(RegexNodeKind::kTextBegin); break;
      case '\'': anchor(RegexNodeKind::kTextEnd); break;
      case 'w':
      case 'W':
      case 's':
      case 'S': token_ = Token::kClass; break;
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': token_ = Token::kBackReference; break;
      default: break;
    }
  }
  size_t Character(size_t at, uint32_t* c) const {
    if (!tree_.utf8) {
      *c = static_cast<unsigned char>(text_[at]);
      return 1;
    }
    return DecodeCharacter(text_, at, c);
  }

  // ---- grammar
  bool ParseToken(bool* start) {
    Frame& frame = frames_.back();
    bool at_start = std::exchange(*start, false);
    switch (token_) {
      case Token::kAlternate:
        CloseBranch();
        Next(/*caret=*/true);
        *start = true;
        return true;
      case Token::kClose:
        if (frames_.size() > 1) return CloseGroup();
        if (!switches_.literal_close) return Fail("Unmatched ) or \\)");
        return Item({.kind = RegexNodeKind::kCharacter, .a = ')'});
      case Token::kOpen:
        if (frames_.size() > RegexTree::kMaxDepth) return Fail("Regular expression too big");
        frames_.push_back({.alternatives = {}, .items = {}, .group = ++tree_.groups});
        Next(/*caret=*/true);
        *start = true;
        return true;
      case Token::kAnchor:
        if (anchor_ >= RegexNodeKind::kWordBoundary) tree_.has_word_boundaries = true;
        frame.items.push_back(Add({.kind = anchor_}));
        Next(/*caret=*/true);
        *start = true;  // "^*": nothing to repeat
        return true;
      case Token::kOpenRepeat:
        if (switches_.invalid_repeat) return Fail("Invalid preceding regular expression");
        [[fallthrough]];
      case Token::kStar:
      case Token::kPlus:
      case Token::kQuestion: return ParseLeadingOperator(start, at_start);
      case Token::kCloseRepeat:
      case Token::kCharacter:
        return Item({.kind = RegexNodeKind::kCharacter, .a = static_cast<int>(value_)});
      case Token::kAny: return Item({.kind = RegexNodeKind::kAny});
      case Token::kClass: return ParseClassEscape();
      case Token::kBackReference: return ParseBackReference();
      case Token::kBracket: {
        RegexSet set;
        if (!ParseBracket(&set)) return false;
        tree_.sets.push_back(std::move(set));
        size_ = 0;
        return Item({.kind = RegexNodeKind::kSet, .a = static_cast<int>(tree_.sets.size()) - 1});
      }
      case Token::kEnd: break;
    }
    return true;
  }

  // An operator with nothing before it: an error, left out, or an ordinary character.
  bool ParseLeadingOperator(bool* start, bool at_start) {
    if (switches_.invalid_operators) return Fail("Invalid preceding regular expression");
    if (switches_.independent_operators) {
      const auto warn = [&](const std::string& what) {
        if (warn_ && at_start) tree_.warnings.push_back(what + " at start of expression");
      };
      *start = true;
      if (token_ == Token::kOpenRepeat) {
        int low = 0, high = 0;
        bool literal = false;
        if (!ParseInterval(&low, &high, &literal)) return false;
        if (literal) return Item({.kind = RegexNodeKind::kCharacter, .a = '{'});
        warn("{...}");
        return true;
      }
      warn(std::string(1, static_cast<char>(value_)));
      Next();
      return true;
    }
    return Item({.kind = RegexNodeKind::kCharacter, .a = static_cast<int>(value_)});
  }

  bool ParseClassEscape() {
    RegexSet set;
    set.negated = value_ == 'W' || value_ == 'S';
    set.classes.push_back(value_ == 'w' || value_ == 'W' ? RegexClass::kWord : RegexClass::kSpace);
    tree_.sets.push_back(std::move(set));
    return Item({.kind = RegexNodeKind::kSet, .a = static_cast<int>(tree_.sets.size()) - 1});
  }

  bool ParseBackReference() {
    int number = static_cast<int>(value_) - '0';
    if (std::find(complete_.begin(), complete_.end(), number) == complete_.end()) {
      return Fail("Invalid back reference");
    }
    tree_.has_back_references = true;
    return Item({.kind = RegexNodeKind::kBackReference, .a = number});
  }

  bool CloseGroup() {
    int group = frames_.back().group;
    int inside = CloseAlternatives();
    frames_.pop_back();
    if (group <= 9) complete_.push_back(group);
    return Item({.kind = RegexNodeKind::kGroup, .a = group, .children = {inside}});
  }

  // The token was one element: adds it with the operators that follow.
  bool Item(RegexNode node) {
    int item = Add(std::move(node));
    Next();
    for (int depth = 0;; ++depth) {
      int low = 0, high = RegexNode::kUnlimited;
      if (token_ == Token::kStar || token_ == Token::kPlus || token_ == Token::kQuestion) {
        if (depth > 0 && token_ == Token::kStar && switches_.invalid_repeat) {
          return Fail("Invalid preceding regular expression");
        }
        low = token_ == Token::kPlus ? 1 : 0;
        high = token_ == Token::kQuestion ? 1 : RegexNode::kUnlimited;
        Next();
      } else if (token_ == Token::kOpenRepeat) {
        if (depth > 0 && switches_.invalid_repeat)
          return Fail("Invalid preceding regular expression");
        bool literal = false;
        if (!ParseInterval(&low, &high, &literal)) return false;
        if (literal) {
          token_ = Token::kCharacter;
          break;
        }
      } else {
        break;
      }
      if (depth > RegexTree::kMaxDepth) return Fail("Regular expression too big");
      item = Repeat(item, low, high);
    }
    frames_.back().items.push_back(item);
    return true;
  }

  // a** is a*: operators on top of each other do not grow the tree.
  int Repeat(int item, int low, int high) {
    RegexNode& inner = tree_.nodes[item];
    bool simple = high == RegexNode::kUnlimited ? low <= 1 : low == 0 && high == 1;
    bool inner_simple =
        inner.kind == RegexNodeKind::kRepeat &&
        (inner.b == RegexNode::kUnlimited ? inner.a <= 1 : inner.a == 0 && inner.b == 1);
    if (simple && inner_simple) {
      inner.a = std::min(inner.a, low);
      if (high == RegexNode::kUnlimited) inner.b = RegexNode::kUnlimited;
      return item;
    }
    return Add({.kind = RegexNodeKind::kRepeat, .a = low, .b = high, .children = {item}});
  }

  // {n} {n,} {,m} {n,m}; the token is the opening. *literal: it is none, and that is allowed.
  bool ParseInterval(int* low, int* high, bool* literal) {
    size_t begin = at_, begin_size = size_;
    int start = Number();
    if (start == -1) {
      if (token_ != Token::kCharacter || value_ != ',')
        return BadInterval(begin, begin_size, literal, true);
      start = 0;
    }
    int end = 0;
    if (start != -2) {
      if (token_ == Token::kCloseRepeat) {
        end = start;
      } else {
        end = token_ == Token::kCharacter && value_ == ',' ? Number() : -2;
      }
    }
    if (start == -2 || end == -2)
      return BadInterval(begin, begin_size, literal, token_ != Token::kEnd);
    if ((end != -1 && start > end) || token_ != Token::kCloseRepeat)
      return Fail("Invalid content of \\{\\}");
    if ((end == -1 ? start : end) > kMaxRepeat) return Fail("Regular expression too big");
    Next();
    *low = start;
    *high = end == -1 ? RegexNode::kUnlimited : end;
    return true;
  }
  bool BadInterval(size_t begin, size_t size, bool* literal, bool content) {
    if (!switches_.literal_interval)
      return Fail(content ? "Invalid content of \\{\\}" : "Unmatched \\{");
    at_ = begin;
    size_ = size;
    value_ = '{';
    *literal = true;
    return true;
  }
  // -1: none, -2: something else than digits.
  int Number() {
    int number = -1;
    while (true) {
      Next();
      if (token_ == Token::kEnd) return -2;
      if (token_ == Token::kCloseRepeat || (token_ == Token::kCharacter && value_ == ','))
        return number;
      if (token_ != Token::kCharacter || value_ < '0' || value_ > '9' || number == -2) {
        number = -2;
      } else {
        int digit = static_cast<int>(value_) - '0';
        number = number == -1 ? digit : std::min(kMaxRepeat + 1, number * 10 + digit);
      }
    }
  }

  void CloseBranch() {
    Frame& frame = frames_.back();
    int branch = frame.items.size() == 1
                     ? frame.items[0]
                     : Add({.kind = RegexNodeKind::kConcat, .children = frame.items});
    frame.items.clear();
    frame.alternatives.push_back(branch);
  }
  int CloseAlternatives() {
    CloseBranch();
    Frame& frame = frames_.back();
    if (frame.alternatives.size() == 1) return frame.alternatives[0];
    return Add({.kind = RegexNodeKind::kAlternate, .children = frame.alternatives});
  }

  // ---- brackets
  bool ParseBracket(RegexSet* set);
  bool ParseBracketElement(bool first, bool range_end, uint32_t* character, bool* is_class,
                           RegexSet* set);
  bool NamedElement(char kind, std::string_view name, uint32_t* character, bool* is_class,
                    RegexSet* set);

  std::string_view text_;
  Switches switches_;
  bool warn_;
  ParseAccount* account_;
  uint64_t unpaid_ = 0;
  RegexTree& tree_;
  std::string& error_;
  std::vector<Frame> frames_;
  // groups that were closed and have a number that back-references can name
  std::vector<int> complete_;
  size_t at_ = 0;
  size_t size_ = 0;
  Token token_ = Token::kEnd;
  RegexNodeKind anchor_ = RegexNodeKind::kEmpty;
  uint32_t value_ = 0;

 public:
  bool trailing_backslash_ = false;
};

constexpr const char* kUnmatchedBracket = "Unmatched [, [^, [:, [., or [=";

// at_ is the "["; leaves it behind the "]".
bool Parser::ParseBracket(RegexSet* set) {
  size_t open = at_++;
  if (at_ < text_.size() && text_[at_] == '^') {
    set->negated = true;
    ++at_;
  }
  // (glibc has no better word for a pattern that ends in here.)
  if (at_ >= text_.size()) return Fail("Invalid regular expression");
  for (bool first = true;; first = false) {
    if (at_ >= text_.size()) return Fail(kUnmatchedBracket);
    if (text_[at_] == ']' && !first) {
      ++at_;
      break;
    }
    uint32_t low = 0;
    bool is_class = false;
    if (!IsPaid()) return false;
    if (!ParseBracketElement(first, false, &low, &is_class, set)) return false;
    if (is_class) continue;
    uint32_t high = low;
    if (at_ < text_.size() && text_[at_] == '-') {
      if (at_ + 1 >= text_.size()) return Fail(kUnmatchedBracket);
      if (text_[at_ + 1] != ']') {
        ++at_;
        if (!ParseBracketElement(false, true, &high, &is_class, set)) return false;
        if (is_class || high < low) return Fail("Invalid range end");
      }
    }
    set->ranges.emplace_back(low, high);
  }
  // grep and sed guess that [:space:] was meant to be [[:space:]].
  std::string_view inside = text_.substr(open + 1, at_ - open - 2);
  if (inside.size() > 2 && inside.front() == ':' && inside.back() == ':') {
    tree_.looks_like_class = true;
  }
  return true;
}

bool Parser::ParseBracketElement(bool first, bool range_end, uint32_t* character, bool* is_class,
                                 RegexSet* set) {
  if (at_ >= text_.size()) return Fail(kUnmatchedBracket);
  char c = text_[at_];
  if (c == '[' && at_ + 1 < text_.size()) {
    char kind = text_[at_ + 1];
    if (kind == ':' || kind == '.' || kind == '=') {
      char close[] = {kind, ']', '\0'};
      size_t end = text_.find(close, at_ + 2);
      if (end == std::string_view::npos) return Fail(kUnmatchedBracket);
      std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
      at_ = end + 2;
      return NamedElement(kind, name, character, is_class, set);
    }
  }
  if (c == '-' && !first && !range_end) {
    // A "-" in the middle can only begin a range, and nothing stands before it.
    if (at_ + 1 >= text_.size()) return Fail(kUnmatchedBracket);
    if (text_[at_ + 1] != ']') return Fail("Invalid range end");
  }
  at_ += Character(at_, character);
  return true;
}

bool Parser::NamedElement(char kind, std::string_view name, uint32_t* character, bool* is_class,
                          RegexSet* set) {
  if (kind == ':') {
    struct Row {
      std::string_view name;
      RegexClass value;
    };
    static constexpr Row kRows[] = {{"alpha", RegexClass::kAlpha}, {"digit", RegexClass::kDigit},
                                    {"alnum", RegexClass::kAlnum}, {"upper", RegexClass::kUpper},
                                    {"lower", RegexClass::kLower}, {"space", RegexClass::kSpace},
                                    {"blank", RegexClass::kBlank}, {"punct", RegexClass::kPunct},
                                    {"print", RegexClass::kPrint}, {"graph", RegexClass::kGraph},
                                    {"cntrl", RegexClass::kCntrl}, {"xdigit", RegexClass::kXdigit}};
    for (const Row& row : kRows) {
      if (row.name != name) continue;
      set->classes.push_back(row.value);
      *is_class = true;
      return true;
    }
    return Fail("Invalid character class name");
  }
  // In the C locales a collating element is one character, and equal to itself alone.
  if (name.empty() || Character(0, character) == 0) return Fail("Invalid collation character");
  uint32_t c = 0;
  size_t size = tree_.utf8 ? DecodeCharacter(name, 0, &c) : 1;
  if (!tree_.utf8) c = static_cast<unsigned char>(name[0]);
  if (size != name.size()) return Fail("Invalid collation character");
  *character = c;
  return true;
}

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    at += DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) return false;
  }
  return true;
}

}  // namespace

bool ParseRegex(std::string_view pattern, RegexSyntax syntax, ParseAccount* account,
                RegexTree* tree, std::string* error) {
  tree->utf8 = IsUtf8(pattern);
  Parser parser(pattern, syntax, account, tree, error);
  if (!parser.Run()) return false;
  if (parser.trailing_backslash_) {
    *error = "Trailing backslash";
    return false;
  }
  return true;
}

size_t DecodeCharacter(std::string_view text, size_t at, uint32_t* character) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at);
  *character = lead;
  if (lead < 0x80) return 1;
  size_t size = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  *character = kInvalidByte + lead;
  if (size == 0 || lead >= 0xF5 || at + size > text.size()) return 1;
  uint32_t value = lead & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 1;
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  if ((size == 3 && value < 0x800) || (size == 4 && (value < 0x10000 || value > 0x10FFFF)) ||
      (value >= 0xD800 && value < 0xE000)) {
    return 1;
  }
  *character = value;
  return size;
}

}  // namespace pysub::shell
