#include "shell/commands/yq/yaml_parser.h"

#include "lexer/unicode/utf8.h"

namespace pysub::shell::yq {

void Parser::Start(std::string_view text) {
  scanner_.Start(text);
  state_ = State::kFirstDocument;
  states_.clear();
  marks_.clear();
  handles_.clear();
}

void Parser::Fields(Archive& archive) {
  archive(scanner_, state_, states_, marks_, handles_);
  if (!archive.loading()) return;
  bool right = state_ <= State::kEnd;
  for (State state : states_) right &= state <= State::kEnd;
  for (const auto& [handle, prefix] : handles_) {
    right &= IsValidUtf8(handle, Surrogates::kRefuse) && IsValidUtf8(prefix, Surrogates::kRefuse);
  }
  if (!right) archive.Fail();
}

Event Parser::Fail(std::string_view context, const Mark& context_mark, std::string_view problem,
                   const Mark& mark) {
  scanner_.Fail("ParserError", context, context_mark, problem, mark);
  return Event();
}

Event Parser::Of(EventKind kind, const Mark& start, const Mark& end) {
  Event event;
  event.kind = kind;
  event.start = start;
  event.end = end;
  return event;
}

// A value that is not there.
Event Parser::Empty(const Mark& mark) {
  Event event = Of(EventKind::kScalar, mark, mark);
  event.plain = true;
  return event;
}

void Parser::Push(State state) {
  heap_.Charge(sizeof(State));
  states_.push_back(state);
}

void Parser::Pop() {
  // (Empty: only after a load of what somebody else saved.)
  state_ = states_.empty() ? State::kEnd : states_.back();
  if (states_.empty()) return;
  states_.pop_back();
  heap_.Charge(-static_cast<int64_t>(sizeof(State)));
}

Mark Parser::PopMark() {
  if (marks_.empty()) return Mark();
  const Mark mark = marks_.back();
  marks_.pop_back();
  heap_.Charge(-static_cast<int64_t>(sizeof(Mark)));
  return mark;
}

bool Parser::Advance() {
  scanner_.Skip();
  token_ = scanner_.Peek();
  return token_ != nullptr;
}

Event Parser::Next() {
  if (state_ == State::kEnd) return Of(EventKind::kStreamEnd, Mark(), Mark());
  token_ = scanner_.Peek();
  if (token_ == nullptr || !heap_.Spend(8)) return Event();
  switch (state_) {
    case State::kFirstDocument: return DocumentStart(true);
    case State::kDocumentStart: return DocumentStart(false);
    case State::kDocumentContent: return DocumentContent();
    case State::kDocumentEnd: return DocumentEnd();
    case State::kBlockNode: return Node(true, false);
    case State::kBlockSequenceFirst: return BlockSequence(true);
    case State::kBlockSequence: return BlockSequence(false);
    case State::kIndentlessSequence: return IndentlessSequence();
    case State::kBlockMappingFirst: return BlockMappingKey(true);
    case State::kBlockMappingKey: return BlockMappingKey(false);
    case State::kBlockMappingValue: return BlockMappingValue();
    case State::kFlowSequenceFirst: return FlowSequence(true);
    case State::kFlowSequence: return FlowSequence(false);
    case State::kFlowPairKey: return FlowPairKey();
    case State::kFlowPairValue: return FlowPairValue();
    case State::kFlowPairEnd:
      state_ = State::kFlowSequence;
      return Of(EventKind::kMappingEnd, token_->start, token_->start);
    case State::kFlowMappingFirst: return FlowMappingKey(true);
    case State::kFlowMappingKey: return FlowMappingKey(false);
    case State::kFlowMappingValue: return FlowMappingValue(false);
    case State::kFlowMappingEmpty: return FlowMappingValue(true);
    case State::kEnd: break;
  }
  return Event();
}

// ---- documents
Event Parser::DocumentStart(bool first) {
  if (!first) {
    while (Is(TokenKind::kDocumentEnd)) {
      if (!Advance()) return Event();
    }
  }
  const Mark start = token_->start;
  if (Is(TokenKind::kStreamEnd)) {
    state_ = State::kEnd;
    return Of(EventKind::kStreamEnd, start, token_->end);
  }
  const bool has_head =
      IsAny(TokenKind::kVersionDirective, TokenKind::kTagDirective, TokenKind::kDocumentStart);
  if (first && !has_head) {
    if (!Directives()) return Event();
    Push(State::kDocumentEnd);
    state_ = State::kBlockNode;
    return Of(EventKind::kDocumentStart, start, start);
  }
  if (!Directives()) return Event();
  if (!Is(TokenKind::kDocumentStart)) {
    return Fail("", start, "did not find expected <document start>", token_->start);
  }
  Push(State::kDocumentEnd);
  state_ = State::kDocumentContent;
  const Mark end = token_->end;
  scanner_.Skip();
  return Of(EventKind::kDocumentStart, start, end);
}

Event Parser::DocumentContent() {
  if (IsAny(TokenKind::kVersionDirective, TokenKind::kTagDirective, TokenKind::kDocumentStart,
            TokenKind::kDocumentEnd, TokenKind::kStreamEnd)) {
    const Mark mark = token_->start;
    Pop();
    return Empty(mark);
  }
  return Node(true, false);
}

Event Parser::DocumentEnd() {
  const Mark start = token_->start;
  Mark end = start;
  if (Is(TokenKind::kDocumentEnd)) {
    end = token_->end;
    scanner_.Skip();
  }
  for (const auto& [handle, prefix] : handles_) {
    heap_.Charge(-static_cast<int64_t>(2 * (handle.size() + prefix.size()) + 128));
  }
  handles_.clear();
  state_ = State::kDocumentStart;
  return Of(EventKind::kDocumentEnd, start, end);
}

bool Parser::Directives() {
  bool has_version = false;
  while (IsAny(TokenKind::kVersionDirective, TokenKind::kTagDirective)) {
    const Mark mark = token_->start;
    if (Is(TokenKind::kVersionDirective)) {
      if (has_version) return Fail("", mark, "found duplicate %YAML directive", mark), false;
      if (token_->text != "1" || (token_->suffix != "1" && token_->suffix != "2")) {
        return Fail("", mark, "found incompatible YAML document", mark), false;
      }
      has_version = true;
    } else {
      for (const auto& [handle, prefix] : handles_) {
        if (!heap_.Spend(1)) return false;
        if (handle != token_->text) continue;
        return Fail("", mark, "found duplicate %TAG directive", mark), false;
      }
      if (!heap_.Charge(
              static_cast<int64_t>(2 * (token_->text.size() + token_->suffix.size()) + 128))) {
        return false;
      }
      handles_.emplace_back(token_->text, token_->suffix);
    }
    if (!Advance()) return false;
  }
  return true;
}

// ---- nodes
bool Parser::ResolveTag(const Token& token, std::string* tag) {
  if (token.text.empty()) {
    *tag = token.suffix;
    return true;
  }
  for (const auto& [handle, prefix] : handles_) {
    if (!heap_.Spend(1)) return false;
    if (handle != token.text) continue;
    *tag = prefix + token.suffix;
    return true;
  }
  if (token.text != "!" && token.text != "!!") return false;
  *tag = (token.text == "!" ? "!" : "tag:yaml.org,2002:") + token.suffix;
  return true;
}

// An anchor and a tag, in either order.
bool Parser::Properties(Event* event, bool* has_tag) {
  event->start = event->end = token_->start;
  Token tag;
  bool has_anchor = false;
  while (true) {
    if (Is(TokenKind::kAnchor) && !has_anchor) {
      has_anchor = true;
      event->anchor = std::move(token_->text);
    } else if (Is(TokenKind::kTag) && !*has_tag) {
      *has_tag = true;
      tag = std::move(*token_);
    } else {
      break;
    }
    event->end = token_->end;
    if (!Advance()) return false;
  }
  if (*has_tag && !ResolveTag(tag, &event->tag)) {
    Fail("while parsing a node", event->start, "found undefined tag handle", tag.start);
    return false;
  }
  return true;
}

Event Parser::CollectionStart(EventKind kind, State state, Event event) {
  event.kind = kind;
  event.end = token_->end;
  state_ = state;
  return event;
}

Event Parser::Node(bool block, bool indentless) {
  if (Is(TokenKind::kAlias)) {
    Event event = Of(EventKind::kAlias, token_->start, token_->end);
    event.text = std::move(token_->text);
    Pop();
    scanner_.Skip();
    return event;
  }
  Event event;
  bool has_tag = false;
  if (!Properties(&event, &has_tag)) return Event();
  if (indentless && Is(TokenKind::kBlockEntry)) {
    return CollectionStart(EventKind::kSequenceStart, State::kIndentlessSequence, std::move(event));
  }
  if (Is(TokenKind::kScalar)) {
    event.kind = EventKind::kScalar;
    event.end = token_->end;
    event.text = std::move(token_->text);
    // "!" says that it is what its text says, quoted or not.
    event.plain = (token_->plain && event.tag.empty()) || event.tag == "!";
    if (event.tag == "!") event.tag.clear();
    Pop();
    scanner_.Skip();
    return event;
  }
  if (Is(TokenKind::kFlowSequenceStart)) {
    return CollectionStart(EventKind::kSequenceStart, State::kFlowSequenceFirst, std::move(event));
  }
  if (Is(TokenKind::kFlowMappingStart)) {
    return CollectionStart(EventKind::kMappingStart, State::kFlowMappingFirst, std::move(event));
  }
  if (block && Is(TokenKind::kBlockSequenceStart)) {
    return CollectionStart(EventKind::kSequenceStart, State::kBlockSequenceFirst, std::move(event));
  }
  if (block && Is(TokenKind::kBlockMappingStart)) {
    return CollectionStart(EventKind::kMappingStart, State::kBlockMappingFirst, std::move(event));
  }
  if (!event.anchor.empty() || has_tag) {
    event.kind = EventKind::kScalar;
    event.plain = event.tag.empty();
    Pop();
    return event;
  }
  return Fail(block ? "while parsing a block node" : "while parsing a flow node", event.start,
              "did not find expected node content", token_->start);
}

// ---- block collections
Event Parser::BlockSequence(bool first) {
  if (first) {
    heap_.Charge(sizeof(Mark));
    marks_.push_back(token_->start);
    if (!Advance()) return Event();
  }
  if (Is(TokenKind::kBlockEntry)) {
    const Mark mark = token_->end;
    if (!Advance()) return Event();
    state_ = State::kBlockSequence;
    if (IsAny(TokenKind::kBlockEntry, TokenKind::kBlockEnd)) return Empty(mark);
    Push(State::kBlockSequence);
    return Node(true, false);
  }
  const Mark begin = PopMark();
  if (!Is(TokenKind::kBlockEnd)) {
    return Fail("while parsing a block collection", begin, "did not find expected '-' indicator",
                token_->start);
  }
  const Event event = Of(EventKind::kSequenceEnd, token_->start, token_->end);
  Pop();
  scanner_.Skip();
  return event;
}

// As a value, where the entries may stand below their key.
Event Parser::IndentlessSequence() {
  if (Is(TokenKind::kBlockEntry)) {
    const Mark mark = token_->end;
    if (!Advance()) return Event();
    state_ = State::kIndentlessSequence;
    if (IsAny(TokenKind::kBlockEntry, TokenKind::kKey, TokenKind::kValue, TokenKind::kBlockEnd)) {
      return Empty(mark);
    }
    Push(State::kIndentlessSequence);
    return Node(true, false);
  }
  Pop();
  return Of(EventKind::kSequenceEnd, token_->start, token_->start);
}

Event Parser::BlockMappingKey(bool first) {
  if (first) {
    heap_.Charge(sizeof(Mark));
    marks_.push_back(token_->start);
    if (!Advance()) return Event();
  }
  if (Is(TokenKind::kKey)) {
    const Mark mark = token_->end;
    if (!Advance()) return Event();
    state_ = State::kBlockMappingValue;
    if (IsAny(TokenKind::kKey, TokenKind::kValue, TokenKind::kBlockEnd)) return Empty(mark);
    Push(State::kBlockMappingValue);
    return Node(true, true);
  }
  const Mark begin = PopMark();
  if (!Is(TokenKind::kBlockEnd)) {
    return Fail("while parsing a block mapping", begin, "did not find expected key", token_->start);
  }
  const Event event = Of(EventKind::kMappingEnd, token_->start, token_->end);
  Pop();
  scanner_.Skip();
  return event;
}

Event Parser::BlockMappingValue() {
  state_ = State::kBlockMappingKey;
  if (!Is(TokenKind::kValue)) return Empty(token_->start);
  const Mark mark = token_->end;
  if (!Advance()) return Event();
  if (IsAny(TokenKind::kKey, TokenKind::kValue, TokenKind::kBlockEnd)) return Empty(mark);
  Push(State::kBlockMappingKey);
  return Node(true, true);
}

// ---- flow collections
Event Parser::FlowSequence(bool first) {
  if (first) {
    heap_.Charge(sizeof(Mark));
    marks_.push_back(token_->start);
    if (!Advance()) return Event();
  }
  if (!Is(TokenKind::kFlowSequenceEnd)) {
    if (!first) {
      if (!Is(TokenKind::kFlowEntry)) {
        return Fail("while parsing a flow sequence", PopMark(), "did not find expected ',' or ']'",
                    token_->start);
      }
      if (!Advance()) return Event();
    }
    if (Is(TokenKind::kKey)) {
      const Event event = Of(EventKind::kMappingStart, token_->start, token_->end);
      state_ = State::kFlowPairKey;
      scanner_.Skip();
      return event;
    }
    if (!Is(TokenKind::kFlowSequenceEnd)) {
      Push(State::kFlowSequence);
      return Node(false, false);
    }
  }
  PopMark();
  const Event event = Of(EventKind::kSequenceEnd, token_->start, token_->end);
  Pop();
  scanner_.Skip();
  return event;
}

Event Parser::FlowPairKey() {
  if (!IsAny(TokenKind::kValue, TokenKind::kFlowEntry, TokenKind::kFlowSequenceEnd)) {
    Push(State::kFlowPairValue);
    return Node(false, false);
  }
  const Mark mark = token_->end;
  // (libyaml passes over this token, whatever it is.)
  scanner_.Skip();
  state_ = State::kFlowPairValue;
  return Empty(mark);
}

Event Parser::FlowPairValue() {
  state_ = State::kFlowPairEnd;
  if (Is(TokenKind::kValue)) {
    if (!Advance()) return Event();
    if (!IsAny(TokenKind::kFlowEntry, TokenKind::kFlowSequenceEnd)) {
      Push(State::kFlowPairEnd);
      return Node(false, false);
    }
  }
  return Empty(token_->start);
}

Event Parser::FlowMappingKey(bool first) {
  if (first) {
    heap_.Charge(sizeof(Mark));
    marks_.push_back(token_->start);
    if (!Advance()) return Event();
  }
  if (!Is(TokenKind::kFlowMappingEnd)) {
    if (!first) {
      if (!Is(TokenKind::kFlowEntry)) {
        return Fail("while parsing a flow mapping", PopMark(), "did not find expected ',' or '}'",
                    token_->start);
      }
      if (!Advance()) return Event();
    }
    if (Is(TokenKind::kKey)) {
      if (!Advance()) return Event();
      state_ = State::kFlowMappingValue;
      if (IsAny(TokenKind::kValue, TokenKind::kFlowEntry, TokenKind::kFlowMappingEnd)) {
        return Empty(token_->start);
      }
      Push(State::kFlowMappingValue);
      return Node(false, false);
    }
    if (!Is(TokenKind::kFlowMappingEnd)) {
      Push(State::kFlowMappingEmpty);
      return Node(false, false);
    }
  }
  PopMark();
  const Event event = Of(EventKind::kMappingEnd, token_->start, token_->end);
  Pop();
  scanner_.Skip();
  return event;
}

// `empty`: of a key without '?' and ':'.
Event Parser::FlowMappingValue(bool empty) {
  state_ = State::kFlowMappingKey;
  if (!empty && Is(TokenKind::kValue)) {
    if (!Advance()) return Event();
    if (!IsAny(TokenKind::kFlowEntry, TokenKind::kFlowMappingEnd)) {
      Push(State::kFlowMappingKey);
      return Node(false, false);
    }
  }
  return Empty(token_->start);
}

}  // namespace pysub::shell::yq
