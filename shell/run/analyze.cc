#include "shell/run/analyze.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "shell/syntax/parser.h"

namespace pysub::shell {
namespace {

// Walks commands with a stack of its own.
class Walk {
 public:
  explicit Walk(ScriptAnalysis* analysis) : analysis_(analysis) {}

  void Run(const Node* root) {
    pending_.push_back(root);
    while (!pending_.empty()) {
      const Node* node = pending_.back();
      pending_.pop_back();
      if (node != nullptr) Look(*node);
    }
  }

 private:
  void Look(const Node& node) {
    for (const Redirect& redirect : node.redirects) {
      if (redirect.word == nullptr) continue;
      bool names_file = redirect.kind != RedirectKind::kHereDocument &&
                        redirect.kind != RedirectKind::kHereString &&
                        redirect.kind != RedirectKind::kDupInput &&
                        redirect.kind != RedirectKind::kDupOutput;
      if (names_file && redirect.word->literal) analysis_->files.emplace_back(redirect.word->text);
      Words({&redirect.word, 1});
    }
    switch (node.kind) {
      case NodeKind::kSimple: return Simple(static_cast<const SimpleNode&>(node));
      case NodeKind::kList:
        for (const ListItem& item : static_cast<const ListNode&>(node).items) {
          analysis_->has_background_jobs = analysis_->has_background_jobs || item.background;
          pending_.push_back(item.node);
        }
        return;
      case NodeKind::kAndOr:
        for (const AndOrItem& item : static_cast<const AndOrNode&>(node).items)
          pending_.push_back(item.node);
        return;
      case NodeKind::kPipeline:
        for (const Node* stage : static_cast<const PipelineNode&>(node).stages)
          pending_.push_back(stage);
        return;
      case NodeKind::kGroup:
      case NodeKind::kSubshell:
      case NodeKind::kCoproc: pending_.push_back(static_cast<const GroupNode&>(node).body); return;
      case NodeKind::kIf:
        for (const IfClause& clause : static_cast<const IfNode&>(node).clauses) {
          pending_.push_back(clause.condition);
          pending_.push_back(clause.body);
        }
        return;
      case NodeKind::kWhile:
        analysis_->has_loops = true;
        pending_.push_back(static_cast<const WhileNode&>(node).condition);
        pending_.push_back(static_cast<const WhileNode&>(node).body);
        return;
      case NodeKind::kFor:
      case NodeKind::kSelect:
        analysis_->has_loops = true;
        Words(static_cast<const ForNode&>(node).words);
        pending_.push_back(static_cast<const ForNode&>(node).body);
        return;
      case NodeKind::kArithFor:
        analysis_->has_loops = true;
        pending_.push_back(static_cast<const ArithForNode&>(node).body);
        return;
      case NodeKind::kCase:
        for (const CaseClause& clause : static_cast<const CaseNode&>(node).clauses)
          pending_.push_back(clause.body);
        return;
      case NodeKind::kFunction:
        analysis_->functions.emplace_back(static_cast<const FunctionNode&>(node).name);
        pending_.push_back(static_cast<const FunctionNode&>(node).body);
        return;
      case NodeKind::kCond:
      case NodeKind::kArith: return;
    }
  }

  void Simple(const SimpleNode& simple) {
    if (!simple.words.empty()) {
      if (simple.words[0]->literal) {
        std::string name(simple.words[0]->text);
        if (name == "eval" || name == "source" || name == ".")
          analysis_->has_dynamic_commands = true;
        analysis_->commands.push_back(name);
      } else {
        analysis_->has_dynamic_commands = true;
      }
    }
    Words(simple.words);
    Words(simple.assignments);
  }

  void Words(std::span<const Word* const> words) {
    for (const Word* word : words) {
      for (const WordOp& op : word->ops) {
        if (op.node != nullptr) pending_.push_back(op.node);
        if (op.kind == WordOpKind::kBackquote) analysis_->has_dynamic_commands = true;
      }
    }
  }

  ScriptAnalysis* analysis_;
  std::vector<const Node*> pending_;
};

void SortUnique(std::vector<std::string>* names) {
  std::sort(names->begin(), names->end());
  names->erase(std::unique(names->begin(), names->end()), names->end());
}

}  // namespace

namespace {

// Of a parser that was given all there is: whether it misses something.
bool MissesText(const Parser& parser) {
  if (!parser.failed()) return false;
  for (const ParseMessage& message : parser.messages()) {
    const std::string_view error = message.text;
    if (error.find("unexpected end of file") != std::string_view::npos ||
        error.find("unexpected EOF") != std::string_view::npos ||
        error.find("unexpected token `EOF'") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

// The parser goes on in a text that grows under it, so a command of many lines is parsed once; anew
// only when the text has used up its room, and with each line inside of what the parser does not
// leave half-read, such as ${name-word}.
bool ReadWholeCommand(std::string* text, const std::function<bool(std::string* line)>& more) {
  size_t room = 1 << 16;
  while (true) {
    room = std::max(room, 2 * text->size());
    auto source = std::make_shared<std::string>();
    source->reserve(room);
    *source += *text;
    bool is_over = false, has_moved = false;
    SymbolTable symbols;
    Parser parser(source, symbols, 1, ParseOptions());
    parser.set_more([&] {
      std::string line;
      if (is_over || has_moved || !more(&line)) {
        is_over = !has_moved;
        return false;
      }
      *text += line;
      has_moved = source->size() + line.size() > source->capacity();
      if (!has_moved) *source += line;
      return !has_moved;
    });
    while (parser.Next() != nullptr) {
    }
    if (is_over) return false;
    if (has_moved) continue;
    if (!MissesText(parser)) return true;
    std::string line;
    if (!more(&line)) return false;
    *text += line;
  }
}

ScriptAnalysis AnalyzeScript(std::string_view script) {
  ScriptAnalysis analysis;
  SymbolTable symbols;
  Parser parser(MakeSource(script, nullptr), symbols, 1, ParseOptions());
  while (std::shared_ptr<Unit> unit = parser.Next()) Walk(&analysis).Run(unit->root);
  analysis.valid = !parser.failed();
  for (const ParseMessage& message : parser.messages()) {
    analysis.errors.push_back("line " + std::to_string(message.line) + ": " + message.text);
  }
  SortUnique(&analysis.commands);
  SortUnique(&analysis.files);
  SortUnique(&analysis.functions);
  return analysis;
}

}  // namespace pysub::shell
