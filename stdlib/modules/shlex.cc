// shlex. CPython 3.14 library, "shlex". The lexer reads strings only: streams and sources that
// are pushed are left out.

#include <optional>
#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"
#include "vm/text_builder.h"

namespace pysub {
namespace {

// shlex.shlex, a port of Lib/shlex.py. Its fields are attributes that programs set, so a token is
// read with what they hold at that moment.
struct ShellLexer : Object {
  Value text;  // str
  Value infile;
  Value eof;  // None in posix mode, '' otherwise
  Value commenters, wordchars, whitespace, quotes, escape, escaped_quotes, punctuation;  // strs
  Value whitespace_split, posix;                                                         // bools
  Value token;        // str: what was read of a token that failed
  Value pushback;     // List, the next token last
  Value state;        // None, or a str: ' ', 'a', 'c', a quote or an escape
  Value pushed_char;  // str: a character read too much
  RawWord position;   // bytes read of the text
  RawWord line;
};
ShellLexer* AsShellLexer(Value v) { return v.As<ShellLexer>(); }

constexpr std::string_view kWordChars =
    "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view kLatin =
    "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ";

// The characters of words that are no punctuation; nullopt once an exception is pending.
std::optional<std::string> WordChars(Vm& vm, bool posix, std::string_view punctuation) {
  std::string all(kWordChars);
  if (posix) all += kLatin;
  if (punctuation.empty()) return all;
  all += "~-./*?=";
  std::string words;
  for (char32_t c : CodePoints(all)) {
    if (!vm.Tick(1 + punctuation.size() / 16)) return std::nullopt;
    char bytes[4];
    const std::string_view one(bytes, static_cast<size_t>(EncodeUtf8(c, bytes)));
    if (punctuation.find(one) == std::string_view::npos) words += one;
  }
  return words;
}

Value NewLexer(Vm& vm, Value text, Value infile, bool posix, std::string_view punctuation) {
  const std::optional<std::string> words = WordChars(vm, posix, punctuation);
  if (!words) return Value::Failed();
  List* pushback = TRY(vm.NewList());
  ShellLexer* lexer = TRY(vm.New<ShellLexer>(TypeId::kShellLexer));
  lexer->text = text;
  lexer->infile = infile;
  lexer->eof = posix ? Value::None() : TRY(vm.NewStr(""));
  lexer->commenters = TRY(vm.NewStr("#"));
  lexer->wordchars = TRY(vm.NewStr(*words));
  lexer->whitespace = TRY(vm.NewStr(" \t\r\n"));
  lexer->quotes = TRY(vm.NewStr("'\""));
  lexer->escape = TRY(vm.NewStr("\\"));
  lexer->escaped_quotes = TRY(vm.NewStr("\""));
  lexer->punctuation = TRY(vm.NewStr(punctuation));
  lexer->whitespace_split = Value::False();
  lexer->posix = Value::Bool(posix);
  lexer->token = TRY(vm.NewStr(""));
  lexer->pushback = Value::Of(pushback);
  lexer->state = TRY(vm.NewStr(" "));
  lexer->pushed_char = lexer->token;
  lexer->position = 0;
  lexer->line = 1;
  return Value::Of(lexer);
}

// One token of a lexer; what it reads is put back into the object when it succeeds.
class Reader {
 public:
  Reader(Vm& vm, ShellLexer* lexer)
      : vm_(vm), lexer_(lexer), text_(Vm::View(lexer->text)), token_(vm) {
    posix_ = lexer->posix.IsTrue();
    split_ = lexer->whitespace_split.IsTrue();
    at_ = lexer->position;
    line_ = lexer->line;
    ended_ = lexer->state.IsNone();
    if (!ended_) state_ = Vm::View(lexer->state);
    pushed_ = Vm::View(lexer->pushed_char);
  }

  // A str, or None at the end in posix mode.
  Value Read() {
    TRY(Scan());
    Value result = posix_ && !quoted_ && token_.size() == 0 ? Value::None() : TRY(token_.Finish());
    Value state = ended_ ? Value::None() : TRY(vm_.NewStr(state_));
    Value pushed = TRY(vm_.NewStr(pushed_));
    if (!push_token_.empty()) {
      TRY(ListAppend(vm_, lexer_->pushback.As<List>(), TRY(vm_.NewStr(push_token_))));
    }
    lexer_->state = state;
    lexer_->pushed_char = pushed;
    lexer_->position = at_;
    lexer_->line = line_;
    return result;
  }

