// csv: reading and writing rows. CPython 3.14 library, "csv". Dialects by name, dictionaries and
// the sniffer are in stdlib/python/csv.py.

#include <climits>
#include <string>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/library_function.h"
#include "vm/native_frame.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

enum Quoting : int32_t { kMinimal, kAll, kNonNumeric, kNone, kStrings, kNotNull };

// How a file is written. It is checked when it is made, so that reader and writer need no more
// checks.
struct DialectObject : Object {
  Value delimiter, quotechar, escapechar;  // one-character strs; the last two may be None
  Value lineterminator;                    // str
  Value quoting;                           // Quoting
  Value doublequote, skipinitialspace, strict;
};
DialectObject* AsDialect(Value v) { return v.As<DialectObject>(); }

Failure Error(Vm& vm, std::string_view text) { return vm.Raise(TypeId::kCsvError, text); }

char32_t CharacterOf(Value v) {
  char32_t result = 0x110000;  // no character
  if (Vm::IsStr(v)) {
    for (char32_t c : CodePoints(Vm::View(v))) result = c;
  }
  return result;
}

// ---- _dialect(delimiter, doublequote, escapechar, lineterminator, quotechar, quoting,
// skipinitialspace, strict)

Result<Value> CharacterArgument(Vm& vm, std::string_view name, Value v, bool or_none) {
  if (or_none && v.IsNone()) return v;
  std::string kind = or_none ? "a unicode character or None" : "a unicode character";
  if (!Vm::IsStr(v)) return vm.TypeError("\"", name, "\" must be ", kind, ", not ", vm.TypeName(v));
  if (v.As<Str>()->length != 1) {
    return vm.TypeError("\"", name, "\" must be ", kind, ", not a string of length ",
                        v.As<Str>()->length);
  }
  return v;
}

// Which characters cannot stand for these.
Status CheckCharacter(Vm& vm, std::string_view name, Value v, bool space_is_bad, Value terminator) {
  if (v.IsNone()) return Done{};
  char32_t c = CharacterOf(v);
  if (c == '\r' || c == '\n' || (c == ' ' && space_is_bad))
    return vm.ValueError("bad ", name, " value");
  if (!vm.Tick(Vm::View(terminator).size())) return Failure{};
  if (Vm::View(terminator).find(Vm::View(v)) != std::string_view::npos) {
    return vm.ValueError("bad ", name, " or lineterminator value");
  }
  return Done{};
}

Value NewDialect(Vm& vm, const Args& a) {
  auto given = [&](uint32_t i, Value otherwise) {
    return a.has(i) && a[i] != Value::Ellipsis() ? a[i] : otherwise;
  };
  Value comma = TRY(vm.Intern(",")), quote = TRY(vm.Intern("\"")), crlf = TRY(vm.Intern("\r\n"));
  Value delimiter = TRY(CharacterArgument(vm, "delimiter", given(0, comma), false));
  Value double_quote = Value::Bool(TRY(vm.Truth(given(1, Value::True()))));
  Value escape = TRY(CharacterArgument(vm, "escapechar", given(2, Value::None()), true));
  Value terminator = given(3, crlf);
  if (!Vm::IsStr(terminator))
    return vm.TypeError("\"lineterminator\" must be a string, not ", vm.TypeName(terminator));
  Value quotechar = TRY(CharacterArgument(vm, "quotechar", given(4, quote), true));
  Value quoting = given(5, Value::SmallInt(given(4, quote).IsNone() ? kNone : kMinimal));
  if (!vm.IsInt(quoting))
    return vm.TypeError("\"quoting\" must be an integer, not ", vm.TypeName(quoting));
  if (!quoting.IsSmallInt() || quoting.AsSmallInt() < kMinimal || quoting.AsSmallInt() > kNotNull) {
    return vm.TypeError("bad \"quoting\" value");
  }
  if (quoting.AsSmallInt() != kNone && quotechar.IsNone()) {
    return vm.TypeError("quotechar must be set if quoting enabled");
  }
  bool skip_space = TRY(vm.Truth(given(6, Value::False())));
  bool strict = TRY(vm.Truth(given(7, Value::False())));
  TRY(CheckCharacter(vm, "delimiter", delimiter, false, terminator));
  TRY(CheckCharacter(vm, "escapechar", escape, skip_space, terminator));
  TRY(CheckCharacter(vm, "quotechar", quotechar, skip_space, terminator));
  char32_t d = CharacterOf(delimiter), e = CharacterOf(escape), q = CharacterOf(quotechar);
  if (!escape.IsNone() && d == e) return vm.ValueError("bad delimiter or escapechar value");
  if (!quotechar.IsNone() && d == q) return vm.ValueError("bad delimiter or quotechar value");
  if (!escape.IsNone() && !quotechar.IsNone() && e == q)
    return vm.ValueError("bad escapechar or quotechar value");
  DialectObject* dialect = TRY(vm.New<DialectObject>(TypeId::kCsvDialect));
  dialect->delimiter = delimiter;
  dialect->quotechar = quotechar;
  dialect->escapechar = escape;
  dialect->lineterminator = terminator;
  dialect->quoting = quoting;
  dialect->doublequote = double_quote;
  dialect->skipinitialspace = Value::Bool(skip_space);
  dialect->strict = Value::Bool(strict);
  return Value::Of(dialect);
}

