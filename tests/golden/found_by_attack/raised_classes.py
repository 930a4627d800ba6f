# --- a class of the library whose constructor is Python code
import argparse
import calendar
import configparser


def attempt(do):
    try:
        do()
    except BaseException as error:
        print(type(error).__name__, repr(error), repr(error.__cause__), repr(error.__context__))


def plain():
    raise configparser.Error


def caused():
    raise ValueError from configparser.Error


def both():
    raise configparser.Error from configparser.Error


def within():
    try:
        1 / 0
    except ZeroDivisionError:
        raise configparser.Error from KeyError


def without_arguments():
    raise argparse.ArgumentError


def of_a_variable():
    kind = configparser.Error
    try:
        raise kind
    except configparser.Error as error:
        print(kind is configparser.Error, error.message == "")
    raise kind from None


for do in plain, caused, both, within, without_arguments, of_a_variable:
    attempt(do)
# --- again and again
import configparser

count = 0
for i in range(300):
    try:
        raise ValueError from configparser.Error
    except ValueError as error:
        count += type(error.__cause__) is configparser.Error
print(count)
# --- nobody catches it
import configparser


def f():
    raise configparser.Error


f()
