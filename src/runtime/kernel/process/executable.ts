/** From the name in a spawn to the program that runs: PATH, permissions, the header of the sandbox's own programs, and `#!` lines. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { EXEC_MAGIC, type ProgramKind } from '../../abi/messages.ts';
import { ACCESS, allowed, type Caller } from '../fs/caller.ts';
import { FileInode } from '../fs/file-inode.ts';
import { DirectoryInode } from '../fs/inode.ts';
import type { Vfs } from '../fs/vfs.ts';

/** What execvp searches when the environment has no PATH. */
export const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Linux follows this many `#!` lines. */
const MAX_INTERPRETERS = 4;
/** Folders of PATH that are looked at: a search holds up every other process. */
const MAX_FOLDERS = 1024;
/** Bytes that Linux reads of a `#!` line. */
const LINE_LENGTH = 256;

export interface Executable {
  kind: ProgramKind;
  applet: string;
  /** Path of the program itself (the interpreter, for a script). */
  execPath: string;
  argv: string[];
}

const decoder = new TextDecoder();

/**
 * Finds what `file` runs, as execvp does.
 * @throws SysError ENOENT, EACCES, ENOTDIR, ENOEXEC for a file without header and `#!`, ELOOP for `#!` lines in a circle
 */
export function findExecutable(vfs: Vfs, caller: Caller, file: string, args: string[], path: string | undefined): Executable {
  return search({ vfs, caller, path: path ?? DEFAULT_PATH }, file, args, 0);
}

interface Search { vfs: Vfs; caller: Caller; path: string }

function search(where: Search, file: string, args: string[], depth: number): Executable {
  if (file === '') throw new SysError(ERRNO.ENOENT);
  if (file.includes('/')) return load(where, file, args, depth);
  let denied = false;
  for (const folder of where.path.split(':', MAX_FOLDERS)) {
    try {
      return load(where, `${folder === '' ? '.' : folder}/${file}`, args, depth);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      // As execvp: a forbidden candidate is remembered, the search goes on; anything but "not there" ends it.
      if (e.code === 'EACCES') denied = true;
      else if (e.code !== 'ENOENT' && e.code !== 'ENOTDIR') throw e;
    }
  }
  throw new SysError(denied ? ERRNO.EACCES : ERRNO.ENOENT);
}

function load(where: Search, path: string, args: string[], depth: number): Executable {
  const { vfs, caller } = where;
  if (depth > MAX_INTERPRETERS) throw new SysError(ERRNO.ELOOP);
  const inode = vfs.lookup(caller, path);
  if (inode instanceof DirectoryInode || !(inode instanceof FileInode)) throw new SysError(ERRNO.EACCES);
  if (!allowed(caller, inode, ACCESS.EXECUTE)) throw new SysError(ERRNO.EACCES);
  const head = decoder.decode(inode.read(0, Math.min(inode.size, LINE_LENGTH)).slice());
  if (head.startsWith(EXEC_MAGIC)) {
    const [kind, applet] = head.slice(EXEC_MAGIC.length).split('\n', 1)[0]!.split(' ');
    if ((kind !== 'node' && kind !== 'shell') || !applet) throw new SysError(ERRNO.ENOEXEC);
    return { kind, applet, execPath: vfs.realpath(caller, path), argv: args };
  }
  if (!head.startsWith('#!')) throw new SysError(ERRNO.ENOEXEC);
  // Everything after the interpreter is one argument, as Linux passes it.
  const line = head.slice(2).split('\n', 1)[0]!.replace(/^[ \t]+|[ \t]+$/g, '');
  const [, interpreter, argument] = /^([^ \t]*)[ \t]*(.*)$/s.exec(line)!;
  if (!interpreter) throw new SysError(ERRNO.ENOEXEC);
  const program = load(where, interpreter, [interpreter, ...(argument ? [argument] : []), path, ...args.slice(1)], depth + 1);
  // `env` replaces itself by the program it names. A worker cannot, so the kernel looks past it: the script keeps the pid that was spawned.
  if (program.applet === 'env' && program.argv[0] === interpreter && argument && !/[=\s]|^-/.test(argument)) return search(where, argument, [argument, path, ...args.slice(1)], depth + 1);
  return program;
}
