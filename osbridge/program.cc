#include "pysub/program.h"

#include <algorithm>

#include "osbridge/program_data.h"
#include "parser/ast.h"
#include "stdlib/install.h"

namespace pysub {
namespace {

// The name that the last statement of the program binds, if that is a plain assignment to one.
std::string LastName(std::string_view source, const ProgramOptions& options) {
  Arena arena;
  ParseResult parsed = Parse(source, options.file_name, ParseMode::kExec, arena);
  if (parsed.module == nullptr || parsed.module->body.empty()) return "";
  const ast::Stmt& last = *parsed.module->body.back();
  const ast::Expr* target = nullptr;
  if (last.kind == ast::StmtKind::kAssign) {
    target = last.As<ast::Assign>().targets[0];
  } else if (last.kind == ast::StmtKind::kAugAssign) {
    target = last.As<ast::AugAssign>().target;
  } else if (last.kind == ast::StmtKind::kAnnAssign && last.As<ast::AnnAssign>().value != nullptr) {
    target = last.As<ast::AnnAssign>().target;
  }
  if (target == nullptr || target->kind != ast::ExprKind::kName) return "";
  return std::string(target->As<ast::Name>().id);
}

SyntaxErrorReport Report(const SyntaxErrorInfo& error, std::string_view file_name,
                         std::string_view source, SourceOrigin origin) {
  SyntaxErrorReport report;
  report.type = SyntaxErrorTypeName(error.kind);
  report.message = error.message;
  report.line = error.line;
  report.column = error.offset;
  report.end_line = error.end_line;
  report.end_column = error.end_offset;
  report.text = FormatSyntaxError(error, file_name, source, origin);
  return report;
}

}  // namespace

// A VM with the program loaded, which is copied instead of being made anew. The first use makes
// none, since a program that runs once would only pay for it.
const VmImage* ProgramData::Prototype(uint64_t entropy_seed) const {
  if (unit == nullptr || !warnings.empty()) return nullptr;
  if (!was_used_.load(std::memory_order_relaxed) &&
      !was_used_.exchange(true, std::memory_order_relaxed))
    return nullptr;
  std::call_once(prototype_made_, [this] {
    auto vm = Vm::New(StandardRuntime(), Limits{}, HostHooks{});
    if (!vm->Load(unit).ok()) return;
    vm->CollectForHost();
    prototype_ = VmImage::Of(*vm);
    prototype_has_sets_ = std::any_of(
        unit->constants.begin(), unit->constants.end(),
        [](const CodeConstant& constant) { return constant.tag == ConstantTag::kFrozenSet; });
  });
  return entropy_seed == 0 || !prototype_has_sets_ ? prototype_.get() : nullptr;
}

std::shared_ptr<const ProgramData> CompileProgram(std::string_view source,
                                                  const ProgramOptions& options,
                                                  std::span<const std::string> globals,
                                                  uint32_t future_flags) {
  auto data = std::make_shared<ProgramData>();
  data->file_name = options.file_name;
  CompileOptions compile_options;
  compile_options.return_last_expression = options.echo || options.result != ResultOf::kNothing;
  compile_options.echo_expressions = options.echo;
  compile_options.existing_globals = globals;
  compile_options.future_flags = future_flags;
  CompileResult compiled = Compile(source, options.file_name, compile_options);
  const SourceOrigin origin = options.from_file ? SourceOrigin::kFile : SourceOrigin::kString;
  for (const SyntaxErrorInfo& error : compiled.errors) {
    data->errors.push_back(Report(error, options.file_name, source, origin));
  }
  data->error_infos = std::move(compiled.errors);
  data->warnings = std::move(compiled.warnings);
  if (compiled.unit == nullptr) data->source = source;
  if (compiled.unit != nullptr && options.result == ResultOf::kLastName) {
    data->last_name = LastName(source, options);
  }
  data->unit = std::move(compiled.unit);
  return data;
}

Program Program::Compile(std::string_view source, const ProgramOptions& options) {
  return Program(CompileProgram(source, options, {}, 0));
}

const std::vector<SyntaxErrorReport>& Program::errors() const { return data_->errors; }
const std::string& Program::file_name() const { return data_->file_name; }

}  // namespace pysub
