#include "shell/commands/awk/parser.h"

#include <algorithm>

#include "shell/commands/awk/parser_depth.h"

namespace pysub::shell::awk {
namespace {

struct SpecialName {
  std::string_view name;
  Special special;
};
constexpr SpecialName kSpecials[] = {
    {"NF", Special::kNf},
    {"NR", Special::kNr},
    {"FNR", Special::kFnr},
    {"FS", Special::kFs},
    {"OFS", Special::kOfs},
    {"ORS", Special::kOrs},
    {"RS", Special::kRs},
    {"RT", Special::kRt},
    {"SUBSEP", Special::kSubsep},
    {"CONVFMT", Special::kConvfmt},
    {"OFMT", Special::kOfmt},
    {"IGNORECASE", Special::kIgnoreCase},
    {"FIELDWIDTHS", Special::kFieldWidths},
    {"FPAT", Special::kFpat},
    {"RSTART", Special::kRstart},
    {"RLENGTH", Special::kRlength},
    {"FILENAME", Special::kFilename},
    {"ERRNO", Special::kErrno},
    {"ARGC", Special::kArgc},
    {"BINMODE", Special::kBinmode},
    {"LINT", Special::kLint},
    {"TEXTDOMAIN", Special::kTextDomain},
    {"ARGIND", Special::kArgind},
};
constexpr std::string_view kArrays[] = {"ENVIRON", "PROCINFO", "ARGV", "SYMTAB", "FUNCTAB"};

}  // namespace

Parser::Parser(const std::vector<Piece>& pieces, Heap* heap, ParseAccount* account,
               Program* program, Complaints* complaints)
    : lexer_(pieces),
      heap_(heap),
      account_(account),
      program_(*program),
      complaints_(*complaints),
      begin_(account),
      main_(account),
      end_(account),
      begin_file_(account),
      end_file_(account),
      functions_(account) {
  program_.global_names.resize(kFirstGlobal);
  for (const SpecialName& special : kSpecials)
    program_.global_names[static_cast<size_t>(special.special)] = special.name;
  for (size_t i = 0; i < std::size(kArrays); ++i) program_.global_names[kEnviron + i] = kArrays[i];
  for (size_t i = 0; i < program_.global_names.size(); ++i)
    program_.globals[program_.global_names[i]] = static_cast<int>(i);
  lexer_.warned() = program_.warned;
  for (const Piece& piece : pieces) program_.sources.push_back(piece.file);
}

// ---- tokens
void Parser::Next() {
  lexer_.Next();
  if (!account_->Tick(16) || !heap_->ok()) failed_ = true;
  for (const auto& [at, text] : lexer_.warnings())
    complaints_.lines.push_back(PlaceName(at) + text);
  lexer_.warnings().clear();
  if (lexer_.token() == Token::kError) SyntaxError(lexer_.error());
}

bool Parser::Take(Token token) {
  if (!Is(token)) return false;
  Next();
  return true;
}

bool Parser::Expect(Token token) {
  if (Take(token)) return true;
  SyntaxError();
  return false;
}

void Parser::SkipNewlines() {
  while (!failed_ && Is(Token::kNewline)) Next();
}

void Parser::SkipTerminators() {
  while (!failed_ && (Is(Token::kNewline) || Is(Token::kSemicolon))) Next();
}

// Between items: newlines, and one semicolon behind an item.
void Parser::SkipSeparators(bool behind_item) {
  while (!failed_ && (Is(Token::kNewline) || Is(Token::kSemicolon))) {
    const bool lonely = Is(Token::kSemicolon) && !std::exchange(behind_item, false);
    Next();
    if (lonely) Complain(lexer_.state(), "each rule must have a pattern or an action part");
  }
}

bool Parser::AtTerminator() const {
  return Is(Token::kNewline) || Is(Token::kSemicolon) || Is(Token::kCloseBrace) || Is(Token::kEof);
}

// ---- messages
std::string Parser::PlaceName(const Lexer::State& at) const {
  const size_t piece = std::min(at.piece, lexer_.pieces().size() - 1);
  const std::string& file = lexer_.pieces()[piece].file;
  return (file.empty() ? "cmd. line:" : file + ":") + std::to_string(at.line) + ": ";
}

// A newline that should not be there has been read: gawk counts it. What ends a text without one in
// the middle of an expression is such a newline.
void Parser::SyntaxError(std::string_view what, size_t shift) {
  if (failed_) return;
  Lexer::State at = lexer_.begin();
  const bool ends = Is(Token::kNewline) || Is(Token::kEof);
  if (ends && what == "syntax error") what = "unexpected newline or end of string";
  const std::string_view source = lexer_.source(std::min(at.piece, lexer_.pieces().size() - 1));
  if (Is(Token::kEof) && (source.ends_with('\n') || source.empty())) return EndInBlock();
  const size_t where = std::min(at.at + shift, source.size());
  if (ends) ++at.line;
  Show(at, where, what);
}

// The text ends within a block: that is said of the last newline, or of the end.
void Parser::EndInBlock() {
  Lexer::State at = lexer_.begin();
  const std::string_view source = lexer_.source(std::min(at.piece, lexer_.pieces().size() - 1));
  if (source.ends_with('\n')) {
    --at.at;
    --at.line;
  }
  Show(at, at.at, "unexpected newline or end of string");
}

// The line of a mistake, and below it what is wrong at byte `where`.
void Parser::Show(const Lexer::State& at, size_t where, std::string_view what) {
  if (failed_) return;
  const Piece& piece = lexer_.pieces()[std::min(at.piece, lexer_.pieces().size() - 1)];
  const std::string_view source = piece.text;
  const size_t before = where == 0 ? std::string_view::npos : source.rfind('\n', where - 1);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const size_t end = std::min(source.find('\n', where), source.size());
  const std::string place = PlaceName(at);
  std::string_view line = source.substr(begin, end - begin), margin = line;
  margin = margin.substr(0, where - begin);
  if (Is(Token::kEof) && !piece.file.empty()) {
    line = "(END OF FILE)";
    what = "source files / command-line arguments must contain complete functions or rules";
    margin = source.ends_with('\n') ? "" : margin.substr(0, std::max<size_t>(margin.size(), 1) - 1);
  }
  complaints_.lines.push_back(place + std::string(line));
  std::string mark = place;
  for (char c : margin) mark += c == '\t' ? '\t' : ' ';
  complaints_.lines.push_back(mark + "^ " + std::string(what));
  failed_ = complaints_.failed = true;
}

// A call with too many or too few arguments, whose closing parenthesis is at `at`.
void Parser::WrongCount(int count, const std::string& name, const Lexer::State& at) {
  lexer_.Return(at);
  SyntaxError(std::to_string(count) + " is invalid as number of arguments for " + name);
}

void Parser::Error(const Lexer::State& at, std::string_view text, int status) {
  if (failed_) return;
  complaints_.lines.push_back(PlaceName(at) + std::string(text));
  complaints_.status = status;
  failed_ = true;
  complaints_.failed = true;
}

void Parser::Complain(const Lexer::State& at, std::string_view text) {
  constexpr size_t kMost = 100;
  if (failed_) return;
  if (complaints_.lines.size() >= kMost) return Error(at, text);
  complaints_.lines.push_back(PlaceName(at) + std::string(text));
  complaints_.failed = true;
}

// ---- code
size_t Parser::Emit(Op op, int effect, int32_t a, uint16_t sub, Place place) {
  const bool fits =
      program_.code.push_back({op, place, sub, a}) && program_.depths.push_back(depth_) &&
      program_.places.push_back({static_cast<uint32_t>(lexer_.begin().piece), lexer_.begin().line});
  if (!fits) failed_ = true;
  depth_ += static_cast<uint32_t>(effect);
  return here() - 1;
}

// What follows from the end of a part: messages say the line that was done last. 0: none was.
void Parser::EmitImplied(Op op, int32_t a, uint16_t sub) {
  const SourcePlace last = here() > 0 ? program_.places.back() : SourcePlace{0, 0};
  Emit(op, 0, a, sub);
  if (!failed_) program_.places.back() = last;
}

Instruction* Parser::Last() {
  return here() > barrier_ && here() > 0 ? &program_.code.back() : nullptr;
}

void Parser::JumpBack(size_t to, Op op, int effect) {
  const size_t jump = Emit(op, effect);
  program_.code[jump].a = static_cast<int32_t>(to) - static_cast<int32_t>(jump);
}

void Parser::Land(size_t jump) {
  program_.code[jump].a = static_cast<int32_t>(here()) - static_cast<int32_t>(jump);
  barrier_ = here();
}

// A comparison in front of it becomes a part of it.
// "if (a < b)" is one instruction and not two.
size_t Parser::EmitJumpFalse() {
  Instruction* last = Last();
  if (last != nullptr && last->op == Op::kCompare) {
    last->op = Op::kJumpCompare;
    --depth_;
    barrier_ = here();
    return here() - 1;
  }
  return Emit(Op::kJumpFalse, -1);
}

void Parser::EmitJumpBackTrue(size_t to) {
  Instruction* last = Last();
  if (last != nullptr && last->op == Op::kCompare) {
    last->op = Op::kJumpCompare;
    last->sub |= kJumpWhenTrue;
    last->a = static_cast<int32_t>(to) - static_cast<int32_t>(here() - 1);
    --depth_;
    barrier_ = here();
    return;
  }
  JumpBack(to, Op::kJumpTrue, -1);
}

// Keeps the depths of its stack: they are counted from the frame, and both places have the same.
void Parser::Cut(size_t from, Code* to) {
  to->landed = barrier_ >= here() && here() > from;
  for (size_t i = from; i < here() && !failed_; ++i) {
    if (!to->instructions.push_back(program_.code[i]) ||
        !to->depths.push_back(program_.depths[i]) || !to->places.push_back(program_.places[i]))
      failed_ = true;
  }
  program_.code.resize(from);
  program_.depths.resize(from);
  program_.places.resize(from);
  barrier_ = from;
}

void Parser::Paste(const Code& code) {
  for (size_t i = 0; i < code.instructions.size() && !failed_; ++i) {
    if (!program_.code.push_back(code.instructions[i]) ||
        !program_.depths.push_back(code.depths[i]) || !program_.places.push_back(code.places[i]))
      failed_ = true;
  }
  if (code.landed) barrier_ = here();
}

// The code from `middle` on comes before that from `first` on, which leaves `depth` values.
// The value of an assignment lies below the subscripts, but is read after them.
void Parser::Swap(size_t first, size_t middle, uint32_t depth) {
  Code keys(account_), value(account_);
  Cut(middle, &value);
  Cut(first, &keys);
  for (size_t i = 0; i < value.depths.size(); ++i) value.depths[i] -= depth;
  for (size_t i = 0; i < keys.depths.size(); ++i) keys.depths[i] += 1;
  Paste(value);
  Paste(keys);
  barrier_ = here();
}

// x = x y ...: what follows goes behind x, where it stands. The code of the value begins at
// `start`.
// It is right only when nothing in y changes x, since x is read last here.
bool Parser::AppendInPlace(const Operand& target, size_t start) {
  const Instruction* last = Last();
  if (target.place != Place::kGlobal || last == nullptr || last->op != Op::kConcat ||
      start < barrier_ || here() < start + 3)
    return false;
  const Instruction& first = program_.code[start];
  if (first.op != Op::kLoad || first.place != Place::kGlobal || first.a != target.a) return false;
  // Nothing of it changes x before it is read here. (The last makes one of all.)
  for (size_t i = start + 1; i + 1 < here(); ++i) {
    const Op op = program_.code[i].op;
    const bool pure = op == Op::kConst || op == Op::kLoad || op == Op::kConcat ||
                      op == Op::kSubscript || (op >= Op::kNegate && op <= Op::kPower) ||
                      op == Op::kBuiltin;
    if (!pure) return false;
  }
  // And x itself is the first text, not an argument or operand of it, as in x = substr(x, 2) y:
  // once y is begun, its values stay above x until the last instruction.
  for (size_t i = start + 2; i < here(); ++i) {
    if (program_.depths[i] < program_.depths[start] + 2) return false;
  }
  const int32_t count = last->a;
  for (size_t i = start; i + 1 < here(); ++i) {
    program_.code[i] = program_.code[i + 1];
    program_.depths[i] = program_.depths[i + 1] - 1;
    program_.places[i] = program_.places[i + 1];
  }
  const size_t size = here() - (count == 2 ? 2 : 1);
  program_.code.resize(size);
  program_.depths.resize(size);
  program_.places.resize(size);
  if (count > 2) --program_.code.back().a;
  Emit(Op::kAppend, 0, target.a);
  return true;
}

int32_t Parser::Constant(Value value) {
  if (!program_.constants.push_back(value)) failed_ = true;
  return static_cast<int32_t>(program_.constants.size()) - 1;
}

void Parser::WarnOfEscapes(const std::string& unknown, const Lexer::State& at) {
  for (char c : unknown) {
    if (program_.warned_patterns.find(c) != std::string::npos) continue;
    program_.warned_patterns += c;
    complaints_.lines.push_back(PlaceName(at) + UnknownPatternEscape(c));
  }
}

int32_t Parser::PatternOf(const std::string& source, const Lexer::State& at) {
  std::string error;
  std::unique_ptr<Pattern> pattern = Pattern::Compile(source, false, heap_, &error);
  if (pattern == nullptr) {
    std::string unknown;
    static_cast<void>(ToPosix(source, &unknown));
    WarnOfEscapes(unknown, at);
    Error(at, "error: " + error + ": /" + source.substr(0, GawkSize(source)) + "/");
    return 0;
  }
  WarnOfEscapes(pattern->unknown_escapes(), at);
  if (!program_.room.Charge(sizeof(void*) * 2)) failed_ = true;
  program_.patterns.push_back(std::move(pattern));
  return static_cast<int32_t>(program_.patterns.size()) - 1;
}

// How many values of a place lie on the stack.
int Parser::PlaceDepth(Place place) {
  switch (place) {
    case Place::kField:
    case Place::kElement:
    case Place::kLocalElement: return 1;
    case Place::kInner: return 2;
    default: return 0;
  }
}

void Parser::ToValue(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::kValue: break;
    case Operand::Kind::kConst: Emit(Op::kConst, 1, operand.a); break;
    case Operand::Kind::kPattern: Emit(Op::kMatchRecord, 1, operand.a); break;
    case Operand::Kind::kPlace:
      Emit(Op::kLoad, 1 - PlaceDepth(operand.place), operand.a, 0, operand.place);
      break;
  }
}

