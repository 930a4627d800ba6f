// Keyword arguments as the option structs of pysub.h. A name that nobody knows is a TypeError, so
// that a limit that was misspelt is not a limit that is missing.

#include <algorithm>

#include "extension.h"

namespace pysub_python {
namespace {

// A keyword's value by a table of names.
struct Choice {
  const char* name;
  int32_t value;
};

template <size_t Count>
bool OneOf(PyObject* object, const char* what, const Choice (&choices)[Count], int32_t* result) {
  std::string names;
  for (const Choice& choice : choices) {
    if (Is(object, choice.name)) return *result = choice.value, true;
    names += names.empty() ? "" : ", ";
    names += choice.name;
  }
  PyErr_Format(PyExc_ValueError, "%s is one of %s, not %R", what, names.c_str(), object);
  return false;
}

bool IsDict(PyObject* object, const char* what) {
  if (PyDict_Check(object)) return true;
  PyErr_Format(PyExc_TypeError, "%s has to be a dict, not %R", what,
               reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return false;
}

// Each name and value of a dict that is not None.
template <typename Each>
bool ForEach(PyObject* dict, const char* what, Each each) {
  if (dict == Py_None) return true;
  if (!IsDict(dict, what)) return false;
  // To look at a value may run code, which may change the dict.
  Ref copy(PyDict_Copy(dict));
  PyObject *name = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (copy && PyDict_Next(copy.get(), &at, &name, &value)) {
    if (value != Py_None && !each(name, value)) return false;
  }
  return static_cast<bool>(copy);
}

constexpr Choice kPermissions[] = {
    {"sandbox", PYSUB_BY_SANDBOX}, {"nobody", PYSUB_BY_NOBODY}, {"host", PYSUB_BY_HOST}};
constexpr Choice kResults[] = {{"nothing", PYSUB_RESULT_NOTHING},
                               {"last_expression", PYSUB_RESULT_LAST_EXPRESSION},
                               {"last_name", PYSUB_RESULT_LAST_NAME}};
constexpr Choice kAfterLimit[] = {{"nothing", PYSUB_AFTER_LIMIT_NOTHING},
                                  {"before_feed", PYSUB_AFTER_LIMIT_BEFORE_FEED}};

// What a sandbox is made with, and what one that is loaded takes: the rest lies in its bytes.
// (load() itself takes `programs`.)
constexpr const char* kOptions[] = {"inputs",
                                    "functions",
                                    "limits",
                                    "feed_limits",
                                    "conversion",
                                    "permissions",
                                    "after_limit",
                                    "names",
                                    "os",
                                    "output",
                                    "files",
                                    "stdin",
                                    "environment",
                                    "working_directory",
                                    "home",
                                    "module_path",
                                    "arguments",
                                    "session_id",
                                    "virtual_time_ns",
                                    "entropy_seed"};
constexpr const char* kSnapshotOptions[] = {
    "functions",   "limits",      "replace_limits", "feed_limits", "conversion",
    "permissions", "after_limit", "names",          "os",          "output",
    "files",       "stdin",       "snapshot_key",   "programs"};

bool Truth(PyObject* object, int32_t* result) {
  const int truth = PyObject_IsTrue(object);
  *result = truth > 0;
  return truth >= 0;
}

}  // namespace

bool Is(PyObject* name, const char* text) {
  return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, text) == 0;
}

bool ParseLimitsInto(PyObject* dict, pysub_limits* limits) {
  const Field fields[] = {
      {"seconds", nullptr, &limits->duration_ns}, {"memory_bytes", &limits->memory_bytes},
      {"allocations", &limits->allocations},      {"steps", &limits->steps},
      {"output_bytes", &limits->output_bytes},    {"recursion_depth", &limits->recursion_depth}};
  return ForEach(dict, "limits", [&](PyObject* name, PyObject* value) {
    return SetField("limits", name, value, fields);
  });
}

uint64_t DurationOf(const pysub_limits& limits) {
  constexpr uint64_t kDefault = 30'000'000'000;  // pysub.h
  return limits.duration_ns == 0 ? kDefault : limits.duration_ns;
}
uint64_t Options::duration_ns() const { return DurationOf(limits_); }
uint64_t Options::feed_duration_ns() const {
  return feed_limits_.duration_ns == 0 ? PYSUB_UNLIMITED : feed_limits_.duration_ns;
}

bool CompileOptions::Set(const char* name, PyObject* value, bool* known) {
  *known = true;
  const std::string_view is = name;
  if (value == Py_None) {
    *known = is == "file_name" || is == "result" || is == "echo" || is == "from_file";
    return true;
  }
  if (is == "file_name") {
    if (!file_name_.Set(value, "file_name")) return false;
    options_.file_name = file_name_;
    return true;
  }
  if (is == "result") return OneOf(value, "result", kResults, &options_.result);
  if (is == "echo") return Truth(value, &options_.echo);
  if (is == "from_file") return Truth(value, &options_.from_file);
  *known = false;
  return true;
}

bool ParseEnvironment(PyObject* dict, std::vector<std::unique_ptr<TextOf>>* texts,
                      std::vector<pysub_variable>* result) {
  return ForEach(dict, "environment", [&](PyObject* name, PyObject* value) {
    pysub_variable variable = {};
    texts->push_back(std::make_unique<TextOf>());
    if (!texts->back()->Set(name, "the name of a variable", true)) return false;
    variable.name = *texts->back();
    texts->push_back(std::make_unique<TextOf>());
    if (!texts->back()->Set(value, "the value of a variable", true)) return false;
    variable.value = *texts->back();
    result->push_back(variable);
    return true;
  });
}

bool Options::AddText(PyObject* object, const char* what, pysub_text* result, bool bytes_too) {
  texts_.push_back(std::make_unique<TextOf>());
  if (!texts_.back()->Set(object, what, bytes_too)) return false;
  *result = *texts_.back();
  return true;
}

bool Options::AddTexts(PyObject* list, const char* what, std::vector<pysub_text>* result) {
  if (PyUnicode_Check(list) || PyBytes_Check(list)) {
    PyErr_Format(PyExc_TypeError, "%s has to be a list of str", what);
    return false;
  }
  Ref iterator(PyObject_GetIter(list));
  if (!iterator) return false;
  while (Ref item{PyIter_Next(iterator.get())}) {
    if (!AddText(item.get(), what, &result->emplace_back())) return false;
  }
  return !PyErr_Occurred();
}

bool Options::AddInput(PyObject* name, ValueHandle value) {
  if (value == nullptr) return false;
  pysub_input& input = inputs_.emplace_back();
  input.value = value.get();
  values_.push_back(std::move(value));
  return AddText(name, "the name of an input", &input.name);
}

bool Options::AddInputs(PyObject* dict) {
  return (dict == Py_None || IsDict(dict, "inputs")) && (dict == Py_None || [&] {
           // Values may run code when they are converted.
           Ref items(PyDict_Items(dict));
           if (!items) return false;
           for (Py_ssize_t i = 0; i < PyList_Size(items.get()); ++i) {
             PyObject* pair = PyList_GetItem(items.get(), i);
             PyObject* name = PyTuple_GetItem(pair, 0);
             ValueHandle value = ToSandbox(PyTuple_GetItem(pair, 1));
             if (value == nullptr) return SayWhichInput(name), false;
             if (!AddInput(name, std::move(value))) return false;
           }
           return true;
         }());
}

// A dict of names (or signatures, "search(query, /, limit=10)") to callables or None, or names.
bool Options::AddFunctions(PyObject* given) {
  functions = Ref(PyDict_New());
  if (!functions) return false;
  const bool is_dict = PyDict_Check(given);
  if (PyUnicode_Check(given)) {
    PyErr_SetString(PyExc_TypeError, "functions has to be a dict or a list of names");
    return false;
  }
  Ref iterator(PyObject_GetIter(given));
  if (!iterator) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Format(PyExc_TypeError, "functions has to be a dict or a list of names, not %R",
                   reinterpret_cast<PyObject*>(Py_TYPE(given)));
    }
    return false;
  }
  while (Ref signature{PyIter_Next(iterator.get())}) {
    PyObject* function = is_dict ? PyDict_GetItemWithError(given, signature.get()) : Py_None;
    if (function == nullptr) return false;
    const Ref kept = Ref::Borrowed(function);
    pysub_text text = {};
    if (!AddText(signature.get(), "the name of a function", &text)) return false;
    if (function != Py_None && !PyCallable_Check(function)) {
      PyErr_Format(PyExc_TypeError, "the function %R has to be callable, not %R", signature.get(),
                   reinterpret_cast<PyObject*>(Py_TYPE(function)));
      return false;
    }
    pysub_text doc = {};
    if (function != Py_None) {
      Ref said(PyObject_GetAttrString(function, "__doc__"));
      if (!said) PyErr_Clear();
      if (said && PyUnicode_Check(said.get()) && !AddText(said.get(), "a docstring", &doc)) {
        return false;
      }
    }
    const std::string_view all = View(text.data, text.size);
    Ref name(Text(all.substr(0, all.find('('))));
    ValueHandle value(pysub_value_host_function(text.data, text.size, doc.data, doc.size));
    if (!name || PyDict_SetItem(functions.get(), name.get(), function) != 0) return false;
    if (value == nullptr || PyUnicode_IsIdentifier(name.get()) == 0) {
      PyErr_Format(PyExc_ValueError, "%R is no name or signature of a function", signature.get());
      return false;
    }
    if (!AddInput(name.get(), std::move(value))) return false;
  }
  return !PyErr_Occurred();
}

