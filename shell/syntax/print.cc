#include "shell/syntax/print.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/syntax/escapes.h"

namespace pysub::shell {
namespace {

// Behind the closing quote of what `at` is the first place within; npos: there is none.
size_t BehindQuote(std::string_view text, size_t at, char quote, bool escapes) {
  for (; at < text.size() && text[at] != quote; ++at) at += escapes && text[at] == '\\' ? 1 : 0;
  return at < text.size() ? at + 1 : std::string_view::npos;
}

// Whether quotes are all that tells what a place in the word is within. Inside of ${ } and $( ) the
// parser's other rules hold (comments, patterns of case, here-documents): those words stay as they
// are.
bool HasOnlyQuotes(std::string_view word) {
  constexpr std::string_view kOpeners = "$<>", kBrackets = "{([";
  for (size_t at = 0; at < word.size(); ++at) {
    const char next = at + 1 < word.size() ? word[at + 1] : '\0';
    if (word[at] == '`') return false;
    if (kOpeners.find(word[at]) != kOpeners.npos && kBrackets.find(next) != kBrackets.npos) {
      return false;
    }
  }
  return true;
}

// '...', around a ' left and entered again.
void AddQuoted(std::string_view text, std::string* out) {
  if (text == "'") {
    *out += "\\'";
    return;
  }
  *out += '\'';
  for (char c : text) c == '\'' ? * out += "'\\''" : * out += c;
  *out += '\'';
}

// A word that has only quotes, with $'...' as '...' and $"..." as "...". False: one is not closed.
bool Decode(std::string_view word, std::string* out) {
  for (size_t at = 0; at < word.size();) {
    const char c = word[at], next = at + 1 < word.size() ? word[at + 1] : '\0';
    size_t end = at + 1;
    if (c == '$' && next == '\'') {
      end = BehindQuote(word, at + 2, '\'', true);
      if (end == std::string_view::npos) return false;
      bool stopped = false;
      AddQuoted(DecodeEscapes(word.substr(at + 2, end - at - 3), EscapeStyle::kAnsiC, &stopped),
                out);
      at = end;
      continue;
    }
    if (c == '$' && next == '"') {
      end = BehindQuote(word, ++at + 1, '"', true);
    } else if (c == '\'' || c == '"') {
      end = BehindQuote(word, at + 1, c, c == '"');
    } else if (c == '\\' || (c == '$' && next == '$')) {  // $$ is a parameter, whatever follows
      end = std::min(at + 2, word.size());
    }
    if (end == std::string_view::npos) return false;
    *out += word.substr(at, end - at);
    at = end;
  }
  return true;
}

// Bash's layout: four columns per level, a semicolon behind what is followed by something. Its
// depth is that of the parser, which is limited.
class Printer {
 public:
  explicit Printer(ParseAccount* account) : account_(account), out_(account) {}

  ParsedText Take() { return std::move(out_.text); }

  void Function(const FunctionNode& node, bool keyword) {
    out_ += keyword ? "function " : "";
    out_ += node.name;
    out_ += " () \n";
    Indent();
    const Node* body = node.body;
    if (body->kind == NodeKind::kGroup) {
      Group(static_cast<const GroupNode&>(*body));
    } else {
      out_ += "{ \n";
      Block(body);
      Indent();
      out_ += '}';
    }
    after_document_ = false;  // (bash forgets it here)
    // (Those of any other body were printed with it.)
    if (body->kind == NodeKind::kGroup) Redirects(*body);
    Documents();
  }

  // One column for whatever stands within something, however deep.
  void Value(const FunctionNode& node) {
    flat_ = true;
    out_ += "() { ";
    const bool group = node.body->kind == NodeKind::kGroup;
    Block(group ? static_cast<const GroupNode*>(node.body)->body : node.body);
    out_ += '}';
    if (group) Redirects(*node.body);
    Documents();
  }

  void Command(const Node* node) {
    if (!account_->Tick(4)) return;
    Body(node);
    if (node->kind != NodeKind::kSimple && node->kind != NodeKind::kFunction) Redirects(*node);
  }

 private:
  void Indent() {
    const auto depth = static_cast<size_t>(depth_);
    out_ += std::string(flat_ ? std::min<size_t>(depth, 1) : depth * 4, ' ');
  }

  // Commands on lines of their own, one level deeper, ending in `end` and a newline.
  void Block(const Node* body, std::string_view end = "") {
    ++depth_;
    Indent();
    Command(body);
    Documents();
    if (!out_.ends_with('&') && !out_.ends_with('\n')) out_ += end;
    out_ += '\n';
    --depth_;
  }

