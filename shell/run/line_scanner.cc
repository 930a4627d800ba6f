#include "shell/run/line_scanner.h"

#include <algorithm>

#include "shell/snapshot/serialiser.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kOperators = ";&|()<>";
// The longest reserved word is `function`; of a longer word nothing more need be known.
constexpr size_t kMostOfWord = 16;

bool IsBlank(char c) { return kBlanks.find(c) != std::string_view::npos; }

}  // namespace

void LineScanner::Begin() {
  stack_.clear();
  here_.clear();
  held_.Release();
  in_here_ = here_begins_ = false;
  word_.clear();
  in_word_ = word_quoted_ = false;
  cases_ = 0;
  in_pattern_ = function_name_ = false;
}

bool LineScanner::IsDelimited() const {
  return std::any_of(stack_.begin(), stack_.end(), [](char open) {
    return open == '\'' || open == '"' || open == '`' || open == 'a' || open == '(';
  });
}

std::string_view LineScanner::Joint(std::string_view line, uint32_t lines) const {
  if (in_here_) return here_begins_ ? "\n" : "";
  if (IsDelimited()) return "\n";
  const char open = stack_.empty() ? '\0' : stack_.back();
  if (open == '=') return " ";
  // The last token is the newline, or the one in front of that in which the line ends.
  const Token before = tokens_[1], earlier = tokens_[2];
  if (before == Token::kRight) return earlier == Token::kLeft || cases_ > 0 ? " " : "; ";
  if (before == Token::kWord && earlier == Token::kFunction) return " ";
  if (lines > 1 && tokens_[0] == Token::kNewline && line.find("<<") != std::string_view::npos)
    return "\n";
  if (before == Token::kWord && earlier == Token::kFor) {
    while (!line.empty() && IsBlank(line[0])) line.remove_prefix(1);
    return line.starts_with("in") ? " " : ";";
  }
  if (before == Token::kWord && earlier == Token::kCase && cases_ > 0) return " ";
  switch (before) {
    case Token::kNewline:
    case Token::kOpens:
    case Token::kLeft:
    case Token::kCase:
    case Token::kSemi2:
    case Token::kIn: return " ";
    default: return "; ";
  }
}

bool LineScanner::Add(Budget* budget, std::string_view line) {
  if (!budget->Tick(1 + line.size() / 4)) return false;
  if (in_here_) {
    ScanHere(line);
    return true;
  }
  return ScanText(budget, line);
}

void LineScanner::ScanHere(std::string_view line) {
  here_begins_ = false;
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (here_.front().strips_tabs) {
    while (line.starts_with('\t')) line.remove_prefix(1);
  }
  if (line != here_.front().delimiter) return;
  here_.erase(here_.begin());
  in_here_ = !here_.empty();
}

void LineScanner::Push(Token token) {
  std::copy_backward(tokens_.begin(), tokens_.end() - 1, tokens_.end());
  tokens_[0] = token;
}

// Whether what stands in front lets a word be `if`, `do` ...
bool LineScanner::MayBeReserved() const {
  switch (tokens_[0]) {
    case Token::kWord:
    case Token::kFor:
    case Token::kCase:
    case Token::kFunction:
    case Token::kIn: return false;
    default: return true;
  }
}

LineScanner::Token LineScanner::Reserved() const {
  for (std::string_view opens : {"{", "do", "then", "else", "if", "elif", "while", "until"}) {
    if (word_ == opens) return Token::kOpens;
  }
  // (`elif` and `!` are not among the words that bash leaves without a semicolon.)
  for (std::string_view other : {"}", "done", "fi", "esac", "!", "time", "coproc"}) {
    if (word_ == other) return Token::kOther;
  }
  if (word_ == "for" || word_ == "select") return Token::kFor;
  if (word_ == "case") return Token::kCase;
  if (word_ == "function") return Token::kFunction;
  if (word_ == "[[") return Token::kCond;
  return Token::kWord;
}

