// Files: a tree of files in memory, with directories of the host in it.

#include <sys/stat.h>

#include "extension.h"

namespace pysub_python {
namespace {

struct Files {
  PyObject_HEAD pysub_files* handle;
  // Whose files they are, or null. The handle is that shell's then, and ends with it.
  PyObject* shell;
  bool* busy;  // its own, or that of the shell
  bool own_busy;
};
PyObject* files_type = nullptr;

Files* Of(PyObject* self) { return reinterpret_cast<Files*>(self); }

bool TakeFiles(PyObject* self, Use* use) {
  const Files* files = Of(self);
  if (files->shell != nullptr && !ShellIsOpen(files->shell)) {
    return use->Take(files->busy, false, "the shell");
  }
  return use->Take(files->busy, files->handle != nullptr, "the file system");
}

PyObject* Allocate(PyTypeObject* type) {
  PyObject* self = PyType_GenericAlloc(type, 0);
  if (self != nullptr) Of(self)->busy = &Of(self)->own_busy;
  return self;
}

bool ParseOptions(PyObject* args, PyObject* keywords, pysub_files_options* options) {
  PyObject *bytes = Py_None, *file_bytes = Py_None, *files = Py_None, *depth = Py_None;
  static const char* names[] = {"max_bytes", "max_file_bytes", "max_files", "max_depth", nullptr};
  return PyArg_ParseTupleAndKeywords(args, keywords, "|$OOOO:Files", const_cast<char**>(names),
                                     &bytes, &file_bytes, &files, &depth) &&
         Unsigned(bytes, "max_bytes", &options->max_bytes) &&
         Unsigned(file_bytes, "max_file_bytes", &options->max_file_bytes) &&
         Unsigned(files, "max_files", &options->max_files) &&
         Unsigned(depth, "max_depth", &options->max_depth);
}

PyObject* NewFiles(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  pysub_files_options options = PYSUB_FILES_OPTIONS_INIT;
  if (!ParseOptions(args, keywords, &options)) return nullptr;
  Ref self(Allocate(type));
  if (!self) return nullptr;
  Failure failure;
  if (pysub_files_create(&options, &Of(self.get())->handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  return self.release();
}

PyObject* LoadFiles(PyObject* type, PyObject* args, PyObject* keywords) {
  if (PyTuple_Size(args) != 1) {
    PyErr_SetString(PyExc_TypeError, "load() takes the bytes that dump() gave");
    return nullptr;
  }
  pysub_files_options options = PYSUB_FILES_OPTIONS_INIT;
  Ref none(PyTuple_New(0));
  TextOf bytes;
  PyObject* given = PyTuple_GetItem(args, 0);
  if (!none || !ParseOptions(none.get(), keywords, &options) ||
      !bytes.SetBytes(given, "a snapshot")) {
    return nullptr;
  }
  Ref self(Allocate(reinterpret_cast<PyTypeObject*>(type)));
  if (!self) return nullptr;
  Failure failure;
  if (pysub_files_restore(bytes.data(), bytes.size(), &options, &Of(self.get())->handle, failure) !=
      PYSUB_OK) {
    return failure.Raise();
  }
  return self.release();
}

int ClearFiles(PyObject* self) {
  if (Of(self)->shell == nullptr) return 0;
  // The collector may clear it while somebody still has it.
  Of(self)->handle = nullptr;
  Of(self)->busy = &Of(self)->own_busy;
  Py_CLEAR(Of(self)->shell);
  return 0;
}
int TraverseFiles(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(reinterpret_cast<PyObject*>(Py_TYPE(self)));
  Py_VISIT(Of(self)->shell);
  return 0;
}
void FreeFiles(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  ClearFiles(self);
  pysub_files_free(Of(self)->handle);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

// What all functions of a path do: takes the handle, does it, raises an OSError of that path.
template <typename Do>
PyObject* WithPath(PyObject* self, PyObject* path, Do act) {
  TextOf text;
  Use use;
  if (!PathOf(path, &text) || !TakeFiles(self, &use)) return nullptr;
  Failure failure;
  if (act(Of(self)->handle, text, failure) != PYSUB_OK) return failure.Raise(nullptr, path);
  Py_RETURN_NONE;
}

PyObject* ReadFile(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* path = nullptr;
  PyObject *offset = Py_None, *most = Py_None;
  static const char* names[] = {"path", "offset", "size", nullptr};
  uint64_t from = 0, size = PYSUB_UNLIMITED;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OO:read", const_cast<char**>(names), &path,
                                   &offset, &most) ||
      !Unsigned(offset, "offset", &from) || (most != Py_None && !Unsigned(most, "size", &size))) {
    return nullptr;
  }
  BufferHandle bytes;
  Ref done(WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    pysub_buffer* buffer = nullptr;
    const pysub_status status =
        pysub_files_read(files, text.data(), text.size(), from, size, &buffer, failure);
    bytes.reset(buffer);
    return status;
  }));
  return done ? Bytes(bytes.get()) : nullptr;
}

PyObject* WriteFile(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject *path = nullptr, *contents = nullptr;
  const char* mode = "replace";
  unsigned int permissions = 0;
  static const char* names[] = {"path", "contents", "mode", "permissions", nullptr};
  TextOf bytes;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|sI:write", const_cast<char**>(names), &path,
                                   &contents, &mode, &permissions) ||
      !bytes.Set(contents, "what is written", true)) {
    return nullptr;
  }
  const std::string_view is = mode;
  const pysub_write_mode how = is == "append" ? PYSUB_WRITE_APPEND
                               : is == "new"  ? PYSUB_WRITE_NEW
                                              : PYSUB_WRITE_REPLACE;
  if (how == PYSUB_WRITE_REPLACE && is != "replace") {
    PyErr_Format(PyExc_ValueError, "mode is one of replace, append, new, not '%s'", mode);
    return nullptr;
  }
  return WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_write(files, text.data(), text.size(), bytes.data(), bytes.size(), how,
                             permissions, failure);
  });
}