template <Value DialectObject::*kField>
Value Get(Vm&, Value self) {
  return AsDialect(self)->*kField;
}

// ---- reading

enum ReadState : RawWord {
  kStartRecord,
  kStartField,
  kEscapedChar,
  kInField,
  kInQuotedField,
  kEscapeInQuotedField,
  kQuoteInQuotedField,
  kEatCrnl,
  kAfterEscapedCrnl,
};

// A row may span several lines, when a field in quotes has newlines. The state between two lines is
// therefore part of the object.
struct ReaderObject : Object {
  Value iterator, dialect;
  Value fields;      // list of the row that is being read
  Value field;       // str: what there is of the field
  RawWord state;     // ReadState
  RawWord unquoted;  // of the field
  RawWord line_num;
};
ReaderObject* AsReader(Value v) { return v.As<ReaderObject>(); }

int64_t FieldLimit(Vm& vm) {
  Value limit = vm.library_state(LibraryState::kCsvFieldLimit);
  return Vm::IsInt(limit) ? ToInt64(IntArgument(limit).view()).value_or(131072) : 131072;
}

// Reads the lines of one row; all that it changes is the reader's when it is done.
class LineParser {
 public:
  LineParser(Vm& vm, ReaderObject* reader)
      : vm_(vm),
        reader_(reader),
        dialect_(AsDialect(reader->dialect)),
        field_(vm),
        limit_(FieldLimit(vm)) {
    delimiter_ = CharacterOf(dialect_->delimiter);
    quote_ = CharacterOf(dialect_->quotechar);
    escape_ = CharacterOf(dialect_->escapechar);
    quoting_ = dialect_->quoting.AsSmallInt();
    state_ = static_cast<ReadState>(reader->state);
    unquoted_ = reader->unquoted != 0;
    field_.Append(Vm::View(reader->field));
    length_ = reader->field.As<Str>()->length;
  }

  Status Line(std::string_view line) {
    if (!vm_.Tick(line.size() / 8 + 1)) return Failure{};
    fields_ = vm_.NewList();
    if (fields_ == nullptr) return Failure{};
    Pace pace(vm_);
    for (char32_t c : CodePoints(line)) {
      if (!pace.IsTimeLeft()) return Failure{};
      TRY(Character(c));
    }
    TRY(Character(kEndOfLine));
    return Keep();
  }
  // The end of the data in the middle of a row.
  Status End() {
    fields_ = vm_.NewList();
    if (fields_ == nullptr) return Failure{};
    TRY(SaveField());
    state_ = kStartRecord;
    return Keep();
  }

 private:
  static constexpr char32_t kEndOfLine = 0x110001;
  static bool IsEnd(char32_t c) { return c == '\n' || c == '\r' || c == kEndOfLine; }

