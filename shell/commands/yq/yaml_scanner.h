#ifndef PYSUB_SHELL_COMMANDS_YQ_YAML_SCANNER_H_
#define PYSUB_SHELL_COMMANDS_YQ_YAML_SCANNER_H_

#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "shell/commands/jq/heap.h"

namespace pysub::shell::yq {

// A place in the text, counted in characters.
struct Mark {
  uint64_t index = 0, line = 0, column = 0;
  void Fields(Archive& archive) { archive(index, line, column); }
};

enum class TokenKind : uint8_t {
  kStreamEnd,
  kVersionDirective,  // text, suffix: its two numbers
  kTagDirective,      // text: the handle, suffix: what it stands for
  kDocumentStart,
  kDocumentEnd,
  kBlockSequenceStart,
  kBlockMappingStart,
  kBlockEnd,
  kFlowSequenceStart,
  kFlowSequenceEnd,
  kFlowMappingStart,
  kFlowMappingEnd,
  kBlockEntry,
  kFlowEntry,
  kKey,
  kValue,
  kAlias,
  kAnchor,
  kTag,  // text: the handle, suffix: the rest
  kScalar,
};

struct Token {
  TokenKind kind = TokenKind::kStreamEnd;
  bool plain = false;  // a scalar without quotes
  Mark start, end;
  std::string text, suffix;
  void Fields(Archive& archive) { archive(kind, plain, start, end, text, suffix); }
};

// Text that grows while a scalar is read; what it has room for is paid for meanwhile.
class GrowingScalar {
 public:
  explicit GrowingScalar(jq::Heap& heap) : heap_(heap) {}
  GrowingScalar(const GrowingScalar&) = delete;
  GrowingScalar& operator=(const GrowingScalar&) = delete;
  ~GrowingScalar() { heap_.Charge(-charged_); }

  void Put(std::string_view bytes);
  void Clear() { text_.clear(); }
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

 private:
  jq::Heap& heap_;
  std::string text_;
  int64_t charged_ = 0;
};

// Cuts YAML into tokens, as libyaml does, whose mistakes it tells in the same words and places.
//
// Indentation becomes tokens (kBlock...Start, kBlockEnd), so the parser behind it never sees
// blanks. What stands in front of a ':' is known to be a key only there: each token that may begin
// one is remembered (SimpleKey), and kKey is put in front of it afterwards. That a key has at most
// 1024 characters in one line bounds how many tokens wait.
class Scanner {
 public:
  explicit Scanner(jq::Heap& heap) : heap_(heap) {}

  // `text` is UTF-8 and has only characters that YAML allows.
  void Start(std::string_view text) {
    *this = Scanner(heap_);
    SetText(text);
  }
  // After a load: the same text.
  void SetText(std::string_view text);
  Scanner& operator=(Scanner&& other) noexcept;

  // The next token, which stays there until Skip(). Null: a mistake, or the heap has stopped.
  Token* Peek();
  void Skip();
  const std::string& error() const { return error_; }
  // "CLASS: CONTEXT\n  in ...\nPROBLEM\n  in ...", with the name of the source.
  std::string Describe(std::string_view error_class, std::string_view context,
                       const Mark& context_mark, std::string_view problem, const Mark& mark) const;
  // That is what error() has then.
  void Fail(std::string_view error_class, std::string_view context, const Mark& context_mark,
            std::string_view problem, const Mark& mark);
  bool failed() const { return failed_; }
  void set_source(std::string_view source) { source_ = source; }

  void Fields(Archive& archive);

 private:
  friend class ScalarScanner;
  struct SimpleKey {
    bool possible = false, required = false;
    uint64_t token = 0;  // its number
    Mark mark;
    void Fields(Archive& archive) { archive(possible, required, token, mark); }
  };
  // Deeper nesting is a mistake; Python's own stack ends somewhat earlier.
  static constexpr size_t kMaxDepth = 1000;