// An expression that is a statement.
// (an assignment's value that nobody wants is not made)
void Parser::Discard(const Operand& operand) {
  Instruction* last = Last();
  if (operand.kind == Operand::Kind::kValue && last != nullptr &&
      (last->op == Op::kAssign || last->op == Op::kStep || last->op == Op::kAppend)) {
    last->sub |= kDiscard;
    --depth_;
    return;
  }
  ToValue(operand);
  Emit(Op::kPop, -1);
}

// ---- names
int Parser::Global(const std::string& name) {
  auto found = program_.globals.find(name);
  if (found != program_.globals.end()) return found->second;
  if (!program_.room.Charge(2 * name.size() + 192)) failed_ = true;
  const int slot = static_cast<int>(program_.global_names.size());
  program_.globals[name] = slot;
  program_.global_names.push_back(name);
  return slot;
}

Parser::Operand Parser::Variable(const std::string& name) {
  if (auto local = parameters_.find(name); local != parameters_.end())
    return {.kind = Operand::Kind::kPlace, .place = Place::kLocal, .a = local->second};
  const int slot = Global(name);
  const bool special = slot < static_cast<int>(Special::kCount);
  return {.kind = Operand::Kind::kPlace,
          .place = special ? Place::kSpecial : Place::kGlobal,
          .a = slot};
}

