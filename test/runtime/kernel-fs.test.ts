/** The kernel's filesystem and its watches, through the handlers of the system calls. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DT, O, S } from '../../src/runtime/abi/constants.ts';
import { FileInode } from '../../src/runtime/kernel/fs/file-inode.ts';
import { MagicLinkInode } from '../../src/runtime/kernel/fs/inode.ts';
import { bytes, createKernelFs, type KernelFs, text, type TestProcess } from '../support/kernel-fs.ts';

const CREATE = O.WRONLY | O.CREAT | O.TRUNC;
let k: KernelFs;
let p: TestProcess;
const write = (path: string, content: string): void => k.call(p, 'writeFileBytes', path, CREATE, 0o666, bytes(content));
const read = (path: string): string => text(k.call(p, 'readFileBytes', path));
const code = (...args: Parameters<KernelFs['call']> extends [unknown, ...infer R] ? R : never): string => k.code(() => k.call(p, ...(args as ['stat', string, boolean])));
const names = (path: string): string[] => k.call(p, 'readdir', path).map(([name]) => name);

beforeEach(() => {
  k = createKernelFs();
  p = k.createProcess();
});

describe('files', () => {
  it('writes, reads, seeks and reports the size', () => {
    const fd = k.call(p, 'open', 'a', O.RDWR | O.CREAT, 0o666);
    expect(k.call(p, 'writeBytes', fd, bytes('hello world'), -1)).toBe(11);
    expect(k.call(p, 'lseek', fd, 6, 0)).toBe(6);
    expect(text(k.call(p, 'readBytes', fd, 100, -1))).toBe('world');
    expect(text(k.call(p, 'readBytes', fd, 5, 0))).toBe('hello');
    expect(k.call(p, 'readBytes', fd, 5, -1).length).toBe(0);
    expect(k.call(p, 'fstat', fd)[8]).toBe(11);
  });

  it('reads zeros in holes and after growing a shortened file', () => {
    const fd = k.call(p, 'open', 'a', O.RDWR | O.CREAT, 0o666);
    k.call(p, 'writeBytes', fd, bytes('abcdef'), -1);
    k.call(p, 'ftruncate', fd, 2);
    k.call(p, 'ftruncate', fd, 5);
    expect([...k.call(p, 'readBytes', fd, 9, 0)]).toEqual([97, 98, 0, 0, 0]);
    k.call(p, 'writeBytes', fd, bytes('z'), 8);
    expect([...k.call(p, 'readBytes', fd, 99, 3)]).toEqual([0, 0, 0, 0, 0, 122]);
  });

  it('copies memory that others have before the first change', () => {
    const shared = bytes('abcdef');
    const files = Array.from({ length: 4 }, () => FileInode.viewing(shared, 0o644, { uid: 0, gid: 0 }));
    const { storage } = k.vfs;
    storage.charge(24);
    files[0]!.write(1, bytes('X'), storage);
    files[1]!.truncate(5, storage);
    files[1]!.truncate(6, storage);
    files[2]!.write(5, bytes('long'), storage);
    expect(files.map((file) => text(file.read(0, 99)))).toEqual(['aXcdef', 'abcde\0', 'abcdelong', 'abcdef']);
    files[0]!.write(0, bytes('Y'), storage);
    expect([text(files[0]!.read(0, 99)), text(shared)]).toEqual(['YXcdef', 'abcdef']);
  });

  it('appends with O_APPEND whatever the position', () => {
    write('a', '12');
    const fd = k.call(p, 'open', 'a', O.WRONLY | O.APPEND, 0);
    k.call(p, 'writeBytes', fd, bytes('3'), 0);
    k.call(p, 'writeBytes', fd, bytes('4'), -1);
    expect(read('a')).toBe('1234');
  });

  it('keeps an unlinked file readable while it is open, and gives its memory back after', () => {
    write('a', 'still here');
    const used = k.vfs.storage.used;
    const fd = k.call(p, 'open', 'a', O.RDONLY, 0);
    k.call(p, 'unlink', 'a');
    expect(k.call(p, 'fstat', fd)[2]).toBe(0);
    expect(text(k.call(p, 'readBytes', fd, 99, -1))).toBe('still here');
    expect(k.vfs.storage.used).toBe(used);
    k.call(p, 'close', fd);
    expect(k.vfs.storage.used).toBe(used - 10);
  });

  it('shares one offset after dup and closes with the last descriptor', () => {
    write('a', 'abcd');
    const fd = k.call(p, 'open', 'a', O.RDONLY, 0);
    const copy = k.call(p, 'dup', fd);
    k.call(p, 'readBytes', fd, 2, -1);
    expect(text(k.call(p, 'readBytes', copy, 9, -1))).toBe('cd');
    expect(k.call(p, 'dup2', fd, 9)).toBe(9);
    k.call(p, 'close', fd);
    expect(code('readBytes', fd, 1, 0)).toBe('EBADF');
    expect(text(k.call(p, 'readBytes', 9, 1, 0))).toBe('a');
  });

  it('refuses the wrong access', () => {
    write('a', '');
    const reader = k.call(p, 'open', 'a', O.RDONLY, 0);
    const writer = k.call(p, 'open', 'a', O.WRONLY, 0);
    expect(code('writeBytes', reader, bytes('x'), -1)).toBe('EBADF');
    expect(code('readBytes', writer, 1, -1)).toBe('EBADF');
    expect(code('ftruncate', reader, 0)).toBe('EINVAL');
    expect(code('close', 77)).toBe('EBADF');
    expect(code('lseek', reader, -1, 0)).toBe('EINVAL');
  });

  it('honours the open flags', () => {
    write('a', 'x');
    k.call(p, 'symlink', 'a', 'l');
    k.call(p, 'mkdir', 'd', 0o777);
    expect(code('open', 'a', O.WRONLY | O.CREAT | O.EXCL, 0o666)).toBe('EEXIST');
    expect(code('open', 'l', O.WRONLY | O.CREAT | O.EXCL, 0o666)).toBe('EEXIST');
    expect(code('open', 'l', O.RDONLY | O.NOFOLLOW, 0)).toBe('ELOOP');
    expect(code('open', 'a', O.RDONLY | O.DIRECTORY, 0)).toBe('ENOTDIR');
    expect(code('open', 'd', O.WRONLY, 0)).toBe('EISDIR');
    expect(code('open', 'd', O.RDONLY | O.CREAT, 0)).toBe('EISDIR');
    expect(code('open', 'new/', O.WRONLY | O.CREAT, 0o666)).toBe('EISDIR');
    expect(code('open', 'a/', O.RDONLY, 0)).toBe('ENOTDIR');
    expect(code('open', 'none', O.RDONLY, 0)).toBe('ENOENT');
    expect(code('open', '', O.RDONLY, 0)).toBe('ENOENT');
    const dir = k.call(p, 'open', 'd', O.RDONLY, 0);
    expect(code('readBytes', dir, 1, -1)).toBe('EISDIR');
    expect(code('readFileBytes', 'd')).toBe('EISDIR');
    k.call(p, 'symlink', 'made', 'dangling');
    k.call(p, 'writeFileBytes', 'dangling', CREATE, 0o666, bytes('through'));
    expect(read('made')).toBe('through');
  });

  it('stops at the quota and at the largest file size', () => {
    k = createKernelFs({ quota: 1000 });
    p = k.createProcess();
    write('a', 'x'.repeat(600));
    expect(k.code(() => write('b', 'x'.repeat(600)))).toBe('ENOSPC');
    k.call(p, 'unlink', 'a');
    write('b', 'x'.repeat(600));
    expect(code('truncate', 'b', 2 ** 31)).toBe('EFBIG');
    const fd = k.call(p, 'open', 'b', O.WRONLY, 0);
    expect(code('writeBytes', fd, bytes('x'), 2 ** 31)).toBe('EFBIG');
  });

  it('lets a longer and a shorter whole-file write both replace the contents', () => {
    write('a', 'long contents');
    write('a', 'short');
    expect(read('a')).toBe('short');
    k.call(p, 'writeFileBytes', 'a', O.WRONLY | O.CREAT, 0o666, bytes('SH'));
    expect(read('a')).toBe('SHort');
    k.call(p, 'writeFileBytes', 'a', O.WRONLY | O.CREAT | O.APPEND, 0o666, bytes('+'));
    expect(read('a')).toBe('SHort+');
  });
});

describe('paths', () => {
  it('follows links, refuses loops after 40, resolves .. through real parents', () => {
    k.call(p, 'mkdir', 'real', 0o777);
    k.call(p, 'mkdir', 'real/inner', 0o777);
    k.call(p, 'symlink', 'real/inner', 'l');
    write('real/f', 'via parent');
    expect(read('l/../f')).toBe('via parent');
    expect(k.call(p, 'realpath', 'l/..')).toBe('/home/project/real');
    expect(k.call(p, 'readlink', 'l')).toBe('real/inner');
    k.call(p, 'symlink', 'loop', 'loop');
    expect(code('stat', 'loop', true)).toBe('ELOOP');
    expect(k.call(p, 'stat', 'loop', false)[1]).toBe(S.IFLNK | 0o777);
    for (let i = 0; i < 41; i++) k.call(p, 'symlink', i === 0 ? 'real' : `c${i - 1}`, `c${i}`);
    expect(code('stat', 'c39', true)).toBe('ok');
    expect(code('stat', 'c40', true)).toBe('ELOOP');
  });

  it('resolves a link without a text of its own to where it leads', () => {
    k.call(p, 'mkdir', 'd', 0o777);
    const folder = k.vfs.lookupDirectory(k.vfs.kernel, '/home/project/d');
    k.vfs.root.add('magic', new MagicLinkInode('gone', { uid: 0, gid: 0 }, () => folder));
    expect(k.call(p, 'realpath', '/magic')).toBe('/home/project/d');
  });

  it('bounds names and paths', () => {
    expect(code('mkdir', 'n'.repeat(256), 0o777)).toBe('ENAMETOOLONG');
    expect(code('mkdir', 'ä'.repeat(128), 0o777)).toBe('ENAMETOOLONG');
    expect(code('mkdir', 'ä'.repeat(127), 0o777)).toBe('ok');
    expect(code('stat', 'a/'.repeat(2048), true)).toBe('ENAMETOOLONG');
  });

  it('makes and removes directories', () => {
    k.call(p, 'mkdir', 'd', 0o777);
    expect(k.call(p, 'stat', 'd', true)[1]).toBe(S.IFDIR | 0o755);
    expect(code('mkdir', 'd', 0o777)).toBe('EEXIST');
    expect(code('mkdir', 'none/d', 0o777)).toBe('ENOENT');
    write('d/f', '');
    expect(code('mkdir', 'd/f/x', 0o777)).toBe('ENOTDIR');
    expect(code('rmdir', 'd')).toBe('ENOTEMPTY');
    expect(code('rmdir', 'd/f')).toBe('ENOTDIR');
    expect(code('unlink', 'd')).toBe('EISDIR');
    expect(code('rmdir', 'd/.')).toBe('EINVAL');
    expect(code('rmdir', '/')).toBe('EBUSY');
    k.call(p, 'rmtree', 'd');
    expect(code('rmtree', 'd')).toBe('ENOENT');
  });

  it('cannot make anything in a removed working directory', () => {
    k.call(p, 'mkdir', 'd', 0o777);
    p.cwd = k.vfs.lookupDirectory(p, 'd');
    k.call(p, 'rmdir', '/home/project/d');
    expect(k.code(() => write('f', ''))).toBe('ENOENT');
    expect(k.code(() => k.vfs.pathOf(p.cwd))).toBe('ENOENT');
  });

  it('lists names in order with their types', () => {
    k.call(p, 'mkdir', 'b', 0o777);
    write('a', '');
    k.call(p, 'symlink', 'a', 'c');
    expect(k.call(p, 'readdir', '.')).toEqual([['a', DT.FILE], ['b', DT.DIR], ['c', DT.LINK]]);
    expect(code('readdir', 'a')).toBe('ENOTDIR');
  });

  it('renames as Linux does', () => {
    k.call(p, 'mkdir', 'd', 0o777);
    k.call(p, 'mkdir', 'd/e', 0o777);
    write('f', 'f');
    expect(code('rename', 'd', 'd/e/x')).toBe('EINVAL');
    expect(code('rename', 'd/e', 'd')).toBe('ENOTEMPTY');
    expect(code('rename', 'f', 'd')).toBe('EISDIR');
    expect(code('rename', 'd', 'f')).toBe('ENOTDIR');
    expect(code('rename', 'none', 'x')).toBe('ENOENT');
    expect(code('rename', 'd/.', 'x')).toBe('EBUSY');
    k.call(p, 'rename', 'd', 'moved');
    expect(k.call(p, 'realpath', 'moved/e')).toBe('/home/project/moved/e');
    k.call(p, 'link', 'f', 'g');
    k.call(p, 'rename', 'f', 'g');
    expect(names('.')).toEqual(['f', 'g', 'moved']);
    expect(k.call(p, 'stat', 'f', true)[2]).toBe(2);
  });

  it('counts links', () => {
    write('a', 'shared');
    k.call(p, 'link', 'a', 'b');
    k.call(p, 'unlink', 'a');
    expect(read('b')).toBe('shared');
    expect(k.call(p, 'stat', 'b', true)[2]).toBe(1);
    k.call(p, 'mkdir', 'd', 0o777);
    k.call(p, 'mkdir', 'd/x', 0o777);
    expect(k.call(p, 'stat', 'd', true)[2]).toBe(3);
    expect(code('link', 'd', 'd2')).toBe('EPERM');
  });

  it('respects owner bits, umask and ownership', () => {
    write('a', 'x');
    k.call(p, 'chmod', 'a', 0o200);
    expect(code('readFileBytes', 'a')).toBe('EACCES');
    expect(code('access', 'a', 4)).toBe('EACCES');
    expect(code('access', 'a', 2)).toBe('ok');
    k.call(p, 'mkdir', 'd', 0o777);
    write('d/f', '');
    k.call(p, 'chmod', 'd', 0o555);
    expect(code('unlink', 'd/f')).toBe('EACCES');
    expect(k.code(() => write('d/g', ''))).toBe('EACCES');
    k.call(p, 'chmod', 'd', 0o600);
    expect(code('stat', 'd/f', true)).toBe('EACCES');
    expect(code('mkdir', '/etc', 0o777)).toBe('EACCES');
    expect(code('chmod', '/home', 0o777)).toBe('EPERM');
    expect(code('chown', 'a', 0, 0, true)).toBe('EPERM');
    expect(code('chown', 'a', 1000, 1000, true)).toBe('ok');
    p.umask = 0o077;
    write('private', '');
    expect(k.call(p, 'stat', 'private', true)[1]).toBe(S.IFREG | 0o600);
  });

  it('sets times', () => {
    write('a', '');
    k.call(p, 'utimes', 'a', 1000.5, 2000.25, true);
    expect(k.call(p, 'stat', 'a', true).slice(10, 12)).toEqual([1000.5, 2000.25]);
  });

  it('answers arguments of the wrong type with an error', () => {
    expect(k.code(() => k.call(p, 'stat', 5 as never, true))).toBe('EFAULT');
    expect(k.code(() => k.call(p, 'stat', 'a\0b', true))).toBe('EINVAL');
    expect(k.code(() => k.call(p, 'close', 'length' as never))).toBe('EINVAL');
    expect(k.code(() => k.call(p, 'readBytes', 'length' as never, 1, -1))).toBe('EBADF');
    expect(k.code(() => k.call(p, 'writeFileBytes', 'a', CREATE, 0o666, 'text' as never))).toBe('EFAULT');
  });
});

describe('watches', () => {
  const settle = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));
  const events = (): string[] => p.posted.splice(0).map((m) => (m.t === 'watch' ? `${m.event} ${m.filename}` : m.t));

  it('names changes in a directory as fs.watch does', async () => {
    k.call(p, 'mkdir', 'd', 0o777);
    const id = k.call(p, 'watch', 'd', false);
    write('d/f', 'x');
    await settle();
    expect(events()).toEqual(['rename f', 'change f']);
    k.call(p, 'chmod', 'd/f', 0o600);
    k.call(p, 'rename', 'd/f', 'd/g');
    k.call(p, 'unlink', 'd/g');
    await settle();
    expect(events()).toEqual(['change f', 'rename f', 'rename g']);
    k.call(p, 'mkdir', 'd/sub', 0o777);
    write('d/sub/deep', '');
    await settle();
    expect(events()).toEqual(['rename sub']);
    k.call(p, 'unwatch', id);
    write('d/f', '');
    await settle();
    expect(events()).toEqual([]);
    expect(code('unwatch', id)).toBe('EINVAL');
  });

  it('sees everything below with recursive, under relative names', async () => {
    k.call(p, 'mkdir', 'd', 0o777);
    k.call(p, 'mkdir', 'd/sub', 0o777);
    k.call(p, 'watch', '.', true);
    write('d/sub/f', 'x');
    k.call(p, 'rename', 'd', 'e');
    await settle();
    expect(events()).toEqual(['rename d/sub/f', 'change d/sub/f', 'rename d', 'rename e']);
    write('e/sub/f', 'y');
    await settle();
    expect(events()).toEqual(['change e/sub/f']);
  });

  it('watches one file, through whichever name it is written', async () => {
    write('f', '1');
    k.call(p, 'link', 'f', 'g');
    k.call(p, 'watch', 'f', false);
    write('g', '2');
    await settle();
    expect(events()).toEqual(['change f']);
    k.call(p, 'unlink', 'g');
    k.call(p, 'unlink', 'f');
    await settle();
    expect(events()).toEqual(['change f', 'rename f', 'rename f']);
  });

  it('names a file whose second name is gone', async () => {
    k.call(p, 'mkdir', 'd', 0o777);
    write('d/f', '1');
    k.call(p, 'link', 'd/f', 'backup');
    k.call(p, 'unlink', 'backup');
    k.call(p, 'watch', 'd', false);
    k.call(p, 'chmod', 'd/f', 0o755);
    await settle();
    expect(events()).toEqual(['change f']);
  });

  it('says rename for attributes of directories, as libuv does', async () => {
    k.call(p, 'mkdir', 'd', 0o777);
    k.call(p, 'mkdir', 'd/sub', 0o777);
    k.call(p, 'watch', 'd', false);
    k.call(p, 'chmod', 'd/sub', 0o700);
    k.call(p, 'chmod', 'd', 0o700);
    write('d/empty', '');
    await settle();
    expect(events()).toEqual(['rename sub', 'rename d', 'rename empty']);
  });
});