  Status Keep() {
    Value text = field_.Finish();
    if (text.IsFailed()) return Failure{};
    List* all = reader_->fields.As<List>();
    TRY(ListReserve(vm_, all, all->size + fields_->size));
    for (uint64_t i = 0; i < fields_->size; ++i) all->items()[all->size + i] = fields_->items()[i];
    all->size += fields_->size;
    reader_->field = text;
    reader_->state = state_;
    reader_->unquoted = unquoted_;
    return Done{};
  }

  Status Add(char32_t c) {
    if (static_cast<int64_t>(length_) >= limit_) {
      return Error(vm_, "field larger than field limit (" + std::to_string(limit_) + ")");
    }
    ++length_;
    if (!field_.Append(c)) return Failure{};
    return Done{};
  }
  Status SaveField() {
    Value field;
    bool number = quoting_ == kNonNumeric || quoting_ == kStrings;
    if (unquoted_ && length_ == 0 && (quoting_ == kStrings || quoting_ == kNotNull)) {
      field = Value::None();
    } else {
      field = vm_.NewStr(field_.view(), length_);
      if (field.IsFailed()) return Failure{};
      if (unquoted_ && length_ != 0 && number) {
        HeldText kept(vm_);
        field = ParseFloatText(vm_, field, TRY(AsciiNumberText(vm_, Vm::View(field), &kept)));
        if (field.IsFailed()) return Failure{};
      }
    }
    field_.Truncate(0);
    length_ = 0;
    unquoted_ = true;
    return ListAppend(vm_, fields_, field);
  }
  Status EndField(char32_t c) {
    TRY(SaveField());
    state_ = c == kEndOfLine ? kStartRecord : IsEnd(c) ? kEatCrnl : kStartField;
    return Done{};
  }

  Status StartField(char32_t c) {
    if (IsEnd(c)) return EndField(c);
    if (c == quote_ && quoting_ != kNone) {
      unquoted_ = false;
      state_ = kInQuotedField;
    } else if (c == escape_) {
      state_ = kEscapedChar;
    } else if (c == ' ' && dialect_->skipinitialspace.IsTrue()) {
      state_ = kStartField;
    } else if (c == delimiter_) {
      return EndField(c);
    } else {
      state_ = kInField;
      return Add(c);
    }
    return Done{};
  }
  Status InField(char32_t c) {
    if (IsEnd(c) || c == delimiter_) return EndField(c);
    if (c == escape_) {
      state_ = kEscapedChar;
      return Done{};
    }
    state_ = kInField;
    return Add(c);
  }

  // The state machine of CPython's _csv.c, state for state. Its behaviour in odd cases (quotes
  // within a field, \r alone) is what programs rely on.
  Status Character(char32_t c) {
    switch (state_) {
      case kStartRecord:
        if (c == kEndOfLine) return Done{};
        if (IsEnd(c)) {
          state_ = kEatCrnl;
          return Done{};
        }
        return StartField(c);
      case kStartField: return StartField(c);
      case kEscapedChar:
        if (c == '\n' || c == '\r') {
          state_ = kAfterEscapedCrnl;
          return Add(c);
        }
        state_ = kInField;
        return Add(c == kEndOfLine ? '\n' : c);
      case kAfterEscapedCrnl:
        if (c == kEndOfLine) return Done{};
        return InField(c);
      case kInField: return InField(c);
      case kInQuotedField:
        if (c == kEndOfLine) return Done{};
        if (c == escape_) {
          state_ = kEscapeInQuotedField;
          return Done{};
        }
        if (c == quote_ && quoting_ != kNone) {
          state_ = dialect_->doublequote.IsTrue() ? kQuoteInQuotedField : kInField;
          return Done{};
        }
        return Add(c);
      case kEscapeInQuotedField: state_ = kInQuotedField; return Add(c == kEndOfLine ? '\n' : c);
      case kQuoteInQuotedField: return AfterQuote(c);
      case kEatCrnl:
        if (c == kEndOfLine) {
          state_ = kStartRecord;
        } else if (!IsEnd(c)) {
          return Error(vm_,
                       "new-line character seen in unquoted field - do you need to open the file "
                       "with newline=''?");
        }
        return Done{};
    }
    return Done{};
  }
  Status AfterQuote(char32_t c) {
    if (quoting_ != kNone && c == quote_) {
      state_ = kInQuotedField;
      return Add(c);
    }
    if (c == delimiter_ || IsEnd(c)) return EndField(c);
    if (dialect_->strict.IsFalse()) {
      state_ = kInField;
      return Add(c);
    }
    return vm_.Raise(TypeId::kCsvError, "'", dialect_->delimiter, "' expected after '",
                     dialect_->quotechar, "'");
  }

