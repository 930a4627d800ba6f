# What python3 in the PATH may be is a launcher (pyenv's is four shell scripts), which takes longer than many a test: the
# interpreter itself is asked for its place, before find_package(Python3) looks.
find_program(PYSUB_PYTHON3 python3)
if(PYSUB_PYTHON3 AND NOT Python3_EXECUTABLE)
  execute_process(COMMAND ${PYSUB_PYTHON3} -c "import sys; print(sys.executable)"
                  OUTPUT_VARIABLE pysub_python3 OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE pysub_status)
  if(pysub_status EQUAL 0 AND EXISTS "${pysub_python3}")
    set(Python3_EXECUTABLE ${pysub_python3})
  endif()
endif()