int Parser::FunctionOf(const std::string& name) {
  auto found = function_ids_.find(name);
  if (found != function_ids_.end()) return found->second;
  if (!program_.room.Charge(2 * name.size() + 192)) failed_ = true;
  const int id = static_cast<int>(program_.functions.size());
  function_ids_[name] = id;
  program_.functions.push_back({.name = name});
  return id;
}

std::string Parser::UsedAsVariable(const std::string& name) {
  return "error: function `" + name +
         "' called with space between name and `(',\nor used as a variable or an array";
}

// ---- the whole
void Parser::Run() {
  do {
    Next();
    SkipSeparators(false);
    while (!failed_) {
      if (!Is(Token::kEof)) {
        Item();
      } else if (!EndInclude()) {
        break;
      }
      SkipSeparators(true);
    }
  } while (!failed_ && lexer_.NextPiece());
  if (program_.in_place) {
    for (const std::string_view name : {kInPlaceEnable, kInPlaceSuffix, kInPlaceOldSuffix})
      Global(std::string(name));
  }
  if (!failed_ && !complaints_.failed) Finish();
  program_.warned = lexer_.warned();
}

void Parser::Item() {
  depth_ = 0;
  switch (token()) {
    case Token::kFunction: return FunctionDefinition();
    case Token::kAt: return Directive();
    default: return Rule();
  }
}

