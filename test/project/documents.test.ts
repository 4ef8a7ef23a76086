import { describe, expect, it } from 'vitest';
import { createDocuments, isDirty, MAX_TEXT_BYTES, type OpenDocument } from '../../src/project/documents.ts';
import { memoryFs } from '../support/memory-fs.ts';

const text = (data: Uint8Array | undefined): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);

function setup(contents: Record<string, string | Uint8Array>) {
  const { fs, files } = memoryFs(contents);
  const documents = createDocuments(fs);
  const get = (path: string): OpenDocument => documents.store.getState().open.find((document) => document.path === path)!;
  /** Someone else writes, and the watch tells. */
  const outside = async (path: string, data: string | null): Promise<void> => {
    if (data === null) files.delete(path);
    else await fs.writeFile(path, data);
    await documents.refresh(new Set([path]));
  };
  return { documents, files, get, outside };
}

describe('open documents', () => {
  it('are written again where their folder went with them', async () => {
    const { fs, files } = memoryFs({ 'src/a.txt': 'one' });
    let folder = true;
    const documents = createDocuments({
      ...fs,
      writeFile: async (path: string, data: string) => {
        if (!folder) throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
        await fs.writeFile(path, data);
      },
      mkdir: async (path: string) => { folder ||= path === 'src'; },
    } as unknown as typeof fs);
    await documents.show('src/a.txt');
    for (const again of [() => documents.keepMine('src/a.txt'), () => documents.save('src/a.txt')]) {
      folder = false;
      files.delete('src/a.txt');
      await documents.refresh(new Set(['src']));
      expect(documents.store.getState().open[0]!.conflict).toEqual({ diskText: null });
      await again();
      expect([text(files.get('src/a.txt')), documents.store.getState().open[0]!.conflict]).toEqual(['one', undefined]);
    }
  });

  it('are dirty while their text differs from the file, and clean again when typed back', async () => {
    const { documents, get } = setup({ 'a.txt': 'one' });
    await documents.show('a.txt');
    documents.edit('a.txt', 'two');
    expect(isDirty(get('a.txt'))).toBe(true);
    documents.edit('a.txt', 'one');
    expect(isDirty(get('a.txt'))).toBe(false);
  });

  it('are opened at a place, which can be asked for again', async () => {
    const { documents } = setup({ 'a.txt': 'one\ntwo', 'b.txt': 'x' });
    await documents.show('a.txt', { line: 2, column: 3 });
    const first = documents.store.getState().goTo;
    expect(first).toEqual({ path: 'a.txt', line: 2, column: 3 });
    await documents.show('b.txt');
    expect(documents.store.getState()).toMatchObject({ active: 'b.txt', goTo: first });
    await documents.show('a.txt', { line: 2, column: 3 });
    expect(documents.store.getState().goTo).not.toBe(first);
    await expect(documents.show('gone.txt', { line: 1 })).rejects.toThrow();
    expect(documents.store.getState().active).toBe('a.txt');
  });

  it('show what was written outside while they are clean', async () => {
    const { documents, get, outside } = setup({ 'a.txt': 'one' });
    await documents.show('a.txt');
    await outside('a.txt', 'two');
    expect(get('a.txt')).toMatchObject({ text: 'two', diskText: 'two', revision: 1, conflict: undefined });
  });

  it('keep unsaved text and name the conflict when the file changed as well', async () => {
    const { documents, files, get, outside } = setup({ 'a.txt': 'one' });
    await documents.show('a.txt');
    documents.edit('a.txt', 'mine');
    await outside('a.txt', 'theirs');
    expect(get('a.txt')).toMatchObject({ text: 'mine', conflict: { diskText: 'theirs' } });
    await expect(documents.save('a.txt')).rejects.toMatchObject({ code: 'conflict' });
    expect(text(files.get('a.txt'))).toBe('theirs');
    await documents.keepMine('a.txt');
    expect(text(files.get('a.txt'))).toBe('mine');
    expect(get('a.txt').conflict).toBeUndefined();
  });

  it('refuse to save over a change that the watch has not told yet', async () => {
    const { documents, files, get } = setup({ 'a.txt': 'one' });
    await documents.show('a.txt');
    documents.edit('a.txt', 'mine');
    files.set('a.txt', new TextEncoder().encode('theirs'));
    await expect(documents.save('a.txt')).rejects.toMatchObject({ code: 'conflict' });
    documents.takeTheirs('a.txt');
    expect(get('a.txt')).toMatchObject({ text: 'theirs', diskText: 'theirs', conflict: undefined });
  });

  it('keep a text whose save went with the tab that ran the sandbox, as unsaved', async () => {
    const { documents, get, outside } = setup({ 'a.txt': 'one', 'b.txt': 'one', 'c.txt': 'one' });
    for (const path of ['a.txt', 'b.txt', 'c.txt']) {
      await documents.show(path);
      documents.edit(path, 'two');
      await documents.save(path);
    }
    documents.edit('b.txt', 'three');
    await documents.save('b.txt');
    documents.edit('b.txt', 'four');
    documents.ownerLost();
    // The next owner has the files as they were stored last: those of the first two are not among them.
    await outside('a.txt', 'one');
    await outside('b.txt', 'one');
    await outside('c.txt', 'two');
    expect(['a.txt', 'b.txt', 'c.txt'].map((path) => [get(path).text, isDirty(get(path)), get(path).conflict])).toEqual([['two', true, undefined], ['four', true, undefined], ['two', false, undefined]]);
    await documents.save('a.txt');
    expect(isDirty(get('a.txt'))).toBe(false);
    // Afterwards a file that is as it was before is what somebody wanted.
    await outside('a.txt', 'one');
    await outside('c.txt', 'one');
    expect([get('a.txt').text, get('c.txt').text]).toEqual(['one', 'one']);
  });

  it('stay open with their text when the file is deleted, and can be written again', async () => {
    const { documents, files, get, outside } = setup({ 'a.txt': 'one' });
    await documents.show('a.txt');
    await outside('a.txt', null);
    expect(get('a.txt').conflict).toEqual({ diskText: null });
    await documents.save('a.txt');
    expect(text(files.get('a.txt'))).toBe('one');
    expect(get('a.txt').conflict).toBeUndefined();
  });

  it('follow a renamed folder and stay the active one', async () => {
    const { documents, files } = setup({ 'src/a.txt': 'one' });
    await documents.show('src/a.txt');
    files.set('lib/a.txt', files.get('src/a.txt')!);
    documents.moved('src', 'lib');
    expect(documents.store.getState()).toMatchObject({ active: 'lib/a.txt', open: [{ path: 'lib/a.txt' }] });
  });

  it('are one for a name, also where a file is given the name of one that is gone, and no unsaved text is lost by it', async () => {
    const { documents, files, get, outside } = setup({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' });
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await documents.show(path);
    documents.edit('b.txt', 'mine');
    const rename = (from: string, to: string): void => {
      files.set(to, files.get(from)!);
      files.delete(from);
      documents.moved(from, to);
    };
    await outside('b.txt', null);
    rename('a.txt', 'b.txt');
    await documents.refresh(new Set(['a.txt', 'b.txt']));
    expect(documents.store.getState().open.map(({ path, text: shown }) => [path, shown])).toEqual([['b.txt', 'mine'], ['c.txt', 'three']]);
    expect(get('b.txt').conflict).toEqual({ diskText: 'one' });
    documents.edit('c.txt', 'mine too');
    await outside('b.txt', null);
    rename('c.txt', 'b.txt');
    expect(documents.store.getState().open.map(({ path, text: shown }) => [path, shown])).toEqual([['b.txt', 'mine'], ['c.txt', 'mine too']]);
    expect(documents.store.getState().active).toBe('c.txt');
  });

  it('are not opened as text when they are none, or too large', async () => {
    const { documents, files, get } = setup({ 'image.png': new Uint8Array([137, 80, 0, 1]), 'big.txt': 'x'.repeat(MAX_TEXT_BYTES + 1) });
    await documents.show('image.png');
    await documents.show('big.txt');
    expect(get('image.png').unreadable).toBe('binary');
    expect(get('big.txt').unreadable).toBe('too large');
    // Another branch, and back.
    const image = files.get('image.png')!;
    files.delete('image.png');
    await documents.refresh(new Set(['image.png']));
    expect(get('image.png').conflict).toEqual({ diskText: null });
    files.set('image.png', image);
    await documents.refresh(new Set(['image.png']));
    expect(get('image.png')).toMatchObject({ conflict: undefined, unreadable: 'binary' });
  });

  it('keep unsaved text when the file is no text for a while, and show a file that is text again', async () => {
    const { documents, files, get, outside } = setup({ 'a.json': '{}', 'b.json': '{}' });
    for (const path of ['a.json', 'b.json']) await documents.show(path);
    documents.edit('a.json', '{"mine":1}');
    for (const path of ['a.json', 'b.json']) await outside(path, '\0');
    expect(get('a.json')).toMatchObject({ text: '{"mine":1}', conflict: { diskText: null, unreadable: 'binary' }, unreadable: undefined });
    await expect(documents.save('a.json')).rejects.toMatchObject({ code: 'conflict' });
    expect(get('b.json').unreadable).toBe('binary');
    for (const path of ['a.json', 'b.json']) await outside(path, '{}');
    expect([get('a.json'), get('b.json')]).toMatchObject([{ text: '{"mine":1}', conflict: undefined }, { text: '{}', unreadable: undefined }]);
    await documents.save('a.json');
    expect(text(files.get('a.json'))).toBe('{"mine":1}');
  });

  it('come back with their unsaved text, also where the person was faster in opening them or the file is no text any more', async () => {
    const { documents, get } = setup({ 'a.txt': 'old', 'b.txt': '\0' });
    await documents.show('a.txt');
    await documents.restore([{ path: 'a.txt', unsaved: { text: 'mine', diskText: 'old' } }, { path: 'b.txt', unsaved: { text: 'mine', diskText: 'old' } }], 'a.txt');
    expect([get('a.txt'), get('b.txt')]).toMatchObject([{ text: 'mine', diskText: 'old', revision: 1 }, { text: 'mine', conflict: { diskText: null, unreadable: 'binary' } }]);
    documents.takeTheirs('b.txt');
    expect(get('b.txt')).toMatchObject({ text: '', unreadable: 'binary', conflict: undefined });
  });

  it('keep a byte order mark through a save', async () => {
    const { documents, files } = setup({ 'a.txt': '\ufeffone' });
    await documents.show('a.txt');
    documents.edit('a.txt', '\ufefftwo');
    await documents.save('a.txt');
    expect([...files.get('a.txt')!.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});
