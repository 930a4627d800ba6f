#include "compiler/check.h"

#include <algorithm>
#include <tuple>

#include "compiler/check/facts.h"
#include "compiler/compile.h"

namespace pysub {
namespace {

SourceSpan SpanOf(const SyntaxErrorInfo& error) {
  const auto column = [](int32_t offset) { return static_cast<uint32_t>(std::max(offset - 1, 0)); };
  return {error.line, column(error.offset), error.end_line, column(error.end_offset)};
}

std::string_view NameOf(SyntaxErrorKind kind) {
  switch (kind) {
    case SyntaxErrorKind::kIndentationError: return "IndentationError: ";
    case SyntaxErrorKind::kTabError: return "TabError: ";
    default: return "SyntaxError: ";
  }
}

}  // namespace

CheckResult CheckProgram(std::string_view source, std::string_view filename,
                         const CheckOptions& options) {
  CheckResult result;
  Declarations declared(options);
  for (const std::string& text : options.declarations) {
    if (declared.Add(text)) continue;
    result.wrong_declaration = text;
    return result;
  }
  CompileOptions compile_options;
  compile_options.parse_limits = options.parse_limits;
  const CompileResult compiled = Compile(source, filename, compile_options);
  for (const SyntaxErrorInfo& error : compiled.errors) {
    result.findings.push_back({FindingKind::kSyntaxError, SpanOf(error),
                               std::string(NameOf(error.kind)) + error.message});
  }
  if (compiled.unit == nullptr) return result;
  // What compiles has a tree and scopes.
  Arena arena;
  const ParseResult parsed = Parse(source, filename, ParseMode::kExec, arena, options.parse_limits);
  ScopeTable table(arena);
  if (parsed.module == nullptr || table.Build(*parsed.module, false, options.parse_limits.stop))
    return result;
  if (HasStopped(options.parse_limits.stop)) return result;
  ReportFacts(CollectFacts(*parsed.module, table, arena, options.parse_limits.stop), options,
              &declared, &result.findings);
  std::sort(result.findings.begin(), result.findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.span.line, a.span.col, a.kind, a.message) <
           std::tie(b.span.line, b.span.col, b.kind, b.message);
  });
  result.are_more = result.findings.size() > options.most_findings;
  if (result.are_more) result.findings.resize(options.most_findings);
  return result;
}

}  // namespace pysub