 private:
  bool In(std::string_view c, Value set) const {
    return Vm::IsStr(set) && Vm::View(set).find(c) != std::string_view::npos;
  }
  std::string_view Next() {
    if (!pushed_.empty()) {
      current_ = pushed_;
      pushed_.clear();
      return current_;
    }
    if (at_ >= text_.size()) return {};
    size_t size = static_cast<size_t>(Utf8Size(DecodeUtf8(text_, at_).code_point));
    std::string_view c = text_.substr(at_, size);
    at_ += size;
    return c;
  }
  void SetToken(std::string_view c) {
    token_.Truncate(0);
    token_.Append(c);
  }
  void SkipLine() {
    size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    ++line_;
  }
  bool HasToken() const { return token_.size() > 0 || (posix_ && quoted_); }

  // The states of shlex.read_token(): ' ' between words, 'a' in a word, 'c' in punctuation, a
  // quote, an escape. A token may end with a character pushed back for the next one.
  Status Scan() {
    if (!vm_.Tick(1)) return Failure{};
    while (true) {
      std::string_view c = Next();
      if (!vm_.Tick(1)) return Failure{};
      if (c == "\n") ++line_;
      if (ended_) {
        token_.Truncate(0);
        return Done{};
      }
      bool more;
      if (state_ == " ") {
        more = InSpace(c);
      } else if (In(state_, lexer_->quotes)) {
        more = TRY(InQuotes(c));
      } else if (In(state_, lexer_->escape)) {
        if (c.empty()) return vm_.ValueError("No escaped character");
        if (In(escaped_state_, lexer_->quotes) && c != state_ && c != escaped_state_)
          token_.Append(state_);
        token_.Append(c);
        state_ = escaped_state_;
        more = true;
      } else {
        more = InWord(c);
      }
      if (!token_.ok()) return token_.status();
      if (!more) return Done{};
    }
  }

  // Each answers whether the token goes on.
  bool InSpace(std::string_view c) {
    if (c.empty()) {
      ended_ = true;
      return false;
    }
    if (In(c, lexer_->whitespace)) return !HasToken();
    if (In(c, lexer_->commenters)) {
      SkipLine();
    } else if (posix_ && In(c, lexer_->escape)) {
      escaped_state_ = "a";
      state_ = c;
    } else if (In(c, lexer_->wordchars)) {
      SetToken(c);
      state_ = "a";
    } else if (In(c, lexer_->punctuation)) {
      SetToken(c);
      state_ = "c";
    } else if (In(c, lexer_->quotes)) {
      if (!posix_) SetToken(c);
      state_ = c;
    } else {
      SetToken(c);
      if (!split_) return false;
      state_ = "a";
    }
    return true;
  }
  Result<bool> InQuotes(std::string_view c) {
    quoted_ = true;
    if (c.empty()) return vm_.ValueError("No closing quotation");
    if (c == state_) {
      if (posix_) {
        state_ = "a";
        return true;
      }
      token_.Append(c);
      state_ = " ";
      return false;
    }
    if (posix_ && In(c, lexer_->escape) && In(state_, lexer_->escaped_quotes)) {
      escaped_state_ = state_;
      state_ = c;
    } else {
      token_.Append(c);
    }
    return true;
  }
  bool InWord(std::string_view c) {
    if (c.empty()) {
      ended_ = true;
      return false;
    }
    if (In(c, lexer_->whitespace)) {
      state_ = " ";
      return !HasToken();
    }
    if (In(c, lexer_->commenters)) {
      SkipLine();
      if (!posix_) return true;
      state_ = " ";
      return !HasToken();
    }
    if (state_ == "c") {
      if (In(c, lexer_->punctuation)) {
        token_.Append(c);
        return true;
      }
      pushed_ = c;
      state_ = " ";
      return false;
    }
    if (posix_ && In(c, lexer_->quotes)) {
      state_ = c;
    } else if (posix_ && In(c, lexer_->escape)) {
      escaped_state_ = "a";
      state_ = c;
    } else if (In(c, lexer_->wordchars) || In(c, lexer_->quotes) ||
               (split_ && !In(c, lexer_->punctuation))) {
      token_.Append(c);
    } else {
      if (!Vm::View(lexer_->punctuation).empty())
        pushed_ = c;
      else
        push_token_ = c;
      state_ = " ";
      return !HasToken();
    }
    return true;
  }