void LineScanner::EndWord() {
  if (!in_word_) return;
  in_word_ = false;
  const bool plain = !word_quoted_;
  word_quoted_ = false;
  if (!CountsTokens()) {
    if (stack_.back() == '[' && plain && word_ == "]]") {
      stack_.pop_back();
      Push(Token::kOther);
    }
    return;
  }
  Token token = Token::kWord;
  const bool behind_for = tokens_[0] == Token::kWord && tokens_[1] == Token::kFor;
  const bool behind_case = tokens_[0] == Token::kWord && tokens_[1] == Token::kCase;
  if (plain && (behind_for || behind_case) && word_ == "in") {
    token = Token::kIn;
    in_pattern_ = behind_case;
  } else if (plain && behind_for && word_ == "do") {
    token = Token::kOpens;
  } else if (plain && function_name_ && word_ == "{") {
    token = Token::kOpens;
  } else if (plain && in_pattern_) {
    if (word_ == "esac") {
      token = Token::kOther;
      in_pattern_ = false;
      cases_ -= cases_ > 0;
    }
  } else if (plain && MayBeReserved()) {
    token = Reserved();
    if (token == Token::kCase) ++cases_;
    if (word_ == "esac" && token == Token::kOther) cases_ -= cases_ > 0;
  }
  function_name_ = token == Token::kWord && tokens_[0] == Token::kFunction;
  Push(token);
  if (token == Token::kCond) stack_ += '[';
}

// Within quotes, ` and $'...': up to where they close, or to the end of the line.
size_t LineScanner::ScanQuoted(std::string_view line, size_t at) {
  const char open = stack_.back();
  const char close = open == 'a' ? '\'' : open;
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (c == close) {
      stack_.pop_back();
      return at + 1;
    }
    if (open == '\'') continue;
    if (c == '\\') {
      ++at;
    } else if (open == '"' && c == '$' && at + 1 < line.size() &&
               (line[at + 1] == '(' || line[at + 1] == '{')) {
      stack_ += line[at + 1];
      return at + 2;
    } else if (open == '"' && c == '`') {
      stack_ += c;
      return at + 1;
    }
  }
  return at;
}

// Whatever begins at `at` and is no part of a word. What is answered is where it ends.
size_t LineScanner::ScanOperator(std::string_view line, size_t at) {
  const char c = line[at];
  const char next = at + 1 < line.size() ? line[at + 1] : '\0';
  const bool counts = CountsTokens();
  auto tell = [&](Token token) {
    if (counts) Push(token);
  };
  switch (c) {
    case '(':
      if (counts && next == '(' && MayBeReserved()) {
        stack_ += 'd';
        return at + 2;
      }
      if (in_pattern_ && counts) return at + 1;
      tell(Token::kLeft);
      if (!counts) stack_ += stack_.back() == '(' ? '(' : ')';
      return at + 1;
    case ')':
      if (counts && in_pattern_) {
        in_pattern_ = false;
        Push(Token::kRight);
        return at + 1;
      }
      tell(Token::kRight);
      return at + 1;
    case ';':
      if (next == ';' || next == '&') {
        tell(Token::kSemi2);
        in_pattern_ = counts && cases_ > 0;
        return at + (next == ';' && at + 2 < line.size() && line[at + 2] == '&' ? 3 : 2);
      }
      tell(Token::kOpens);
      return at + 1;
    case '&':
      if (next == '>') return at + 2;
      tell(Token::kOpens);
      return at + (next == '&' ? 2 : 1);
    case '|':
      if (in_pattern_ && counts) return at + 1;
      tell(Token::kOpens);
      return at + (next == '|' || next == '&' ? 2 : 1);
    default: break;
  }
  // < or >, with what belongs to it. (The word behind it is one like others.)
  if (next == '(') {
    in_word_ = true;
    stack_ += '(';
    return at + 2;
  }
  return at + (next == '&' || next == c || next == '|' || next == '>' ? 2 : 1);
}