PyObject* StatusFile(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* path = nullptr;
  int follow = 1;
  static const char* names[] = {"path", "follow", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|p:status", const_cast<char**>(names), &path,
                                   &follow)) {
    return nullptr;
  }
  pysub_file_status status = PYSUB_FILE_STATUS_INIT;
  Ref done(WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_status(files, text.data(), text.size(), follow, &status, failure);
  }));
  if (!done) return nullptr;
  static const char* kinds[] = {"file", "directory", "symlink", "fifo", "device", "other"};
  return Py_BuildValue(
      "{sssIsIsIsIsIsKsKsLsLsL}", "kind",
      kinds[status.kind >= 0 && status.kind <= PYSUB_OTHER_FILE ? status.kind : PYSUB_OTHER_FILE],
      "mode", status.mode, "links", status.links, "device", status.device, "uid", status.uid, "gid",
      status.gid, "inode", status.inode, "size", status.size, "atime_ns", status.atime_ns,
      "mtime_ns", status.mtime_ns, "ctime_ns", status.ctime_ns);
}

// Names of a directory, as str.
PyObject* ListFiles(PyObject* self, PyObject* args) {
  PyObject* path = nullptr;
  if (!PyArg_ParseTuple(args, "O:list", &path)) return nullptr;
  ValueHandle list;
  Ref done(WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    pysub_value* value = nullptr;
    const pysub_status status = pysub_files_list(files, text.data(), text.size(), &value, failure);
    list.reset(value);
    return status;
  }));
  if (!done) return nullptr;
  const size_t count = pysub_value_count(list.get());
  Ref result(PyList_New(0));
  for (size_t i = 0; result && i < count; ++i) {
    size_t size = 0;
    const char* name =
        pysub_value_text(pysub_value_item(pysub_value_item(list.get(), i), 0), &size);
    Ref text(PyUnicode_DecodeFSDefaultAndSize(name, static_cast<Py_ssize_t>(size)));
    if (!text || PyList_Append(result.get(), text.get()) != 0) return nullptr;
  }
  return result.release();
}

PyObject* MakeDirectory(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* path = nullptr;
  unsigned int permissions = 0777;
  static const char* names[] = {"path", "permissions", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|I:mkdir", const_cast<char**>(names), &path,
                                   &permissions)) {
    return nullptr;
  }
  return WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_make_directory(files, text.data(), text.size(), permissions, failure);
  });
}