  void Group(const GroupNode& node) {
    out_ += "{ \n";
    Block(node.body);
    Indent();
    out_ += '}';
  }

  void Words(std::span<const Word* const> words) {
    bool first = true;
    for (const Word* word : words) {
      if (!first) out_ += ' ';
      first = false;
      Written(word->raw);
    }
  }

  void Simple(const SimpleNode& node) {
    Words(node.assignments);
    if (!node.assignments.empty() && !node.words.empty()) out_ += ' ';
    Words(node.words);
    bool bare = node.assignments.empty() && node.words.empty();
    Redirects(node, bare);
  }

  // A word as it was written, but for $'...' and $"...": bash has put what they stand for in their
  // place when it read them.
  void Written(std::string_view raw) {
    const bool has_quotes =
        raw.find("$'") != std::string_view::npos || raw.find("$\"") != std::string_view::npos;
    ParseCharge held(account_);
    std::string decoded;
    const bool fits =
        has_quotes && HasOnlyQuotes(raw) && held.Charge(8 * raw.size()) && Decode(raw, &decoded);
    out_ += fits ? std::string_view(decoded) : raw;
  }

  void Quoted(std::string_view text) {
    std::string quoted;
    AddQuoted(text, &quoted);
    out_ += quoted;
  }

  void Redirects(const Node& node, bool bare = false) {
    if (!node.redirects.empty()) after_document_ = false;
    for (const Redirect& redirect : node.redirects) {
      if (!bare) out_ += ' ';
      bare = false;
      bool output =
          redirect.kind == RedirectKind::kOutput || redirect.kind == RedirectKind::kAppend ||
          redirect.kind == RedirectKind::kClobber || redirect.kind == RedirectKind::kDupOutput;
      if (redirect.variable != nullptr) {
        out_ += '{';
        out_ += redirect.variable->text;
        out_ += '}';
      } else if (redirect.fd >= 0 && redirect.fd != (output ? 1 : 0)) {
        out_ += std::to_string(redirect.fd);
      }
      switch (redirect.kind) {
        case RedirectKind::kInput: out_ += "< "; break;
        case RedirectKind::kOutput: out_ += "> "; break;
        case RedirectKind::kClobber: out_ += ">| "; break;
        case RedirectKind::kAppend: out_ += ">> "; break;
        case RedirectKind::kReadWrite: out_ += "<> "; break;
        case RedirectKind::kDupInput:
          if (redirect.fd == 0) out_ += '0';
          out_ += "<&";
          break;
        case RedirectKind::kDupOutput:
          // Bash writes 1>&2 for >&2.
          if (redirect.fd <= 1 && redirect.variable == nullptr) out_ += '1';
          out_ += ">&";
          break;
        case RedirectKind::kOutputBoth: out_ += "&> "; break;
        case RedirectKind::kAppendBoth: out_ += "&>> "; break;
        case RedirectKind::kHereString: out_ += "<<< "; break;
        case RedirectKind::kHereDocument:
          out_ += redirect.strips_tabs ? "<<-" : "<<";
          if (redirect.literal) {
            Quoted(redirect.delimiter);
          } else {
            out_ += redirect.delimiter;
          }
          documents_.push_back(&redirect);
          continue;
      }
      Written(redirect.word->raw);
    }
  }

  // Bodies of here-documents stand behind the line.
  void Documents() {
    if (documents_.empty()) return;
    out_ += '\n';
    for (const Redirect* redirect : documents_) {
      out_ += redirect->word->raw;
      out_ += redirect->delimiter;
      out_ += '\n';
    }
    documents_.clear();
    after_document_ = true;
  }

  // The text must be read back to the same commands and look as in bash, since scripts compare the
  // output of `declare -f`. A here-document's body comes behind the line's end, which takes the
  // place of the semicolon.
  void Separator(const ListItem& item, bool first, bool last) {
    if (item.background) {
      out_ += " &";
      if (!last) Continue();
      return;
    }
    if (last) return;
    bool documents = !documents_.empty();
    if (documents && line_mode_) out_ += ';';
    Documents();
    if (documents && line_mode_) return;
    // Bash forgets the next semicolon behind a document, too, but only where its command is the
    // first of the list, and not one of several that operators join.
    if (documents && (!first || IsJoined(*item.node))) after_document_ = false;
    if (!documents && !std::exchange(after_document_, false)) out_ += ';';
    if (line_mode_) {
      out_ += ' ';
    } else {
      out_ += '\n';
      Indent();
    }
  }