  Vm& vm_;
  ReaderObject* reader_;
  DialectObject* dialect_;
  TextBuilder field_;
  uint32_t length_ = 0;
  int64_t limit_;
  char32_t delimiter_, quote_, escape_;
  int64_t quoting_;
  ReadState state_;
  bool unquoted_;
  List* fields_ = nullptr;
};

// _reader(iterator, dialect)
Value NewReader(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kCsvDialect)) return vm.TypeError("a dialect is required");
  Value iterator = TRY(vm.GetIter(a[0]));
  Value empty = TRY(vm.NewStr(""));
  List* fields = TRY(vm.NewList());
  ReaderObject* reader = TRY(vm.New<ReaderObject>(TypeId::kCsvReader));
  reader->iterator = iterator;
  reader->dialect = a[1];
  reader->fields = Value::Of(fields);
  reader->field = empty;
  reader->state = kStartRecord;
  reader->unquoted = 1;
  reader->line_num = 0;
  return Value::Of(reader);
}

Value ReaderNext(Vm& vm, Value self) {
  return vm.PushNativeFrame(ResumeId::kCsvRead, {self}, kFrameIsIterator);
}

// Starts a row.
Status ResetReader(Vm& vm, ReaderObject* reader) {
  Value empty = vm.NewStr("");
  if (empty.IsFailed()) return Failure{};
  List* fields = TRY(vm.NewList());
  reader->fields = Value::Of(fields);
  reader->field = empty;
  reader->state = kStartRecord;
  reader->unquoted = 1;
  return Done{};
}

Value GetLineNumber(Vm& vm, Value self) {
  return vm.NewInt(static_cast<int64_t>(AsReader(self)->line_num));
}

// ---- writing

// `write` is the method of the file, looked up once.
struct WriterObject : Object {
  Value write, dialect;
};
WriterObject* AsWriter(Value v) { return v.As<WriterObject>(); }

Value NewWriter(Vm& vm, const Args& a) {
  if (!IsObjectOf(a[1], TypeId::kCsvDialect)) return vm.TypeError("a dialect is required");
  WriterObject* writer = TRY(vm.New<WriterObject>(TypeId::kCsvWriter));
  writer->write = a[0];
  writer->dialect = a[1];
  return Value::Of(writer);
}

// One row as text.
class RowBuilder {
 public:
  RowBuilder(Vm& vm, DialectObject* dialect) : vm_(vm), dialect_(dialect), out_(vm) {
    delimiter_ = CharacterOf(dialect->delimiter);
    quote_ = CharacterOf(dialect->quotechar);
    escape_ = CharacterOf(dialect->escapechar);
    quoting_ = dialect->quoting.AsSmallInt();
  }

  Status Field(Value field) {
    bool null = field.IsNone();
    bool quoted = false;
    switch (quoting_) {
      case kNonNumeric: quoted = !IsIntLike(field) && !field.IsFloat() && !IsNumber(field); break;
      case kAll: quoted = true; break;
      case kStrings: quoted = Vm::IsStr(field); break;
      case kNotNull: quoted = !null; break;
      default: break;
    }
    last_is_null_ = null;
    if (null) return Append("", quoted);
    Value text = vm_.StrValue(field);
    if (text.IsFailed()) return Failure{};
    return Append(Vm::View(text), quoted);
  }