  // ---- characters
  char At(size_t ahead = 0) const { return at_ + ahead < limit_ ? text_[at_ + ahead] : '\0'; }
  bool IsEnd(size_t ahead = 0) const { return at_ + ahead >= limit_; }
  // Bytes of the line break there, 0: there is none. (CR LF is one.)
  size_t BreakAt(size_t ahead = 0) const;
  bool IsBlank(size_t ahead = 0) const { return At(ahead) == ' ' || At(ahead) == '\t'; }
  bool IsBlankOrBreak(size_t ahead = 0) const { return IsBlank(ahead) || BreakAt(ahead) > 0; }
  bool IsBlankOrEnd(size_t ahead = 0) const { return IsBlankOrBreak(ahead) || IsEnd(ahead); }
  bool IsDocumentIndicator() const;
  static bool IsWordCharacter(char c) {
    return ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }
  void Next();      // one character
  void NextLine();  // one line break
  void Read(GrowingScalar* to);
  void ReadBreak(GrowingScalar* to);
  void Pay();

  bool ScanFail(std::string_view context, const Mark& start, std::string_view problem);
  // ---- what tokens are made of
  bool NeedsMore();
  bool Fetch();
  bool FetchIndicator(char c);
  bool SkipBlanks();
  bool CheckKey(SimpleKey* key);
  bool SaveKey();
  bool RemoveKey();
  void Unroll(int64_t column);
  bool Roll(int64_t column, uint64_t number, TokenKind kind, const Mark& mark);
  Token* Add(TokenKind kind, const Mark& start);
  bool FetchDirective();
  bool FetchDocumentIndicator(TokenKind kind);
  bool FetchFlowStart(TokenKind kind);
  bool FetchFlowEnd(TokenKind kind);
  bool FetchBlockEntry();
  bool FetchKey();
  bool FetchValue();
  bool FetchAnchor(TokenKind kind);
  bool FetchTag();
  bool FetchStreamEnd();
  bool ScanTagHandle(bool directive, const Mark& start, std::string* handle);
  bool ScanTagUri(bool verbatim, bool directive, std::string_view head, const Mark& start,
                  std::string* uri);
  bool ScanUriEscape(bool directive, const Mark& start, GrowingScalar* to);
  bool ScanVersion(const Mark& start, Token* token);
  bool ScanTagDirective(const Mark& start, Token* token);
  bool ToLineEnd(std::string_view context, const Mark& start);

  jq::Heap& heap_;
  std::string_view text_;
  uint64_t limit_ = 0;  // what is behind it is not read: the end, or where the heap stopped
  uint32_t unpaid_ = 0;
  std::string source_;

  uint64_t at_ = 0;  // in bytes
  Mark mark_;
  bool failed_ = false, ended_ = false;
  bool key_allowed_ = true;
  uint64_t flow_level_ = 0;
  int64_t indent_ = -1;
  std::vector<int64_t> indents_;
  std::vector<SimpleKey> keys_{SimpleKey()};  // one for each flow level, and for none
  uint64_t first_key_ = 0;                    // those before it are none any more
  std::vector<Token> tokens_;
  uint64_t head_ = 0;   // of tokens_
  uint64_t taken_ = 0;  // tokens before that
  std::string error_;
};

// Reads what has text: plain, quoted and block scalars. A part of Scanner in a file of its own.
class ScalarScanner {
 public:
  explicit ScalarScanner(Scanner& scanner)
      : s_(scanner),
        text_(s_.heap_),
        blanks_(s_.heap_),
        first_break_(s_.heap_),
        breaks_(s_.heap_) {}

  bool Plain();
  bool Quoted(bool single);
  bool Block(bool literal);

 private:
  void Join();
  void Fold(bool literal, bool between_blanks);
  bool Escape(const Mark& start);
  bool QuotedWord(bool single, const Mark& start, bool* ends);
  bool Blanks(int64_t indent, bool plain, const Mark& start);
  bool BlockHeader(const Mark& start, int* chomping, int64_t* increment);
  bool BlockBreaks(int64_t* indent, const Mark& start, Mark* end);
  void Emit(const Mark& start, const Mark& end, bool plain);

  Scanner& s_;
  // What is complete; blanks behind it; its first line break and those that follow.
  GrowingScalar text_, blanks_, first_break_, breaks_;
  bool behind_break_ = false;
};

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_YAML_SCANNER_H_