  static bool IsJoined(const Node& node) {
    return node.kind == NodeKind::kAndOr ||
           (node.kind == NodeKind::kPipeline &&
            static_cast<const PipelineNode&>(node).stages.size() > 1);
  }

  // Behind an operator: what follows, perhaps behind the documents of the line.
  void Continue() {
    bool documents = !documents_.empty();
    Documents();
    out_ += documents ? "  " : " ";
  }

  // The ops have lost the parentheses and have negations behind what they negate, which is why each
  // test keeps what was written before it.
  void Cond(const CondNode& node) {
    out_ += "[[";
    for (const CondOp& op : node.ops) {
      switch (op.kind) {
        case CondOpKind::kJumpIfFalse: out_ += " &&"; continue;
        case CondOpKind::kJumpIfTrue: out_ += " ||"; continue;
        case CondOpKind::kNot: continue;
        default: break;
      }
      for (char c : op.before) {
        out_ += ' ';
        out_ += c;
      }
      out_ += ' ';
      if (op.kind == CondOpKind::kBinary) {
        Written(op.left->raw);
        out_ += ' ';
      }
      out_ += op.text;
      out_ += ' ';
      Written(op.kind == CondOpKind::kBinary ? op.right->raw : op.left->raw);
      for (int k = 0; k < op.closes; ++k) out_ += " )";
    }
    out_ += " ]]";
  }

  void If(const IfNode& node, size_t at) {
    out_ += "if ";
    Condition(node.clauses[at].condition, "then");
    Block(node.clauses[at].body, ";");
    if (at + 1 < node.clauses.size()) {
      Indent();
      out_ += "else\n";
      if (node.clauses[at + 1].condition == nullptr) {
        Block(node.clauses[at + 1].body, ";");
      } else {
        ++depth_;
        Indent();
        If(node, at + 1);
        out_ += ";\n";
        --depth_;
      }
    }
    Indent();
    out_ += "fi";
  }

  // A condition and the word behind it. Its here-documents end the line in which they begin, and
  // the word comes behind them: in the next line it would be read as one of theirs.
  void Condition(const Node* node, std::string_view word) {
    Command(node);
    Documents();
    if (!out_.ends_with('&') && !out_.ends_with('\n')) out_ += ';';
    out_ += ' ';
    out_ += word;
    out_ += '\n';
  }

  void Case(const CaseNode& node) {
    out_ += "case ";
    Written(node.word->raw);
    out_ += " in \n";
    ++depth_;
    for (const CaseClause& clause : node.clauses) {
      Indent();
      bool first = true;
      for (const Word* pattern : clause.patterns) {
        if (!first) out_ += " | ";
        first = false;
        Written(pattern->raw);
      }
      out_ += ")\n";
      if (clause.body != nullptr) {
        Block(clause.body);
      } else {
        out_ += '\n';
      }
      Indent();
      out_ += clause.end == CaseClause::End::kBreak         ? ";;\n"
              : clause.end == CaseClause::End::kFallThrough ? ";&\n"
                                                            : ";;&\n";
    }
    --depth_;
    Indent();
    out_ += "esac";
  }

  void DoGroup(const Node* body) {
    out_ += "do\n";
    LoopBody(body);
  }

  void LoopBody(const Node* body) {
    Block(body, ";");
    Indent();
    out_ += "done";
  }

  void List(const ListNode& list) {
    for (size_t i = 0; i < list.items.size(); ++i) {
      Command(list.items[i].node);
      Separator(list.items[i], i == 0, i + 1 == list.items.size());
    }
  }

  void AndOr(const AndOrNode& list) {
    for (size_t i = 0; i < list.items.size(); ++i) {
      if (i > 0) {
        out_ += list.items[i].is_or ? " || " : " && ";
        if (!documents_.empty()) {
          Documents();
          out_ += ' ';
        }
      }
      Command(list.items[i].node);
    }
  }

  void Pipeline(const PipelineNode& pipeline) {
    if (pipeline.timed) out_ += pipeline.posix_time ? "time -p " : "time ";
    if (pipeline.negated) out_ += "! ";
    for (size_t i = 0; i < pipeline.stages.size(); ++i) {
      if (i > 0) {
        out_ += " |";
        Continue();
      }
      Command(pipeline.stages[i]);
    }
  }

