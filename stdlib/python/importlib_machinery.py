# importlib.machinery. CPython 3.14 library, "importlib.machinery".
from _frozen_importlib import ModuleSpec, NamespaceLoader, SourceFileLoader

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = []
EXTENSION_SUFFIXES = []


def all_suffixes():
    """Returns a list of all recognized module suffixes for this process"""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES
