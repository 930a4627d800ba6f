// Trees of files in memory, with directories of the host where they are mounted.

import { Handle } from './core.js';
import { FileError, withPaths } from './errors.js';
import { choice, known, unsigned, whole, writeFileLimits } from './options.js';

const LIMITS = ['maxBytes', 'maxFileBytes', 'maxFiles', 'maxDepth'];
export const MOUNT_MODES = ['overlay', 'readOnly', 'readWrite'];
const KINDS = ['file', 'directory', 'symlink', 'fifo', 'device', 'other'];

export function writeMountOptions(writer, options) {
  known(options, ['mode', 'anyLinks', 'writeBytesLimit'], 'a mount');
  return writer
    .u8(choice(options.mode, MOUNT_MODES, 'mode'))
    .u8(options.anyLinks ? 1 : 0)
    .u64(unsigned(options.writeBytesLimit, 'writeBytesLimit'));
}

const mode = (permissions) => {
  if (!Number.isInteger(permissions) || permissions < 0 || permissions > 0o7777) throw new RangeError('permissions are from 0 to 0o7777');
  return permissions;
};
const MOST_UINT32 = 0xffffffff;
const nanoseconds = (time) => (time instanceof Date ? BigInt(time.getTime()) * 1_000_000n : BigInt(time));