// @include "FILE", @load "LIBRARY".
void Parser::Directive() {
  const Lexer::State start = lexer_.begin();
  Next();
  const std::string word = Is(Token::kName) ? lexer_.text() : "";
  if (word != "include" && word != "load") {
    lexer_.Return(start);
    return Rule();
  }
  Next();
  if (!Is(Token::kString)) return SyntaxError();
  const std::string name = lexer_.text();
  const Lexer::State at = lexer_.begin();
  Next();
  if (!AtTerminator() || Is(Token::kCloseBrace)) return SyntaxError();
  if (word == "include") return Include(name, at);
  Error(at,
        "error: cannot open shared library `" + name + "' for reading: No such file or directory");
}

// The rules of a file come here, once.
void Parser::Include(const std::string& name, const Lexer::State& at) {
  if (IsInPlaceLibrary(name)) {
    program_.in_place = true;
    return;
  }
  const std::vector<Piece>& pieces = lexer_.pieces();
  size_t piece = 0;
  while (piece < pieces.size() && !(pieces[piece].included && pieces[piece].file == name)) ++piece;
  if (piece == pieces.size()) {
    complaints_.wanted = name;
    failed_ = complaints_.failed = true;
    return;
  }
  if (!pieces[piece].error.empty()) return Error(at, "error: " + pieces[piece].error);
  if (!program_.room.Charge(name.size() + 160)) failed_ = true;
  if (!included_.insert(name).second) return;
  includes_.push_back(lexer_.begin());
  lexer_.GoTo({.piece = piece});
  Next();
}

