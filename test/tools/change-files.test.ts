/** Changes of several files, when a write fails half-way: everything is as it was. And windows of lines at the borders of the pieces that are read. */
import { existsSync, mkdirSync, mkdtempSync, promises as fs, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeFiles } from '../../src/host/change-files.ts';
import { oneWriter } from '../../src/host/one-writer.ts';
import { readWindow, wholeCharacters } from '../../src/host/read-window.ts';
import { boundedDiff } from '../../src/host/text-file.ts';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'tabloom-change-')); });
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const at = (path: string): string => join(root, path);
const look = (): string[] => (readdirSync(root, { recursive: true }) as string[]).sort().filter((name) => !name.startsWith('.tabloom')).map((name) => {
  if (name === 'link') return `link -> ${readlinkSync(at(name))}`;
  const stat = statSync(at(name));
  return stat.isDirectory() ? `${name}/` : `${name} ${(stat.mode & 0o777).toString(8)} ${readFileSync(at(name), 'utf8')}`;
});

describe('several changes', () => {
  beforeEach(() => {
    for (const folder of ['d', 'only']) mkdirSync(at(folder));
    for (const [name, text] of [['a', 'a'], ['b', 'b'], ['d/c', 'c'], ['only/x', 'x']] as const) writeFileSync(at(name), text, { mode: name === 'b' ? 0o755 : 0o644 });
    symlinkSync('a', at('link'));
  });

  const all = () => changeFiles({ root }, [
    { path: at('a'), content: 'A' }, { path: at('b'), content: new Uint8Array([66]), mode: 0o600 }, { path: at('new/deep/n'), content: 'N' },
    { path: at('only/x'), remove: true }, { path: at('d/c'), remove: true }, { path: at('d'), content: 'now a file' }, { path: at('link'), link: 'b' },
  ]);

  it('are made together: folders come and go', async () => {
    await all();
    expect(look()).toEqual(['a 644 A', 'b 600 B', 'd 644 now a file', 'link -> b', 'new/', 'new/deep/', 'new/deep/n 644 N']);
    expect(readdirSync(at('.tabloom/tmp'))).toEqual([]);
  });

  // Each call that changes something, in turn: the disk is full, or the right is missing.
  for (const call of ['writeFile', 'rename', 'link', 'symlink', 'chmod', 'mkdir'] as const) {
    it(`are taken back when any ${call} fails`, async () => {
      const before = look();
      for (let failing = 1; ; failing++) {
        let count = 0;
        const real = fs[call] as (...args: unknown[]) => Promise<unknown>;
        const spy = vi.spyOn(fs, call).mockImplementation((async (...args: unknown[]) => {
          if (++count === failing) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          return real.apply(fs, args);
        }) as never);
        let failed: unknown;
        await all().catch((error: unknown) => { failed = error; });
        spy.mockRestore();
        if (failed === undefined) {
          // Every one of them has failed once.
          expect(failing).toBeGreaterThan(1);
          break;
        }
        expect(look(), `${call} ${failing}`).toEqual(before);
        if (existsSync(at('.tabloom/tmp'))) expect(readdirSync(at('.tabloom/tmp'))).toEqual([]);
        expect(failed).toMatchObject({ code: 'internal', message: expect.stringMatching(/^no space left on device, nothing was changed: /) });
      }
    });
  }

  it('leave nothing of an addition that did not fit', async () => {
    vi.spyOn(fs, 'appendFile').mockImplementation(async () => {
      writeFileSync(at('a'), 'a and ha');
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    await expect(changeFiles({ root }, [{ path: at('a'), append: ' and half of it' }])).rejects.toMatchObject({ code: 'internal', message: 'no space left on device, nothing was changed: a' });
    expect(readFileSync(at('a'), 'utf8')).toBe('a');
  });

  it('say what stands in the way', async () => {
    await expect(changeFiles({ root }, [{ path: at('a'), content: '1' }, { path: at('only'), content: '2' }])).rejects.toMatchObject({ code: 'invalid_arguments', message: 'path is a directory: only' });
    await expect(changeFiles({ root }, [{ path: at('b'), content: '1' }, { path: at('a/x'), content: '2' }])).rejects.toMatchObject({ code: 'invalid_arguments', message: 'a parent of the path is a file: a/x' });
    expect(readFileSync(at('b'), 'utf8')).toBe('b');
  });
});

describe('changes one after the other', () => {
  it('go on after one that failed, and leave out one that was stopped in the meantime', async () => {
    const stopped = new AbortController();
    const signal = new AbortController().signal;
    const done: string[] = [];
    const results = [
      oneWriter(signal, async () => { await fs.writeFile(at('x'), '1'); done.push('first'); stopped.abort(); }),
      oneWriter(signal, async () => { done.push('second'); throw new Error('failed'); }),
      oneWriter(stopped.signal, async () => { done.push('third'); }),
      oneWriter(signal, async () => { done.push('fourth'); }),
    ];
    expect((await Promise.allSettled(results)).map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'done'))).toEqual(['done', 'failed', 'Stopped.', 'done']);
    expect(done).toEqual(['first', 'second', 'fourth']);
  });
});

