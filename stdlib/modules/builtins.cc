// The functions of the builtins module. CPython 3.14 library, "Built-in Functions".

#include "stdlib/modules/builtins.h"

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/types/shown_type.h"
#include "vm/native.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/numbers.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace builtins {

Status WriteText(Vm& vm, int stream, std::string_view text) {
  // In WTF-8 a surrogate starts with ED A0 .. ED BF.
  auto surrogate = [&](size_t from) {
    for (size_t at = text.find('\xED', from); at != text.npos; at = text.find('\xED', at + 1)) {
      if (at + 1 < text.size() && static_cast<uint8_t>(text[at + 1]) >= 0xA0) return at;
    }
    return text.npos;
  };
  if (surrogate(0) == text.npos) return vm.host.Write(stream, text);
  Value str = TRY(vm.NewStr(text));
  Value bytes = EncodeText(vm, str, "utf-8", stream == 1 ? "strict" : "backslashreplace");
  if (bytes.IsControl()) return Failure{};
  return vm.host.Write(stream, bytes.As<Bytes>()->view());
}

}  // namespace builtins

namespace {

// ---- output and input

// A str argument that may be None or left out.
Result<std::string_view> Separator(Vm& vm, Value v, std::string_view name,
                                   std::string_view fallback) {
  if (v.IsUndefined() || v.IsNone()) return fallback;
  if (Vm::IsStr(v)) return Vm::View(v);
  return vm.TypeError(name, " must be None or a string, not ", vm.TypeName(v));
}

// The `file` of print(): not given, None or sys.stdout.
bool IsStandardOutput(Value file) {
  return file.IsUndefined() || file.IsNone() ||
         (IsObjectOf(file, TypeId::kStandardStream) &&
          file.AsObject()->words()[0].AsSmallInt() == 1);
}

// Where print() writes without `file`: Undefined while nobody has put another stream into sys,
// whose names are made when it is imported first; None writes nowhere.
Value ReplacedOutput(Vm& vm) {
  Value sys = DictGetStr(vm, vm.modules().As<Dict>(), "sys");
  if (!IsObjectOf(sys, TypeId::kModule)) return sys.IsFailed() ? sys : Value::Undefined();
  Value stream = TRY(DictGetStr(vm, sys.As<Module>()->dict.As<Dict>(), "stdout"));
  if (stream.IsUndefined()) return vm.Raise(TypeId::kRuntimeError, "lost sys.stdout");
  return stream.IsObject() && IsStandardOutput(stream) ? Value::Undefined() : stream;
}

// All of it is made into one text first and written at once. So it can begin again after a
// collection: nothing was written yet.
Value Print(Vm& vm, const Args& a) {
  Value file = a[2];
  if (file.IsUndefined() || file.IsNone()) {
    file = TRY(ReplacedOutput(vm));
    if (file.IsNone()) return file;
  }
  std::string_view separator = TRY(Separator(vm, a[0], "sep", " "));
  std::string_view end = TRY(Separator(vm, a[1], "end", "\n"));
  TextBuilder out(vm);
  for (uint32_t i = 0; i < a.rest_count; ++i) {
    if (i > 0) out.Append(separator);
    size_t before = out.size();
    Status converted = vm.ToStr(a.rest[i], out);
    if (!converted.ok() && before > 0 && IsStandardOutput(file) && vm.FailureIsCatchable()) {
      // What stands before it is written by then.
      TRY(builtins::WriteText(vm, 1, out.view().substr(0, before)));
    }
    TRY(converted);
    if (HasSurrogates(out.view().substr(before)) && IsStandardOutput(file)) {
      // No file can hold it: what stands before it is written, and UnicodeEncodeError raised.
      Value text = TRY(vm.NewStr(out.view().substr(before)));
      TRY(vm.host.Write(1, out.view().substr(0, before)));
      Heap::AlwaysAllocateScope written(vm.heap);
      return EncodeText(vm, text, {}, {});
    }
  }
  out.Append(end);
  TRY(out.status());
  const bool flush = a.has(3) && TRY(vm.Truth(a[3]));
  if (file.IsUndefined()) {
    TRY(builtins::WriteText(vm, 1, out.view()));
    if (flush) vm.host.FlushOutput();
    return Value::None();
  }
  if (IsObjectOf(file, TypeId::kStandardStream)) {
    int64_t stream = file.AsObject()->words()[0].AsSmallInt();
    if (stream == 1 || stream == 2) {
      TRY(builtins::WriteText(vm, static_cast<int>(stream), out.view()));
      if (flush) vm.host.FlushOutput();
      return Value::None();
    }
  }
  static constexpr Name kWrite{"write", MemberHash("write")};
  Value write = TRY(vm.GetAttribute(file, kWrite));
  Value text = TRY(out.Finish());
  Value written = TRY(vm.Call(write, {text}));
  static_cast<void>(written);
  return Value::None();
}

Value Input(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kInputLine, {a.has(0) ? a[0] : Value::Undefined()});
}