// False: the text was included by nobody.
bool Parser::EndInclude() {
  if (includes_.empty()) return false;
  lexer_.GoTo(includes_.back());
  includes_.pop_back();
  Next();
  return true;
}

void Parser::Rule() {
  const size_t start = here();
  const Token what = token();
  Code* to = what == Token::kBegin       ? &begin_
             : what == Token::kEnd       ? &end_
             : what == Token::kBeginFile ? &begin_file_
             : what == Token::kEndFile   ? &end_file_
                                         : &main_;
  rule_.clear();
  if (to != &main_) {
    rule_ = what == Token::kBegin       ? "BEGIN"
            : what == Token::kEnd       ? "END"
            : what == Token::kBeginFile ? "BEGINFILE"
                                        : "ENDFILE";
    Next();
    if (Is(Token::kNewline) || Is(Token::kSemicolon) || Is(Token::kEof))
      return Error(lexer_.state(), rule_ + " blocks must have an action part");
    if (!Is(Token::kOpenBrace)) {
      SyntaxError();
      return;
    }
    Block();
    return Cut(start, to);
  }
  std::vector<size_t> over;  // jumps behind the action
  if (!Is(Token::kOpenBrace)) {
    ToValue(Expression());
    if (Take(Token::kComma)) {
      SkipNewlines();
      // The first expression was written for every line: a range that is on does not ask it.
      Code first(account_);
      Cut(start, &first);
      depth_ = 0;
      const int range = program_.ranges++;
      Emit(Op::kRange, 0, range, 0);
      const size_t inside = Emit(Op::kJump, 0);
      Paste(first);
      barrier_ = here();
      ++depth_;
      over.push_back(EmitJumpFalse());
      Emit(Op::kRange, 0, range, 2);
      Land(inside);
      ToValue(Expression());
      const size_t goes_on = EmitJumpFalse();
      Emit(Op::kRange, 0, range, 1);
      Land(goes_on);
    } else {
      over.push_back(EmitJumpFalse());
    }
  }
  if (Is(Token::kOpenBrace)) {
    Block();
  } else {
    Emit(Op::kPrintRecord, 0);
  }
  for (size_t jump : over) Land(jump);
  Cut(start, &main_);
}