describe('a window of lines', () => {
  it('is the same wherever the pieces of a large file end', async () => {
    const line = (index: number): string => `${index} ${'é'.repeat(index % 97)}\n`;
    const lines = Array.from({ length: 40_000 }, (_, index) => line(index));
    writeFileSync(at('large'), lines.join('').concat('last'));
    const size = statSync(at('large')).size;
    expect(size).toBeGreaterThan(3 << 20);
    const file = await fs.open(at('large'));
    try {
      // The lines around the borders of the pieces, and both ends.
      const borders = [1 << 20, 2 << 20, 3 << 20].map((position) => Buffer.from(lines.join('')).subarray(0, position).filter((byte) => byte === 10).length);
      for (const first of [1, 2, ...borders.flatMap((at) => [at - 1, at, at + 1, at + 2]), 39_999, 40_000, 40_001]) {
        for (const count of [1, 2, 30, Infinity]) {
          const window = await readWindow(file, size, first, count, 1 << 24);
          expect([window.totalLines, window.cut]).toEqual([40_001, false]);
          expect(window.bytes.toString(), `${first}+${count}`).toBe([...lines, 'last'].slice(first - 1, first - 1 + count).join(''));
        }
      }
      expect(await readWindow(file, size, 1, Infinity, 1000)).toMatchObject({ cut: true, totalLines: 40_001, bytes: { length: 1000 } });
      expect((await readWindow(file, size, 40_002, 1, 10)).bytes.length).toBe(0);
    } finally {
      await file.close();
    }
  });

  it('ends with a whole character', () => {
    const text = Buffer.from('aé💡');
    expect([7, 6, 5, 4, 3, 2, 1, 0].map((end) => wholeCharacters(text.subarray(0, end)).toString())).toEqual(['aé💡', 'aé', 'aé', 'aé', 'aé', 'a', 'a', '']);
  });
});

describe('the diff of a change', () => {
  it('is left out when it would take too long, with the counts kept', () => {
    const many = (word: string): string => Array.from({ length: 60_000 }, (_, index) => `${word} ${index}\n`).join('');
    const begun = performance.now();
    expect(boundedDiff('f', `same\n${many('a')}`, `same\n${many('b')}`)).toEqual({ text: '', added: 60_000, removed: 60_000 });
    expect(boundedDiff('f', many('a'), many('a').replace('a 7\n', 'x\n').replace('a 59000\n', 'y\n'))).toMatchObject({ added: 2, removed: 2, text: expect.stringContaining('-a 59000\n+y\n') });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('is left out when it is too long to be read', () => {
    expect(boundedDiff('f', null, 'line\n'.repeat(40_000))).toMatchObject({ added: 40_000, text: expect.stringContaining('+line') });
    expect(boundedDiff('f', null, 'line\n'.repeat(60_000))).toEqual({ added: 60_000, removed: 0, text: '' });
  });
});
