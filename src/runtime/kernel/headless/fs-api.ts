/** The client's `fs`: Node's promises API over the kernel's filesystem, rooted at the working directory. */
import { proxy } from 'comlink';
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { type Caller, kernelCaller } from '../fs/caller.ts';
import { linkNew } from '../fs/create.ts';
import { DirectoryInode, type Inode } from '../fs/inode.ts';
import { readdir } from '../fs/metadata.ts';
import { readWhole, writeWhole } from '../fs/open.ts';
import { rmtree, unlink } from '../fs/remove.ts';
import { rename } from '../fs/rename.ts';
import type { Vfs } from '../fs/vfs.ts';
import { USER_ID } from '../types.ts';
import { ApiError, fsError, invalidArgument, invalidValue } from './errors.ts';
import { releaseListener } from './events.ts';
import { clientPath } from './paths.ts';
import { paceEvents } from './watch-pacing.ts';
import { checkEncoding, decodeText, encodeText } from './text-encoding.ts';

/** Bytes that the client gets in one piece. A program can make a larger file; a page that is told to show it would end with it. */
export const MAX_CLIENT_FILE = 256 * 1024 * 1024;

type EncodingOption = string | null | undefined;
interface ReaddirOptions { encoding?: EncodingOption; withFileTypes?: boolean }
interface WatchOptions { encoding?: EncodingOption; recursive?: boolean }
type WatchListener = (event: 'rename' | 'change', filename: string | Uint8Array) => unknown;

/** A directory entry as the client's DirEnt reads it. */
interface WireEntry { name: string | Uint8Array; 'Symbol(type)': number }

export interface ClientFs {
  readFile(path: string, options?: EncodingOption | { encoding?: EncodingOption }): Uint8Array | string;
  writeFile(path: string, data: string | Uint8Array, options?: EncodingOption | { encoding?: EncodingOption }): void;
  readdir(path: string, options?: EncodingOption | ReaddirOptions): string[] | Uint8Array[] | WireEntry[];
  mkdir(path: string, options?: { recursive?: boolean }): string | undefined;
  rm(path: string, options?: { force?: boolean; recursive?: boolean }): void;
  rename(from: string, to: string): void;
  watch(path: string, options: EncodingOption | WatchOptions, listener?: WatchListener): { close(): void };
}

/** The `fs` object for a working directory. It acts as the user, with what it makes belonging to them. */
export function createClientFs(vfs: Vfs, workdir: string): ClientFs {
  const user: Caller = kernelCaller(vfs.root, { uid: USER_ID, gid: USER_ID });

  /** Runs `action` on the real path; errors name the path as the client gave it. */
  const on = <T>(syscall: string, path: unknown, action: (real: string) => T): T => {
    const given = checkPath(path);
    try {
      return action(clientPath(workdir, given));
    } catch (error) {
      throw fsError(error, syscall, given);
    }
  };

  return proxy({
    readFile: (path, options) => on('open', path, (real) => {
      const encoding = encodingIn(options);
      // Before anything is read: a file of holes takes its memory only now.
      const inode = vfs.lookup(user, real);
      // A folder can be opened; it is reading it that fails, and that call knows no path any more.
      if (inode instanceof DirectoryInode) throw fsError(new SysError(ERRNO.EISDIR), 'read');
      const { size } = inode;
      if (size > MAX_CLIENT_FILE) throw new ApiError('ERR_FS_FILE_TOO_LARGE', `File size (${size}) is greater than ${MAX_CLIENT_FILE} bytes`);
      const bytes = readWhole(vfs, user, real);
      if (bytes === undefined) throw new SysError(ERRNO.EINVAL);
      return encoding && encoding !== 'buffer' ? decodeText(bytes, encoding) : bytes.slice();
    }),

    writeFile: (path, data, options) => on('open', path, (real) => {
      const encoding = encodingIn(options) ?? 'utf8';
      const bytes = typeof data === 'string' ? encodeText(data, encoding) : data;
      if (!(bytes instanceof Uint8Array)) throw invalidArgument('data', 'of type string or an instance of Uint8Array', [data]);
      // The view's buffer may be larger than the view: the file must own exactly its bytes.
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      if (!writeWhole(vfs, user, real, O.WRONLY | O.CREAT | O.TRUNC, 0o666, own)) throw new SysError(vfs.lookup(user, real) instanceof DirectoryInode ? ERRNO.EISDIR : ERRNO.EINVAL);
    }),

    readdir: (path, options) => on('scandir', path, (real) => {
      const encoding = encodingIn(options) ?? 'utf8';
      const name = (text: string): string | Uint8Array => (encoding === 'buffer' ? encodeText(text, 'utf8') : decodeText(encodeText(text, 'utf8'), encoding));
      const entries = readdir(vfs, user, real);
      if (typeof options === 'object' && options?.withFileTypes) return entries.map(([text, type]) => ({ name: name(text), 'Symbol(type)': type }));
      return entries.map(([text]) => name(text)) as string[];
    }),

    mkdir: (path, options) => on('mkdir', path, (real) => (options?.recursive ? mkdirRecursive(vfs, user, real) : makeDirectory(vfs, user, real))),

    rm: (path, options = {}) => on('rm', path, (real) => {
      if (real === workdir) throw new SysError(ERRNO.EBUSY);
      let inode: Inode;
      try {
        inode = vfs.lookup(user, real, false);
      } catch (error) {
        // A folder on the way that is not there is nothing to remove either.
        if (options?.force && error instanceof SysError && error.errno === ERRNO.ENOENT) return;
        throw fsError(error, 'lstat', String(path));
      }
      if (!(inode instanceof DirectoryInode)) unlink(vfs, user, real);
      else if (options?.recursive) rmtree(vfs, user, real);
      else throw new ApiError('ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${String(path)}`, { name: 'SystemError', errno: 21, syscall: 'rm', path });
    }),

    rename(from, to) {
      const [source, target] = [checkPath(from, 'oldPath'), checkPath(to, 'newPath')];
      try {
        rename(vfs, user, clientPath(workdir, source), clientPath(workdir, target));
      } catch (error) {
        throw fsError(error, 'rename', source, target);
      }
    },

    watch: (path, options, listener) => on('watch', path, (real) => {
      const encoding = encodingIn(options) ?? 'utf8';
      const recursive = typeof options === 'object' && options?.recursive === true;
      const label = real.slice(real.lastIndexOf('/') + 1);
      let closed = false;
      const tell = paceEvents((event, filename) => (closed ? undefined : listener?.(event, encoding === 'buffer' ? encodeText(filename, 'utf8') : filename)));
      let inode: ReturnType<Vfs['lookup']>;
      try {
        inode = vfs.lookup(user, real);
      } catch (error) {
        // Who waits for something to appear asks again and again: each call brings a port.
        releaseListener(listener);
        throw error;
      }
      // The page keeps copies by name: of a file with two names both are out of date.
      const end = vfs.watches.add(inode, recursive, label, tell, true);
      return proxy({
        close() {
          if (closed) return;
          closed = true;
          end();
          releaseListener(listener);
        },
      });
    }),
  } satisfies ClientFs);
}

function checkPath(path: unknown, name = 'path'): string {
  if (typeof path !== 'string') throw invalidArgument(name, 'of type string', [path]);
  if (path.includes('\0')) throw invalidValue(`The argument '${name}' must be a string without null bytes. Received '${path.replaceAll('\0', '\\x00')}'`);
  return path;
}

function encodingIn(options: EncodingOption | { encoding?: EncodingOption }): EncodingOption {
  const encoding = typeof options === 'object' ? options?.encoding : options;
  checkEncoding(encoding);
  return encoding;
}

function makeDirectory(vfs: Vfs, user: Caller, real: string): undefined {
  const found = vfs.walk(user, real, 'entry');
  if (found.inode) throw new SysError(ERRNO.EEXIST);
  linkNew(vfs, user, found, new DirectoryInode(0o777 & ~user.umask, user, found.dir));
}

/** Makes what is missing; the result is the first directory made. */
function mkdirRecursive(vfs: Vfs, user: Caller, real: string): string | undefined {
  let first: string | undefined;
  let prefix = '';
  for (const part of real.split('/').filter(Boolean)) {
    prefix += `/${part}`;
    const { inode } = vfs.walk(user, prefix, 'follow');
    if (inode instanceof DirectoryInode) continue;
    if (inode) throw new SysError(prefix === real ? ERRNO.EEXIST : ERRNO.ENOTDIR);
    makeDirectory(vfs, user, prefix);
    first ??= prefix;
  }
  return first;
}
