// Attributes: looking them up in the tables of types, binding methods, dir(), setting.

#include <algorithm>

#include "vm/vm.h"

namespace pysub {
namespace {

// What the type `id` itself has called `name`, its bases left out: a row of its tables as a value.
Value FindOwn(TypeId id, const TypeInfo& info, Name name) {
  int row = FindMember(info, name);
  if (row >= 0) {
    int attribute = row - static_cast<int>(info.methods.size());
    if (attribute >= 0) return Value::Attribute(id, static_cast<uint16_t>(attribute));
    return Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(row));
  }
  if (int slot = FindSlotMethod(id, info, name); slot >= 0) {
    return Value::Native(static_cast<uint16_t>(id), static_cast<uint16_t>(kSlotMethodRow + slot));
  }
  if (!info.may_be_hashed && name.text == "__hash__") return Value::None();
  return Value::Undefined();
}

}  // namespace

Value Vm::FindInType(TypeId type, Name name) const {
  for (TypeId id = type;; id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    Value found = info != nullptr ? FindOwn(id, *info, name) : Value::Undefined();
    if (!found.IsUndefined() || id == TypeId::kObject) return found;
  }
}

Value Vm::NewBoundMethod(Value self, Value function) {
  TypeId type = TypeId::kBoundMethod;
  if (function.IsNative()) {
    type = TypeOf(function) == TypeId::kWrapperDescriptor ? TypeId::kMethodWrapper
                                                          : TypeId::kBuiltinFunction;
  }
  BoundMethod* method = TRY(New<BoundMethod>(type));
  method->self = self;
  method->function = function;
  return Value::Of(method);
}

// `found` of FindOwn as an attribute of `object`, an instance of `type`.
Value Vm::BindFound(Value object, TypeId type, Value found) {
  if (found.IsAttribute()) return AttributeOf(found).get(*this, object);
  if (!found.IsNative()) return found;
  switch (NativeOf(found).kind) {
    case NativeKind::kStatic: return found;
    case NativeKind::kClassMethod:
      if (type == TypeId::kNamedTuple && object.IsObject() &&
          NativeOf(found).name == "__class_getitem__") {
        return NewBoundMethod(object.As<Tuple>()->items()[object.As<Tuple>()->size()], found);
      }
      // __new__ stays with the type that defines it.
      return NewBoundMethod(
          Value::Type(NativeOf(found).name == "__new__" ? NativeOwner(found) : type), found);
    default: return NewBoundMethod(object, found);
  }
}

// From the type up to its bases, at each of them: what the object has for itself, unless the type's
// table has the name and nobody hid a method; then what the type has. Undefined: there is none.
// Nothing is raised, because hasattr() and getattr() with a default ask most often for what is not
// there.
Value Vm::FindAttribute(Value object, Name name) {
  TypeId type = TypeOf(object);
  for (TypeId id = type;; id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    if (info != nullptr) {
      // What an object has for itself hides its type's methods for slots, and the others
      // where a program did so.
      const int row = FindMember(*info, name);
      const bool hidden = row < 0 || (hides_methods_ && info->has_dict &&
                                      static_cast<size_t>(row) < info->methods.size());
      if (info->get_attribute != nullptr && hidden) {
        Value value = info->get_attribute(*this, object, name);
        if (!value.IsUndefined()) return value;
      }
      Value found = FindOwn(id, *info, name);
      if (!found.IsUndefined()) return BindFound(object, type, found);
    }
    if (id == TypeId::kObject) return Value::Undefined();
  }
}

Value Vm::FindTypeAttribute(Value type, Name name) {
  Value found = FindInType(type.AsType(), name);
  if (const TypeInfo* info = runtime_.types[static_cast<int>(type.AsType())];
      info != nullptr && info->get_type_attribute != nullptr && FindMember(*info, name) < 0) {
    Value own = info->get_type_attribute(*this, type.AsType(), name);
    if (!own.IsUndefined()) return own;
  }
  if (!found.IsNative() || NativeOf(found).kind != NativeKind::kClassMethod) return found;
  return BindFound(type, type.AsType(), found);
}

