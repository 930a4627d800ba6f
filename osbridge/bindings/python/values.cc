// Values of Python as values for a sandbox, and back. What is most common is done here; for the
// types of the standard library, and names of types, it asks pysub._values.

#include <bit>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "../key_collisions.h"
#include "extension.h"

namespace pysub_python {
namespace {

// Values in each other: about half a megabyte of a thread's stack.
constexpr int kMostDepth = 1000;

std::nullptr_t TooDeep() {
  PyErr_Format(PyExc_ValueError, "the value is nested more than %d deep", kMostDepth);
  return nullptr;
}

ValueHandle Checked(pysub_value* value) {
  if (value == nullptr && !PyErr_Occurred()) {
    PyErr_SetString(PyExc_ValueError, "the value cannot be given to a sandbox");
  }
  return ValueHandle(value);
}

bool IsExactly(PyObject* object, PyTypeObject& type) { return Py_IS_TYPE(object, &type); }

class Inward {
 public:
  ValueHandle Convert(PyObject* object) {
    if (object == Py_None) return Checked(pysub_value_none());
    if (object == Py_True) return Checked(pysub_value_bool(1));
    if (object == Py_False) return Checked(pysub_value_bool(0));
    if (PyLong_Check(object)) return Int(object);
    if (PyFloat_Check(object)) return Checked(pysub_value_float(PyFloat_AsDouble(object)));
    if (PyUnicode_Check(object)) {
      TextOf text;
      if (!text.Set(object, "a str")) return nullptr;
      return Checked(pysub_value_str(text.data(), text.size()));
    }
    if (PyBytes_Check(object)) {
      char* data = nullptr;
      Py_ssize_t size = 0;
      if (PyBytes_AsStringAndSize(object, &data, &size) != 0) return nullptr;
      return Checked(pysub_value_bytes(data, static_cast<size_t>(size)));
    }
    if (object == Py_Ellipsis) return Checked(pysub_value_ellipsis());
    if (object == Py_NotImplemented) return Checked(pysub_value_not_implemented());
    if (PyComplex_Check(object)) {
      return Checked(
          pysub_value_complex(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)));
    }
    if (PyByteArray_Check(object)) {
      return Checked(pysub_value_bytearray(PyByteArray_AsString(object),
                                           static_cast<size_t>(PyByteArray_Size(object))));
    }
    return Container(object);
  }