// ---- text of values

Value Ascii(Vm& vm, const Args& a) {
  TextBuilder out(vm);
  TRY(AppendAscii(vm, a[0], out));
  return out.Finish();
}

Value Repr(Vm& vm, const Args& a) { return vm.ReprValue(a[0]); }

Value FormatFunction(Vm& vm, const Args& a) {
  if (!a.has(1)) return vm.Format(a[0], {});
  if (!Vm::IsStr(a[1])) {
    return BadArgument(vm, "format", "argument 2", "str", a[1]);
  }
  return vm.Format(a[0], Vm::View(a[1]));
}

Value Chr(Vm& vm, const Args& a) {
  if (!a[0].IsSmallInt() && !a[0].IsBool() && !Vm::IsInt(a[0])) {
    return vm.TypeError("'", vm.TypeName(a[0]), "' object cannot be interpreted as an integer");
  }
  const Value plain = PlainInt(a[0]);
  const int64_t code = plain.IsSmallInt() ? plain.AsSmallInt() : -1;
  if (code < 0 || code > static_cast<int64_t>(kMaxCodePoint)) {
    return vm.ValueError("chr() arg not in range(0x110000)");
  }
  return vm.CharStr(static_cast<char32_t>(code));
}

Value Ord(Vm& vm, const Args& a) {
  size_t size;
  if (Vm::IsStr(a[0])) {
    Str* str = a[0].As<Str>();
    if (str->length == 1) {
      return Value::SmallInt(DecodeUtf8(str->view()).code_point);
    }
    size = str->length;
  } else if (IsObjectOf(a[0], TypeId::kBytes) || IsObjectOf(a[0], TypeId::kByteArray)) {
    std::string_view bytes =
        IsObjectOf(a[0], TypeId::kBytes) ? a[0].As<Bytes>()->view() : a[0].As<ByteArray>()->view();
    if (bytes.size() == 1) return Value::SmallInt(static_cast<uint8_t>(bytes[0]));
    size = bytes.size();
  } else {
    return vm.TypeError("ord() expected string of length 1, but ", vm.TypeName(a[0]), " found");
  }
  return vm.TypeError("ord() expected a character, but string of length ",
                      static_cast<int64_t>(size), " found");
}

// ---- objects

Value Len(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Length(a[0]))); }
Value Id(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.IdOf(a[0]))); }
Value HashFunction(Vm& vm, const Args& a) { return vm.NewInt(TRY(vm.Hash(a[0]))); }

Value Callable(Vm& vm, const Args& a) { return Value::Bool(vm.IsCallable(a[0])); }

// The name argument of getattr and its family, in the table of interned names.
Result<std::string_view> AttributeName(Vm& vm, Value name) {
  if (Vm::IsStr(name)) return Vm::View(name);
  return vm.TypeError("attribute name must be string, not '", vm.TypeName(name), "'");
}

Value Getattr(Vm& vm, const Args& a) {
  std::string_view name = TRY(AttributeName(vm, a[1]));
  if (!a.has(2)) return vm.GetAttribute(a[0], {name, MemberHash(name)});
  Value value = vm.FindAttribute(a[0], {name, MemberHash(name)});
  if (value.IsUndefined()) return a[2];
  if (value.IsFailed() && vm.PendingIs(TypeId::kAttributeError)) {
    static_cast<void>(vm.TakeException());
    return a[2];
  }
  return value;
}

Value Hasattr(Vm& vm, const Args& a) {
  std::string_view name = TRY(AttributeName(vm, a[1]));
  Value value = vm.FindAttribute(a[0], {name, MemberHash(name)});
  if (value.IsFailed()) {
    if (!vm.PendingIs(TypeId::kAttributeError)) return value;
    static_cast<void>(vm.TakeException());
    return Value::False();
  }
  // Annotations: they are there, and computed when somebody wants to see them.
  if (value.IsCallPending()) vm.DropPushedNativeFrame();
  return Value::Bool(!value.IsUndefined());
}

