#include "shell/regex/regex.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>

#include "shell/regex/engines.h"

namespace pysub::shell {
namespace {

bool IsAscii(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if (word & 0x8080808080808080u) return false;
  }
  for (; at < text.size(); ++at) {
    if (text[at] & 0x80) return false;
  }
  return true;
}

constexpr int64_t kMemorySteps[] = {1 << 20, 8 << 20, 64 << 20};

// Is `node` certain to begin (end) with an ASCII word character? Then \< (\>) beside it is \b.
bool IsAsciiWordEdge(const RegexTree& tree, int index, bool begin) {
  const RegexNode* node = &tree.nodes[index];
  while (true) {  // downwards; each step goes to a child
    switch (node->kind) {
      case RegexNodeKind::kCharacter:
        return node->a < 0x80 && IsInClass(RegexClass::kWord, static_cast<uint32_t>(node->a));
      case RegexNodeKind::kSet: {
        const RegexSet& set = tree.sets[node->a];
        if (set.negated) return false;
        for (auto [low, high] : set.ranges) {
          if (high - low > 128) return false;
          for (uint32_t c = low; c <= high; ++c) {
            if (!IsInClass(RegexClass::kWord, c)) return false;
          }
        }
        return std::all_of(set.classes.begin(), set.classes.end(), [](RegexClass which) {
          return which == RegexClass::kAlpha || which == RegexClass::kDigit || which == RegexClass::kAlnum ||
                 which == RegexClass::kUpper || which == RegexClass::kLower || which == RegexClass::kXdigit ||
                 which == RegexClass::kWord;
        });
      }
      case RegexNodeKind::kGroup: node = &tree.nodes[node->children[0]]; break;
      case RegexNodeKind::kRepeat:
        if (node->a < 1) return false;
        node = &tree.nodes[node->children[0]];
        break;
      case RegexNodeKind::kConcat:
        if (node->children.empty()) return false;
        node = &tree.nodes[begin ? node->children.front() : node->children.back()];
        break;
      case RegexNodeKind::kAlternate:  // each of them; one level is enough in practice
        return std::all_of(node->children.begin(), node->children.end(), [&](int child) {
          return tree.nodes[child].kind != RegexNodeKind::kAlternate &&
                 tree.nodes[child].kind != RegexNodeKind::kGroup && IsAsciiWordEdge(tree, child, begin);
        });
      default: return false;
    }
  }
}

// \< and \> only where \b says the same.
bool BoundariesAreSimple(const RegexTree& tree) {
  for (const RegexNode& node : tree.nodes) {
    bool lone = node.kind != RegexNodeKind::kConcat;
    for (size_t i = 0; i < node.children.size(); ++i) {
      RegexNodeKind kind = tree.nodes[node.children[i]].kind;
      if (kind == RegexNodeKind::kWordBegin) {
        if (lone || i + 1 == node.children.size() || !IsAsciiWordEdge(tree, node.children[i + 1], true)) return false;
      } else if (kind == RegexNodeKind::kWordEnd) {
        if (lone || i == 0 || !IsAsciiWordEdge(tree, node.children[i - 1], false)) return false;
      }
    }
  }
  RegexNodeKind root = tree.nodes[tree.root].kind;
  return root != RegexNodeKind::kWordBegin && root != RegexNodeKind::kWordEnd;
}

std::unique_ptr<RE2> CompileRe2(const RegexTree& tree, const RegexOptions& options, bool ascii, RegexLines lines) {
  std::string pattern = ToRe2(tree, ascii, lines);
  RE2::Options re2_options;
  re2_options.set_encoding(ascii || !tree.utf8 ? RE2::Options::EncodingLatin1 : RE2::Options::EncodingUTF8);
  re2_options.set_longest_match(true);
  re2_options.set_dot_nl(true);
  re2_options.set_log_errors(false);
  re2_options.set_case_sensitive(!options.ignore_case);
  for (int64_t memory : kMemorySteps) {
    re2_options.set_max_mem(memory);
    auto compiled = std::make_unique<RE2>(pattern, re2_options);
    if (compiled->ok()) return compiled;
    if (compiled->error_code() != RE2::ErrorPatternTooLarge) break;
  }
  return nullptr;
}

RegexLines LinesOf(const RegexOptions& options) {
  return options.multi_line ? RegexLines::kMultiLine : RegexLines::kOne;
}

// Null: *error has RE2's words.
std::unique_ptr<RE2> CompilePerl(std::string_view pattern, const RegexOptions& options, std::string* error) {
  RE2::Options re2_options;
  re2_options.set_log_errors(false);
  re2_options.set_case_sensitive(!options.ignore_case);
  re2_options.set_max_mem(kMemorySteps[1]);
  auto compiled = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), re2_options);
  if (compiled->ok()) return compiled;
  *error = compiled->error();
  return nullptr;
}

}  // namespace

RegexSubject::RegexSubject(std::string_view bytes) : text(bytes), ascii(IsAscii(bytes)) {}

// Each is made when a text first needs it.
struct Regex::Engines {
  RegexTree tree;
  RegexOptions options;
  bool re2_can = false;
  std::unique_ptr<RE2> ascii;
  std::unique_ptr<RE2> utf8;
  bool utf8_failed = false;
  // For FindLine().
  std::unique_ptr<RE2> lines_ascii;
  std::unique_ptr<RE2> lines_utf8;
  bool lines_failed = false;
};

Regex::Regex() = default;
Regex::~Regex() = default;

