# stat: what the bits of st_mode mean. CPython 3.14 library, "stat".
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)

S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG = 0o040000, 0o020000, 0o060000, 0o100000
S_IFIFO, S_IFLNK, S_IFSOCK = 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0
S_ISUID, S_ISGID, S_ISVTX = 0o4000, 0o2000, 0o1000
S_ENFMT = S_ISGID
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001

UF_SETTABLE, UF_NODUMP, UF_IMMUTABLE, UF_APPEND, UF_OPAQUE = 0xffff, 1, 2, 4, 8
UF_NOUNLINK, UF_COMPRESSED, UF_TRACKED, UF_DATAVAULT, UF_HIDDEN = 16, 32, 64, 128, 0x8000
SF_SETTABLE, SF_ARCHIVED, SF_IMMUTABLE, SF_APPEND = 0x3fff0000, 0x10000, 0x20000, 0x40000
SF_RESTRICTED, SF_NOUNLINK, SF_SNAPSHOT, SF_FIRMLINK, SF_DATALESS = 0x80000, 0x100000, 0x200000, 0x800000, 0x40000000

FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM = 1, 2, 4
FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_DEVICE = 16, 32, 64
FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_TEMPORARY, FILE_ATTRIBUTE_SPARSE_FILE = 128, 256, 512
FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_OFFLINE = 1024, 2048, 4096
FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, FILE_ATTRIBUTE_ENCRYPTED = 8192, 16384
FILE_ATTRIBUTE_INTEGRITY_STREAM, FILE_ATTRIBUTE_VIRTUAL, FILE_ATTRIBUTE_NO_SCRUB_DATA = 32768, 65536, 131072


def S_IMODE(mode, /):
    """Return the portion of the file's mode that can be set by os.chmod()."""
    return mode & 0o7777


def S_IFMT(mode, /):
    """Return the portion of the file's mode that describes the file type."""
    return mode & 0o170000


def S_ISDIR(mode, /):
    """Return True if mode is from a directory."""
    return mode & 0o170000 == S_IFDIR


def S_ISCHR(mode, /):
    """Return True if mode is from a character special device file."""
    return mode & 0o170000 == S_IFCHR


def S_ISBLK(mode, /):
    """Return True if mode is from a block special device file."""
    return mode & 0o170000 == S_IFBLK


def S_ISREG(mode, /):
    """Return True if mode is from a regular file."""
    return mode & 0o170000 == S_IFREG


def S_ISFIFO(mode, /):
    """Return True if mode is from a FIFO (named pipe)."""
    return mode & 0o170000 == S_IFIFO


def S_ISLNK(mode, /):
    """Return True if mode is from a symbolic link."""
    return mode & 0o170000 == S_IFLNK


def S_ISSOCK(mode, /):
    """Return True if mode is from a socket."""
    return mode & 0o170000 == S_IFSOCK


def S_ISDOOR(mode, /):
    """Return True if mode is from a door."""
    return False


def S_ISPORT(mode, /):
    """Return True if mode is from an event port."""
    return False


def S_ISWHT(mode, /):
    """Return True if mode is from a whiteout."""
    return False


def filemode(mode, /):
    """Convert a file's mode to a string of the form '-rwxrwxrwx'."""
    kinds = {S_IFLNK: 'l', S_IFSOCK: 's', S_IFREG: '-', S_IFBLK: 'b', S_IFDIR: 'd', S_IFCHR: 'c', S_IFIFO: 'p'}
    text = [kinds.get(mode & 0o170000, '?')]
    for shift, special, letter in (6, S_ISUID, 's'), (3, S_ISGID, 's'), (0, S_ISVTX, 't'):
        bits = mode >> shift
        text.append('r' if bits & 4 else '-')
        text.append('w' if bits & 2 else '-')
        if mode & special:
            text.append(letter if bits & 1 else letter.upper())
        else:
            text.append('x' if bits & 1 else '-')
    return ''.join(text)