// Names of attributes that are set at run time outlive the argument: they are interned.
Value Setattr(Vm& vm, const Args& a) {
  static_cast<void>(TRY(AttributeName(vm, a[1])));
  Value interned = TRY(vm.Intern(Vm::View(a[1])));
  std::string_view name = Vm::View(interned);
  TRY(vm.SetAttribute(a[0], {name, MemberHash(name)}, a[2]));
  return Value::None();
}

Value Delattr(Vm& vm, const Args& a) {
  std::string_view name = TRY(AttributeName(vm, a[1]));
  TRY(vm.SetAttribute(a[0], {name, MemberHash(name)}, Value::Undefined()));
  return Value::None();
}

// ---- isinstance, issubclass

enum class Check : uint8_t { kInstance, kSubclass };

// Whether `type` matches `classes`, a type, a union, or tuples of them nested to any sane depth.
Result<bool> Matches(Vm& vm, Check check, TypeId type, Value object, Value classes) {
  DepthGuard guard(vm);
  if (!guard.ok()) {
    return vm.TooDeep(check == Check::kInstance ? " in __instancecheck__"
                                                : " in __subclasscheck__");
  }
  if (!vm.Tick(1)) return Failure{};
  if (classes.IsType()) return Vm::IsSubtype(type, classes.AsType());
  if (IsObjectOf(classes, TypeId::kTuple)) {
    Tuple* tuple = classes.As<Tuple>();
    for (uint32_t i = 0; i < tuple->count; ++i) {
      if (TRY(Matches(vm, check, type, object, tuple->items()[i]))) return true;
    }
    return false;
  }
  const TypeInfo& info = vm.InfoOf(classes);
  if (info.instance_check != nullptr) {
    return info.instance_check(vm, classes, object, type, check == Check::kSubclass);
  }
  return vm.TypeError(check == Check::kInstance
                          ? "isinstance() arg 2 must be a type, a tuple of types, or a union"
                          : "issubclass() arg 2 must be a class, a tuple of classes, or a union");
}

Value Isinstance(Vm& vm, const Args& a) {
  TypeId type = ShownType(vm.TypeOf(a[0]));
  if (a[1].IsType()) return Value::Bool(Vm::IsSubtype(type, a[1].AsType()));
  return Value::Bool(TRY(Matches(vm, Check::kInstance, type, a[0], a[1])));
}

Value Issubclass(Vm& vm, const Args& a) {
  // A type made by namedtuple, or an abstract one.
  if (IsObjectOf(a[0], TypeId::kDynamicType) || IsObjectOf(a[0], TypeId::kAbstractType)) {
    if (a[0] == a[1]) return Value::True();
    TypeId type = IsObjectOf(a[0], TypeId::kDynamicType) ? TypeId::kNamedTuple : TypeId::kObject;
    return Value::Bool(TRY(Matches(vm, Check::kSubclass, type, a[0], a[1])));
  }
  if (!a[0].IsType()) {
    // CPython asks each class in turn, and none of an empty tuple complains.
    if (IsObjectOf(a[1], TypeId::kTuple) && a[1].As<Tuple>()->size() == 0) return Value::False();
    return vm.TypeError("issubclass() arg 1 must be a class");
  }
  return Value::Bool(TRY(Matches(vm, Check::kSubclass, a[0].AsType(), a[0], a[1])));
}