  Vm& vm_;
  ShellLexer* lexer_;
  std::string_view text_;
  TextBuilder token_;
  bool posix_, split_, ended_, quoted_ = false;
  size_t at_;
  RawWord line_;
  std::string state_, escaped_state_ = " ", pushed_, current_, push_token_;
};

Value GetToken(Vm& vm, Value self) {
  List* pushback = AsShellLexer(self)->pushback.As<List>();
  if (pushback->size > 0) return pushback->items()[--pushback->size];
  return Reader(vm, AsShellLexer(self)).Read();
}
bool IsEnd(Value self, Value token) {
  return token.IsNone() ||
         (Vm::IsStr(token) && Vm::View(token).empty() && !AsShellLexer(self)->eof.IsNone());
}

Value New(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) {
    return vm.TypeError("shlex() reads strings only, not '",
                        a.has(1) ? vm.TypeName(a[1]) : std::string_view("NoneType"), "'");
  }
  bool posix = a.has(3) && TRY(vm.Truth(a[3]));
  std::string_view punctuation;
  if (a.has(4) && TRY(vm.Truth(a[4]))) {
    punctuation = Vm::IsStr(a[4]) ? Vm::View(a[4]) : std::string_view("();<>|&");
  }
  return NewLexer(vm, a[1], a.has(2) ? a[2] : Value::None(), posix, punctuation);
}
Value GetTokenMethod(Vm& vm, const Args& a) { return GetToken(vm, a[0]); }
Value ReadTokenMethod(Vm& vm, const Args& a) { return Reader(vm, AsShellLexer(a[0])).Read(); }
Value PushTokenMethod(Vm& vm, const Args& a) {
  TRY(ListAppend(vm, AsShellLexer(a[0])->pushback.As<List>(), a[1]));
  return Value::None();
}
Value ErrorLeader(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  out.Append('"');
  TRY(vm.ToStr(a.has(1) && !a[1].IsNone() ? a[1] : AsShellLexer(a[0])->infile, out));
  out.Append("\", line ");
  if (a.has(2) && !a[2].IsNone())
    TRY(vm.ToStr(a[2], out));
  else
    out.AppendInt(static_cast<int64_t>(AsShellLexer(a[0])->line));
  out.Append(": ");
  return out.Finish();
}
Value Next(Vm& vm, Value self) {
  Value token = TRY(GetToken(vm, self));
  if (!IsEnd(self, token)) return token;
  vm.stop_value = Value::None();
  return Value::Exhausted();
}

template <Value ShellLexer::*kField>
Value Get(Vm&, Value self) {
  return AsShellLexer(self)->*kField;
}
template <Value ShellLexer::*kField>
Status SetText(Vm& vm, Value self, Value value) {
  if (!Vm::IsStr(value)) return vm.TypeError("expected str, got ", vm.TypeName(value));
  AsShellLexer(self)->*kField = value;
  return Done{};
}
template <Value ShellLexer::*kField>
Status SetAny(Vm&, Value self, Value value) {
  AsShellLexer(self)->*kField = value.IsUndefined() ? Value::None() : value;
  return Done{};
}
template <Value ShellLexer::*kField>
Status SetFlag(Vm& vm, Value self, Value value) {
  AsShellLexer(self)->*kField = Value::Bool(TRY(vm.Truth(value)));
  return Done{};
}
Value GetLine(Vm& vm, Value self) {
  return vm.NewInt(static_cast<int64_t>(AsShellLexer(self)->line));
}

constexpr AttributeInfo kAttributes[] = {
    {"commenters", Get<&ShellLexer::commenters>, SetText<&ShellLexer::commenters>},
    {"wordchars", Get<&ShellLexer::wordchars>, SetText<&ShellLexer::wordchars>},
    {"whitespace", Get<&ShellLexer::whitespace>, SetText<&ShellLexer::whitespace>},
    {"quotes", Get<&ShellLexer::quotes>, SetText<&ShellLexer::quotes>},
    {"escape", Get<&ShellLexer::escape>, SetText<&ShellLexer::escape>},
    {"escapedquotes", Get<&ShellLexer::escaped_quotes>, SetText<&ShellLexer::escaped_quotes>},
    {"whitespace_split", Get<&ShellLexer::whitespace_split>,
     SetFlag<&ShellLexer::whitespace_split>},
    {"posix", Get<&ShellLexer::posix>},
    {"punctuation_chars", Get<&ShellLexer::punctuation>},
    {"infile", Get<&ShellLexer::infile>, SetAny<&ShellLexer::infile>},
    {"eof", Get<&ShellLexer::eof>},
    {"token", Get<&ShellLexer::token>},
    {"lineno", GetLine},
};
constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"@python get_token()", GetTokenMethod,
     "Get a token from the input stream (or from stack if it's nonempty)"},
    {"@python push_token(tok)", PushTokenMethod,
     "Push a token onto the stack popped by the get_token method"},
    {"@python read_token()", ReadTokenMethod, ""},
    {"@python error_leader(infile=None, lineno=None)", ErrorLeader,
     "Emit a C-compiler-like, Emacs-friendly error-message leader."},
};
PYSUB_MEMBERS(ShellLexer, kMethods, kAttributes);
constexpr NativeInfo kConstructor{
    "@python shlex(instream=None, infile=None, posix=False, punctuation_chars=False)", New,
    "A lexical analyzer class for simple shell-like syntaxes."};

