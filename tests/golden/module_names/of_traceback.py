# Every public name of traceback that CPython has and docs/modules.md does not list as missing.
names = 'BUILTIN_EXCEPTION_LIMIT FrameSummary StackSummary TracebackException clear_frames extract_stack extract_tb format_exc format_exception format_exception_only format_list format_stack format_tb print_exc print_exception print_last print_list print_stack print_tb walk_stack walk_tb'
import traceback as m
print('traceback', len(names.split()), [n for n in names.split() if not hasattr(m, n)])