using PathFunction = pysub_status (*)(pysub_files*, const char*, size_t, pysub_error**);
template <PathFunction Function>
PyObject* OnPath(PyObject* self, PyObject* path) {
  return WithPath(self, path, [](pysub_files* files, const TextOf& text, Failure& failure) {
    return Function(files, text.data(), text.size(), failure);
  });
}

using TwoPathsFunction = pysub_status (*)(pysub_files*, const char*, size_t, const char*, size_t,
                                          pysub_error**);
template <TwoPathsFunction Function>
PyObject* OnTwoPaths(PyObject* self, PyObject* args) {
  PyObject *from = nullptr, *to = nullptr;
  TextOf other;
  if (!PyArg_ParseTuple(args, "OO", &from, &to) || !PathOf(to, &other)) return nullptr;
  return WithPath(self, from, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return Function(files, text.data(), text.size(), other.data(), other.size(), failure);
  });
}

using TextFunction = pysub_status (*)(pysub_files*, const char*, size_t, pysub_buffer**,
                                      pysub_error**);
template <TextFunction Function>
PyObject* TextOfPath(PyObject* self, PyObject* path) {
  BufferHandle result;
  Ref done(WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    pysub_buffer* buffer = nullptr;
    const pysub_status status = Function(files, text.data(), text.size(), &buffer, failure);
    result.reset(buffer);
    return status;
  }));
  if (!done) return nullptr;
  size_t size = 0;
  const char* data = pysub_buffer_data(result.get(), &size);
  return PyUnicode_DecodeFSDefaultAndSize(data, static_cast<Py_ssize_t>(size));
}

PyObject* ChangeMode(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* path = nullptr;
  unsigned int permissions = 0;
  static const char* names[] = {"path", "permissions", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OI:chmod", const_cast<char**>(names), &path,
                                   &permissions)) {
    return nullptr;
  }
  return WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_set_permissions(files, text.data(), text.size(), permissions, failure);
  });
}

PyObject* Truncate(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject *path = nullptr, *object = nullptr;
  uint64_t size = 0;
  static const char* names[] = {"path", "size", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:truncate", const_cast<char**>(names), &path,
                                   &object) ||
      !Unsigned(object, "size", &size)) {
    return nullptr;
  }
  return WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_truncate(files, text.data(), text.size(), size, failure);
  });
}

PyObject* SetTimes(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* path = nullptr;
  long long atime = 0, mtime = 0;
  static const char* names[] = {"path", "atime_ns", "mtime_ns", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OLL:set_times", const_cast<char**>(names),
                                   &path, &atime, &mtime)) {
    return nullptr;
  }
  return WithPath(self, path, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_set_times(files, text.data(), text.size(), atime, mtime, failure);
  });
}

// mount(path, host_directory, mode="overlay", *, any_links=False, write_bytes_limit=None)
PyObject* MountWith(PyObject* self, PyObject* args, PyObject* keywords,
                    decltype(&pysub_files_mount) mount) {
  PyObject *path = nullptr, *host = nullptr, *most = Py_None;
  const char* mode = "overlay";
  int any_links = 0;
  static const char* names[] = {"path",      "host_directory",    "mode",
                                "any_links", "write_bytes_limit", nullptr};
  pysub_mount_options options = PYSUB_MOUNT_OPTIONS_INIT;
  TextOf directory;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|s$pO:mount", const_cast<char**>(names),
                                   &path, &host, &mode, &any_links, &most) ||
      !Unsigned(most, "write_bytes_limit", &options.write_bytes_limit) ||
      !PathOf(host, &directory)) {
    return nullptr;
  }
  const std::string_view is = mode;
  options.mode = is == "read_only"    ? PYSUB_MOUNT_READ_ONLY
                 : is == "read_write" ? PYSUB_MOUNT_READ_WRITE
                                      : PYSUB_MOUNT_OVERLAY;
  options.any_links = any_links;
  if (options.mode == PYSUB_MOUNT_OVERLAY && is != "overlay") {
    PyErr_Format(PyExc_ValueError, "mode is one of overlay, read_only, read_write, not '%s'", mode);
    return nullptr;
  }
  TextOf text;
  Use use;
  if (!PathOf(path, &text) || !TakeFiles(self, &use)) return nullptr;
  Failure failure;
  if (mount(Of(self)->handle, text.data(), text.size(), directory.data(), directory.size(),
            &options, failure) == PYSUB_OK) {
    Py_RETURN_NONE;
  }
  // Which of both paths it is that is wrong only the host's own directory can tell.
  struct stat status;
  const std::string name(directory.data(), directory.size());
  const bool is_there = stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return failure.Raise(nullptr, is_there ? path : host);
}
PyObject* Mount(PyObject* self, PyObject* args, PyObject* keywords) {
  return MountWith(self, args, keywords, pysub_files_mount);
}
PyObject* Attach(PyObject* self, PyObject* args, PyObject* keywords) {
  return MountWith(self, args, keywords, pysub_files_attach);
}