constexpr NativeInfo kFunctions[] = {
    {"abs(x, /)", builtins::Abs, "Return the absolute value of the argument."},
    {"all(iterable, /)", builtins::All,
     "Return True if bool(x) is True for all values x in the iterable."},
    {"any(iterable, /)", builtins::Any,
     "Return True if bool(x) is True for any x in the iterable."},
    {"ascii(obj, /)", Ascii, "Return an ASCII-only representation of an object."},
    {"bin(number, /)", builtins::Bin, "Return the binary representation of an integer."},
    {"callable(obj, /)", Callable, "Return whether the object is callable."},
    {"chr(i, /)", Chr, "Return a Unicode string of one character."},
    {"compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, "
     "_feature_version=-1)",
     builtins::Compile, "Compile source into a code object."},
    {"delattr(obj, name, /)", Delattr, "Deletes the named attribute from the given object."},
    {"@hidden dir(object=<unrepresentable>, /)", builtins::Dir, "Names of an object's attributes."},
    {"divmod(x, y, /)", builtins::Divmod, "Return the tuple (x//y, x%y)."},
    {"eval(source, /, globals=None, locals=None)", builtins::Eval,
     "Evaluate the given source in the context of globals and locals."},
    {"exec(source, /, globals=None, locals=None, *, closure=None)", builtins::Exec,
     "Execute the given source in the context of globals and locals."},
    {"format(value, format_spec='', /)", FormatFunction, "Return value formatted by format_spec."},
    {"@hidden getattr(object, name, default=<unrepresentable>, /)", Getattr,
     "Get a named attribute from an object."},
    {"globals()", builtins::Globals, "The dictionary of the current module's variables."},
    {"hasattr(obj, name, /)", Hasattr, "Whether the object has an attribute with the given name."},
    {"hash(obj, /)", HashFunction, "Return the hash value for the given object."},
    {"hex(number, /)", builtins::Hex, "Return the hexadecimal representation of an integer."},
    {"id(obj, /)", Id, "Return the identity of an object."},
    {"input(prompt='', /)", Input, "Read a string from standard input."},
    {"isinstance(obj, class_or_tuple, /)", Isinstance,
     "Return whether an object is an instance of a class or of a subclass thereof."},
    {"issubclass(cls, class_or_tuple, /)", Issubclass,
     "Return whether 'cls' is derived from another class or is the same class."},
    {"@hidden iter(object, sentinel=<unrepresentable>, /)", builtins::Iter,
     "Get an iterator from an object."},
    // CPython's order decides between equally good suggestions.
    {"aiter(async_iterable, /)", builtins::Aiter,
     "Return an AsyncIterator for an AsyncIterable object."},
    {"len(obj, /)", Len, "Return the number of items in a container."},
    {"locals()", builtins::Locals,
     "Return a dictionary containing the current scope's local variables."},
    {"@hidden max(arg, /, *args, key=None, default=<unrepresentable>)", builtins::Max,
     "The biggest of the arguments."},
    {"@hidden min(arg, /, *args, key=None, default=<unrepresentable>)", builtins::Min,
     "The smallest of the arguments."},
    {"@hidden next(iterator, default=<unrepresentable>, /)", builtins::Next,
     "Return the next item from the iterator."},
    {"anext(aiterator, default=<unrepresentable>, /)", builtins::Anext,
     "Return the next item from the async iterator."},
    {"oct(number, /)", builtins::Oct, "Return the octal representation of an integer."},
    {"ord(character, /)", Ord, "Return the ordinal value of a character."},
    {"open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, "
     "opener=None)",
     io::Open, "Open file and return a stream.  Raise OSError upon failure."},
    {"pow(base, exp, mod=None)", builtins::Pow, "base**exp, or base**exp % mod."},
    {"print(*args, sep=' ', end='\\n', file=None, flush=False)", Print,
     "Prints the values to a stream, or to sys.stdout by default."},
    {"repr(obj, /)", Repr, "Return the canonical string representation of the object."},
    {"round(number, ndigits=None)", builtins::Round, "Round a number to a given precision."},
    {"setattr(obj, name, value, /)", Setattr, "Sets the named attribute on the given object."},
    {"@raw sorted(iterable, /, *, key=None, reverse=False)", builtins::Sorted,
     "Return a new list containing all items from the iterable in ascending order."},
    {"sum(iterable, /, start=0)", builtins::Sum,
     "Return the sum of a 'start' value and the items."},
    {"@hidden vars(object=<unrepresentable>, /)", builtins::Vars,
     "The __dict__ of an object, or locals()."},
    {"__import__(name, globals=None, locals=None, fromlist=(), level=0)", builtins::Import,
     "Import a module."},
};

}  // namespace

// slots: the prompt or Undefined
Value InputLineResume(Vm& vm, NativeFrame& frame, Value in) {
  switch (frame.state) {
    case 0:
      if (!frame.slots[0].IsUndefined()) {
        TextBuilder prompt(vm);
        TRY(vm.ToStr(frame.slots[0], prompt));
        TRY(vm.host.Write(1, prompt.view()));
      }
      vm.host.FlushOutput();
      frame.state = 1;
      [[fallthrough]];
    case 1:
      PYSUB_SUSPEND_POINT(2, vm.host.CallOs(OsCallId::kReadLine, {}));
      if (!Vm::IsStr(in)) return BadState(vm);
      std::string_view line = Vm::View(in);
      if (line.empty()) return vm.Raise(TypeId::kEOFError, "EOF when reading a line");
      if (!line.ends_with('\n')) return in;
      line.remove_suffix(1);
      return vm.NewStr(line, in.As<Str>()->length - 1);
  }
  return Value::None();
}

extern constexpr ModuleInfo kBuiltinsModule{
    .name = "builtins",
    .doc = "Built-in functions, types, exceptions, and other objects.",
    .functions = kFunctions,
    .init = builtins::AddSiteNames};

}  // namespace pysub
