#ifndef PYSUB_PARSER_AST_DUMP_H_
#define PYSUB_PARSER_AST_DUMP_H_

#include <cstdint>
#include <string>

#include "parser/ast.h"

namespace pysub {

enum class DumpPositions : uint8_t { kLeaveOut, kInclude };

// The tree as CPython's `ast.dump(tree, indent=2)` writes it; with positions, as
// `ast.dump(tree, include_attributes=True)` in one line. Below a depth of 1000 it writes "...".
std::string DumpAst(const ast::Module& module, DumpPositions positions);

}  // namespace pysub

#endif  // PYSUB_PARSER_AST_DUMP_H_