PyObject* Mounts(PyObject* self, PyObject*) {
  Use use;
  if (!TakeFiles(self, &use)) return nullptr;
  pysub_value* value = nullptr;
  Failure failure;
  if (pysub_files_mounts(Of(self)->handle, &value, failure) != PYSUB_OK) return failure.Raise();
  ValueHandle list(value);
  static const char* modes[] = {"overlay", "read_only", "read_write"};
  Ref result(PyList_New(0));
  for (size_t i = 0; result && i < pysub_value_count(value); ++i) {
    const pysub_value* mount = pysub_value_item(value, i);
    size_t size = 0;
    const char* path = pysub_value_text(pysub_value_item(mount, 0), &size);
    int64_t mode = 0, written = 0;
    int attached = 0;
    pysub_value_as_int(pysub_value_item(mount, 1), &mode);
    pysub_value_as_bool(pysub_value_item(mount, 2), &attached);
    pysub_value_as_int(pysub_value_item(mount, 3), &written);
    Ref row(Py_BuildValue(
        "{sNsssOsL}", "path", PyUnicode_DecodeFSDefaultAndSize(path, static_cast<Py_ssize_t>(size)),
        "mode", mode >= 0 && mode <= 2 ? modes[mode] : "", "attached",
        attached != 0 ? Py_True : Py_False, "written_bytes", static_cast<long long>(written)));
    if (!row || PyList_Append(result.get(), row.get()) != 0) return nullptr;
  }
  return result.release();
}

PyObject* SetCaller(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* directory = nullptr;
  unsigned int umask = 022, uid = 1000, gid = 1000;
  static const char* names[] = {"directory", "umask", "uid", "gid", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|III:set_caller", const_cast<char**>(names),
                                   &directory, &umask, &uid, &gid)) {
    return nullptr;
  }
  return WithPath(self, directory, [&](pysub_files* files, const TextOf& text, Failure& failure) {
    return pysub_files_set_caller(files, text.data(), text.size(), umask, uid, gid, failure);
  });
}

