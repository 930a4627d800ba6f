#include <cstdio>
#include <string>

#include "compiler/compile.h"
#include "compiler/opcodes.h"

// `--dump=code`. Operands are decoded by the table in opcodes.def.
namespace pysub {
namespace {

constexpr std::string_view kPrimitives[] = {"None",     "False",     "True",
                                            "Ellipsis", "Undefined", "NotImplemented"};

void AppendQuoted(std::string_view text, std::string* out) {
  *out += '\'';
  for (char c : text.substr(0, 60)) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      *out += "\\n";
    } else if (c == '\'' || c == '\\') {
      (*out += '\\') += c;
    } else if (byte < 32 || byte == 127) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\x%02x", byte);
      *out += hex;
    } else {
      *out += c;
    }
  }
  *out += text.size() > 60 ? "'..." : "'";
}

// Code as text, for people and for tests. It also takes code that is damaged, as it is used to look
// for what is wrong. So it checks each index before it uses it.
class Disassembler {
 public:
  Disassembler(const CompiledUnit& unit, const Code& code) : unit_(unit), code_(code) {}

  void Run(std::string* out) {
    Header(out);
    uint32_t line = 0;
    for (uint32_t pc = 0; pc < code_.words.size();) pc = Instruction(pc, &line, out);
    for (const ExceptionRange& range : code_.handlers) {
      out->append("  on exception in [").append(std::to_string(range.start)).append(", ");
      out->append(std::to_string(range.end)).append("): ").append(std::to_string(range.target));
      out->append(", r").append(std::to_string(range.exception));
      if (range.handled != kNoRegister) {
        out->append(", handling r").append(std::to_string(range.handled));
      }
      out->append("\n");
    }
  }

 private:
  void Header(std::string* out) {
    out->append(code_.qualified_name).append("(");
    for (uint32_t i = 0; i < code_.parameter_count(); ++i) {
      if (i > 0) out->append(", ");
      if (i < code_.local_names.size()) Name(code_.local_names[i], out);
    }
    out->append("): line ").append(std::to_string(code_.first_line)).append(", ");
    out->append(std::to_string(code_.local_count)).append(" locals, ");
    out->append(std::to_string(code_.register_count)).append(" registers");
    static constexpr std::string_view kFlags[] = {"*args",  "**kwargs", "generator", "coroutine",
                                                  "module", "lambda",   "nested",    "echo"};
    for (size_t i = 0; i < std::size(kFlags); ++i) {
      if ((code_.flags >> i & 1) != 0) out->append(", ").append(kFlags[i]);
    }
    out->append("\n");
    for (size_t i = 0; i < code_.captures.size(); ++i) {
      const Capture& capture = code_.captures[i];
      out->append("  captures ");
      Name(capture.name, out);
      out->append(capture.from_register ? " from r" : " from captured cell ");
      out->append(std::to_string(capture.index)).append("\n");
    }
    if (code_.doc >= 0) {
      out->append("  doc ");
      Constant(static_cast<uint32_t>(code_.doc), out);
      out->append("\n");
    }
  }

  uint32_t Instruction(uint32_t pc, uint32_t* line, std::string* out) {
    const uint32_t word = code_.words[pc];
    if ((word & 0xFF) >= static_cast<uint32_t>(kOpCount)) {
      out->append("  not an instruction\n");
      return static_cast<uint32_t>(code_.words.size());
    }
    const OpInfo& info = InfoOf(OpOf(word));
    const SourceSpan span = code_.SpanAt(pc);
    char head[64];
    if (span.line != 0 && span.line != *line) {
      std::snprintf(head, sizeof head, "%5u ", span.line);
      *line = span.line;
    } else {
      std::snprintf(head, sizeof head, "      ");
    }
    out->append(head);
    std::snprintf(head, sizeof head, "%4u %-17s", pc, std::string(info.name).c_str());
    out->append(head);
    const uint32_t next = pc + 1 + static_cast<uint32_t>(info.extension_count());
    Operand(info.a, AOf(word), word, next, out);
    Operand(info.b, BOf(word), word, next, out);
    Operand(info.c, COf(word), word, next, out);
    for (int i = 0; i < info.extension_count() && pc + 1 + i < code_.words.size(); ++i) {
      Extension(info.extensions[i], code_.words[pc + 1 + i], next, out);
    }
    while (out->back() == ' ') out->pop_back();
    if (OpOf(word) == Op::kLOADP && BOf(word) < std::size(kPrimitives)) {
      out->append(" (").append(kPrimitives[BOf(word)]).append(")");
    }
    out->append("\n");
    return next;
  }