  Value Finish() {
    if (fields_ > 0 && out_.size() == 0) {
      if (quoting_ == kNone || (last_is_null_ && (quoting_ == kStrings || quoting_ == kNotNull))) {
        return Error(vm_, "single empty field record must be quoted");
      }
      --fields_;
      TRY(Append("", true));
    }
    out_.Append(Vm::View(dialect_->lineterminator));
    return out_.Finish();
  }

 private:
  bool IsNumber(Value v) const {
    TypeId type = vm_.TypeOf(v);
    return type == TypeId::kComplex || type == TypeId::kFraction || type == TypeId::kDecimal;
  }
  bool IsSpecial(char32_t c) const {
    if (c == delimiter_ || c == escape_ || c == quote_ || c == '\n' || c == '\r') return true;
    for (char32_t t : CodePoints(Vm::View(dialect_->lineterminator))) {
      if (c == t) return true;
    }
    return false;
  }

  // A field is quoted if something in it would be read as more than text. Whether is only known at
  // its end, so its body is built apart.
  Status Append(std::string_view text, bool quoted) {
    if (!vm_.Tick(text.size() / 4 + 1)) return Failure{};
    if (text.empty() && delimiter_ == ' ' && dialect_->skipinitialspace.IsTrue()) {
      if (quoting_ == kNone || (last_is_null_ && (quoting_ == kStrings || quoting_ == kNotNull))) {
        return Error(
            vm_, "empty field must be quoted if delimiter is a space and skipinitialspace is true");
      }
      quoted = true;
    }
    if (fields_ > 0) out_.Append(delimiter_);
    ++fields_;
    TextBuilder body(vm_);
    for (char32_t c : CodePoints(text)) {
      bool escape = false;
      if (IsSpecial(c)) {
        if (quoting_ == kNone) {
          escape = true;
        } else {
          if (c == quote_ && dialect_->doublequote.IsTrue())
            body.Append(quote_);
          else if (c == quote_ || c == escape_)
            escape = true;
          if (!escape) quoted = true;
        }
        if (escape) {
          if (dialect_->escapechar.IsNone())
            return Error(vm_, "need to escape, but no escapechar set");
          body.Append(escape_);
        }
      }
      if (!body.Append(c)) return Failure{};
    }
    if (quoted) out_.Append(quote_);
    out_.Append(body.view());
    if (quoted) out_.Append(quote_);
    return out_.status();
  }

  Vm& vm_;
  DialectObject* dialect_;
  TextBuilder out_;
  char32_t delimiter_, quote_, escape_;
  int64_t quoting_;
  int64_t fields_ = 0;
  bool last_is_null_ = false;
};

// The row comes materialised.
Value WriteRow(Vm& vm, const Args& a) {
  Value items = vm.GetIter(a[1]);
  if (items.IsFailed()) {
    if (!vm.PendingIs(TypeId::kTypeError)) return items;
    static_cast<void>(vm.TakeException());
    return vm.Raise(TypeId::kCsvError, "iterable expected, not ", vm.TypeName(a[1]));
  }
  RowBuilder row(vm, AsDialect(AsWriter(a[0])->dialect));
  TRY(ForEachItem(vm, a[1], [&](Value item) -> Status { return row.Field(item); }));
  Value line = TRY(row.Finish());
  return vm.Call(AsWriter(a[0])->write, {line});
}

Value FieldSizeLimit(Vm& vm, const Args& a) {
  int64_t old = FieldLimit(vm);
  if (a.has(0)) {
    if (!vm.IsInt(a[0])) return vm.TypeError("limit must be an integer");
    if (!ToInt64(IntArgument(a[0]).view()).has_value()) {
      return vm.OverflowError("Python int too large to convert to C long");
    }
    vm.library_state(LibraryState::kCsvFieldLimit) = a[0];
  }
  return vm.NewInt(old);
}