PyObject* UsageFiles(PyObject* self, PyObject*) {
  Use use;
  if (!TakeFiles(self, &use)) return nullptr;
  uint64_t bytes = 0, count = 0;
  Failure failure;
  if (pysub_files_usage(Of(self)->handle, &bytes, &count, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  return Py_BuildValue("{sKsK}", "bytes", bytes, "files", count);
}

PyObject* DumpFiles(PyObject* self, PyObject*) {
  Use use;
  if (!TakeFiles(self, &use)) return nullptr;
  pysub_buffer* buffer = nullptr;
  Failure failure;
  if (pysub_files_snapshot(Of(self)->handle, &buffer, failure) != PYSUB_OK) return failure.Raise();
  BufferHandle owned(buffer);
  return Bytes(buffer);
}

PyObject* ForkFiles(PyObject* self, PyObject*) {
  Use use;
  if (!TakeFiles(self, &use)) return nullptr;
  Ref other(Allocate(reinterpret_cast<PyTypeObject*>(files_type)));
  if (!other) return nullptr;
  Failure failure;
  if (pysub_files_fork(Of(self)->handle, &Of(other.get())->handle, failure) != PYSUB_OK) {
    return failure.Raise();
  }
  return other.release();
}

PyMethodDef files_methods[] = {
    {"read", WITH_KEYWORDS(ReadFile), "read(path, offset=0, size=None): bytes of a file."},
    {"write", WITH_KEYWORDS(WriteFile),
     "write(path, contents, mode=\"replace\", permissions=0): str (as UTF-8) or bytes; mode may be "
     "\"append\" or \"new\"."},
    {"status", WITH_KEYWORDS(StatusFile),
     "status(path, follow=True): what stat() says, as a dict."},
    {"list", ListFiles, METH_VARARGS, "list(path): the names in a directory, sorted."},
    {"mkdir", WITH_KEYWORDS(MakeDirectory), "mkdir(path, permissions=0o777)"},
    {"rmdir", OnPath<pysub_files_remove_directory>, METH_O, "rmdir(path)"},
    {"remove", OnPath<pysub_files_remove>, METH_O, "remove(path)"},
    {"rename", OnTwoPaths<pysub_files_rename>, METH_VARARGS, "rename(from, to)"},
    {"link", OnTwoPaths<pysub_files_link>, METH_VARARGS, "link(from, to)"},
    {"symlink", OnTwoPaths<pysub_files_symlink>, METH_VARARGS, "symlink(target, path)"},
    {"chmod", WITH_KEYWORDS(ChangeMode), "chmod(path, permissions)"},
    {"truncate", WITH_KEYWORDS(Truncate), "truncate(path, size)"},
    {"set_times", WITH_KEYWORDS(SetTimes), "set_times(path, atime_ns, mtime_ns)"},
    {"read_link", TextOfPath<pysub_files_read_link>, METH_O, "read_link(path)"},
    {"real_path", TextOfPath<pysub_files_real_path>, METH_O, "real_path(path)"},
    {"mount", WITH_KEYWORDS(Mount),
     "mount(path, host_directory, mode=\"overlay\", *, any_links=False, write_bytes_limit=None): "
     "mode may be \"read_only\" or \"read_write\"; the limit counts what is written, and 256 for "
     "each name that is made in the host's directory."},
    {"attach", WITH_KEYWORDS(Attach),
     "attach(path, host_directory, mode): gives a mount of loaded bytes its directory again."},
    {"mounts", Mounts, METH_NOARGS, "What is mounted: a list of dicts."},
    {"set_caller", WITH_KEYWORDS(SetCaller),
     "set_caller(directory, umask=0o22, uid=1000, gid=1000): who you are in the calls that "
     "follow."},
    {"usage", UsageFiles, METH_NOARGS, "What counts against the limits, as a dict."},
    {"dump", DumpFiles, METH_NOARGS, "Everything as bytes, but for the host's directories."},
    {"load", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(LoadFiles)),
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, "load(bytes, **limits): what dump() gave."},
    {"fork", ForkFiles, METH_NOARGS, "A second tree with the same contents."},
    {"__reduce_ex__", RefusePickleButDump, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot files_slots[] = {
    {Py_tp_doc, const_cast<char*>("Files(*, max_bytes=None, max_file_bytes=None, max_files=None, "
                                  "max_depth=None): a tree of files.")},
    {Py_tp_new, reinterpret_cast<void*>(NewFiles)},
    {Py_tp_dealloc, reinterpret_cast<void*>(FreeFiles)},
    {Py_tp_traverse, reinterpret_cast<void*>(TraverseFiles)},
    {Py_tp_clear, reinterpret_cast<void*>(ClearFiles)},
    {Py_tp_methods, files_methods},
    {0, nullptr},
};
PyType_Spec files_spec = {"pysub.Files", sizeof(Files), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                          files_slots};

}  // namespace

PyObject* MakeFilesType() { return MakeType(&files_spec, &files_type); }

pysub_files* FilesOf(PyObject* object) {
  if (PyType_IsSubtype(Py_TYPE(object), reinterpret_cast<PyTypeObject*>(files_type))) {
    if (Of(object)->shell == nullptr) return Of(object)->handle;
    PyErr_SetString(PyExc_TypeError, "the files of a shell cannot be given to a sandbox");
    return nullptr;
  }
  PyErr_Format(PyExc_TypeError, "files has to be a pysub.Files, not %R",
               reinterpret_cast<PyObject*>(Py_TYPE(object)));
  return nullptr;
}

bool* BusyOfFiles(PyObject* files) { return files == nullptr ? nullptr : Of(files)->busy; }

PyObject* FilesOfShell(pysub_files* files, PyObject* shell, bool* busy) {
  PyObject* self = Allocate(reinterpret_cast<PyTypeObject*>(files_type));
  if (self == nullptr) return nullptr;
  Of(self)->busy = busy;
  Of(self)->handle = files;
  Of(self)->shell = Py_NewRef(shell);
  return self;
}

}  // namespace pysub_python
