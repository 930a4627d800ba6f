#include "osbridge/bindings/c/call.h"

namespace pysub::c {

ProgramOptions ProgramOptionsOf(Call& call, const pysub_program_options* given) {
  const auto options = call.Options(given, "pysub_program_options");
  ProgramOptions result;
  if (options.file_name.data != nullptr) {
    result.file_name = std::string(call.Text(options.file_name, "file_name"));
  }
  if (!call.Among(options.result, PYSUB_RESULT_LAST_NAME, "result")) return result;
  if (options.result != PYSUB_RESULT_DEFAULT) {
    constexpr ResultOf kResults[] = {ResultOf::kNothing, ResultOf::kLastExpression,
                                     ResultOf::kLastName};
    result.result = kResults[options.result - PYSUB_RESULT_NOTHING];
  }
  result.echo = options.echo != 0;
  result.from_file = options.from_file != 0;
  return result;
}

}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it

pysub_status pysub_program_compile(const char* source, size_t size,
                                   const pysub_program_options* options, pysub_program** result,
                                   pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(source, size, "source");
  const pysub::ProgramOptions settings = ProgramOptionsOf(call, options);
  if (call.ok()) *result = new pysub_program{pysub::Program::Compile(text, settings)};
  return call.status();
}

void pysub_program_free(pysub_program* program) { delete program; }

size_t pysub_program_mistake_count(const pysub_program* program) {
  return program == nullptr ? 0 : program->program.errors().size();
}

pysub_status pysub_program_mistake(const pysub_program* program, size_t index,
                                   pysub_mistake* result, pysub_error** error) {
  Call call(error);
  if (!call.Given(program, "the handle")) return call.status();
  if (index >= program->program.errors().size()) {
    return call.Fail(PYSUB_OUT_OF_RANGE, "the text has no more mistakes");
  }
  const pysub::SyntaxErrorReport& report = program->program.errors()[index];
  pysub_mistake mistake = PYSUB_MISTAKE_INIT;
  mistake.type = TextOf(report.type);
  mistake.message = TextOf(report.message);
  mistake.text = TextOf(report.text);
  mistake.line = report.line;
  mistake.column = report.column;
  mistake.end_line = report.end_line;
  mistake.end_column = report.end_column;
  return call.Fill(mistake, result);
}
