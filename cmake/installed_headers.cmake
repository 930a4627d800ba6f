# What `cmake --install` gives to programs that embed pysub. These include each other by relative paths and nothing else of
# pysub (tests/link/check_includes.cmake).
set(pysub_installed_headers
  osbridge/coroutine.h osbridge/export.h osbridge/host.h osbridge/host_value.h osbridge/host_value_json.h osbridge/os_call.h osbridge/program.h osbridge/replay.h osbridge/sandbox.h
  osbridge/sandbox_options.h osbridge/stop.h
  osbridge/python/llm_hint.h osbridge/python/python_host.h osbridge/python/python_request.h osbridge/python/python_run.h
  osbridge/python/python_runner.h osbridge/python/run_python.h)
# Of the shell; they keep their folders, as they refer to each other across them.
set(pysub_installed_shell_headers
  osbridge/export.h osbridge/files/file_system.h osbridge/files/file_types.h
  shell/archive.h shell/command.h shell/limits.h shell/shell.h)