std::unique_ptr<Regex> Regex::Compile(std::string_view pattern, const RegexOptions& options, std::string* error) {
  std::unique_ptr<Regex> regex(new Regex());
  regex->engines_ = std::make_unique<Engines>();
  Engines& engines = *regex->engines_;
  engines.options = options;
  RegexTree& tree = engines.tree;
  if (options.syntax == RegexSyntax::kPerl) {
    engines.utf8 = CompilePerl(pattern, options, error);
    if (engines.utf8 == nullptr) return nullptr;
    engines.re2_can = true;
    regex->groups_ = engines.utf8->NumberOfCapturingGroups();
    return regex;
  }
  if (!ParseRegex(pattern, options.syntax, &tree, error)) return nullptr;
  regex->groups_ = tree.groups;
  regex->has_back_references_ = tree.has_back_references;
  regex->has_word_boundaries_ = tree.has_word_boundaries;
  regex->looks_like_class_ = tree.looks_like_class;
  regex->warnings_ = tree.warnings;
  engines.re2_can = !tree.has_back_references && (!tree.has_word_boundaries || BoundariesAreSimple(tree));
  if (engines.re2_can) engines.ascii = CompileRe2(tree, options, true, LinesOf(options));
  if (engines.ascii == nullptr) engines.re2_can = false;
  if (!engines.re2_can || tree.has_word_boundaries) {
    regex->program_ = BuildRegexProgram(tree);
    if (regex->program_ == nullptr && !engines.re2_can) {
      *error = "Regular expression too big";
      return nullptr;
    }
    if (regex->program_ != nullptr) {
      regex->program_->ignore_case = options.ignore_case;
      regex->program_->multi_line = options.multi_line;
    }
  }
  return regex;
}

size_t Regex::memory_bytes() const {
  size_t bytes = 4096 + engines_->tree.nodes.size() * (sizeof(RegexNode) + 16);
  if (program_ != nullptr) bytes += program_->code.size() * sizeof(RegexProgram::Instruction);
  // A text outside ASCII brings the second one.
  if (engines_->ascii != nullptr) bytes += 2 * static_cast<size_t>(engines_->ascii->options().max_mem());
  return bytes;
}

RegexOutcome Regex::Search(const RegexSubject& subject, size_t start, RegexSpan* spans, size_t count,
                           RegexAnchor anchor, uint64_t* work) const {
  if (start > subject.text.size()) return RegexOutcome::kNone;
  Engines& engines = *engines_;
  bool use_re2 = engines.re2_can && (subject.ascii || !has_word_boundaries_ || program_ == nullptr);
  const RE2* re2 = nullptr;
  bool perl = engines.options.syntax == RegexSyntax::kPerl;
  if (use_re2 && subject.ascii && !perl) re2 = engines.ascii.get();
  if (use_re2 && (!subject.ascii || perl)) {
    if (engines.utf8 == nullptr && !engines.utf8_failed) {
      engines.utf8 = CompileRe2(engines.tree, engines.options, false, LinesOf(engines.options));
      engines.utf8_failed = engines.utf8 == nullptr;
    }
    re2 = engines.utf8.get();
  }
  if (re2 == nullptr) {
    if (program_ == nullptr) return RegexOutcome::kGaveUp;
    uint64_t unused = 0;
    return RunRegexProgram(*program_, subject.text, start, anchor == RegexAnchor::kStart, spans, count,
                           work == nullptr ? &unused : work);
  }
  size_t known = std::min<size_t>(count, static_cast<size_t>(groups_) + 1);
  re2::StringPiece few[10];
  std::vector<re2::StringPiece> many;
  re2::StringPiece* found = few;
  if (known > std::size(few)) {
    many.resize(known);
    found = many.data();
  }
  re2::StringPiece text(subject.text.data(), subject.text.size());
  if (!re2->Match(text, start, text.size(), anchor == RegexAnchor::kStart ? RE2::ANCHOR_START : RE2::UNANCHORED,
                  found, static_cast<int>(known))) {
    return RegexOutcome::kNone;
  }
  for (size_t i = 0; i < count; ++i) {
    spans[i] = {};
    if (i < known && found[i].data() != nullptr) {
      int64_t begin = found[i].data() - text.data();
      spans[i] = {begin, begin + static_cast<int64_t>(found[i].size())};
    }
  }
  return RegexOutcome::kMatch;
}

bool Regex::FindLine(const RegexSubject& subject, size_t* begin) const {
  Engines& engines = *engines_;
  if (!engines.re2_can || engines.options.syntax == RegexSyntax::kPerl || engines.lines_failed) return false;
  std::string_view lines = subject.text;
  if (!subject.ascii && has_word_boundaries_) return false;
  std::unique_ptr<RE2>& re2 = subject.ascii ? engines.lines_ascii : engines.lines_utf8;
  if (re2 == nullptr) {
    for (const RegexNode& node : engines.tree.nodes) {
      engines.lines_failed |= node.kind == RegexNodeKind::kTextBegin || node.kind == RegexNodeKind::kTextEnd;
    }
    if (!engines.lines_failed) re2 = CompileRe2(engines.tree, engines.options, subject.ascii, RegexLines::kEachAlone);
    engines.lines_failed |= re2 == nullptr;
    if (engines.lines_failed) return false;
  }
  re2::StringPiece found;
  *begin = std::string_view::npos;
  if (!re2->Match(re2::StringPiece(lines.data(), lines.size()), 0, lines.size(), RE2::UNANCHORED, &found, 1)) return true;
  size_t at = static_cast<size_t>(found.data() - lines.data());
  size_t newline = at == 0 ? std::string_view::npos : lines.rfind('\n', at - 1);
  *begin = newline == std::string_view::npos ? 0 : newline + 1;
  return true;
}

bool Regex::Matches(std::string_view text) const {
  return Search(RegexSubject(text), 0, nullptr, 0) == RegexOutcome::kMatch;
}

}  // namespace pysub::shell
