# Classes that take parameters: CPython 3.14 library, __class_getitem__.
import os, contextlib
print(os.PathLike[str], str | os.PathLike[str], contextlib.AbstractContextManager[int], os.PathLike[bytes].__origin__ is os.PathLike)

# --- of many modules
import asyncio, configparser, contextlib, csv, logging, os, tempfile, traceback
for kind in (asyncio.LifoQueue, asyncio.PriorityQueue, contextlib.closing, contextlib.aclosing, contextlib.suppress, contextlib.nullcontext,
             contextlib.redirect_stdout, contextlib.chdir, contextlib.ExitStack, contextlib.AsyncExitStack, csv.DictReader, csv.DictWriter,
             traceback.StackSummary, logging.LoggerAdapter, logging.StreamHandler, logging.FileHandler, os.stat_result, os.terminal_size,
             os.DirEntry, tempfile.TemporaryDirectory, configparser.ConfigParser, configparser.SectionProxy):
    print(kind[int], kind[int, str].__args__)
for kind in (asyncio.Event, csv.Dialect, logging.Logger):
    try: kind[int]
    except TypeError as error: print(error)