export class Files extends Handle {
  static what = 'file system';
  #shell;
  constructor(library, options = {}, made = null) {
    if (made !== null) {
      super(library, made.number);
      this.#shell = made.shell ?? null;
      return;
    }
    known(options, LIMITS, 'a file system');
    super(library, library.call(writeFileLimits(library.request('files.create'), options)).u32());
    this.#shell = null;
  }
  static load(library, bytes, options = {}) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a snapshot is a Uint8Array');
    known(options, LIMITS, 'a file system');
    return new Files(library, {}, { number: library.call(writeFileLimits(library.request('files.restore').bytes(bytes), options)).u32() });
  }
  /** The shell that these files belong to, or null. */
  get shell() {
    return this.#shell;
  }

  #request(operation, path) {
    const request = Handle.library(this).request(operation).u32(Handle.number(this));
    return path === undefined ? request : request.textOrBytes(path, 'a path');
  }
  #call(request, path, dest) {
    const call = () => Handle.use(this, () => Handle.library(this).call(request));
    try {
      return this.#shell ? Handle.use(this.#shell, call) : call();
    } catch (error) {
      throw error instanceof FileError ? withPaths(error, path, dest) : error;
    }
  }
  // What is done to one path, with no more to say; or to two.
  #at(operation, path) {
    return this.#call(this.#request(operation, path), path);
  }
  #between(operation, from, to) {
    this.#call(this.#request(operation, from).textOrBytes(to, 'a path'), from, to);
  }

  /** Who you are in the calls that follow: uid 0 passes every check. */
  setCaller(caller = {}) {
    const { directory = '/', umask = 0o022, uid = 1000, gid = 1000 } = known(caller, ['directory', 'umask', 'uid', 'gid'], 'a caller');
    const request = this.#request('files.setCaller', directory).u32(whole(umask, 'umask', 0o777));
    this.#call(request.u32(whole(uid, 'uid', MOST_UINT32)).u32(whole(gid, 'gid', MOST_UINT32)), directory);
  }
  read(path, range = {}) {
    const { offset = 0, size = 2n ** 64n - 1n } = known(range, ['offset', 'size'], 'reading a file');
    return this.#call(this.#request('files.read', path).u64(whole(offset, 'offset')).u64(whole(size, 'size')), path).copy();
  }
  readText(path) {
    return new TextDecoder().decode(this.read(path));
  }
  write(path, contents, options = {}) {
    const { how = 'replace', permissions = 0 } = known(options, ['how', 'permissions'], 'writing a file');
    const request = this.#request('files.write', path).textOrBytes(contents, 'contents');
    this.#call(request.u8(choice(how, ['replace', 'append', 'new'], 'how')).u32(mode(permissions)), path);
  }
  status(path, options = {}) {
    const { follow = true } = known(options, ['follow'], 'the status of a file');
    const reader = this.#call(this.#request('files.status', path).u8(follow ? 1 : 0), path);
    const kind = KINDS[reader.u8()];
    const [bits, links, device, uid, gid] = Array.from({ length: 5 }, () => reader.u32());
    const inode = Number(reader.u64());
    const size = Number(reader.u64());
    const [atimeNs, mtimeNs, ctimeNs] = Array.from({ length: 3 }, () => reader.i64());
    return { kind, mode: bits, links, device, uid, gid, inode, size, atimeNs, mtimeNs, ctimeNs };
  }
  exists(path) {
    try {
      this.status(path);
      return true;
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    }
  }
  /** Names, sorted. */
  list(path = '/') {
    return this.entries(path).map(([name]) => name);
  }
  /** Names and kinds. */
  entries(path = '/') {
    const rows = this.#at('files.list', path).value();
    return rows.map(([name, kind]) => [new TextDecoder().decode(name), KINDS[kind]]);
  }
  makeDirectory(path, options = {}) {
    const { permissions = 0o777, parents = false } = known(options, ['permissions', 'parents'], 'making a directory');
    if (parents) {
      const parts = path.split('/').slice(0, -1).filter(Boolean);
      for (let i = 1; i <= parts.length; ++i) {
        const parent = (path.startsWith('/') ? '/' : '') + parts.slice(0, i).join('/');
        if (!this.exists(parent)) this.makeDirectory(parent, { permissions });
      }
    }
    this.#call(this.#request('files.makeDirectory', path).u32(mode(permissions)), path);
  }
  removeDirectory(path) {
    this.#at('files.removeDirectory', path);
  }
  remove(path) {
    this.#at('files.remove', path);
  }
  rename(from, to) {
    this.#between('files.rename', from, to);
  }
  link(from, to) {
    this.#between('files.link', from, to);
  }
  symlink(target, path) {
    this.#between('files.symlink', target, path);
  }
  setPermissions(path, permissions) {
    this.#call(this.#request('files.setPermissions', path).u32(mode(permissions)), path);
  }
  truncate(path, size = 0) {
    this.#call(this.#request('files.truncate', path).u64(whole(size, 'size')), path);
  }
  /** Times are Dates, or nanoseconds since 1970. */
  setTimes(path, atime, mtime) {
    this.#call(this.#request('files.setTimes', path).i64(nanoseconds(atime)).i64(nanoseconds(mtime)), path);
  }
  readLink(path) {
    return this.#at('files.readLink', path).text();
  }
  realPath(path) {
    return this.#at('files.realPath', path).text();
  }
  /** Shows a directory of the host: mode "overlay" (changes stay in memory), "readOnly", "readWrite". */
  mount(path, hostDirectory, options = {}) {
    this.#call(writeMountOptions(this.#request('files.mount', path).textOrBytes(hostDirectory, 'a directory'), options), path, hostDirectory);
  }
  /** Gives a mount that was loaded its directory again. */
  attach(path, hostDirectory, options = {}) {
    this.#call(writeMountOptions(this.#request('files.attach', path).textOrBytes(hostDirectory, 'a directory'), options), path, hostDirectory);
  }
  mounts() {
    const rows = this.#call(this.#request('files.mounts')).value();
    return rows.map(([path, which, attached, written]) => ({
      path: new TextDecoder().decode(path), mode: MOUNT_MODES[which], attached, bytesWritten: written,
    }));
  }
  usage() {
    const reader = this.#call(this.#request('files.usage'));
    return { bytes: Number(reader.u64()), files: Number(reader.u64()) };
  }
  fork() {
    return new Files(Handle.library(this), {}, { number: this.#call(this.#request('files.fork')).u32() });
  }
  dump() {
    return this.#call(this.#request('files.snapshot')).copy();
  }
}