void Parser::FunctionDefinition() {
  Next();
  const Lexer::State at = lexer_.begin();
  if (Is(Token::kBuiltin) || Is(Token::kSubstitute))
    return SyntaxError("`" + lexer_.text() + "' is a built-in function, it cannot be redefined");
  if (!Is(Token::kName) && !Is(Token::kCallName)) return SyntaxError();
  const std::string name = lexer_.text();
  if (program_.globals.contains(name))
    return Error(at, "error: function name `" + name + "' previously defined");
  Next();
  const int id = FunctionOf(name);
  if (program_.functions[id].entry >= 0)
    return Error(at, "error: function name `" + name + "' previously defined");
  if (!Expect(Token::kOpen)) return;
  parameters_.clear();
  while (!failed_ && !Is(Token::kClose)) {
    SkipNewlines();
    if (!Is(Token::kName)) return SyntaxError();
    if (parameters_.contains(lexer_.text()))
      Complain(at, "error: function `" + name + "': parameter #" +
                       std::to_string(parameters_.size() + 1) + ", `" + lexer_.text() +
                       "', duplicates parameter #" +
                       std::to_string(parameters_[lexer_.text()] + 1));
    if (lexer_.text() == name)
      return Error(at,
                   "error: function `" + name + "': cannot use function name as parameter name");
    if (const auto known = program_.globals.find(lexer_.text());
        known != program_.globals.end() && known->second < static_cast<int>(kFirstGlobal))
      return Error(at, "error: function `" + name + "': cannot use special variable `" +
                           lexer_.text() + "' as a function parameter");
    if (!program_.room.Charge(lexer_.text().size() + 96)) failed_ = true;
    parameters_.emplace(lexer_.text(), static_cast<int>(parameters_.size()));
    Next();
    SkipNewlines();
    if (!Take(Token::kComma)) break;
    if (Is(Token::kClose)) return SyntaxError();
  }
  if (!Expect(Token::kClose)) return;
  SkipNewlines();
  program_.functions[id].parameters = static_cast<int>(parameters_.size());
  program_.functions[id].names.resize(parameters_.size());
  for (const auto& [parameter, index] : parameters_)
    program_.functions[id].names[static_cast<size_t>(index)] = parameter;
  program_.functions[id].entry = 0;
  const size_t start = here();
  in_function_ = true;
  rule_.clear();
  depth_ = 0;
  Block();
  Emit(Op::kReturn, 0, 0, 0);
  in_function_ = false;
  parameters_.clear();
  entries_.emplace_back(id, functions_.instructions.size());
  Cut(start, &functions_);
}

// Parts go behind each other; what jumps from one to another goes through the program's numbers.
void Parser::Finish() {
  for (const auto& [id, at] : calls_) {
    const Function& function = program_.functions[id];
    if (function.entry < 0)
      return Error(at, "fatal: function `" + function.name + "' not defined", 2);
    if (program_.globals.contains(function.name))
      return Error(at, UsedAsVariable(function.name), 1);
  }
  depth_ = 0;
  const bool rules = !main_.instructions.empty(), ends = !end_.instructions.empty();
  const bool files = !begin_file_.instructions.empty() || !end_file_.instructions.empty();
  program_.reads_input = rules || ends || files;
  Paste(begin_);
  EmitImplied(Op::kBeginPart, static_cast<int32_t>(Part::kMain));
  program_.main = static_cast<int32_t>(here());
  if (program_.reads_input) {
    EmitImplied(Op::kNextRecord);
    Paste(main_);
    EmitImplied(Op::kNext);
  }
  program_.end = static_cast<int32_t>(here());
  Emit(Op::kBeginPart, 0, static_cast<int32_t>(Part::kEnd));
  Paste(end_);
  Emit(Op::kEnd, 0);
  if (!begin_file_.instructions.empty()) {
    program_.begin_file = static_cast<int32_t>(here());
    Paste(begin_file_);
    EmitImplied(Op::kReturn, 0, kDiscard);
  }
  if (!end_file_.instructions.empty()) {
    program_.end_file = static_cast<int32_t>(here());
    Paste(end_file_);
    EmitImplied(Op::kReturn, 0, kDiscard);
  }
  const size_t functions = here();
  Paste(functions_);
  for (const auto& [id, offset] : entries_)
    program_.functions[id].entry = static_cast<int32_t>(functions + offset);
  for (uint32_t depth : program_.depths)
    program_.max_depth = std::max(program_.max_depth, depth + 2);
}

}  // namespace pysub::shell::awk