std::vector<std::string> Vm::AttributeNames(Value v) {
  std::vector<std::string> names;
  auto add_members = [&](TypeId id) {
    for (;; id = BaseOf(id)) {
      if (const TypeInfo* info = runtime_.types[static_cast<int>(id)]) {
        for (const NativeInfo& method : info->methods) names.emplace_back(method.name);
        for (const AttributeInfo& attribute : info->attributes) names.emplace_back(attribute.name);
        for (std::string_view rest = info->type_names; !rest.empty();) {
          const std::string_view name = rest.substr(0, rest.find(' '));
          names.emplace_back(name);
          rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        }
        if (info->list_names != nullptr) info->list_names(*this, id, v, &names);
        for (uint32_t i = 0; i < SlotMethodCount(); ++i) {
          std::string_view name = SlotMethod(i).name;
          if (FindSlotMethod(id, *info, {name, MemberHash(name)}) >= 0) names.emplace_back(name);
        }
      }
      if (id == TypeId::kObject) return;
    }
  };
  auto add_keys = [&](Value dict) {
    if (!IsObjectOf(dict, TypeId::kDict)) return;
    Dict* from = dict.As<Dict>();
    for (uint32_t i = 0; i < from->used; ++i) {
      const DictEntry& entry = from->table()[i];
      if (!entry.value.IsUndefined() && IsStr(entry.key)) names.emplace_back(View(entry.key));
    }
  };
  if (IsObjectOf(v, TypeId::kModule)) {
    add_keys(v.As<Module>()->dict);
    return names;
  }
  // Types that are objects show what their instances have, as far as there is any.
  const bool of_tuples = IsObjectOf(v, TypeId::kDynamicType);
  const bool abstract = IsObjectOf(v, TypeId::kAbstractType);
  add_members(of_tuples    ? TypeId::kNamedTuple
              : abstract   ? TypeId::kObject
              : v.IsType() ? v.AsType()
                           : TypeOf(v));
  // list[int] shows what list has.
  if (IsObjectOf(v, TypeId::kGenericAlias) && v.AsObject()->words()[0].IsType()) {
    add_members(v.AsObject()->words()[0].AsType());
  }
  if (IsObjectOf(v, TypeId::kFunction)) add_keys(v.As<Function>()->attributes);
  if (IsExceptionType(TypeOf(v))) add_keys(v.As<Exception>()->attributes);
  if (IsObjectOf(v, TypeId::kSimpleNamespace)) add_keys(v.AsObject()->words()[0]);
  return names;
}

Eventual Vm::GetAttribute(Value object, Name name) {
  Value value = FindAttribute(object, name);
  if (!value.IsUndefined()) return value;
  while (IsObjectOf(object, TypeId::kGenericAlias)) {  // list[int] asked list
    Spend(1);
    object = object.AsObject()->words()[0];
  }
  return RaiseAttributeError(object, name.text);
}

// Whether CPython has no data descriptor there. The documentation of a type is a str in its dict.
static bool IsPlain(Value found, Name name, TypeId owner) {
  return !found.IsAttribute() || (owner == TypeId::kObject && name.text == "__doc__");
}

// `object` has an attribute of its own: does it hide a method? Calls of methods
// remember what they found.
void Vm::NoteHidden(Value object, Name name) {
  if (hides_methods_ || !FindInType(TypeOf(object), name).IsNative()) return;
  hides_methods_ = true;
  for (const auto& unit : units_) {
    Spend(unit->caches.size() / 16);
    std::fill(unit->caches.begin(), unit->caches.end(), MemberCache());
  }
}

// Undefined as the value deletes. A program that gives an object a method's name is noted: from
// then on look-ups of methods may not skip the object's own attributes.
Eventual Vm::SetAttribute(Value object, Name name, Value value) {
  for (TypeId id = TypeOf(object); !object.IsType(); id = BaseOf(id)) {
    const TypeInfo* info = runtime_.types[static_cast<int>(id)];
    if (info != nullptr) {
      if (info->set_attribute != nullptr && name.text != "__class__") {
        if (TRY(info->set_attribute(*this, object, name, value))) {
          if (info->has_dict && !value.IsUndefined()) NoteHidden(object, name);
          return Value::None();
        }
      }
      Value found = FindOwn(id, *info, name);
      if (found.IsAttribute() && AttributeOf(found).set != nullptr) {
        TRY(AttributeOf(found).set(*this, object, value));
        return Value::None();
      }
      // What an object can have for itself is not in the way of that.
      const bool shadowed = InfoOf(object).has_dict && IsPlain(found, name, id);
      if (!found.IsUndefined() && !shadowed) return ReadOnlyAttribute(object, name, found, id);
    }
    if (id == TypeId::kObject) break;
  }
  if (object.IsType()) {
    return TypeError("cannot set '", name.text, "' attribute of immutable type '",
                     NameOf(object.AsType()), "'");
  }
  if (!InfoOf(object).has_dict) {
    static_cast<void>(RaiseAttributeError(object, name.text));
    if (!PendingIs(TypeId::kAttributeError)) return Value::Failed();
    Exception* plain = error_.As<Exception>();
    static_cast<void>(Raise(TypeId::kAttributeError, "'", TypeName(object),
                            "' object has no attribute '", name.text,
                            "' and no __dict__ for setting new attributes"));
    if (!PendingIs(TypeId::kAttributeError)) return Value::Failed();
    std::copy(plain->fields, plain->fields + 2, error_.As<Exception>()->fields);
    return Value::Failed();
  }
  return RaiseAttributeError(object, name.text);
}

Value Vm::ReadOnlyAttribute(Value object, Name name, Value found, TypeId owner) {
  if (!IsPlain(found, name, owner)) {
    if (AttributeOf(found).kind == AttributeKind::kMember) {
      return Raise(TypeId::kAttributeError, "readonly attribute");
    }
    return Raise(TypeId::kAttributeError, "attribute '", name.text, "' of '", NameOf(owner),
                 "' objects is not writable");
  }
  return Raise(TypeId::kAttributeError, "'", TypeName(object), "' object attribute '", name.text,
               "' is read-only");
}

}  // namespace pysub