 private:
  ValueHandle Int(PyObject* object) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0)
      return Checked(small == -1 && PyErr_Occurred() ? nullptr : pysub_value_int(small));
    // Of a subclass its value, not what its own __str__ says.
    Ref hex(PyNumber_ToBase(object, 16));
    TextOf text;
    if (!hex || !text.Set(hex.get(), "an int")) return nullptr;
    return Checked(pysub_value_big_int(text.data(), text.size()));
  }

  // What may have parts: once for each object, so that what is shared stays shared, and what
  // contains itself is found.
  ValueHandle Container(PyObject* object) {
    const auto met = met_.find(object);
    if (met != met_.end()) {
      if (met->second == nullptr) {
        PyErr_SetString(PyExc_ValueError, "the value contains itself");
        return nullptr;
      }
      return Checked(pysub_value_copy(met->second.get()));
    }
    if (depth_ == kMostDepth) return ValueHandle(TooDeep());
    // What only one place refers to cannot be met again.
    const bool once = Py_REFCNT(object) == 1;
    if (!once) {
      met_.emplace(object, nullptr);
      kept_.push_back(Ref::Borrowed(object));
    }
    ++depth_;
    ValueHandle value = Parts(object);
    --depth_;
    if (!once && value != nullptr) met_[object].reset(pysub_value_copy(value.get()));
    return value;
  }

  ValueHandle Parts(PyObject* object) {
    if (IsExactly(object, PyList_Type)) return List(object, pysub_value_list);
    if (IsExactly(object, PyTuple_Type)) return Tuple(object, pysub_value_tuple);
    if (IsExactly(object, PyDict_Type)) return Dict(object, {});
    if (IsExactly(object, PySet_Type)) return Iterable(object, pysub_value_set);
    if (IsExactly(object, PyFrozenSet_Type)) return Iterable(object, pysub_value_frozenset);
    if (const pysub_value* value = OfOpaque(object)) return Checked(pysub_value_copy(value));
    return Other(object);
  }

  static const pysub_value* OfOpaque(PyObject* object);

  class Items {
   public:
    bool Add(ValueHandle value) {
      if (value == nullptr) return false;
      pointers_.push_back(value.get());
      owned_.push_back(std::move(value));
      return true;
    }
    const pysub_value* const* data() const { return pointers_.data(); }
    size_t size() const { return pointers_.size(); }

   private:
    std::vector<ValueHandle> owned_;
    std::vector<const pysub_value*> pointers_;
  };
  using Make = pysub_value* (*)(const pysub_value* const*, size_t);

  bool AddAll(PyObject* iterable, Items* items) {
    Ref iterator(PyObject_GetIter(iterable));
    if (!iterator) return false;
    while (Ref item{PyIter_Next(iterator.get())}) {
      if (!items->Add(Convert(item.get()))) return false;
    }
    return !PyErr_Occurred();
  }

  ValueHandle List(PyObject* list, Make make) {
    Items items;
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
      Ref item = Ref::Borrowed(PyList_GetItem(list, i));
      if (!item || !items.Add(Convert(item.get()))) return nullptr;
    }
    return Checked(make(items.data(), items.size()));
  }

  ValueHandle Tuple(PyObject* tuple, Make make) {
    Items items;
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); ++i) {
      if (!items.Add(Convert(PyTuple_GetItem(tuple, i)))) return nullptr;
    }
    return Checked(make(items.data(), items.size()));
  }

  ValueHandle Iterable(PyObject* object, Make make) {
    Items items;
    if (!AddAll(object, &items)) return nullptr;
    return Checked(make(items.data(), items.size()));
  }

  ValueHandle Dict(PyObject* dict, std::string_view type) {
    // Conversion may run code that changes the dict.
    Ref keys(PyDict_Keys(dict));
    Ref values(PyDict_Values(dict));
    Items key_items, value_items;
    if (!keys || !values || !AddList(keys.get(), &key_items) ||
        !AddList(values.get(), &value_items)) {
      return nullptr;
    }
    if (key_items.size() != value_items.size()) {
      PyErr_SetString(PyExc_RuntimeError, "the dict changed while it was converted");
      return nullptr;
    }
    return Checked(pysub_value_dict(key_items.data(), value_items.data(), key_items.size(),
                                    type.empty() ? nullptr : type.data(), type.size()));
  }

  bool AddList(PyObject* list, Items* items) {
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
      if (!items->Add(Convert(PyList_GetItem(list, i)))) return false;
    }
    return true;
  }

  // pysub._values.outgoing() says what it is: a kind, and what belongs to that.
  ValueHandle Other(PyObject* object) {
    PyObject* outgoing = Our(Name::kOutgoing);
    if (outgoing == nullptr) return nullptr;
    Ref said(PyObject_CallFunctionObjArgs(outgoing, object, nullptr));
    if (!said) return nullptr;
    return Said(said.get());
  }

  ValueHandle Said(PyObject* said) {
    const char* kind = nullptr;
    PyObject* first = nullptr;
    PyObject* second = nullptr;
    PyObject* third = nullptr;
    if (!PyArg_ParseTuple(said, "s|OOO", &kind, &first, &second, &third)) return nullptr;
    const std::string_view is = kind;
    if (is == "same") return Convert(first);
    if (is == "set") return Iterable(first, pysub_value_set);
    if (is == "frozenset") return Iterable(first, pysub_value_frozenset);
    if (is == "list") return Iterable(first, pysub_value_list);
    if (is == "tuple") return Iterable(first, pysub_value_tuple);
    TextOf name;
    if (is == "dict") {
      if (!name.Set(first, "the type")) return nullptr;
      return Dict(second, View(name.data(), name.size()));
    }
    if (is == "deque") {
      Items items;
      const long long most = second == Py_None ? -1 : PyLong_AsLongLong(second);
      if ((most == -1 && PyErr_Occurred()) || !AddAll(first, &items)) return nullptr;
      return Checked(pysub_value_deque(items.data(), items.size(), most));
    }
    if (is == "range" || is == "slice") {
      ValueHandle start = Convert(first);
      ValueHandle stop = start == nullptr ? nullptr : Convert(second);
      ValueHandle step = stop == nullptr ? nullptr : Convert(third);
      if (step == nullptr) return nullptr;
      return Checked((is == "range" ? pysub_value_range : pysub_value_slice)(
          start.get(), stop.get(), step.get()));
    }
    if (!name.Set(first, "the type")) return nullptr;
    if (is == "type") return Checked(pysub_value_type(name.data(), name.size()));
    Items items;
    if (!AddAll(second, &items)) return nullptr;
    if (is == "exception") {
      return Checked(pysub_value_exception(name.data(), name.size(), items.data(), items.size()));
    }
    std::vector<std::unique_ptr<TextOf>> texts;
    std::vector<pysub_text> fields;
    if (third != nullptr && third != Py_None) {
      for (Py_ssize_t i = 0; i < PyTuple_Size(third); ++i) {
        texts.push_back(std::make_unique<TextOf>());
        if (!texts.back()->Set(PyTuple_GetItem(third, i), "a field")) return nullptr;
        fields.push_back(*texts.back());
      }
      if (PyErr_Occurred()) return nullptr;
      if (fields.size() != items.size()) return Checked(nullptr);
    }
    if (is == "namedtuple") {
      return Checked(pysub_value_namedtuple(name.data(), name.size(), fields.data(), items.data(),
                                            items.size()));
    }
    return Checked(pysub_value_typed(name.data(), name.size(),
                                     third == nullptr || third == Py_None ? nullptr : fields.data(),
                                     items.data(), items.size()));
  }

  int depth_ = 0;
  std::unordered_map<PyObject*, ValueHandle> met_;
  std::vector<Ref> kept_;  // so that no other object gets a place in memory that is in met_
};

