# What `cmake --install` gives to programs that embed pysub: osbridge/include, as it is. All call these headers by the names that
# embedders know, "pysub/sandbox.h", and they include nothing else of pysub (tests/link/check_includes.cmake).
set(pysub_public osbridge/include/pysub)
set(pysub_installed_headers
  osbridge/include/pysub.h
  ${pysub_public}/coroutine.h
  ${pysub_public}/export.h
  ${pysub_public}/host.h
  ${pysub_public}/host_value.h
  ${pysub_public}/host_value_json.h
  ${pysub_public}/os_call.h
  ${pysub_public}/program.h
  ${pysub_public}/replay.h
  ${pysub_public}/sandbox.h
  ${pysub_public}/sandbox_options.h
  ${pysub_public}/stop.h
  ${pysub_public}/files/file_system.h
  ${pysub_public}/files/file_types.h
  ${pysub_public}/python/llm_hint.h
  ${pysub_public}/python/python_host.h
  ${pysub_public}/python/python_request.h
  ${pysub_public}/python/python_run.h
  ${pysub_public}/python/python_runner.h
  ${pysub_public}/python/run_python.h
  ${pysub_public}/shell/archive.h
  ${pysub_public}/shell/child_signal.h
  ${pysub_public}/shell/command.h
  ${pysub_public}/shell/host_call.h
  ${pysub_public}/shell/limits.h
  ${pysub_public}/shell/network.h
  ${pysub_public}/shell/shell.h)
# Those that older programs may call "pysub/osbridge/...", too.
set(pysub_renamed_headers export.h files/file_system.h files/file_types.h)
