// Making exception objects. Their constructors, attributes and texts are in
// stdlib/types/exceptions.cc.

#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/vm.h"

namespace pysub {

Value Vm::NewException(TypeId type, Value args) {
  Exception* exception = TRY(New<Exception>(type));
  exception->args = args;
  exception->suppress_context = 0;
  if (type == TypeId::kStopIteration && args.As<Tuple>()->count > 0) {
    exception->fields[0] = args.As<Tuple>()->items()[0];
  }
  return Value::Of(exception);
}

Failure Vm::RaiseKeyError(Value key) {
  Value args = NewTuple({key});
  if (args.IsFailed()) return Failure{};
  Value exception = NewException(TypeId::kKeyError, args);
  if (exception.IsFailed()) return Failure{};
  return RaiseException(exception);
}

// One with a value has no context: CPython makes the object before it raises it
// (_PyGen_SetStopIterationValue).
Failure Vm::RaiseStopIteration(Value value) {
  bool plain = value.IsUndefined() || value.IsNone();
  Value args = plain ? NewTuple(std::span<const Value>()) : NewTuple({value});
  if (args.IsFailed()) return Failure{};
  Value exception = NewException(TypeId::kStopIteration, args);
  if (exception.IsFailed()) return Failure{};
  return plain ? RaiseException(exception) : Propagate(exception);
}

// Object and name stay with the exception: a suggestion ("Did you mean ...?") is only looked for
// when somebody prints it.
Failure Vm::RaiseAttributeError(Value object, std::string_view name) {
  if (object.IsType()) {
    static_cast<void>(Raise(TypeId::kAttributeError, "type object '", NameOf(object.AsType()),
                            "' has no attribute '", name, "'"));
  } else if (IsObjectOf(object, TypeId::kModule)) {
    static_cast<void>(RaiseNoSuchName(object, name));
  } else {
    static_cast<void>(Raise(TypeId::kAttributeError, "'", TypeName(object),
                            "' object has no attribute '", name, "'"));
  }
  if (!PendingIs(TypeId::kAttributeError)) return Failure{};
  Value text = Intern(name);
  if (text.IsFailed()) return Failure{};
  Exception* error = error_.As<Exception>();
  error->fields[0] = text;
  error->fields[1] = object;
  return Failure{};
}

Status Vm::AddNote(Value exception, Value note) {
  Exception* object = exception.As<Exception>();
  if (object->attributes.IsUndefined()) {
    Dict* dict = TRY(NewDict());
    object->attributes = Value::Of(dict);
  }
  Dict* attributes = object->attributes.As<Dict>();
  Value notes = TRY(DictGetStr(*this, attributes, "__notes__"));
  if (notes.IsUndefined()) {
    notes = TRY(NewList(std::span<const Value>()));
    TRY(DictSetStr(*this, attributes, "__notes__", notes));
  }
  if (!IsObjectOf(notes, TypeId::kList))
    return TypeError("Cannot add note: __notes__ is not a list");
  return ListAppend(*this, notes.As<List>(), note);
}

void Vm::NotePending(std::string_view note) {
  if (!has_exception()) return;
  Value exception = error_;
  error_ = Value::Undefined();
  Value text = NewStr(note);
  // Without memory for the note the exception is raised once more, when there is some.
  if (text.IsFailed() || !AddNote(exception, text).ok()) return;
  error_ = exception;
}

Failure Vm::RaiseAssertion(Value message) {
  Value args = message.IsUndefined() ? NewTuple(std::span<const Value>()) : NewTuple({message});
  if (args.IsFailed()) return Failure{};
  Value exception = NewException(TypeId::kAssertionError, args);
  if (exception.IsFailed()) return Failure{};
  return RaiseException(exception);
}

}  // namespace pysub
