// Where values lie: variables, fields, elements.

#include <cmath>
#include <cstdlib>

#include "shell/commands/awk/machine.h"

namespace pysub::shell::awk {

Machine::Flow Machine::NotAnArray(Place place, int32_t a, bool parameter) {
  return Fatal("attempt to use scalar " + std::string(parameter ? "parameter " : "") + "`" +
               NameOf(place, a) + "' as an array");
}

Key Machine::KeyOf(const Value& value, NumberBuffer* buffer) {
  if (value.kind() == Kind::kNumber || value.kind() == Kind::kBool) {
    int64_t integer = 0;
    // (Longer ones are texts, also those that are written so.)
    if (IsInteger(value.number(), &integer) && std::abs(integer) < Key::kFirstTooLong)
      return Key::OfInteger(integer);
    return Key::OfText(TextOf(value, buffer));
  }
  if (value.IsText()) {
    Str* str = value.str();
    static_cast<void>(heap_->Work(str->size / 4));  // it is hashed
    return Key::OfText(str->view(), str->room == str->size ? str : nullptr);
  }
  return Key::OfText({});
}

// A parameter that was given a variable that is nothing yet.
// It is looked up each time: the variable may have become something since the call.
Value* Machine::Resolve(const Value& reference) {
  const uint32_t slot = reference.index();
  if (reference.is_global()) return slot < globals_.size() ? &globals_[slot] : nullptr;
  return slot < sp_ ? &stack_[slot] : nullptr;
}

Value* Machine::Variable(Place place, int32_t a) {
  if (place != Place::kLocal && place != Place::kLocalElement)
    return &globals_[static_cast<size_t>(a)];
  Value* local = Local(a);
  Settle(local);
  return local;
}

// The array that a variable is; one that is nothing becomes one.
// A parameter that is a reference shares the array with the variable it stands for from then on.
Array* Machine::ArrayOf(Value* value, Place place, int32_t a) {
  const bool local = place == Place::kLocal || place == Place::kLocalElement;
  if (!local && a < static_cast<int32_t>(Special::kCount)) {  // NF[1]
    NotAnArray(place, a, false);
    return nullptr;
  }
  if (value->kind() == Kind::kUntyped) {
    value->array()->untyped = false;
    value->set_kind(Kind::kArray);
  }
  if (value->kind() == Kind::kArray) return value->array();
  if (value->kind() == Kind::kReference) {
    Value* root = Resolve(*value);
    if (root == nullptr || (root->kind() != Kind::kArray && root->kind() != Kind::kNothing)) {
      NotAnArray(place, a, true);
      return nullptr;
    }
    if (root->kind() == Kind::kNothing) {
      Array* made = Array::New(heap_);
      if (made == nullptr) return nullptr;
      *root = Value::OfArray(made);
    }
    *value = *root;
    return value->array();
  }
  if (value->kind() == Kind::kNothing) {
    Array* made = Array::New(heap_);
    if (made == nullptr) return nullptr;
    *value = Value::OfArray(made);
    return made;
  }
  NotAnArray(place, a, local);
  return nullptr;
}

// `key`: how many values lie above the subscript.
Array* Machine::ArrayAt(Place place, int32_t a, size_t key) {
  if (place != Place::kInner) return ArrayOf(Variable(place, a), place, a);
  Value& array = Top(key + 1);
  if (array.kind() == Kind::kArray) return array.array();
  Fatal("internal error: no array");
  return nullptr;
}

Value* Machine::Element(Place place, int32_t a, size_t key, bool make) {
  Array* array = ArrayAt(place, a, key);
  if (array == nullptr) return nullptr;
  NumberBuffer number;
  const Key at = KeyOf(Top(key), &number);
  if (!heap_->ok()) return nullptr;
  Value* element = make ? array->Get(at) : array->Find(at);
  if (element != nullptr) Settle(element);
  return element;
}

// The array of a variable is used as a scalar. Of a parameter it is said whose it is:
// `y (from x, from a)'.
Machine::Flow Machine::UsedAsScalar(Place place, int32_t a, const Array* array) {
  std::string from;
  const auto look = [&](const Value& value, std::string_view name) {
    const bool same = value.HasArray() && value.array() == array;
    if (same) from += (from.empty() ? "from " : ", from ") + std::string(name);
    return same;
  };
  for (size_t i = frames_.size(); place == Place::kLocal && i-- > 1;) {
    if (frames_[i - 1].function < 0) break;
    const auto function = static_cast<size_t>(frames_[i - 1].function);
    const std::vector<std::string>& names = program_->functions[function].names;
    size_t slot = 0;
    while (slot < names.size() && !look(stack_[frames_[i].base + slot], names[slot])) ++slot;
    if (slot == names.size()) break;
  }
  for (size_t slot = 0; place == Place::kLocal && slot < globals_.size(); ++slot) {
    if (look(globals_[slot], program_->global_names[slot])) break;
  }
  return Fatal("attempt to use array `" + NameOf(place, a) +
               (from.empty() ? "" : " (" + from + ")") + "' in a scalar context");
}

// A parameter that was given a variable without a value: from now on that is no array.
bool Machine::UseAsScalar(const Value& reference, Place place, int32_t a, Value* value) {
  *value = Value::Unassigned();
  Value* root = reference.kind() == Kind::kReference ? Resolve(reference) : nullptr;
  if (root == nullptr) return true;
  if (root->kind() == Kind::kArray) {
    UsedAsScalar(place, a, root->array());
    return false;
  }
  if (root->kind() == Kind::kNothing) *root = Value::Unassigned();
  if (root->kind() == Kind::kReference) return UseAsScalar(Value(*root), place, a, value);
  return true;
}

bool Machine::Read(Place place, int32_t a, size_t key, Value* value) {
  switch (place) {
    case Place::kGlobal:
    case Place::kLocal: {
      const Value* variable = Variable(place, a);
      if (variable->kind() == Kind::kArray) {
        UsedAsScalar(place, a, variable->array());
        return false;
      }
      if (!variable->IsScalar()) return UseAsScalar(*variable, place, a, value);
      *value = *variable;
      return true;
    }
    case Place::kSpecial: *value = ReadSpecial(static_cast<Special>(a)); return true;
    case Place::kFieldAt: *value = ReadField(static_cast<size_t>(a)); return true;
    case Place::kField: {
      size_t number = 0;
      if (!FieldNumber(Top(key), &number)) return false;
      *value = ReadField(number);
      return true;
    }
    default: break;
  }
  const Value* element = Element(place, a, key, true);
  if (element == nullptr) return false;
  if (element->kind() == Kind::kArray) {
    NumberBuffer number;
    Fatal("attempt to use array `" + NameOf(place, a) + "[\"" +
          std::string(TextOf(Top(key), &number)) + "\"]' in a scalar context");
    return false;
  }
  *value = element->kind() == Kind::kUntyped ? Value::Unassigned() : *element;
  return true;
}

bool Machine::Write(Place place, int32_t a, size_t key, Value value) {
  if (!value.IsScalar() || value.kind() == Kind::kNothing) value = Value::Unassigned();
  switch (place) {
    case Place::kGlobal:
    case Place::kLocal: {
      Value* variable = Variable(place, a);
      if (variable->kind() == Kind::kArray) {
        UsedAsScalar(place, a, variable->array());
        return false;
      }
      *variable = std::move(value);
      return true;
    }
    case Place::kSpecial: return WriteSpecial(static_cast<Special>(a), std::move(value));
    case Place::kFieldAt: return WriteField(static_cast<size_t>(a), value);
    case Place::kField: {
      size_t number = 0;
      return FieldNumber(Top(key), &number) && WriteField(number, value);
    }
    default: break;
  }
  Value* element = Element(place, a, key, true);
  if (element == nullptr) return false;
  if (element->kind() == Kind::kArray) {
    NumberBuffer number;
    Fatal("attempt to use array `" + NameOf(place, a) + "[\"" +
          std::string(TextOf(Top(key), &number)) + "\"]' in a scalar context");
    return false;
  }
  *element = std::move(value);
  return true;
}

// The element is there from then on, and there are so many fields, but $0 stays as it is: gawk
// makes the target first and then reads, or looks for what is to be replaced.
bool Machine::Touch(Place place, int32_t a, size_t key) {
  switch (place) {
    case Place::kFieldAt: record_.Extend(static_cast<size_t>(a)); return heap_->ok();
    case Place::kField: {
      size_t number = 0;
      if (!FieldNumber(Top(key), &number)) return false;
      record_.Extend(number);
      return heap_->ok();
    }
    case Place::kSpecial: return true;
    default: {
      Value value;
      return Read(place, a, key, &value);
    }
  }
}

size_t Machine::KeysOf(Place place) {
  switch (place) {
    case Place::kField:
    case Place::kElement:
    case Place::kLocalElement: return 1;
    case Place::kInner: return 2;
    default: return 0;
  }
}

Machine::Flow Machine::Load(const Instruction& in) {
  switch (in.place) {
    case Place::kGlobal:
    case Place::kLocal: {
      Value* variable = Variable(in.place, in.a);
      if (variable->IsScalar()) {
        if (variable->kind() == Kind::kNothing) *variable = Value::Unassigned();
        Push(*variable);
        return Flow::kNext;
      }
      break;
    }
    case Place::kFieldAt: Push(ReadField(static_cast<size_t>(in.a))); return Flow::kNext;
    default: break;
  }
  Value value;
  if (!Read(in.place, in.a, 0, &value)) return Flow::kStop;
  if (value.kind() == Kind::kNothing) value = Value::Unassigned();
  Drop(KeysOf(in.place));
  Push(std::move(value));
  return Flow::kNext;
}

// For a function: arrays go as they are, and variables that are nothing yet may become one.
Machine::Flow Machine::LoadArgument(const Instruction& in) {
  if (in.place == Place::kGlobal || in.place == Place::kLocal) {
    const Value* variable = Variable(in.place, in.a);
    if (variable->kind() != Kind::kNothing) {
      Push(*variable);
    } else if (in.place == Place::kGlobal) {
      Push(Value::Reference(static_cast<uint32_t>(in.a), true));
    } else {
      Push(Value::Reference(base_ + static_cast<uint32_t>(in.a), false));
    }
    return Flow::kNext;
  }
  if (in.place == Place::kElement || in.place == Place::kLocalElement ||
      in.place == Place::kInner) {
    Value* element = Element(in.place, in.a, 0, true);
    if (element == nullptr) return Flow::kStop;
    const bool of_function = in.sub != 0;
    if (of_function && element->kind() == Kind::kNothing) {
      Array* array = Array::New(heap_);
      if (array == nullptr) return Flow::kStop;
      array->untyped = true;
      *element = Value::OfUntyped(array);
    }
    Value value = *element;
    if (value.kind() == Kind::kNothing || (!of_function && value.kind() == Kind::kUntyped))
      value = Value::Reference(UINT32_MAX, true);  // to nothing
    Drop(KeysOf(in.place));
    Push(std::move(value));
    return Flow::kNext;
  }
  return Load(in);
}

// The array of a variable, or the one that an element is.
Machine::Flow Machine::LoadArray(const Instruction& in, bool inner) {
  Array* array = nullptr;
  if (!inner) {
    if (in.sub != 0 && Variable(in.place, in.a)->IsScalar() &&
        Variable(in.place, in.a)->kind() != Kind::kNothing) {
      return Fatal(awk::NotAnArray(static_cast<Builtin>(in.sub / 4 - 1), in.sub % 4));
    }
    array = ArrayOf(Variable(in.place, in.a), in.place, in.a);
  } else {
    Value* element = Element(in.place, in.a, 0, true);
    if (element == nullptr) return Flow::kStop;
    if (element->kind() == Kind::kUntyped) ArrayOf(element, in.place, in.a);
    if (element->kind() == Kind::kNothing) {
      Array* made = Array::New(heap_);
      if (made == nullptr) return Flow::kStop;
      *element = Value::OfArray(made);
    }
    if (element->kind() != Kind::kArray) {
      NumberBuffer number;
      return Fatal("attempt to use scalar `" + NameOf(in.place, in.a) + "[\"" +
                   std::string(TextOf(Top(), &number)) + "\"]' as an array");
    }
    array = element->array();
  }
  if (array == nullptr) return Flow::kStop;
  array->Retain();
  Value value = Value::OfArray(array);
  if (inner) Drop(KeysOf(in.place));
  Push(std::move(value));
  return Flow::kNext;
}

// On the stack: the value, then the subscripts.
Machine::Flow Machine::Assign(const Instruction& in) {
  const size_t keys = KeysOf(in.place);
  const auto op = static_cast<Op>(in.sub & 0xFF);
  const bool keeps = (in.sub & kDiscard) == 0;
  Value& held = Top(keys);
  if (!held.IsScalar()) {
    if (held.kind() == Kind::kArray) return Fatal("attempt to use array in a scalar context");
    held = Value();
  }
  if (op != Op::kAssign) {
    Value before;
    double result = 0;
    if (!Read(in.place, in.a, 0, &before)) return Flow::kStop;
    if (!Compute(op, ToNumber(before), ToNumber(held), &result, true)) return Flow::kStop;
    held.set_number(result);
  }
  if (!Write(in.place, in.a, 0, keeps ? held : std::move(held))) return Flow::kStop;
  Drop(keys + (keeps ? 0 : 1));
  return Flow::kNext;
}

// The usual case, a variable or an element, is changed where it lies.
Machine::Flow Machine::Step(const Instruction& in) {
  const double by = (in.sub & kDown) != 0 ? -1 : 1;
  const bool keeps = (in.sub & kDiscard) == 0, postfix = (in.sub & kPostfix) != 0;
  const size_t keys = KeysOf(in.place);
  Value* direct = nullptr;
  if (in.place == Place::kGlobal || in.place == Place::kLocal) {
    direct = Variable(in.place, in.a);
  } else if (in.place == Place::kElement || in.place == Place::kLocalElement ||
             in.place == Place::kInner) {
    direct = Element(in.place, in.a, 0, true);
    if (direct == nullptr) return Flow::kStop;
  }
  double before = 0;
  if (direct != nullptr && direct->kind() != Kind::kArray) {
    before = ToNumber(*direct);
    direct->set_number(before + by);
  } else {
    Value value;
    if (!Read(in.place, in.a, 0, &value)) return Flow::kStop;
    before = ToNumber(value);
    if (!Write(in.place, in.a, 0, Value(before + by))) return Flow::kStop;
  }
  Drop(keys);
  if (keeps) Push(Value(postfix ? before : before + by));
  return Flow::kNext;
}

Machine::Flow Machine::In(const Instruction& in) {
  Array* array = nullptr;
  if (in.place == Place::kInner) {  // the array lies on top here
    if (Top().kind() != Kind::kArray) return Fatal("internal error: no array");
    array = Top().array();
  } else {
    array = ArrayOf(Variable(in.place, in.a), in.place, in.a);
  }
  if (array == nullptr) return Flow::kStop;
  const size_t key = in.place == Place::kInner ? 1 : 0;
  NumberBuffer number;
  const bool found = array->Find(KeyOf(Top(key), &number)) != nullptr;
  if (!heap_->ok()) return Flow::kStop;
  Drop(key);
  Top() = Value(found ? 1.0 : 0.0);
  return Flow::kNext;
}

Machine::Flow Machine::Delete(const Instruction& in) {
  Array* array = ArrayAt(in.place, in.a, 0);
  if (array == nullptr) return Flow::kStop;
  NumberBuffer number;
  array->Remove(KeyOf(Top(), &number));
  Drop(KeysOf(in.place));
  return Flow::kNext;
}

Machine::Flow Machine::DeleteAll(const Instruction& in) {
  Array* array = ArrayOf(Variable(in.place, in.a), in.place, in.a);
  if (array == nullptr) return Flow::kStop;
  array->Clear();
  return Flow::kNext;
}

}  // namespace pysub::shell::awk
