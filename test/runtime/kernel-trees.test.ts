/** Trees that the kernel takes and gives as a whole: mounts, snapshots, exports. */
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeFile, encodeSnapshot as encodeProject } from '../../src/project/snapshot.ts';
import { O } from '../../src/runtime/abi/constants.ts';
import { loadTree, type TreeDirectory } from '../../src/runtime/kernel/fs/load-tree.ts';
import picomatch from 'picomatch';
import { selectTree } from '../../src/runtime/kernel/fs/select-tree.ts';
import { toJsonTree } from '../../src/runtime/kernel/headless/export-json.ts';
import { decodeSnapshot, encodeSnapshot } from '../../src/runtime/kernel/headless/snapshot.ts';
import { bytes, createKernelFs, type KernelFs, text, type TestProcess } from '../support/kernel-fs.ts';

const CREATE = O.WRONLY | O.CREAT | O.TRUNC;
let k: KernelFs;
let p: TestProcess;
const write = (path: string, content: string): void => k.call(p, 'writeFileBytes', path, CREATE, 0o666, bytes(content));
const read = (path: string): string => text(k.call(p, 'readFileBytes', path));

beforeEach(() => {
  k = createKernelFs();
  p = k.createProcess();
});

describe('trees', () => {
  const caller = () => ({ uid: 1000, gid: 1000, umask: 0o022, cwd: k.vfs.lookupDirectory(p, '/home/project') });

  it('carry times and bits of files from the export of one to the page that keeps it, and back', () => {
    const mtimes = { whole: 981_173_106_000, fraction: 981_173_106_000.25, late: 4e12, program: 1 };
    for (const [name, ms] of Object.entries(mtimes)) {
      write(name, name);
      k.call(p, 'utimes', name, 0, ms, true);
    }
    k.call(p, 'chmod', 'program', 0o755);
    const selected = (path: string) => selectTree(k.vfs, caller(), path);
    const files = Object.keys(mtimes).map((name) => [name, decodeFile(encodeSnapshot(selected(name)))!] as const);
    expect(Object.fromEntries(files.map(([name, { changedMs }]) => [name, changedMs]))).toEqual(mtimes);
    const tree = encodeProject({ d: Object.fromEntries(files.map(([name, { data, mode, changedMs }]) => [name, { f: { c: data, m: mode, t: changedMs! } }])) });
    k = createKernelFs();
    p = k.createProcess();
    loadTree(k.vfs, caller(), decodeSnapshot(tree) as TreeDirectory, '.');
    for (const [name, ms] of Object.entries(mtimes)) expect([name, k.call(p, 'stat', name, true)[11], k.call(p, 'stat', name, true)[1] & 0o777]).toEqual([name, ms, name === 'program' ? 0o755 : 0o644]);
    // A folder is exported as the client's makers have it.
    const { whole } = (decodeSnapshot(encodeSnapshot(selected('.'))) as { d: Record<string, { f: object }> }).d;
    expect(Object.keys(whole!.f)).toEqual(['c']);
  });

  it('come back as they went in', () => {
    const tree = {
      d: {
        'a.txt': { f: { c: 'text ä\n' } },
        'b.bin': { f: { c: '\x00\xff\x80', b: true } },
        'l': { f: { l: 'a.txt' } },
        'empty': { d: {} },
        'sub': { d: { x: { f: { c: '' } } } },
      },
    };
    loadTree(k.vfs, caller(), tree, '.');
    expect(read('l')).toBe('text ä\n');
    expect([...k.call(p, 'readFileBytes', 'b.bin')]).toEqual([0, 255, 128]);
    expect(JSON.parse(JSON.stringify(toJsonTree(selectTree(k.vfs, caller(), '.'))))).toEqual(tree);
    loadTree(k.vfs, caller(), { d: { 'a.txt': { f: { c: 'new' } }, l: { f: { l: 'sub' } } } }, '/home/project/');
    expect(read('a.txt')).toBe('new');
    expect(k.call(p, 'readlink', 'l')).toBe('sub');
  });

  it('mount below a path that is made, and refuse names that lead elsewhere', () => {
    loadTree(k.vfs, caller(), { d: { f: { f: { c: 'x' } } } }, 'new/mount');
    expect(read('new/mount/f')).toBe('x');
    for (const t of [-1, Number.NaN, 1e16, 'now' as unknown as number]) expect(k.code(() => loadTree(k.vfs, caller(), { d: { f: { f: { c: 'x', t } } } }, '.'))).toBe('EINVAL');
    expect(k.code(() => loadTree(k.vfs, caller(), { d: { '../up': { f: { c: '' } } } }, '.'))).toBe('EINVAL');
    expect(k.code(() => loadTree(k.vfs, caller(), { d: { new: { f: { c: '' } } } }, '.'))).toBe('EISDIR');
  });

  it('leave out what is excluded and keep what is included again', () => {
    const file = { f: { c: '' } };
    loadTree(k.vfs, caller(), { d: { src: { d: { 'a.ts': file } }, node_modules: { d: { p: { d: { 'i.js': file, '.bin': file } }, q: { d: { 'i.js': file } } } } } }, '.');
    const shown = (filter: { includes?: string[]; excludes?: string[] }) => JSON.parse(JSON.stringify(toJsonTree(selectTree(k.vfs, caller(), '.', filter, (patterns) => picomatch([...patterns], { dot: true })))));
    expect(shown({ excludes: ['node_modules'] })).toEqual({ d: { src: { d: { 'a.ts': file } } } });
    expect(shown({ excludes: ['node_modules/**'], includes: ['node_modules/p/*.js'] })).toEqual({ d: { src: { d: { 'a.ts': file } }, node_modules: { d: { p: { d: { 'i.js': file } } } } } });
    expect(shown({ excludes: ['**/.bin'] }).d.node_modules.d.p.d).toEqual({ 'i.js': file });
  });
});