bool Options::ParseFeedLimits(PyObject* dict) {
  options_.feed_limits = &feed_limits_;
  const Field fields[] = {{"seconds", nullptr, &feed_limits_.duration_ns},
                          {"allocations", &feed_limits_.allocations},
                          {"steps", &feed_limits_.steps},
                          {"output_bytes", &feed_limits_.output_bytes},
                          {"interrupt_after", nullptr, &feed_limits_.interrupt_after_ns}};
  return ForEach(dict, "feed_limits", [&](PyObject* name, PyObject* value) {
    return SetField("feed_limits", name, value, fields);
  });
}

bool Options::ParseConversion(PyObject* dict) {
  options_.conversion = &conversion_;
  const Field fields[] = {{"max_values", &conversion_.max_values},
                          {"max_bytes", &conversion_.max_bytes},
                          {"max_depth", &conversion_.max_depth},
                          {"max_handles", &conversion_.max_handles}};
  return ForEach(dict, "conversion", [&](PyObject* name, PyObject* value) {
    return SetField("conversion", name, value, fields, /*zero_too=*/true);
  });
}

bool Options::ParsePermissions(PyObject* dict) {
  options_.permissions = &permissions_;
  constexpr const char* kNames[] = {"standard_input", "clock",      "sleep",       "entropy",
                                    "environment",    "files_read", "files_write", "run_command"};
  pysub_permission* const fields[] = {&permissions_.standard_input, &permissions_.clock,
                                      &permissions_.sleep,          &permissions_.entropy,
                                      &permissions_.environment,    &permissions_.files_read,
                                      &permissions_.files_write,    &permissions_.run_command};
  return ForEach(dict, "permissions", [&](PyObject* name, PyObject* value) {
    const auto* found = std::find_if(std::begin(kNames), std::end(kNames),
                                     [&](const char* each) { return Is(name, each); });
    if (found == std::end(kNames)) return Unknown("permissions", name, kNames);
    pysub_permission* field = fields[found - kNames];
    if (!OneOf(value, "a permission", kPermissions, field)) return false;
    if (*field == PYSUB_BY_HOST && field == &permissions_.sleep) real_sleep = true;
    return true;
  });
}