// ---- a value without a type of Python's

struct Opaque {
  PyObject_HEAD pysub_value* value;
};
PyObject* opaque_type = nullptr;

void FreeOpaque(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  pysub_value_free(reinterpret_cast<Opaque*>(self)->value);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

std::string_view KindName(pysub_kind kind) {
  switch (kind) {
    case PYSUB_FUNCTION: return "function";
    case PYSUB_HOST_FUNCTION: return "host function";
    case PYSUB_TYPE: return "type";
    case PYSUB_CYCLE: return "cycle";
    default: return "object";
  }
}

PyObject* ReprOfOpaque(PyObject* self) {
  const pysub_value* value = reinterpret_cast<Opaque*>(self)->value;
  BufferHandle text(pysub_value_repr(value));
  size_t size = 0;
  const char* data = pysub_buffer_data(text.get(), &size);
  Ref repr(Text(View(data, size)));
  const std::string kind(KindName(pysub_value_kind(value)));
  return repr ? PyUnicode_FromFormat("<%s of a sandbox: %U>", kind.c_str(), repr.get()) : nullptr;
}

PyObject* GetOfOpaque(PyObject* self, void* which) {
  const pysub_value* value = reinterpret_cast<Opaque*>(self)->value;
  size_t size = 0;
  const char* data = nullptr;
  switch (reinterpret_cast<intptr_t>(which)) {
    case 0: data = pysub_value_name(value, &size); break;
    case 1: data = pysub_value_text(value, &size); break;
    default: return Text(KindName(pysub_value_kind(value)));
  }
  return Text(View(data, size));
}

PyGetSetDef opaque_attributes[] = {
    {"name", GetOfOpaque, nullptr, "Of a function its name, of another object that of its type.",
     reinterpret_cast<void*>(0)},
    {"text", GetOfOpaque, nullptr, "Of an object its repr, cut.", reinterpret_cast<void*>(1)},
    {"kind", GetOfOpaque, nullptr, "\"function\", \"host function\", \"type\" or \"object\".",
     reinterpret_cast<void*>(2)},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyMethodDef opaque_methods[] = {
    {"__reduce_ex__", RefusePickle, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot opaque_slots[] = {
    {Py_tp_doc, const_cast<char*>("A value of a sandbox that has no type of Python's: a function, "
                                  "a generator ... It can be given back to its sandbox.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeOpaque)},
    {Py_tp_repr, reinterpret_cast<void*>(ReprOfOpaque)},
    {Py_tp_getset, opaque_attributes},
    {Py_tp_methods, opaque_methods},
    {0, nullptr},
};
PyType_Spec opaque_spec = {"pysub.Opaque", sizeof(Opaque), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, opaque_slots};

PyObject* MakeOpaque(const pysub_value* value) {
  auto* type = reinterpret_cast<PyTypeObject*>(opaque_type);
  PyObject* self = PyType_GenericAlloc(type, 0);
  if (self != nullptr) reinterpret_cast<Opaque*>(self)->value = pysub_value_copy(value);
  return self;
}

const pysub_value* Inward::OfOpaque(PyObject* object) {
  return Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(opaque_type))
             ? reinterpret_cast<Opaque*>(object)->value
             : nullptr;
}

// ---- out of a sandbox

class Outward {
 public:
  PyObject* Convert(const pysub_value* value) {
    size_t size = 0;
    switch (pysub_value_kind(value)) {
      case PYSUB_NO_VALUE:
      case PYSUB_NONE: Py_RETURN_NONE;
      case PYSUB_BOOL: {
        int truth = 0;
        pysub_value_as_bool(value, &truth);
        return PyBool_FromLong(truth);
      }
      case PYSUB_INT: {
        int64_t number = 0;
        pysub_value_as_int(value, &number);
        return PyLong_FromLongLong(number);
      }
      case PYSUB_BIG_INT: return PyLong_FromString(pysub_value_text(value, nullptr), nullptr, 16);
      case PYSUB_FLOAT: {
        double number = 0;
        pysub_value_as_float(value, &number);
        return PyFloat_FromDouble(number);
      }
      case PYSUB_COMPLEX: {
        double real = 0, imaginary = 0;
        pysub_value_as_complex(value, &real, &imaginary);
        return PyComplex_FromDoubles(real, imaginary);
      }
      case PYSUB_STR: {
        const char* text = pysub_value_text(value, &size);
        return Text(View(text, size));
      }
      case PYSUB_BYTES: {
        const char* text = pysub_value_text(value, &size);
        return Bytes(View(text, size));
      }
      case PYSUB_BYTEARRAY: {
        const char* text = pysub_value_text(value, &size);
        return PyByteArray_FromStringAndSize(text, static_cast<Py_ssize_t>(size));
      }
      case PYSUB_ELLIPSIS: return Py_NewRef(Py_Ellipsis);
      case PYSUB_NOT_IMPLEMENTED: return Py_NewRef(Py_NotImplemented);
      case PYSUB_CYCLE:
        PyErr_SetString(PyExc_ValueError, "the value contains itself");
        return nullptr;
      case PYSUB_FUNCTION:
      case PYSUB_OBJECT:
      case PYSUB_HOST_FUNCTION: return MakeOpaque(value);
      default: return Parts(value);
    }
  }

 private:
  PyObject* Parts(const pysub_value* value) {
    // Of values that are shared, the items are the same ones: a value in many places is one object,
    // and takes the room and the time of one.
    const void* place = pysub_value_item(value, 0);
    if (place != nullptr && depth_ > 0) {
      const auto met = met_.find(place);
      if (met != met_.end()) return Py_NewRef(met->second.get());
    }
    if (depth_ == kMostDepth) {
      TooDeep();
      return nullptr;
    }
    ++depth_;
    PyObject* made = Make(value);
    --depth_;
    if (made != nullptr && place != nullptr && depth_ > 0) met_.emplace(place, Ref::Borrowed(made));
    return made;
  }

  PyObject* Make(const pysub_value* value) {
    const auto count = static_cast<Py_ssize_t>(pysub_value_count(value));
    switch (pysub_value_kind(value)) {
      case PYSUB_LIST: {
        Ref list(PyList_New(count));
        for (Py_ssize_t i = 0; list && i < count; ++i) {
          PyObject* item = Item(value, i);
          if (item == nullptr || PyList_SetItem(list.get(), i, item) != 0) return nullptr;
        }
        return list.release();
      }
      case PYSUB_TUPLE: return Tuple(value, 0);
      case PYSUB_SET:
      case PYSUB_FROZENSET: {
        Ref items(Tuple(value, 0));
        if (!items) return nullptr;
        pysub::KeyCollisions collisions(static_cast<size_t>(count), &collisions_);
        for (Py_ssize_t i = 0; collisions.IsOn() && i < count; ++i) {
          if (!Spread(&collisions, PyTuple_GetItem(items.get(), i))) return nullptr;
        }
        return pysub_value_kind(value) == PYSUB_SET ? PySet_New(items.get())
                                                    : PyFrozenSet_New(items.get());
      }
      case PYSUB_DICT: {
        Ref dict(PyDict_New());
        pysub::KeyCollisions collisions(static_cast<size_t>(count) / 2, &collisions_);
        for (Py_ssize_t i = 0; dict && i < count; i += 2) {
          Ref key(Item(value, i));
          Ref item(key ? Item(value, i + 1) : nullptr);
          if (!item || !Spread(&collisions, key.get()) ||
              PyDict_SetItem(dict.get(), key.get(), item.get()) != 0)
            return nullptr;
        }
        size_t size = 0;
        const char* name = pysub_value_name(value, &size);
        if (!dict || View(name, size) == "dict") return dict.release();
        return Incoming(value, "dict", dict.get());
      }
      default: {
        Ref items(Tuple(value, 0));
        if (!items) return nullptr;
        switch (pysub_value_kind(value)) {
          case PYSUB_NAMEDTUPLE:
            return IsOneOfFewKinds(value) ? Incoming(value, "namedtuple", items.get()) : nullptr;
          case PYSUB_DEQUE: return Incoming(value, "deque", items.get());
          case PYSUB_RANGE: return Incoming(value, "range", items.get());
          case PYSUB_SLICE: return Incoming(value, "slice", items.get());
          case PYSUB_EXCEPTION: return Incoming(value, "exception", items.get());
          case PYSUB_TYPED: return Incoming(value, "typed", items.get());
          case PYSUB_TYPE: {
            Ref type(Incoming(value, "type", items.get()));
            return type.get() == Py_None ? MakeOpaque(value) : type.release();
          }
          default: return MakeOpaque(value);
        }
      }
    }
  }

  PyObject* Item(const pysub_value* value, Py_ssize_t index) {
    return Convert(pysub_value_item(value, static_cast<size_t>(index)));
  }

  PyObject* Tuple(const pysub_value* value, Py_ssize_t from) {
    const auto count = static_cast<Py_ssize_t>(pysub_value_count(value));
    Ref tuple(PyTuple_New(count - from));
    for (Py_ssize_t i = from; tuple && i < count; ++i) {
      PyObject* item = Item(value, i);
      if (item == nullptr || PyTuple_SetItem(tuple.get(), i - from, item) != 0) return nullptr;
    }
    return tuple.release();
  }

  // pysub._values.incoming(kind, name, items, fields)
  PyObject* Incoming(const pysub_value* value, const char* kind, PyObject* items) {
    PyObject* incoming = Our(Name::kIncoming);
    if (incoming == nullptr) return nullptr;
    size_t size = 0;
    const char* data = pysub_value_name(value, &size);
    Ref name(Text(View(data, size)));
    const size_t count = pysub_value_count(value);
    pysub_value_field(value, 0, &size);
    const bool has_fields = size != 0;
    Ref fields(PyTuple_New(has_fields ? static_cast<Py_ssize_t>(count) : 0));
    if (!name || !fields) return nullptr;
    for (size_t i = 0; has_fields && i < count; ++i) {
      data = pysub_value_field(value, i, &size);
      PyObject* field = Text(View(data, size));
      if (field == nullptr ||
          PyTuple_SetItem(fields.get(), static_cast<Py_ssize_t>(i), field) != 0) {
        return nullptr;
      }
    }
    return PyObject_CallFunction(incoming, "sOOO", kind, name.get(), items, fields.get());
  }

  // A class is made for each kind of namedtuple, which takes the host longer than the program.
  bool IsOneOfFewKinds(const pysub_value* value) {
    size_t size = 0;
    const char* data = pysub_value_name(value, &size);
    std::string kind(data, size);
    for (size_t i = 0; i < pysub_value_count(value); ++i) {
      data = pysub_value_field(value, i, &size);
      kind.append(1, '\0').append(data, size);
    }
    kinds_.insert(std::move(kind));
    if (kinds_.size() <= kMostKinds) return true;
    PyErr_Format(PyExc_ValueError, "the value has more than %d kinds of namedtuples",
                 static_cast<int>(kMostKinds));
    return false;
  }

  // CPython looks at all bits of a hash: only keys of equal hashes stay in each other's way.
  static bool Spread(pysub::KeyCollisions* collisions, PyObject* key) {
    if (!collisions->IsOn()) return true;
    const Py_hash_t hash = PyObject_Hash(key);
    if (hash == -1 && PyErr_Occurred()) return false;
    constexpr uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
    if (collisions->Add(std::rotr(static_cast<uint64_t>(hash) * kOdd, 32))) return true;
    PyErr_SetString(PyExc_ValueError, "too many keys of a dict or set have the same hash");
    return false;
  }

  static constexpr size_t kMostKinds = 256;

  int depth_ = 0;
  std::unordered_set<std::string> kinds_;
  uint64_t collisions_ = pysub::KeyCollisions::kAllowed;
  std::unordered_map<const void*, Ref> met_;
};

}  // namespace

ValueHandle ToSandbox(PyObject* object) { return Inward().Convert(object); }

PyObject* FromSandbox(const pysub_value* value) { return Outward().Convert(value); }

bool IsPlain(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  return object == Py_None || type == &PyUnicode_Type || type == &PyLong_Type ||
         type == &PyBool_Type || type == &PyFloat_Type || type == &PyBytes_Type ||
         type == &PyList_Type || type == &PyDict_Type || type == &PyTuple_Type;
}

// pysub._values.exception_out(exception) gives its name and a tuple of args.
ValueHandle ExceptionToSandbox(PyObject* exception) {
  PyObject* out = Our(Name::kExceptionOut);
  if (out == nullptr) return nullptr;
  Ref said(PyObject_CallFunctionObjArgs(out, exception, nullptr));
  const char* name = nullptr;
  Py_ssize_t size = 0;
  PyObject* args = nullptr;
  if (!said || !PyArg_ParseTuple(said.get(), "s#O", &name, &size, &args)) return nullptr;
  std::vector<ValueHandle> owned;
  std::vector<const pysub_value*> items;
  for (Py_ssize_t i = 0; i < PyTuple_Size(args); ++i) {
    owned.push_back(ToSandbox(PyTuple_GetItem(args, i)));
    if (owned.back() == nullptr) return nullptr;
    items.push_back(owned.back().get());
  }
  return Checked(
      pysub_value_exception(name, static_cast<size_t>(size), items.data(), items.size()));
}

PyObject* MakeOpaqueType() { return MakeType(&opaque_spec, &opaque_type); }

const pysub_value* ValueOfOpaque(PyObject* object) {
  if (Py_IS_TYPE(object, reinterpret_cast<PyTypeObject*>(opaque_type))) {
    return reinterpret_cast<Opaque*>(object)->value;
  }
  PyErr_Format(PyExc_TypeError, "a function that came out of the sandbox is wanted, not %R",
               reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return nullptr;
}

}  // namespace pysub_python