  void Operand(OperandKind kind, uint32_t value, uint32_t word, uint32_t next, std::string* out) {
    switch (kind) {
      case OperandKind::kNone: return;
      case OperandKind::kWrite:
      case OperandKind::kRead:
      case OperandKind::kReadWrite: return Register(value, out);
      case OperandKind::kWindow:
        out->append(" r").append(std::to_string(value)).append("..");
        return;
      case OperandKind::kConstant8: out->append(" "); return Constant(value, out);
      case OperandKind::kImmediate8:
        out->append(" ").append(std::to_string(static_cast<int8_t>(value)));
        return;
      case OperandKind::kNumber8: out->append(" ").append(std::to_string(value)); return;
      case OperandKind::kConstant16: out->append(" "); return Constant(BCOf(word), out);
      case OperandKind::kNumber16: out->append(" ").append(std::to_string(BCOf(word))); return;
      case OperandKind::kImmediate16:
        out->append(" ").append(std::to_string(SignedBCOf(word)));
        return;
      case OperandKind::kGlobal16: return Global(BCOf(word), out);
      case OperandKind::kName16: out->append(" "); return Name(BCOf(word), out);
      case OperandKind::kJump24:
        out->append(" -> ").append(std::to_string(static_cast<int64_t>(next) + Jump24Of(word)));
        return;
    }
  }

  void Extension(ExtensionKind kind, uint32_t value, uint32_t next, std::string* out) {
    switch (kind) {
      case ExtensionKind::kNone: return;
      case ExtensionKind::kJump:
        out->append(" -> ").append(
            std::to_string(static_cast<int64_t>(next) + static_cast<int32_t>(value)));
        return;
      case ExtensionKind::kName: out->append(" "); return Name(value, out);
      case ExtensionKind::kConstant: out->append(" "); return Constant(value, out);
      case ExtensionKind::kNumber: out->append(" #").append(std::to_string(value)); return;
      case ExtensionKind::kGlobal: return Global(value, out);
    }
  }

  void Register(uint32_t reg, std::string* out) {
    out->append(" r").append(std::to_string(reg));
    if (reg >= code_.local_names.size() || code_.local_names[reg] == kNoName) return;
    out->append(":");
    Name(code_.local_names[reg], out);
  }

  void Name(uint32_t index, std::string* out) {
    out->append(index < unit_.names.size() ? unit_.names[index] : "?");
  }

  void Global(uint32_t slot, std::string* out) {
    out->append(" @");
    if (slot < unit_.globals.size()) Name(unit_.globals[slot], out);
  }

  void Constant(uint32_t index, std::string* out) {
    if (index >= unit_.constants.size()) {
      out->append("?");
      return;
    }
    const CodeConstant& constant = unit_.constants[index];
    char number[64];
    switch (constant.tag) {
      case ConstantTag::kNone: out->append("None"); return;
      case ConstantTag::kFalse: out->append("False"); return;
      case ConstantTag::kTrue: out->append("True"); return;
      case ConstantTag::kEllipsis: out->append("..."); return;
      case ConstantTag::kInt: out->append(std::to_string(constant.integer)); return;
      case ConstantTag::kBigInt: out->append(constant.text); return;
      case ConstantTag::kFloat:
        std::snprintf(number, sizeof number, "%.17gf", constant.real);
        out->append(number);
        return;
      case ConstantTag::kComplex:
        std::snprintf(number, sizeof number, "%.17g%+.17gj", constant.real, constant.imaginary);
        out->append(number);
        return;
      case ConstantTag::kBytes: out->append("b"); return AppendQuoted(constant.text, out);
      case ConstantTag::kString: return AppendQuoted(constant.text, out);
      case ConstantTag::kTuple:
      case ConstantTag::kFrozenSet:
        out->append(constant.tag == ConstantTag::kTuple ? "(" : "frozenset(");
        for (size_t i = 0; i < constant.items.size(); ++i) {
          if (i > 0) out->append(", ");
          if (i == 20) {
            out->append("...");
            break;
          }
          Constant(constant.items[i], out);
        }
        out->append(")");
        return;
    }
  }

  const CompiledUnit& unit_;
  const Code& code_;
};

}  // namespace

std::string Disassemble(const CompiledUnit& unit) {
  std::string out;
  for (size_t i = 0; i < unit.codes.size(); ++i) {
    if (i > 0) out += "\n";
    out.append("#").append(std::to_string(i)).append(" ");
    Disassembler(unit, *unit.codes[i]).Run(&out);
  }
  return out;
}

}  // namespace pysub