// The word behind << or <<-, at *at.
bool LineScanner::ScanHereBegin(Budget* budget, std::string_view line, size_t* at) {
  Here here;
  *at += 2;
  if (*at < line.size() && line[*at] == '-') {
    here.strips_tabs = true;
    ++*at;
  }
  while (*at < line.size() && IsBlank(line[*at])) ++*at;
  char quote = '\0';
  const size_t begin = *at;
  for (; *at < line.size(); ++*at) {
    const char c = line[*at];
    if (c == '\n') break;
    if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        here.delimiter += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '\\' && *at + 1 < line.size()) {
      here.delimiter += line[++*at];
    } else if (IsBlank(c) || kOperators.find(c) != std::string_view::npos) {
      break;
    } else {
      here.delimiter += c;
    }
  }
  if (*at == begin || here_.size() == kMostHere) return true;
  if (!held_.Add(budget, static_cast<int64_t>(here.delimiter.size()))) return false;
  here_.push_back(std::move(here));
  if (CountsTokens()) Push(Token::kWord);
  return true;
}

bool LineScanner::ScanText(Budget* budget, std::string_view line) {
  size_t at = 0;
  auto begin_word = [this] {
    if (!in_word_) word_.clear();
    in_word_ = true;
  };
  while (at < line.size()) {
    if (stack_.size() > kMostOpen) return true;  // the parser refuses it
    const char open = stack_.empty() ? '\0' : stack_.back();
    if (open == '\'' || open == '"' || open == '`' || open == 'a') {
      at = ScanQuoted(line, at);
      continue;
    }
    const char c = line[at];
    const char next = at + 1 < line.size() ? line[at + 1] : '\0';
    if (c == '\\') {
      // (A backslash and a newline are nothing.)
      if (next != '\n') {
        begin_word();
        word_quoted_ = true;
      }
      at += 2;
      continue;
    }
    if (c == '\'' || c == '"' || c == '`') {
      begin_word();
      word_quoted_ = true;
      stack_ += c;
      ++at;
      continue;
    }
    if (c == '$' && (next == '(' || next == '{' || next == '\'' || next == '"')) {
      begin_word();
      word_quoted_ = true;
      stack_ += next == '\'' ? 'a' : next;
      at += 2;
      continue;
    }
    if (open == '{') {
      if (c == '}') stack_.pop_back();
      ++at;
      continue;
    }
    if (open == 'd') {
      if (c == '(') stack_ += ')';
      if (c == ')') {
        stack_.pop_back();
        if (CountsTokens()) Push(Token::kOther);
        ++at;
      }
      ++at;
      continue;
    }
    if (c == ')' && (open == '(' || open == ')' || open == '=')) {
      EndWord();
      stack_.pop_back();
      in_word_ = open != ')' || CountsTokens();
      ++at;
      continue;
    }
    if (c == '#' && !in_word_) {
      at = std::min(line.find('\n', at), line.size());
      continue;
    }
    if (c == '\n') {
      EndWord();
      if (CountsTokens()) Push(Token::kNewline);
      if (!here_.empty()) in_here_ = here_begins_ = true;
      ++at;
      continue;
    }
    if (IsBlank(c)) {
      EndWord();
      ++at;
      continue;
    }
    if (c == '(' && in_word_ && open == '\0' && word_.ends_with('=') && !word_quoted_) {
      stack_ += '=';
      ++at;
      continue;
    }
    if (kOperators.find(c) != std::string_view::npos) {
      if (c == '(' && in_word_ && !word_.empty() &&
          std::string_view("?*+@!").find(word_.back()) != std::string_view::npos) {
        stack_ += '(';
        ++at;
        continue;
      }
      EndWord();
      if (c == '<' && next == '<' && open != '[') {
        if (at + 2 < line.size() && line[at + 2] == '<') {
          at += 3;
        } else if (!ScanHereBegin(budget, line, &at)) {
          return false;
        }
        continue;
      }
      at = ScanOperator(line, at);
      continue;
    }
    begin_word();
    if (word_.size() < kMostOfWord)
      word_ += c;
    else
      word_.back() = c;
    ++at;
  }
  return true;
}

void LineScanner::Fields(Serialiser& serialiser) {
  serialiser(stack_, here_, in_here_, here_begins_, word_, in_word_, word_quoted_, cases_,
             in_pattern_, function_name_, held_);
  for (Token& token : tokens_) serialiser.Enum(token, Token::kIn);
  serialiser.Check(
      stack_.size() <= kMostOpen + 1 && here_.size() <= kMostHere && (!in_here_ || !here_.empty()),
      "a line of a script");
}

}  // namespace pysub::shell
