#include "compiler/compile.h"

#include <bit>
#include <utility>

#include "compiler/emitter.h"
#include "compiler/scopes.h"
#include "parser/arena.h"

namespace pysub {
namespace {

using ast::Alias;
using ast::ImportFrom;
using ast::Stmt;

// What `from __future__ import ...` at the top of the file asks for.
struct Future {
  uint32_t flags = 0;
  uint32_t last_line = 0;
};

// A name that `from __future__ import` knows.
struct Feature {
  std::string_view name;
  uint32_t flag = 0;  // 0: always on
};
constexpr Feature kFeatures[] = {{"nested_scopes"},    {"generators"},
                                 {"division"},         {"absolute_import"},
                                 {"with_statement"},   {"print_function"},
                                 {"unicode_literals"}, {"barry_as_FLUFL", kFutureBarry},
                                 {"generator_stop"},   {"annotations", kFutureAnnotations}};

std::optional<ScopeError> ReadFeature(const Alias& alias, Future* future) {
  for (const Feature& feature : kFeatures) {
    if (alias.name != feature.name) continue;
    future->flags |= feature.flag;
    return std::nullopt;
  }
  if (alias.name == "braces") return ScopeError{alias.span, "not a chance"};
  return ScopeError{alias.span, "future feature " + std::string(alias.name) + " is not defined"};
}

// Future imports stand in front of all other statements, behind a docstring at most. They must be
// known before the rest is compiled, as they change what it means. A wrong one is an error at its
// own place.
std::optional<ScopeError> ReadFuture(const ast::Module& module, Future* future) {
  bool first = true;
  for (const Stmt* statement : module.body) {
    const ImportFrom* import = statement->TryAs<ImportFrom>();
    if (import == nullptr || import->level != 0 || import->module != "__future__") {
      const ast::ExprStmt* text = statement->TryAs<ast::ExprStmt>();
      const ast::Constant* constant =
          text == nullptr ? nullptr : text->value->TryAs<ast::Constant>();
      const bool docstring =
          first && constant != nullptr && constant->constant_kind == ast::ConstantKind::kStr;
      first = false;
      if (docstring) continue;
      return std::nullopt;
    }
    first = false;
    future->last_line = statement->span.line;
    for (const Alias* alias : import->names) {
      if (std::optional<ScopeError> error = ReadFeature(*alias, future)) return error;
    }
  }
  return std::nullopt;
}

// Copies of `finally` bodies: what any program may have, and what a byte of the source adds.
constexpr size_t kFinallyWords = 16'384;
constexpr size_t kFinallyWordsPerByte = 12;

// As the lexer counts lines: "\n", "\r\n" and "\r" end one.
std::vector<uint32_t> LineStarts(std::string_view source) {
  std::vector<uint32_t> starts = {0};
  const bool unix_ends = source.find('\r') == std::string_view::npos;
  for (size_t i = 0; i < source.size(); ++i) {
    i = unix_ends ? source.find('\n', i) : source.find_first_of("\r\n", i);
    if (i >= source.size()) break;
    if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n') ++i;
    starts.push_back(static_cast<uint32_t>(i + 1));
  }
  return starts;
}

// Everything after parsing; returns the first error.
std::optional<ScopeError> CompileModule(const ast::Module& module, Arena& arena,
                                        const CompileOptions& options, CompileResult* result) {
  Future future;
  if (std::optional<ScopeError> error = ReadFuture(module, &future)) return error;
  const uint32_t flags = future.flags | options.future_flags;
  result->unit->future_flags = flags;
  ScopeTable scopes(arena);
  std::optional<ScopeError> error =
      scopes.Build(module, flags & kFutureAnnotations, options.parse_limits.stop);
  for (const ScopeError& warning : scopes.warnings()) {
    result->warnings.push_back({warning.message, warning.span.line, warning.span});
  }
  if (error || HasStopped(options.parse_limits.stop)) return error;
  UnitBuilder builder(*result->unit);
  for (const std::string& name : options.existing_globals) builder.Global(name);
  // globals() shows names in the order in which the module binds them, as far as that can be told.
  for (const Symbol* symbol = scopes.module().first; symbol != nullptr; symbol = symbol->next) {
    if (!options.dynamic && (symbol->flags & kSymbolBound) != 0) builder.Global(symbol->name);
  }
  EmitContext context{builder, scopes, arena, options, result->unit->source, result->warnings};
  context.future_annotations = flags & kFutureAnnotations;
  context.last_future_line = future.last_line;
  context.finally_words_left = kFinallyWords + result->unit->source.size() * kFinallyWordsPerByte;
  context.statements_left = kFinallyWords + result->unit->source.size() * 2;
  Emitter(context, nullptr, scopes.module()).EmitModule(module);
  return std::move(context.error);
}

// What a snapshot is compared with when its text is compiled again. Of the texts of constants only
// the sizes are mixed in.
uint64_t FingerprintOf(const CompiledUnit& unit) {
  const CompileRecipe& recipe = unit.recipe;
  uint64_t hash = unit.codes.size();
  auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  };
  mix(recipe.mode | unit.dynamic << 2 | recipe.return_last_expression << 3 |
      recipe.echo_expressions << 4 | recipe.top_level_await << 5 | recipe.optimize << 6 |
      uint64_t{unit.future_flags} << 8);
  auto mix_text = [&](std::string_view text) {
    mix(text.size());
    for (char c : text) mix(static_cast<uint8_t>(c));
  };
  for (const std::string& name : unit.names) mix_text(name);
  for (uint32_t global : unit.globals) mix(global);
  for (const CodeConstant& constant : unit.constants) {
    mix(static_cast<uint64_t>(constant.tag));
    mix(static_cast<uint64_t>(constant.integer));
    mix(std::bit_cast<uint64_t>(constant.real));
    mix(std::bit_cast<uint64_t>(constant.imaginary));
    mix(constant.text.size());
    for (uint32_t item : constant.items) mix(item);
  }
  // Two at a time: each step waits for the one before.
  for (const auto& code : unit.codes) {
    const std::vector<uint32_t>& words = code->words;
    for (size_t i = 0; i + 1 < words.size(); i += 2) mix(words[i] | uint64_t{words[i + 1]} << 32);
    mix(words.back());
  }
  return hash;
}

// What the text, the tree and the scopes of ordinary Python take. For a large text it is one block:
// many that grow are given back to the system each time, and to get a page again takes more time
// than to compile what fills it.
constexpr size_t kArenaBytesPerByte = 16;
constexpr size_t kLargeSource = 4096;

// Whether a `type x[` or `def f[` may be in the source, told from the words alone.
bool MayHaveTypeParameters(std::string_view source) {
  const auto before_bracket = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ' ' || (c >= '\t' && c <= '\r') || c == '\\' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  for (const std::string_view word : {"type", "def"}) {
    size_t at = 0;
    while ((at = source.find(word, at)) != std::string_view::npos) {
      while (at < source.size() && before_bracket(source[at])) ++at;
      if (at < source.size() && source[at] == '[') return true;
    }
  }
  return false;
}

}  // namespace

