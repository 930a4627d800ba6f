#ifndef PYSUB_SHELL_COMMANDS_AWK_PARSER_DEPTH_H_
#define PYSUB_SHELL_COMMANDS_AWK_PARSER_DEPTH_H_

#include "shell/commands/awk/parser.h"

namespace pysub::shell::awk {

// Counts how deep the parser is in itself.
class Parser::Deeper {
 public:
  explicit Deeper(Parser* parser) : parser_(*parser) {
    if (++parser_.depth_of_parser_ > kMaxDepth)
      parser_.Error(parser_.lexer_.begin(), "error: program is nested too deeply");
  }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  ~Deeper() { --parser_.depth_of_parser_; }

 private:
  Parser& parser_;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_PARSER_DEPTH_H_