  void LineGroup(const GroupNode& group) {
    out_ += "{ ";
    Command(group.body);
    Documents();
    out_ += out_.ends_with('&') || out_.ends_with('\n') ? " }" : "; }";
  }

  void Subshell(const GroupNode& group) {
    out_ += "( ";
    Command(group.body);
    Documents();
    out_ += " )";
  }

  void While(const WhileNode& loop) {
    out_ += loop.until ? "until " : "while ";
    Condition(loop.condition, "do");
    LoopBody(loop.body);
  }

  void For(const ForNode& loop) {
    out_ += loop.kind == NodeKind::kFor ? "for " : "select ";
    out_ += loop.name;
    out_ += " in ";
    if (loop.has_words) {
      Words(loop.words);
    } else {
      out_ += "\"$@\"";
    }
    out_ += ";\n";
    Indent();
    DoGroup(loop.body);
  }

  void ArithFor(const ArithForNode& loop) {
    out_ += "for ((";
    for (int i = 0; i < 3; ++i) {
      if (i > 0) out_ += "; ";
      std::string_view text = loop.parts[i] == nullptr ? "1" : loop.parts[i]->raw;
      while (text.starts_with(' ')) text.remove_prefix(1);
      out_ += text;
    }
    out_ += "))\n";
    Indent();
    DoGroup(loop.body);
  }

  void Coproc(const GroupNode& coproc) {
    out_ += "coproc " + std::string(coproc.name) + " ";
    Command(coproc.body);
  }

  void Body(const Node* node) {
    switch (node->kind) {
      case NodeKind::kSimple: return Simple(static_cast<const SimpleNode&>(*node));
      case NodeKind::kList: return List(static_cast<const ListNode&>(*node));
      case NodeKind::kAndOr: return AndOr(static_cast<const AndOrNode&>(*node));
      case NodeKind::kPipeline: return Pipeline(static_cast<const PipelineNode&>(*node));
      case NodeKind::kGroup:
        if (line_mode_) return LineGroup(static_cast<const GroupNode&>(*node));
        return Group(static_cast<const GroupNode&>(*node));
      case NodeKind::kSubshell: return Subshell(static_cast<const GroupNode&>(*node));
      case NodeKind::kIf: return If(static_cast<const IfNode&>(*node), 0);
      case NodeKind::kWhile: return While(static_cast<const WhileNode&>(*node));
      case NodeKind::kFor:
      case NodeKind::kSelect: return For(static_cast<const ForNode&>(*node));
      case NodeKind::kArithFor: return ArithFor(static_cast<const ArithForNode&>(*node));
      case NodeKind::kCase: return Case(static_cast<const CaseNode&>(*node));
      case NodeKind::kFunction: return Function(static_cast<const FunctionNode&>(*node), true);
      case NodeKind::kCond: return Cond(static_cast<const CondNode&>(*node));
      case NodeKind::kArith:
        out_ += "((";
        out_ += static_cast<const ArithNode&>(*node).expression->raw;
        out_ += "))";
        return;
      case NodeKind::kCoproc: return Coproc(static_cast<const GroupNode&>(*node));
    }
  }

  // What is printed, paid for before it grows: indentation alone makes a script many times as long.
  struct Text {
    explicit Text(ParseAccount* account) : text(account) {}
    Text& operator+=(std::string_view more) {
      text.Append(more);
      return *this;
    }
    Text& operator+=(char c) { return *this += std::string_view(&c, 1); }
    bool ends_with(char c) const { return text.items().ends_with(c); }

    ParsedText text;
  };

  ParseAccount* account_;
  Text out_;
  int depth_ = 0;
  bool line_mode_ = false;
  bool flat_ = false;
  bool after_document_ = false;  // documents were printed, and no semicolon since
  std::vector<const Redirect*> documents_;

 public:
  void set_line_mode() { line_mode_ = true; }
};

}  // namespace

ParsedText PrintCommand(const Node* node, ParseAccount* account) {
  Printer printer(account);
  printer.set_line_mode();
  printer.Command(node);
  return printer.Take();
}

ParsedText PrintFunction(const FunctionNode* node, ParseAccount* account) {
  Printer printer(account);
  printer.Function(*node, false);
  ParsedText text = printer.Take();
  text.Append("\n");
  return text;
}

ParsedText PrintFunctionValue(const FunctionNode* node, ParseAccount* account) {
  Printer printer(account);
  printer.Value(*node);
  return printer.Take();
}

}  // namespace pysub::shell
