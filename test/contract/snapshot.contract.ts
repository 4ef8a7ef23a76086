/** Part of the contract: binary snapshots, zip archives, and what they keep that JSON does not. */
import { strFromU8, unzipSync } from 'fflate';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxBrowser } from '../support/sandbox-browser.ts';
import type { Engine, ErrorOf, InPage } from './sandbox.contract.ts';

export function snapshotContract(engine: Engine, opened: () => SandboxBrowser, inPage: InPage, errorOf: ErrorOf): void {
  describe('snapshots and archives', () => {
    it('mounts symbolic links and exports them', async () => {
      expect(await inPage(async (c) => {
        await c.mount({ links: { directory: { target: { file: { contents: 'there' } }, link: { file: { symlink: 'target' } }, dangling: { file: { symlink: '../nowhere' } } } } });
        const tree = await c.export('links', { format: 'json' });
        return [await c.fs.readFile('links/link', 'utf-8'), tree.link, tree.dangling];
      })).toEqual(['there', { file: { symlink: 'target' } }, { file: { symlink: '../nowhere' } }]);
    });

    it('mounts what @webcontainer/snapshot makes of a folder', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
      try {
        mkdirSync(join(folder, 'sub/empty'), { recursive: true });
        writeFileSync(join(folder, 'ä 😀.txt'), 'grüß dich\n');
        writeFileSync(join(folder, 'sub/bytes.bin'), Uint8Array.from({ length: 70_000 }, (_, i) => i & 0xff));
        for (let i = 0; i < 20; i++) writeFileSync(join(folder, `sub/${'n'.repeat(i * 5)}${i}`), String(i));
        const { snapshot } = await import('@webcontainer/snapshot');
        const bytes = Buffer.from(await snapshot(folder)).toString('base64');
        expect(await opened().page.evaluate(async (base64) => {
          const c = window.harness.container;
          const bytes = Uint8Array.from(atob(base64), (ch) => ch.charCodeAt(0));
          await c.fs.mkdir('snap');
          await c.mount(bytes.buffer.slice(0), { mountPoint: 'snap' });
          await c.fs.mkdir('snap2');
          await c.mount(bytes, { mountPoint: 'snap2' });
          const bin = await c.fs.readFile('snap/sub/bytes.bin');
          return [(await c.fs.readdir('snap')).sort(), (await c.fs.readdir('snap2/sub')).length, await c.fs.readdir('snap/sub/empty'), await c.fs.readFile('snap2/ä 😀.txt', 'utf-8'), bin.length, bin.every((byte, i) => byte === (i & 0xff))];
        }, bytes)).toEqual([['sub', 'ä 😀.txt'], 22, [], 'grüß dich\n', 70_000, true]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('exports binary snapshots that mount again', async () => {
      expect(await inPage(async (c) => {
        await c.mount({ whole: { directory: { 'a.js': { file: { contents: 'export {}' } }, 'x.bin': { file: { contents: new Uint8Array([1, 200]) } }, empty: { directory: {} } } } });
        const bytes = await c.export('whole', { format: 'binary' });
        await c.fs.mkdir('again');
        await c.mount(bytes, { mountPoint: 'again' });
        return [(await c.fs.readdir('again')).sort(), await c.fs.readFile('again/a.js', 'utf-8'), [...await c.fs.readFile('again/x.bin')]];
      })).toEqual([['a.js', 'empty', 'x.bin'], 'export {}', [1, 200]]);
    });

    // Nothing tells how the hosted engine treats these.
    it.runIf(engine.selfHosted)('keeps permission bits, links and strange names in binary snapshots', async () => {
      expect(await inPage(async (c) => {
        await c.mount({ modes: { directory: { run: { file: { contents: '#!/bin/sh\necho ran\n' } }, link: { file: { symlink: 'run' } } } } });
        await (await c.spawn('sh', ['-c', 'cd modes; chmod 751 run; mkdir private __proto__; chmod 500 private; echo odd > __proto__/constructor'])).exit;
        const bytes = await c.export('modes', { format: 'binary' });
        await c.fs.mkdir('modes2');
        await c.mount(bytes, { mountPoint: 'modes2' });
        const shown = await c.spawn('node', ['-e', 'const fs = require("fs"); for (const n of ["run", "private", "__proto__", "__proto__/constructor"]) console.log(n, (fs.statSync("modes2/" + n).mode & 0o7777).toString(8)); console.log(fs.readlinkSync("modes2/link"), require("child_process").execFileSync("modes2/link") + "")']);
        let output = '';
        await shown.output.pipeTo(new WritableStream({ write(chunk) { output += chunk; } }));
        return output.replaceAll('\r\n', '\n');
      })).toBe('run 751\nprivate 500\n__proto__ 755\n__proto__/constructor 644\nrun ran\n\n');
    });

    it('leaves out of binary snapshots and zip archives what it leaves out of a tree, and takes in again', async () => {
      const { binary, zip } = await inPage(async (c) => {
        await c.mount({ parts: { directory: { keep: { file: { contents: 'k' } }, node_modules: { directory: { big: { file: { contents: 'b' } }, small: { file: { contents: 's' } } } }, sub: { directory: { 'in.log': { file: { contents: 'l' } }, 'in.txt': { file: { contents: 't' } } } } } } });
        const options = { excludes: ['node_modules', '**/*.log'], includes: ['node_modules/sm*'] };
        await c.fs.mkdir('parts2');
        await c.mount(await c.export('parts', { format: 'binary', ...options } as never), { mountPoint: 'parts2' });
        const list = async (path: string): Promise<string[]> => (await Promise.all((await c.fs.readdir(path, { withFileTypes: true })).map((entry) => (entry.isDirectory() ? list(`${path}/${entry.name}`) : [`${path}/${entry.name}`])))).flat();
        const bytes = await c.export('parts', { format: 'zip', ...options } as never);
        return { binary: (await list('parts2')).sort(), zip: btoa(Array.from(bytes as unknown as Uint8Array, (byte) => String.fromCharCode(byte)).join('')) };
      });
      expect(binary).toEqual(['parts2/keep', 'parts2/node_modules/small', 'parts2/sub/in.txt']);
      expect(Object.keys(unzipSync(Buffer.from(zip, 'base64'))).filter((name) => !name.endsWith('/')).sort()).toEqual(['keep', 'node_modules/small', 'sub/in.txt']);
    });

    it('exports zip archives', async () => {
      const base64 = await inPage(async (c) => {
        await c.mount({ zipped: { directory: { 'a.txt': { file: { contents: 'a'.repeat(5000) } }, 'ä.bin': { file: { contents: new Uint8Array([1, 200]) } }, none: { file: { contents: '' } }, sub: { directory: { 'in.txt': { file: { contents: 'in' } }, skipped: { file: { contents: '' } } } } } } });
        const bytes = await c.export('zipped', { format: 'zip', excludes: ['**/skipped'] });
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      });
      const archive = Buffer.from(base64, 'base64');
      const files = unzipSync(archive);
      expect(Object.keys(files).filter((name) => !name.endsWith('/')).sort()).toEqual(['a.txt', 'none', 'sub/in.txt', 'ä.bin']);
      expect([strFromU8(files['a.txt']!), [...files['ä.bin']!], files.none!.length, strFromU8(files['sub/in.txt']!)]).toEqual(['a'.repeat(5000), [1, 200], 0, 'in']);
      expect(archive.length).toBeLessThan(2000);
    });

    it.runIf(engine.selfHosted)('keeps permission bits and links in zip archives', async () => {
      const base64 = await inPage(async (c) => {
        await c.mount({ zipmodes: { directory: { run: { file: { contents: 'x' } }, link: { file: { symlink: 'run' } }, sub: { directory: {} } } } });
        await (await c.spawn('chmod', ['711', 'zipmodes/run'])).exit;
        const bytes = await c.export('zipmodes', { format: 'zip' });
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      });
      const archive = Buffer.from(base64, 'base64');
      // Entries of the central directory: signature, then "made by" at 4, name's length at 28, attributes at 38, name at 46.
      const entries: { [name: string]: [number, string] } = {};
      for (let at = archive.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4, 'latin1')) {
        entries[archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))] = [archive[at + 5]!, (archive.readUInt32LE(at + 38) >>> 16).toString(8)];
      }
      expect(entries).toEqual({ run: [3, '100711'], link: [3, '120777'], 'sub/': [3, '40755'] });
      expect(strFromU8(unzipSync(archive).link!)).toBe('run');
    });

    it.runIf(engine.selfHosted)('refuses what is no snapshot, and exports that it cannot make', async () => {
      expect(await errorOf((c) => c.mount(new Uint8Array([0x81, 0xa1, 0x64])))).toBe('mount: the snapshot is cut short');
      expect(await errorOf((c) => c.mount(new Uint8Array([0x90])))).toBe('mount: the snapshot holds a value of an unexpected kind (0x90)');
      expect(await errorOf((c) => c.mount(new Uint8Array([0x80])))).toBe('The "snapshotOrTree" argument must be a file tree or a binary snapshot of a folder');
      expect(await errorOf((c) => c.mount({ a: { file: { contents: '' } } }, { mountPoint: 'not-there' }))).toBe("ENOENT: no such file or directory, mount 'not-there'");
      // The entry by its path: in a tree of thousands the mount point tells nothing.
      expect(await errorOf((c) => c.mount({ deep: { directory: { 'a/b': { file: { contents: '' } } } } }))).toBe("EINVAL: invalid argument, mount 'deep/a/b'");
      expect(await errorOf(async (c) => {
        await c.mount({ met: { directory: { dir: { directory: {} }, file: { file: { contents: '' } } } } });
        await c.mount({ dir: { file: { contents: '' } } }, { mountPoint: 'met' });
      })).toBe("EISDIR: illegal operation on a directory, mount 'met/dir'");
      expect(await errorOf((c) => c.mount({ file: { directory: {} } }, { mountPoint: 'met' }))).toBe("ENOTDIR: not a directory, mount 'met/file'");
      expect(await errorOf((c) => c.export('not-there'))).toBe("ENOENT: no such file or directory, export 'not-there'");
      expect(await errorOf((c) => c.export('a.txt', { format: 'json' }))).toBe('It is not possible to export a single file in the JSON format.');
      expect(await errorOf((c) => c.export('.', { format: 'tar' as never }))).toBe("The property 'options.format' must be one of: 'json', 'binary', 'zip'. Received 'tar'");
      expect(await errorOf(async (c) => {
        await (await c.spawn('node', ['-e', 'require("fs").truncateSync("a.txt", 2 ** 31 - 1)'])).exit;
        await c.export('.', { format: 'binary' });
      })).toContain("export '.': ");
      await inPage(async (c) => c.fs.rm('a.txt'));
    });
  });
}