// Told from the size of the text and a few words in it: this is asked before it is compiled.
uint64_t CompileMemory(std::string_view source, bool marks_lines) {
  // A line of two bytes may get a mark and a place in the source for it.
  const uint64_t marks = marks_lines ? 48 : 0;
  const uint64_t plain =
      source.size() * (marks + (MayHaveTypeParameters(source) ? uint64_t{720} : uint64_t{270}));
  if (source.find("finally") == std::string_view::npos) return plain;
  constexpr uint64_t kBytesPerWord = 24;  // with its places in the source, while arrays grow
  return plain + (kFinallyWords + source.size() * kFinallyWordsPerByte) * kBytesPerWord;
}

// Parsing, scopes, code, in this order, each of which may end with an error. The arena holds tree
// and scopes, and goes with all of them at the end; what stays is the unit.
CompileResult Compile(std::string_view source, std::string_view filename,
                      const CompileOptions& options) {
  CompileResult result;
  Arena arena;
  if (source.size() >= kLargeSource) arena.Reserve(source.size() * kArenaBytesPerByte);
  ParseLimits parse_limits = options.parse_limits;
  parse_limits.barry |= (options.future_flags & kFutureBarry) != 0;
  ParseResult parsed = Parse(source, filename, options.mode, arena, parse_limits);
  result.warnings = std::move(parsed.warnings);
  if (HasStopped(options.parse_limits.stop)) return result;
  if (parsed.error) {
    result.errors.push_back(std::move(*parsed.error));
    for (SyntaxErrorInfo& more : parsed.more_errors) result.errors.push_back(std::move(more));
    return result;
  }
  result.unit = std::make_shared<CompiledUnit>();
  result.unit->filename = filename;
  result.unit->source = source;
  result.unit->line_starts = LineStarts(source);
  result.unit->dynamic = options.dynamic;
  result.unit->recipe = {static_cast<uint8_t>(options.mode),
                         options.return_last_expression,
                         options.echo_expressions,
                         options.top_level_await,
                         options.optimize,
                         options.future_flags,
                         static_cast<uint32_t>(options.existing_globals.size())};
  if (std::optional<ScopeError> error = CompileModule(*parsed.module, arena, options, &result)) {
    result.errors.push_back(MakeSyntaxError(source, error->span, std::move(error->message)));
    result.errors.back().args_have_place = error->of_compiler;
    // What is found after parsing CPython looks up in the file, which eval and exec do not have.
    if (options.dynamic) result.errors.back().text.clear();
    result.unit = nullptr;
    return result;
  }
  if (HasStopped(options.parse_limits.stop)) {
    result.unit = nullptr;
    return result;
  }
  result.unit->fingerprint = FingerprintOf(*result.unit);
  return result;
}

std::string DumpScopes(std::string_view source, std::string_view filename,
                       const CompileOptions& options) {
  Arena arena;
  ParseResult parsed = Parse(source, filename, options.mode, arena, options.parse_limits);
  if (parsed.error) return FormatSyntaxError(*parsed.error, filename, source, SourceOrigin::kFile);
  ScopeTable scopes(arena);
  Future future;
  std::optional<ScopeError> error = ReadFuture(*parsed.module, &future);
  if (!error) error = scopes.Build(*parsed.module, future.flags & kFutureAnnotations);
  if (!error) return DumpScopeTable(scopes);
  return FormatSyntaxError(MakeSyntaxError(source, error->span, std::move(error->message)),
                           filename, source, SourceOrigin::kFile);
}

}  // namespace pysub
