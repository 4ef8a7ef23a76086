/** What a zip or a folder becomes as a new project. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { filesOfUploads, filesOfZip, MAX_IMPORT_BYTES, treeOfFiles } from '../../src/ui/projects/import-files.ts';
import { ago, sizeOf } from '../../src/ui/projects/said.ts';
import type { SnapshotNode } from '../../src/project/snapshot.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Paths and texts of a tree; an empty folder ends in a slash. */
function told(node: SnapshotNode, path = ''): string[] {
  if ('f' in node) return [`${path}=${'c' in node.f ? new TextDecoder().decode(node.f.c) : `-> ${node.f.l}`}`];
  const inside = Object.entries(node.d);
  return inside.length === 0 ? [`${path}/`] : inside.flatMap(([name, child]) => told(child, path === '' ? name : `${path}/${name}`)).sort();
}

describe('files for a new project', () => {
  it('come out of a zip, without what an install brings back; one folder around everything is left out', async () => {
    const zip = zipSync({ 'app-main/a.txt': bytes('one'), 'app-main/src/b.txt': bytes('two'), 'app-main/__proto__': bytes('odd'), 'app-main/empty/': new Uint8Array(), 'app-main/node_modules/x/y.js': bytes('z'), '__MACOSX/._a': bytes('m') });
    expect(told(await filesOfZip(zip))).toEqual(['__proto__=odd', 'a.txt=one', 'empty/', 'src/b.txt=two']);
    expect(told(await filesOfZip(zipSync({ 'a.txt': bytes('one'), 'b/c.txt': bytes('two') })))).toEqual(['a.txt=one', 'b/c.txt=two']);
  });

  it('come from a chosen folder', async () => {
    const file = (path: string, text: string) => ({ path, file: new File([text], 'x') });
    expect(told(await filesOfUploads([file('app/a.txt', 'one'), file('app/node_modules/b', 'two'), file('app/c/d', 'three')]))).toEqual(['a.txt=one', 'c/d=three']);
  });

  it.each(['/etc/passwd', '../x', 'a/../../x', 'a\0b'])('the path %j is refused', (path) => {
    expect(() => treeOfFiles(new Map([[path, bytes('x')]]))).toThrow('leads out of the project');
  });

  it('a name is a file or a folder, not both', () => {
    expect(() => treeOfFiles(new Map([['a', bytes('x')], ['a/b', bytes('y')]]))).toThrow('a is a file and a folder.');
    expect(() => treeOfFiles(new Map([['a/b', bytes('y')], ['a', bytes('x')]]))).toThrow('a is a file and a folder.');
  });

  it('a zip that claims more than fits is refused before it is unpacked, and what is no zip too', async () => {
    const zip = zipSync({ 'a.bin': new Uint8Array(1000) });
    // The sizes in the local header and in the directory.
    const view = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at++) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, MAX_IMPORT_BYTES + 1, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, MAX_IMPORT_BYTES + 1, true);
    }
    await expect(filesOfZip(zip)).rejects.toMatchObject({ code: 'too_large' });
    await expect(filesOfZip(bytes('no zip at all'))).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('times and sizes are said in words', () => {
    const now = Date.UTC(2026, 4, 20);
    expect([0, 59_000, 60_000, 3_599_000, 7_200_000, 5 * 86_400_000].map((before) => ago(now - before, now))).toEqual(['just now', 'just now', '1 minute ago', '59 minutes ago', '2 hours ago', '5 days ago']);
    expect(ago(Date.UTC(2026, 0, 2, 12), now)).toBe('Jan 2, 2026');
    expect([0, 999, 1000, 15_300, 2_500_000, 12e9].map(sizeOf)).toEqual(['0 bytes', '999 bytes', '1.0 kB', '15 kB', '2.5 MB', '12 GB'].map((text) => text.replace(' ', '\u00a0')));
  });
});