Value GetWriterAttribute(Vm& vm, Value self, Name name) {
  Value member = TRY(LibraryMember(vm, TypeId::kCsvWriter, name.text));
  return member.IsUndefined() ? member : vm.NewBoundMethod(self, member);
}
Value GetReaderDialect(Vm&, Value self) { return AsReader(self)->dialect; }
Value GetWriterDialect(Vm&, Value self) { return AsWriter(self)->dialect; }

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    kNewRow,
    {"_dialect(delimiter=None, doublequote=None, escapechar=None, lineterminator=None, "
     "quotechar=None, quoting=None, "
     "skipinitialspace=None, strict=None)",
     NewDialect, "A dialect."},
    {"_reader(iterator, dialect)", NewReader, "A reader."},
    {"_writer(write, dialect)", NewWriter, "A writer."},
    {"field_size_limit(new_limit=<unrepresentable>)", FieldSizeLimit,
     "Sets an upper limit on parsed fields."},
};
constexpr AttributeInfo kDialectAttributes[] = {
    {"delimiter", Get<&DialectObject::delimiter>},
    {"doublequote", Get<&DialectObject::doublequote>},
    {"escapechar", Get<&DialectObject::escapechar>},
    {"lineterminator", Get<&DialectObject::lineterminator>},
    {"quotechar", Get<&DialectObject::quotechar>},
    {"quoting", Get<&DialectObject::quoting>},
    {"skipinitialspace", Get<&DialectObject::skipinitialspace>},
    {"strict", Get<&DialectObject::strict>}};
constexpr AttributeInfo kReaderAttributes[] = {
    {"dialect", GetReaderDialect, nullptr, AttributeKind::kMember},
    {"line_num", GetLineNumber, nullptr, AttributeKind::kMember}};
constexpr AttributeInfo kWriterAttributes[] = {
    {"dialect", GetWriterDialect, nullptr, AttributeKind::kMember}};
constexpr NativeInfo kWriterMethods[] = {
    {"writerow(row, /)", WriteRow, "Construct and write a CSV record from an iterable of fields.",
     1},
};
PYSUB_MEMBERS(CsvDialect, kNoMethods, kDialectAttributes);
PYSUB_MEMBERS(CsvReader, kNoMethods, kReaderAttributes);
PYSUB_MEMBERS(CsvWriter, kWriterMethods, kWriterAttributes);

bool IsCharacter(Value v) { return Vm::IsStr(v) && v.As<Str>()->length == 1; }
bool CheckDialect(Vm&, Object* object) {
  DialectObject* d = static_cast<DialectObject*>(object);
  int64_t quoting = d->quoting.AsSmallInt();
  return IsCharacter(d->delimiter) && (d->quotechar.IsNone() || IsCharacter(d->quotechar)) &&
         (d->escapechar.IsNone() || IsCharacter(d->escapechar)) && quoting >= kMinimal &&
         quoting <= kNotNull && (quoting == kNone || !d->quotechar.IsNone());
}
bool CheckReader(Vm&, Object* object) {
  return static_cast<ReaderObject*>(object)->state <= kAfterEscapedCrnl;
}
constexpr Schema kDialectSchema{"s s~ s~ s k b b b", CheckDialect};
constexpr Schema kReaderSchema{"V <CsvDialect> l s # # #", CheckReader};
constexpr Schema kWriterSchema{"V <CsvDialect>"};

Status Init(Vm& vm, Dict* names) {
  constexpr std::pair<std::string_view, Value> kNames[] = {
      {"QUOTE_MINIMAL", Value::SmallInt(kMinimal)},
      {"QUOTE_ALL", Value::SmallInt(kAll)},
      {"QUOTE_NONNUMERIC", Value::SmallInt(kNonNumeric)},
      {"QUOTE_NONE", Value::SmallInt(kNone)},
      {"QUOTE_STRINGS", Value::SmallInt(kStrings)},
      {"QUOTE_NOTNULL", Value::SmallInt(kNotNull)},
      {"Error", Value::Type(TypeId::kCsvError)},
      {"Dialect", Value::Type(TypeId::kCsvDialectClass)},
      {"excel", Value::Type(TypeId::kCsvExcel)},
      {"excel_tab", Value::Type(TypeId::kCsvExcelTab)},
      {"unix_dialect", Value::Type(TypeId::kCsvUnixDialect)},
      {"DictReader", Value::Type(TypeId::kCsvDictReader)},
      {"DictWriter", Value::Type(TypeId::kCsvDictWriter)},
      {"Sniffer", Value::Type(TypeId::kCsvSniffer)},
      {"_DialectType", Value::Type(TypeId::kCsvDialect)},
      {"_WriterType", Value::Type(TypeId::kCsvWriter)}};
  for (const auto& [name, value] : kNames) TRY(DictSetStr(vm, names, name, value));
  return Done{};
}

}  // namespace

