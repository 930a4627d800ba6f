// File systems: alone, and as a sandbox sees them.

#include "check.h"

static int64_t clock_of(void* context) { return *(int64_t*)context; }

CASE(Files_ReadAndWrite) {
  int64_t now = 5000000000;
  pysub_files_options options = PYSUB_FILES_OPTIONS_INIT;
  pysub_file_status status = PYSUB_FILE_STATUS_INIT;
  pysub_files* files = NULL;
  pysub_files* fork = NULL;
  pysub_buffer* bytes = NULL;
  pysub_value* list = NULL;
  pysub_error* error = NULL;
  uint64_t used = 0, count = 0;
  options.context = &now;
  options.now_ns = clock_of;
  options.max_file_bytes = 1000;
  CHECK(pysub_files_create(&options, &files, NULL) == PYSUB_OK);
  CHECK(pysub_files_make_directory(files, T("/data"), 0, NULL) == PYSUB_OK);
  CHECK(pysub_files_write(files, T("/data/a"), "x\0y", 3, PYSUB_WRITE_REPLACE, 0600, NULL) ==
        PYSUB_OK);
  CHECK(pysub_files_write(files, T("/data/a"), T("z"), PYSUB_WRITE_APPEND, 0, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_files_write(files, T("/data/a"), T("z"), PYSUB_WRITE_NEW, 0, &error),
              PYSUB_FILE_ERROR, "File exists");
  CHECK_FAILS(pysub_files_write(files, T("/data/a"), T("z"), 3, 0, &error), PYSUB_INVALID_ARGUMENT,
              "mode");
  CHECK(pysub_files_read(files, T("/data/a"), 1, PYSUB_UNLIMITED, &bytes, NULL) == PYSUB_OK);
  CHECK(memcmp(pysub_buffer_data(bytes, NULL), "\0yz", 4) == 0);
  pysub_buffer_free(bytes);
  CHECK(pysub_files_status(files, T("/data/a"), 1, &status, NULL) == PYSUB_OK);
  CHECK(status.kind == PYSUB_FILE && status.mode == 0100600 && status.size == 4);
  CHECK(status.mtime_ns == now && status.uid == 1000);
  CHECK(pysub_files_symlink(files, T("a"), T("/data/link"), NULL) == PYSUB_OK);
  CHECK(pysub_files_read_link(files, T("/data/link"), &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "a");
  pysub_buffer_free(bytes);
  CHECK(pysub_files_real_path(files, T("/data/./link"), &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "/data/a");
  pysub_buffer_free(bytes);
  CHECK(pysub_files_list(files, T("/data"), &list, NULL) == PYSUB_OK);
  check_repr(list, "[(b'a', 0), (b'link', 2)]");
  pysub_value_free(list);
  CHECK(pysub_files_usage(files, &used, &count, NULL) == PYSUB_OK && used > 0 && count == 4);
  now = 6000000000;
  CHECK(pysub_files_fork(files, &fork, NULL) == PYSUB_OK);
  CHECK(pysub_files_free(files) == PYSUB_OK);
  CHECK(pysub_files_truncate(fork, T("/data/a"), 1, NULL) == PYSUB_OK);
  CHECK(pysub_files_status(fork, T("/data/link"), 1, &status, NULL) == PYSUB_OK);
  CHECK(status.size == 1 && status.mtime_ns == now);
  CHECK(pysub_files_status(fork, T("/data/link"), 0, &status, NULL) == PYSUB_OK &&
        status.kind == PYSUB_SYMLINK);
  CHECK(pysub_files_free(fork) == PYSUB_OK);
}

CASE(Files_NamesAndErrors) {
  pysub_files* files = NULL;
  pysub_files* again = NULL;
  pysub_buffer* bytes = NULL;
  pysub_error* error = NULL;
  size_t size = 0;
  CHECK(pysub_files_create(NULL, &files, NULL) == PYSUB_OK);
  CHECK(pysub_files_write(files, T("/a"), T("1"), PYSUB_WRITE_NEW, 0, NULL) == PYSUB_OK);
  CHECK(pysub_files_link(files, T("/a"), T("/b"), NULL) == PYSUB_OK);
  CHECK(pysub_files_rename(files, T("/b"), T("/c"), NULL) == PYSUB_OK);
  CHECK(pysub_files_set_times(files, T("/c"), 1, 2, NULL) == PYSUB_OK);
  CHECK(pysub_files_set_permissions(files, T("/c"), 0, NULL) == PYSUB_OK);
  CHECK(pysub_files_read(files, T("/c"), 0, 10, &bytes, &error) == PYSUB_FILE_ERROR);
  CHECK(pysub_error_number(error) == 13 && bytes == NULL);
  CHECK_FAILS(pysub_error_status(error), PYSUB_FILE_ERROR, "Permission denied");
  CHECK_FAILS(pysub_files_set_caller(files, T("tmp"), 022, 0, 0, &error), PYSUB_INVALID_ARGUMENT,
              "not absolute");
  CHECK(pysub_files_make_directory(files, T("/d"), 0, NULL) == PYSUB_OK);
  CHECK(pysub_files_set_caller(files, T("/d"), 022, 0, 0, NULL) == PYSUB_OK);
  CHECK(pysub_files_read(files, T("../c"), 0, 10, &bytes, NULL) == PYSUB_OK);
  pysub_buffer_free(bytes);
  CHECK(pysub_files_remove(files, T("/c"), NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_files_remove_directory(files, T("/"), &error), PYSUB_FILE_ERROR, "");
  CHECK_FAILS(pysub_files_read(files, "/a\0b", 4, 0, 10, &bytes, &error), PYSUB_FILE_ERROR,
              "Invalid argument");
  CHECK_FAILS(pysub_files_remove(files, T(""), &error), PYSUB_FILE_ERROR, "No such file");
  CHECK(pysub_files_remove_directory(files, T("/d"), NULL) == PYSUB_OK);
  CHECK(pysub_files_snapshot(files, &bytes, NULL) == PYSUB_OK);
  CHECK(pysub_files_free(files) == PYSUB_OK);
  pysub_buffer_data(bytes, &size);
  CHECK(pysub_files_restore(pysub_buffer_data(bytes, NULL), size, NULL, &again, NULL) == PYSUB_OK);
  CHECK(pysub_files_remove(again, T("/a"), NULL) == PYSUB_OK);
  CHECK(pysub_files_free(again) == PYSUB_OK);
  CHECK_FAILS(pysub_files_restore(pysub_buffer_data(bytes, NULL), size - 3, NULL, &again, &error),
              PYSUB_DATA_LOSS, "");
  pysub_buffer_free(bytes);
}

CASE(Files_OfASandbox) {
  pysub_files* files = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_text modules[1];
  pysub_sandbox* sandbox;
  pysub_buffer* bytes = NULL;
  CHECK(pysub_files_create(NULL, &files, NULL) == PYSUB_OK);
  CHECK(pysub_files_write(files, T("/helper.py"), T("def twice(x): return x * 2"), PYSUB_WRITE_NEW,
                          0, NULL) == PYSUB_OK);
  modules[0] = text_of("/");
  options.files = files;
  options.module_path = modules;
  options.module_path_count = 1;
  sandbox = sandbox_of("import helper\nopen('/out', 'w').write(str(helper.twice(21)))", &options);
  check_result(sandbox, "2");
  CHECK(pysub_files_read(files, T("/out"), 0, 100, &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "42");
  pysub_buffer_free(bytes);
  // The sandbox keeps the tree.
  CHECK(pysub_files_free(files) == PYSUB_OK);
  CHECK(pysub_sandbox_feed(sandbox, T("open('/out').read()"), NULL, NULL) == PYSUB_OK);
  check_result(sandbox, "'42'");
  pysub_sandbox_free(sandbox);
}

// A clock is asked in the middle of a change, by the host's call and by a sandbox's: it may not
// use the files then.
typedef struct Meddler {
  pysub_files* files;
  int asked;
} Meddler;

static int64_t meddle(void* context) {
  Meddler* meddler = context;
  pysub_error* error = NULL;
  if (meddler->files == NULL) return 1;
  ++meddler->asked;
  CHECK_FAILS(pysub_files_remove(meddler->files, T("/a"), &error), PYSUB_IN_USE, "under way");
  CHECK(pysub_files_free(meddler->files) == PYSUB_IN_USE);
  return 2;
}

CASE(Files_ClocksThatMeddle) {
  Meddler meddler = {NULL, 0};
  pysub_files_options options = PYSUB_FILES_OPTIONS_INIT;
  pysub_sandbox_options with = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  options.context = &meddler;
  options.now_ns = meddle;
  CHECK(pysub_files_create(&options, &meddler.files, NULL) == PYSUB_OK);
  CHECK(pysub_files_write(meddler.files, T("/a"), T("1"), PYSUB_WRITE_NEW, 0, NULL) == PYSUB_OK);
  CHECK(meddler.asked > 0);
  meddler.asked = 0;
  with.files = meddler.files;
  sandbox = sandbox_of("open('/a', 'w').write('22')", &with);
  check_result(sandbox, "2");
  CHECK(meddler.asked > 0);
  CHECK(pysub_files_remove(meddler.files, T("/a"), NULL) == PYSUB_OK);
  CHECK(pysub_files_free(meddler.files) == PYSUB_OK);
  meddler.files = NULL;
  pysub_sandbox_free(sandbox);
}

CASE(Files_Mounts) {
  char directory[] = "/tmp/pysub_c_api_XXXXXX";
  char file[64];
  FILE* written;
  pysub_files* files = NULL;
  pysub_files* again = NULL;
  pysub_mount_options options = PYSUB_MOUNT_OPTIONS_INIT;
  pysub_value* mounts = NULL;
  pysub_buffer* bytes = NULL;
  pysub_error* error = NULL;
  size_t size = 0;
  extern char* mkdtemp(char*);
  extern int rmdir(const char*);
  CHECK(mkdtemp(directory) != NULL);
  snprintf(file, sizeof(file), "%s/real", directory);
  written = fopen(file, "w");
  fputs("on disk", written);
  fclose(written);
  CHECK(pysub_files_create(NULL, &files, NULL) == PYSUB_OK);
  options.mode = PYSUB_MOUNT_READ_ONLY;
  CHECK(pysub_files_mount(files, T("/ro"), T(directory), &options, NULL) == PYSUB_OK);
  CHECK(pysub_files_mount(files, T("/over"), T(directory), NULL, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_files_mount(files, T("/over"), T(directory), NULL, &error), PYSUB_FILE_ERROR,
              "");
  CHECK_FAILS(pysub_files_mount(files, T("/none"), T("/no/such"), NULL, &error), PYSUB_FILE_ERROR,
              "No such");
  CHECK_FAILS(pysub_files_write(files, T("/ro/new"), T("x"), PYSUB_WRITE_NEW, 0, &error),
              PYSUB_FILE_ERROR, "Read-only");
  CHECK(pysub_files_write(files, T("/over/real"), T("changed"), PYSUB_WRITE_REPLACE, 0, NULL) ==
        PYSUB_OK);
  CHECK(pysub_files_mounts(files, &mounts, NULL) == PYSUB_OK);
  CHECK(pysub_value_count(mounts) == 2);
  check_repr(pysub_value_item(pysub_value_item(mounts, 0), 0), "b'/ro'");
  check_repr(pysub_value_item(pysub_value_item(mounts, 0), 1), "1");
  pysub_value_free(mounts);
  CHECK(pysub_files_snapshot(files, &bytes, NULL) == PYSUB_OK);
  CHECK(pysub_files_free(files) == PYSUB_OK);
  pysub_buffer_data(bytes, &size);
  CHECK(pysub_files_restore(pysub_buffer_data(bytes, NULL), size, NULL, &again, NULL) == PYSUB_OK);
  pysub_buffer_free(bytes);
  CHECK_FAILS(pysub_files_read(again, T("/ro/real"), 0, 100, &bytes, &error), PYSUB_FILE_ERROR, "");
  CHECK(pysub_files_attach(again, T("/ro"), T(directory), &options, NULL) == PYSUB_OK);
  CHECK(pysub_files_attach(again, T("/over"), T(directory), NULL, NULL) == PYSUB_OK);
  CHECK(pysub_files_read(again, T("/ro/real"), 0, 100, &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "on disk");
  pysub_buffer_free(bytes);
  CHECK(pysub_files_read(again, T("/over/real"), 0, 100, &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "changed");
  pysub_buffer_free(bytes);
  CHECK(pysub_files_free(again) == PYSUB_OK);
  remove(file);
  rmdir(directory);
}
