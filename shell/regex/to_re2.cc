#include <algorithm>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kNothing = "[^\\x00-\\x{10FFFF}]";

// The tree as a pattern in RE2's syntax. It is written from the tree and not from the user's text,
// because the syntaxes differ: what is a group in one is a parenthesis in another. Everything that
// could be an operator for RE2 is escaped.
class Writer {
 public:
  Writer(const RegexTree& tree, bool ascii, RegexLines lines)
      : tree_(tree),
        ascii_(ascii),
        bytes_(ascii || !tree.utf8),
        multi_line_(lines != RegexLines::kOne),
        alone_(lines == RegexLines::kEachAlone) {}

  // Depth is bounded by RegexTree::kMaxDepth.
  void Write(int index) {
    const RegexNode& node = tree_.nodes[index];
    switch (node.kind) {
      case RegexNodeKind::kEmpty: out_ += "(?:)"; break;
      case RegexNodeKind::kCharacter: Literal(static_cast<uint32_t>(node.a)); break;
      case RegexNodeKind::kAny: out_ += alone_ ? "[^\\n]" : "."; break;
      case RegexNodeKind::kSet: Set(tree_.sets[node.a]); break;
      case RegexNodeKind::kLineBegin: out_ += multi_line_ ? "(?m:^)" : "\\A"; break;
      case RegexNodeKind::kLineEnd: out_ += multi_line_ ? "(?m:$)" : "\\z"; break;
      case RegexNodeKind::kTextBegin: out_ += "\\A"; break;
      case RegexNodeKind::kTextEnd: out_ += "\\z"; break;
      // Where this is asked for, the neighbours say on which side the word is.
      case RegexNodeKind::kWordBoundary:
      case RegexNodeKind::kWordBegin:
      case RegexNodeKind::kWordEnd: out_ += "\\b"; break;
      case RegexNodeKind::kNotWordBoundary: out_ += "\\B"; break;
      case RegexNodeKind::kGroup:
        out_ += '(';
        Write(node.children[0]);
        out_ += ')';
        break;
      case RegexNodeKind::kConcat:
        if (node.children.empty()) out_ += "(?:)";
        for (int child : node.children) Write(child);
        break;
      case RegexNodeKind::kAlternate:
        out_ += "(?:";
        for (size_t i = 0; i < node.children.size(); ++i) {
          if (i > 0) out_ += '|';
          Write(node.children[i]);
        }
        out_ += ')';
        break;
      case RegexNodeKind::kRepeat: Repeat(node); break;
      case RegexNodeKind::kBackReference: out_ += kNothing; break;
    }
  }
  std::string Take() { return std::move(out_); }

 private:
  void Repeat(const RegexNode& node) {
    out_ += "(?:";
    Write(node.children[0]);
    out_ += ')';
    if (node.a == 0 && node.b == RegexNode::kUnlimited) {
      out_ += '*';
    } else if (node.a == 1 && node.b == RegexNode::kUnlimited) {
      out_ += '+';
    } else if (node.a == 0 && node.b == 1) {
      out_ += '?';
    } else {
      out_ += '{' + std::to_string(node.a);
      if (node.b != node.a) out_ += ',';
      if (node.b != node.a && node.b != RegexNode::kUnlimited) out_ += std::to_string(node.b);
      out_ += '}';
    }
    if (node.lazy) out_ += '?';
  }

  void Literal(uint32_t c) {
    if (c >= 0x80 && ascii_) {
      out_ += kNothing;
    } else {
      Escaped(c);
    }
  }
  void Escaped(uint32_t c) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                 c == ' ' || c == '_';
    if (plain) {
      out_ += static_cast<char>(c);
      return;
    }
    static constexpr char kHex[] = "0123456789abcdef";
    out_ += "\\x{";
    bool started = false;
    for (int shift = 20; shift >= 0; shift -= 4) {
      uint32_t digit = c >> shift & 15;
      started |= digit != 0 || shift == 0;
      if (started) out_ += kHex[digit];
    }
    out_ += '}';
  }

  void Set(const RegexSet& set) {
    uint32_t last = ascii_ ? 0x7F : bytes_ ? 0xFF : 0x10FFFF;
    std::string inside;
    std::swap(inside, out_);
    for (auto [low, high] : set.ranges) {
      if (low > last) continue;
      Escaped(low);
      if (high > low) {
        out_ += '-';
        Escaped(std::min(high, last));
      }
    }
    for (RegexClass which : set.classes) Class(which);
    std::swap(inside, out_);
    if (inside.empty()) {
      out_ += !set.negated ? kNothing : alone_ ? std::string_view("[^\\n]") : std::string_view(".");
      return;
    }
    out_ += set.negated ? "[^" : "[";
    out_ += inside;
    if (alone_ && set.negated) out_ += "\\n";
    out_ += ']';
  }

  // What IsInClass() says of ASCII, in RE2's words.
  void Class(RegexClass which) {
    static constexpr std::string_view kRows[] = {
        "A-Za-z",
        "0-9",
        "0-9A-Za-z",
        "A-Z",
        "a-z",
        "\\t-\\r ",
        "\\t ",
        "!-\\x2f\\x3a-@\\x5b-`\\x7b-~",
        " -~",
        "!-~",
        "\\x00-\\x1f\\x7f",
        "0-9A-Fa-f",
        "0-9A-Za-z_",
    };
    out_ += alone_ && which == RegexClass::kSpace ? std::string_view("\\t\\x0b-\\r ")
                                                  : kRows[static_cast<int>(which)];
  }

  const RegexTree& tree_;
  bool ascii_;
  bool bytes_;
  bool multi_line_;
  bool alone_;
  std::string out_;
};

}  // namespace

std::string ToRe2(const RegexTree& tree, bool ascii, RegexLines lines) {
  Writer writer(tree, ascii, lines);
  writer.Write(tree.root);
  return writer.Take();
}

}  // namespace pysub::shell