// Reads lines until a row is whole. Slots: the reader.
Value CsvReadResume(Vm& vm, NativeFrame& frame, Value in) {
  ReaderObject* reader = AsReader(frame.slots[0]);
  switch (frame.state) {
    case 0:
      TRY(ResetReader(vm, reader));
      PYSUB_CHECKPOINT(1);
      do {
        PYSUB_SUSPEND_POINT(2, vm.Next(reader->iterator));
        if (in.IsExhausted()) {
          if (reader->field.As<Str>()->length == 0 && reader->state != kInQuotedField) return in;
          if (AsDialect(reader->dialect)->strict.IsTrue())
            return Error(vm, "unexpected end of data");
          TRY(LineParser(vm, reader).End());
          return reader->fields;
        }
        if (!Vm::IsStr(in)) {
          return vm.Raise(TypeId::kCsvError, "iterator should return strings, not ",
                          vm.TypeName(in), " (the file should be opened in text mode)");
        }
        TRY(LineParser(vm, reader).Line(Vm::View(in)));
        ++reader->line_num;
        frame.state = 1;
      } while (reader->state != kStartRecord);
  }
  return reader->fields;
}

extern constexpr TypeInfo kCsvDialectType{.id = TypeId::kCsvDialect,
                                          .schema = &kDialectSchema,
                                          .doc = "CSV dialect",
                                          .attributes = kDialectAttributes,
                                          .members = kCsvDialectMembers};
extern constexpr TypeInfo kCsvReaderType{.id = TypeId::kCsvReader,
                                         .schema = &kReaderSchema,
                                         .doc = "CSV reader",
                                         .attributes = kReaderAttributes,
                                         .members = kCsvReaderMembers,
                                         .next = ReaderNext};
extern constexpr TypeInfo kCsvWriterType{.id = TypeId::kCsvWriter,
                                         .schema = &kWriterSchema,
                                         .doc = "CSV writer",
                                         .methods = kWriterMethods,
                                         .attributes = kWriterAttributes,
                                         .members = kCsvWriterMembers,
                                         .get_attribute = GetWriterAttribute};
PYSUB_LIBRARY_CLASS(CsvDialectClass, "Dialect()", "Describe a CSV dialect.");
PYSUB_LIBRARY_CLASS(CsvExcel, "excel()",
                    "Describe the usual properties of Excel-generated CSV files.");
PYSUB_LIBRARY_CLASS(CsvExcelTab, "excel_tab()",
                    "Describe the usual properties of Excel-generated TAB-delimited files.");
PYSUB_LIBRARY_CLASS(CsvUnixDialect, "unix_dialect()",
                    "Describe the usual properties of Unix-generated CSV files.");
constexpr NativeInfo kDictReaderConstructor{
    "@raw DictReader(f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, "
    "**kwds)",
    LibraryClassNew, ""};
extern constexpr TypeInfo kCsvDictReaderType =
    LibraryIteratorClass(TypeId::kCsvDictReader, kDictReaderConstructor);
PYSUB_LIBRARY_CLASS(
    CsvDictWriter,
    "DictWriter(f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds)",
    "");
PYSUB_LIBRARY_CLASS(
    CsvSniffer, "Sniffer()",
    "\"Sniffs\" the format of a CSV file (i.e. delimiter, quotechar)\nReturns a Dialect object.");
extern constexpr ModuleInfo kCsvModule{.name = "csv",
                                       .doc = "CSV parsing and writing.",
                                       .functions = kFunctions,
                                       .init = Init,
                                       .source =
#include "stdlib/python/csv.inc"
};

}  // namespace pysub
