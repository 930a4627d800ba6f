helper_exit() { return "$1"; }
helper_both() { echo out; echo err >&2; }
helper_pipe() { tr ' ' '\n' <<< "$1" | sort | paste -sd' ' -; }