bool Options::Parse(PyObject* keywords, Of what) {
  if (keywords == nullptr) return true;
  const bool is_new = what == Of::kNew;
  const auto names_of = [&] {
    return is_new ? std::span<const char* const>(kOptions)
                  : std::span<const char* const>(kSnapshotOptions);
  };
  const auto is_known = [&](PyObject* name) {
    return std::ranges::any_of(names_of(), [&](const char* each) { return Is(name, each); });
  };
  return ForEach(keywords, "options",
                 [&](PyObject* name, PyObject* value) {
                   if (!is_known(name)) {
                     return Unknown(is_new ? "a sandbox" : "loading a sandbox", name, names_of());
                   }
                   if (Is(name, "inputs")) return AddInputs(value);
                   if (Is(name, "functions")) return AddFunctions(value);
                   if (Is(name, "limits")) {
                     options_.limits = &limits_;
                     return ParseLimitsInto(value, &limits_);
                   }
                   if (Is(name, "feed_limits")) return ParseFeedLimits(value);
                   if (Is(name, "conversion")) return ParseConversion(value);
                   if (Is(name, "permissions")) return ParsePermissions(value);
                   if (Is(name, "after_limit")) {
                     return OneOf(value, "after_limit", kAfterLimit, &options_.after_limit);
                   }
                   if (Is(name, "names")) {
                     int32_t wanted = 1;
                     if (PyCallable_Check(value)) {
                       names = Ref::Borrowed(value);
                     } else if (!Truth(value, &wanted)) {
                       return false;
                     }
                     options_.resolve_names = wanted;
                     return true;
                   }
                   if (Is(name, "os")) {
                     if (!PyCallable_Check(value)) {
                       PyErr_SetString(PyExc_TypeError, "os has to be callable");
                       return false;
                     }
                     os = Ref::Borrowed(value);
                     return true;
                   }
                   if (Is(name, "output")) {
                     if (value != Py_False && !PyCallable_Check(value)) {
                       PyErr_SetString(PyExc_TypeError, "output has to be callable, None or False");
                       return false;
                     }
                     output = Ref::Borrowed(value);
                     return true;
                   }
                   if (Is(name, "files")) {
                     options_.files = FilesOf(value);
                     files = Ref::Borrowed(value);
                     return options_.files != nullptr;
                   }
                   if (Is(name, "working_directory")) {
                     return AddText(value, "working_directory", &options_.working_directory);
                   }
                   if (Is(name, "home")) return AddText(value, "home", &options_.home);
                   if (Is(name, "module_path")) {
                     if (!AddTexts(value, "module_path", &module_path_)) return false;
                     options_.module_path = module_path_.data();
                     options_.module_path_count = module_path_.size();
                     return true;
                   }
                   if (Is(name, "arguments")) {
                     if (!AddTexts(value, "arguments", &arguments_)) return false;
                     options_.arguments = arguments_.data();
                     options_.argument_count = arguments_.size();
                     return true;
                   }
                   if (Is(name, "environment")) {
                     environment_.reserve(1);  // its data are not null: an empty one is given, too
                     if (!ParseEnvironment(value, &texts_, &environment_)) return false;
                     options_.environment = environment_.data();
                     options_.environment_count = environment_.size();
                     return true;
                   }
                   if (Is(name, "stdin"))
                     return AddText(value, "stdin", &options_.standard_input, true);
                   if (Is(name, "session_id"))
                     return Unsigned(value, "session_id", &options_.session_id);
                   if (Is(name, "virtual_time_ns")) {
                     return Unsigned(value, "virtual_time_ns", &options_.virtual_time_ns);
                   }
                   if (Is(name, "entropy_seed"))
                     return Unsigned(value, "entropy_seed", &options_.entropy_seed);
                   if (Is(name, "snapshot_key")) {
                     return AddText(value, "snapshot_key", &options_.snapshot_key, true);
                   }
                   // replace_limits
                   return Truth(value, &options_.replace_snapshot_limits);
                 }) &&
         (options_.inputs = inputs_.data(), options_.input_count = inputs_.size(),
          options_.on_output = OutputHere::Write, true);
}

}  // namespace pysub_python