// ---- split, join, quote

Value Split(Vm& vm, const Args& a) {
  if (a[0].IsNone()) return vm.ValueError("s argument must not be None");
  if (!Vm::IsStr(a[0])) return vm.RaiseAttributeError(a[0], "read");
  bool comments = a.has(1) && TRY(vm.Truth(a[1]));
  bool posix = !a.has(2) || TRY(vm.Truth(a[2]));
  Value lexer = TRY(NewLexer(vm, a[0], Value::None(), posix, {}));
  AsShellLexer(lexer)->whitespace_split = Value::True();
  if (!comments) AsShellLexer(lexer)->commenters = TRY(vm.NewStr(""));
  List* tokens = TRY(vm.NewList());
  while (true) {
    Value token = TRY(GetToken(vm, lexer));
    if (IsEnd(lexer, token)) return Value::Of(tokens);
    TRY(ListAppend(vm, tokens, token));
  }
}

bool IsSafe(std::string_view text) {
  for (char c : text) {
    bool safe = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                std::string_view("%+,-./:=@_").find(c) != std::string_view::npos;
    if (!safe) return false;
  }
  return true;
}
Status AppendQuoted(Vm& vm, Value v, TextBuilder& out) {
  bool any = TRY(vm.Truth(v));
  if (!any) {
    out.Append("''");
    return out.status();
  }
  if (!Vm::IsStr(v)) return vm.TypeError("expected string object, got '", vm.TypeName(v), "'");
  std::string_view text = Vm::View(v);
  if (!vm.Tick(text.size() / 16)) return Failure{};
  if (IsSafe(text)) {
    out.Append(text);
    return out.status();
  }
  out.Append('\'');
  for (char c : text) {
    if (c == '\'')
      out.Append("'\"'\"'");
    else
      out.Append(c);
  }
  out.Append('\'');
  return out.status();
}
Value Quote(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  TRY(AppendQuoted(vm, a[0], out));
  return out.Finish();
}
// The words come materialised.
Value Join(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  Value words = TRY(NewListFrom(vm, a[0]));
  bool first = true;
  TRY(ForEachItem(vm, words, [&](Value word) -> Status {
    if (!first) out.Append(' ');
    first = false;
    return AppendQuoted(vm, word, out);
  }));
  return out.Finish();
}

constexpr NativeInfo kFunctions[] = {
    {"@python join(split_command)", Join, "Return a shell-escaped string from *split_command*.", 1},
    {"@python quote(s)", Quote, "Return a shell-escaped version of the string *s*."},
    {"@python split(s, comments=False, posix=True)", Split,
     "Split the string *s* using shell-like syntax."},
};

Status Init(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "shlex", Value::Type(TypeId::kShellLexer));
}

}  // namespace

static bool CheckLexer(Vm&, Object* object) {
  ShellLexer* lexer = static_cast<ShellLexer*>(object);
  std::string_view text = Vm::View(lexer->text);
  return lexer->position == text.size() ||
         (lexer->position < text.size() &&
          (static_cast<uint8_t>(text[lexer->position]) & 0xC0) != 0x80);
}
constexpr Schema kShellLexerSchema{"s v s~ s s s s s s s b b s l s~ s # #", CheckLexer};

extern constexpr TypeInfo kShellLexerType{
    .id = TypeId::kShellLexer,
    .schema = &kShellLexerSchema,
    .constructor = &kConstructor,
    .doc = "A lexical analyzer class for simple shell-like syntaxes.",
    .methods = kMethods,
    .attributes = kAttributes,
    .members = kShellLexerMembers,
    .next = Next};
extern constexpr ModuleInfo kShlexModule{
    .name = "shlex",
    .doc = "A lexical analyzer class for simple shell-like syntaxes.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
