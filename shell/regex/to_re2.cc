#include <algorithm>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

constexpr std::string_view kNothing = "[^\\x00-\\x{10FFFF}]";

class Writer {
 public:
  Writer(const RegexTree& tree, bool ascii, RegexLines lines)
      : tree_(tree), ascii_(ascii), bytes_(ascii || !tree.utf8), multi_line_(lines != RegexLines::kOne),
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
      case RegexNodeKind::kWordBoundary: case RegexNodeKind::kWordBegin: case RegexNodeKind::kWordEnd:
        out_ += "\\b";
        break;
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
  }

  void Literal(uint32_t c) {
    if (c >= 0x80 && ascii_) {
      out_ += kNothing;
    } else {
      Escaped(c);
    }
  }
  void Escaped(uint32_t c) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' || c == '_';
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

  // What IsInClass() says, in RE2's words.
  void Class(RegexClass which) {
    struct Row {
      std::string_view ascii, more;
    };
    static constexpr Row kRows[] = {
        {"A-Za-z", "\\p{L}\\p{Nd}\\p{Nl}"},  // alpha
        {"0-9", ""},
        {"0-9A-Za-z", "\\p{L}\\p{Nd}\\p{Nl}"},
        {"A-Z", "\\p{Lu}"},
        {"a-z", "\\p{Ll}"},
        {"\\t-\\r ", "\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200A}\\x{2028}\\x{2029}\\x{205F}\\x{3000}"},
        {"\\t ", ""},
        {"!-\\x2f\\x3a-@\\x5b-`\\x7b-~", "\\x{A1}-\\x{A9}\\x{AB}-\\x{B4}\\x{B6}-\\x{B9}\\x{BB}-\\x{BF}\\x{D7}\\x{F7}\\p{P}\\p{S}\\p{M}"},
        {" -~", "\\x{A0}-\\x{D7FF}\\x{E000}-\\x{10FFFF}"},
        {"!-~", "\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{D7FF}\\x{E000}-\\x{10FFFF}"},
        {"\\x00-\\x1f\\x7f", "\\x{80}-\\x{9F}"},
        {"0-9A-Fa-f", ""},
        {"0-9A-Za-z_", "\\p{L}\\p{Nd}\\p{Nl}"},
    };
    const Row& row = kRows[static_cast<int>(which)];
    out_ += alone_ && which == RegexClass::kSpace ? std::string_view("\\t\\x0b-\\r ") : row.ascii;
    if (!bytes_) out_ += row.more;
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
