#ifndef PYSUB_COMPILER_CHECK_H_
#define PYSUB_COMPILER_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lexer/source_text.h"
#include "parser/parser.h"

// What is wrong with a program as far as its text tells: nothing is run. Only what is certain is
// said, given that the line is reached: a program that does what it is meant to do has no findings
// but code that cannot be reached. So a finding can be trusted, and a host may refuse a program for
// it.
//
// One walk collects facts (check/facts.h), then each rule asks them (check/report.cc). Types are
// only followed where a name is bound once to a value that tells its type; there is no inference.
namespace pysub {

enum class FindingKind : uint8_t {
  kSyntaxError,
  kUnboundName,  // nobody binds it, or only what comes later does
  kWrongCall,  // a function of the program or of the host is called with arguments that it does not
               // take
  kUnknownModule,  // there is none of that name
  kUnknownMember,  // a module or a value has none of that name: math.sqroot, from json import lods,
                   // [].push
  kWrongType,      // "a" + 1, len(x)[0], f() + 1 of a function that returns nothing
  kWrongValue,     // a, b = 1, 2, 3; "%d %d" % (1,)
  kNoEffect,       // a function that is not called, a coroutine that nobody awaits
  kUnreachable,    // behind a return, raise, break, continue or a loop that does not end
};

// Something that is wrong, or likely to be, in a text that nobody has run.
struct Finding {
  FindingKind kind;
  SourceSpan span;  // as in tracebacks: lines from 1, columns in bytes from 0
  std::string message;
};

// The names that a module has.
using MemberNames = std::set<std::string, std::less<>>;

// What the checker may take for granted about the world around the text. What it is not told it
// says nothing about: a wrong alarm costs more than a mistake that is found when the program runs.
struct CheckOptions {
  // The names that are there without being bound.
  std::function<bool(std::string_view)> is_builtin;
  // How one of them is called: "len(obj, /)"; "": nobody knows. May be null.
  std::function<std::string_view(std::string_view)> builtin_signature;
  // Of a module of the library, by its whole name; null: there is none. Without this function
  // nothing is said of modules.
  std::function<const MemberNames*(std::string_view)> module_members;
  // How a function of a module of the library is called; "": nobody knows. May be null.
  std::function<std::string_view(std::string_view module, std::string_view name)> member_signature;
  // The names that a value of a builtin type has; null: nobody knows. May be null.
  std::function<const MemberNames*(std::string_view type)> type_members;
  // Whether a module may be a file of the program's own. May be null.
  std::function<bool(std::string_view)> may_be_file;
  // What is to be said of a name that no module has; "": nothing that is certain.
  std::function<std::string(std::string_view)> wrong_module;
  // The one of the names that somebody who wrote `wrong` may have meant; "": none.
  std::string_view (*closest_name)(std::string_view wrong,
                                   std::span<const std::string_view> names) = nullptr;
  // Functions of the host: "search(query, /, limit=10)".
  std::span<const std::string> declarations = {};
  ParseLimits parse_limits = {};
  size_t most_findings = 1000;
};

// The findings are bounded in number, as the text may consist of nothing but mistakes.
struct CheckResult {
  std::vector<Finding> findings;  // in the order of the text
  bool are_more = false;          // there were more than most_findings
  // Not empty: this one is not a signature, and nothing was looked at.
  std::string wrong_declaration;
};

// Takes time and memory linear in the source (as Compile(), see CompileMemory()); when
// parse_limits.stop says so it is given up.
CheckResult CheckProgram(std::string_view source, std::string_view filename,
                         const CheckOptions& options);

}  // namespace pysub

#endif  // PYSUB_COMPILER_CHECK_H_
