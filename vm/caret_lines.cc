#include "vm/caret_lines.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "parser/arena.h"
#include "parser/parser.h"

namespace pysub {
namespace {

// A line as code points: columns of a traceback count characters.
using Line = std::u32string;

// Instructions that span more text than this get no carets: nobody can read them.
constexpr size_t kMaxSegment = 100'000;

Line Decode(std::string_view text) {
  Line line;
  for (size_t at = 0; at < text.size();) {
    DecodedCodePoint c = DecodeUtf8(text, at);
    line.push_back(c.code_point);
    at += static_cast<size_t>(c.size);
  }
  return line;
}

void AppendUtf8(std::string& out, std::u32string_view text) {
  for (char32_t c : text) {
    char buffer[4];
    out.append(buffer, EncodeUtf8(c, buffer));
  }
}

bool IsBlank(char32_t c) { return IsSpaceCodePoint(c); }

size_t IndentOf(const Line& line) {
  size_t n = 0;
  while (n < line.size() && IsBlank(line[n])) ++n;
  return n;
}

// Columns on a terminal of the first `count` characters.
size_t Width(const Line& line, size_t count) {
  size_t width = 0;
  for (size_t i = 0; i < std::min(count, line.size()); ++i) {
    std::string_view kind = line[i] < 0x80 ? "Na" : EastAsianWidth(line[i]);
    width += kind == "W" || kind == "F" ? 2 : 1;
  }
  return width;
}

// What carets point at inside of the range: an operator, the brackets of a call or subscript.
struct Anchors {
  size_t left_line, left_column;    // the special part begins here
  size_t right_line, right_column;  // and ends before here
};

// Positions in the text that was parsed, "(\n" + segment + "\n)", turned into lines and
// characters of the segment.
class AnchorFinder {
 public:
  explicit AnchorFinder(std::string_view segment) {
    source_ = "(\n" + std::string(segment) + "\n)";
    size_t start = 0;
    while (start <= segment.size()) {
      size_t end = std::min(segment.find('\n', start), segment.size());
      texts_.push_back(segment.substr(start, end - start));
      lines_.push_back(Decode(texts_.back()));
      start = end + 1;
    }
  }

  // The segment that failed is parsed once more, to find the operator or the brackets in it. This
  // is done only for a traceback that somebody prints.
  std::optional<Anchors> Find() {
    Arena arena;
    ParseResult parsed = Parse(source_, "<segment>", ParseMode::kExec, arena);
    if (parsed.module == nullptr || parsed.module->body.size() != 1) return std::nullopt;
    const auto* statement = parsed.module->body[0]->TryAs<ast::ExprStmt>();
    if (statement == nullptr) return std::nullopt;
    const ast::Expr& expression = *statement->value;
    switch (expression.kind) {
      case ast::ExprKind::kBinOp: return OfOperator(expression.As<ast::BinOp>());
      case ast::ExprKind::kSubscript:
        return OfBrackets(expression.As<ast::Subscript>().value->span, expression.span);
      case ast::ExprKind::kCall:
        return OfBrackets(expression.As<ast::Call>().func->span, expression.span);
      default: return std::nullopt;
    }
  }

 private:
  struct Position {
    size_t line, column;
  };

  // The end of a span as line of the segment and character in it.
  Position End(const SourceSpan& span) const {
    size_t line = span.end_line - 2;
    size_t bytes = std::min<size_t>(span.end_col, texts_[line].size());
    return {line, CountCodePoints(texts_[line].substr(0, bytes))};
  }

  // The first character from `at` that is no space, closing parenthesis or comment.
  std::optional<Position> NextSignificant(Position at) const {
    while (at.line < lines_.size()) {
      const Line& line = lines_[at.line];
      if (at.column >= line.size() || line[at.column] == '\\' || line[at.column] == '#') {
        at = {at.line + 1, 0};
      } else if (IsBlank(line[at.column]) || line[at.column] == ')') {
        ++at.column;
      } else {
        return at;
      }
    }
    return std::nullopt;
  }

  std::optional<Anchors> OfOperator(const ast::BinOp& operation) const {
    std::optional<Position> at = NextSignificant(End(operation.left->span));
    if (!at) return std::nullopt;
    const Line& line = lines_[at->line];
    size_t right = at->column + 1;
    size_t right_operand_line = operation.right->span.line - 2;
    size_t right_operand =
        CountCodePoints(texts_[right_operand_line].substr(0, operation.right->span.col));
    if (right < line.size() && (right_operand_line > at->line || right < right_operand) &&
        !IsBlank(line[right]) && line[right] != '\\' && line[right] != '#') {
      ++right;
    }
    return Anchors{at->line, at->column, at->line, right};
  }

  std::optional<Anchors> OfBrackets(const SourceSpan& callee, const SourceSpan& whole) const {
    std::optional<Position> left = NextSignificant(End(callee));
    if (!left) return std::nullopt;
    Position right = End(whole);
    return Anchors{left->line, left->column, right.line, right.column};
  }

  std::string source_;
  std::vector<std::string_view> texts_;
  std::vector<Line> lines_;
};

// The lines of the span without their common indentation, and the columns of its ends in them.
struct Snippet {
  std::vector<Line> lines;
  size_t start, end;  // character columns in the first and the last line
};

// The lines of the range, and where it begins and ends in them. A very long one gets no carets.
std::optional<Snippet> Cut(const CompiledUnit& unit, SourceSpan span) {
  Snippet snippet;
  size_t total = 0;
  for (uint32_t i = span.line; i <= span.end_line; ++i) {
    std::string_view text = unit.SourceLine(i);
    total += text.size();
    if (total > kMaxSegment) return std::nullopt;
    snippet.lines.push_back(Decode(text));
  }
  std::string_view first = unit.SourceLine(span.line);
  std::string_view last = unit.SourceLine(span.end_line);
  snippet.start = CountCodePoints(first.substr(0, std::min<size_t>(span.col, first.size())));
  snippet.end = CountCodePoints(last.substr(0, std::min<size_t>(span.end_col, last.size())));
  size_t common = SIZE_MAX;
  for (Line& line : snippet.lines) {
    if (IndentOf(line) == line.size()) {
      line.clear();
      continue;
    }
    size_t indent = 0;
    const Line& model = snippet.lines.front();
    while (indent < IndentOf(line) && indent < model.size() && line[indent] == model[indent])
      ++indent;
    common = std::min(common, indent);
  }
  if (common == SIZE_MAX) return std::nullopt;
  for (Line& line : snippet.lines) line.erase(0, std::min(common, line.size()));
  snippet.start -= std::min(snippet.start, common);
  snippet.end -= std::min(snippet.end, common);
  return snippet;
}

std::string Text(const Snippet& snippet, bool only_range) {
  std::string text;
  for (size_t i = 0; i < snippet.lines.size(); ++i) {
    std::u32string_view line = snippet.lines[i];
    if (only_range && i + 1 == snippet.lines.size()) {
      line = line.substr(0, std::min(snippet.end, line.size()));
    }
    if (only_range && i == 0) line = line.substr(std::min(snippet.start, line.size()));
    if (i > 0) text += '\n';
    AppendUtf8(text, line);
  }
  return text;
}

// A whole statement `f(...)`, `return f(...)`, `x = f(...)` says by its line alone what happened.
bool IsWholeCallStatement(const Snippet& snippet) {
  std::string text = Text(snippet, false);
  Arena arena;
  ParseResult parsed = Parse(text, "<segment>", ParseMode::kExec, arena);
  if (parsed.module == nullptr || parsed.module->body.size() == 0) return false;
  const ast::Expr* value = nullptr;
  const ast::Stmt& statement = *parsed.module->body[0];
  if (const auto* node = statement.TryAs<ast::Return>()) {
    if (node->value == nullptr || node->value->TryAs<ast::Call>() == nullptr) return false;
    if (node->value->As<ast::Call>().func->TryAs<ast::Name>() == nullptr) return false;
    value = node->value;
  } else if (const auto* assign = statement.TryAs<ast::Assign>()) {
    if (assign->value->TryAs<ast::Call>() == nullptr) return false;
    if (assign->targets.size() != 1 || assign->targets[0]->TryAs<ast::Name>() == nullptr)
      return false;
    value = assign->value;
  }
  if (value == nullptr) return false;
  return value->span.line == 1 && value->span.end_line == snippet.lines.size() &&
         value->span.col == snippet.start && value->span.end_col == snippet.end;
}

bool HasText(std::u32string_view text) {
  return std::any_of(text.begin(), text.end(), [](char32_t c) { return !IsBlank(c); });
}

bool WantsCarets(const Snippet& snippet, const std::optional<Anchors>& anchors) {
  if (IsWholeCallStatement(snippet)) return false;
  if (anchors) return true;
  std::u32string_view first = snippet.lines.front();
  std::u32string_view last = snippet.lines.back();
  return HasText(first.substr(0, std::min(snippet.start, first.size()))) ||
         HasText(last.substr(std::min(snippet.end, last.size())));
}

// The line of carets below line `number`.
std::string Carets(const Snippet& snippet, size_t number, const std::optional<Anchors>& anchors) {
  const Line& line = snippet.lines[number];
  size_t start = Width(snippet.lines.front(), snippet.start);
  bool last = number + 1 == snippet.lines.size();
  size_t count = last ? Width(line, snippet.end) : Width(line, line.size());
  size_t indent = IndentOf(line);
  std::string carets;
  for (size_t column = 0; column < count; ++column) {
    if (column < indent || (number == 0 && column < start)) {
      carets += ' ';
    } else if (!anchors) {
      carets += '^';
    } else {
      bool after_left = number > anchors->left_line ||
                        (number == anchors->left_line && column >= anchors->left_column);
      bool before_right = number < anchors->right_line ||
                          (number == anchors->right_line && column < anchors->right_column);
      carets += after_left && before_right ? '^' : '~';
    }
  }
  return carets;
}

// First and last line, and those around the anchors.
std::set<size_t> SignificantLines(const Snippet& snippet, const std::optional<Anchors>& anchors) {
  size_t count = snippet.lines.size();
  std::set<size_t> lines = {0, count - 1};
  if (!anchors) return lines;
  for (size_t middle : {anchors->left_line, anchors->right_line}) {
    if (middle > 0) lines.insert(middle - 1);
    lines.insert(middle);
    if (middle + 1 < count) lines.insert(middle + 1);
  }
  return lines;
}

}  // namespace

std::string CaretLines(const CompiledUnit& unit, SourceSpan span) {
  // Source of exec and eval is in no file that a traceback could quote.
  if (span.line == 0 || unit.source.empty() || unit.dynamic) return {};
  std::optional<Snippet> snippet = Cut(unit, span);
  if (!snippet) return {};
  std::optional<Anchors> anchors = AnchorFinder(Text(*snippet, true)).Find();
  // No columns: the line as such, as where a generator starts.
  bool carets = span.end_col > 0 && WantsCarets(*snippet, anchors);
  if (anchors) {
    // From columns of the range to columns of the lines, as a terminal shows them.
    if (anchors->left_line == 0) anchors->left_column += snippet->start;
    if (anchors->right_line == 0) anchors->right_column += snippet->start;
    anchors->left_column = Width(snippet->lines[anchors->left_line], anchors->left_column);
    anchors->right_column = Width(snippet->lines[anchors->right_line], anchors->right_column);
  }
  std::vector<std::string> rows;
  auto show = [&](size_t number) {
    std::string text;
    AppendUtf8(text, snippet->lines[number]);
    rows.push_back(text);
    if (carets) rows.push_back(Carets(*snippet, number, anchors));
  };
  size_t shown = 0;
  bool first = true;
  for (size_t number : SignificantLines(*snippet, anchors)) {
    if (!first && number - shown == 2) show(number - 1);
    if (!first && number - shown > 2) {
      rows.push_back("...<" + std::to_string(number - shown - 1) + " lines>...");
    }
    show(number);
    shown = number;
    first = false;
  }
  std::string result;
  for (const std::string& row : rows) result += "    " + row + "\n";
  return result;
}

}  // namespace pysub
