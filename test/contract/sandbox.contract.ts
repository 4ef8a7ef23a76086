/** What every engine behind the unmodified client must do: one `describe` per call. Runs on the self-hosted engine in every test run, on StackBlitz's by `npm run test:stackblitz`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxBrowser } from '../support/sandbox-browser.ts';
import { snapshotContract } from './snapshot.contract.ts';

export interface Engine {
  name: string;
  open(): Promise<SandboxBrowser>;
  selfHosted: boolean;
  /** Its sandbox is another tab's: it can neither be booted nor torn down from here. */
  attached?: boolean;
}

/** Runs in the page with the container. */
export type InPage = <T>(fn: (c: import('@webcontainer/api').WebContainer) => Promise<T>) => Promise<T>;
/** The message of the error, or `no error`. */
export type ErrorOf = (fn: (c: import('@webcontainer/api').WebContainer) => Promise<unknown>) => Promise<string>;

export function sandboxContract(engine: Engine): void {
  describe(`@webcontainer/api on ${engine.name}`, () => {
    let sandbox: SandboxBrowser;
    beforeAll(async () => {
      sandbox = await engine.open();
    });
    afterAll(async () => {
      await sandbox?.close();
    });

    const inPage: InPage = <T>(fn: (c: import('@webcontainer/api').WebContainer) => Promise<T>): Promise<T> => sandbox.page.evaluate(`(async () => { const fn = ${fn.toString()}; return fn(window.harness.container); })()`) as Promise<T>;
    const errorOf: ErrorOf = (fn) => sandbox.page.evaluate(`(async () => { const fn = ${fn.toString()}; try { await fn(window.harness.container); return 'no error'; } catch (error) { return error.message; } })()`) as Promise<string>;

    describe('boot', () => {
      it('names the working directory and the path', async () => {
        const info = await inPage(async (c) => ({ workdir: c.workdir, path: c.path }));
        expect(info.workdir).toMatch(/^\/home\/[\w-]+$/);
        expect(info.path.split(':')).toContain('/usr/bin');
      });

      it.runIf(!engine.attached)('refuses a second container', async () => {
        const message = await sandbox.page.evaluate(() => window.harness.api.WebContainer.boot().then(() => 'booted', (error: Error) => error.message));
        expect(message).toBe('Only a single WebContainer instance can be booted');
      });
    });

    describe('fs', () => {
      it('writes and reads text and bytes', async () => {
        const result = await inPage(async (c) => {
          await c.fs.writeFile('a.txt', 'grüß dich\n');
          await c.fs.writeFile('b.bin', new Uint8Array([0, 255, 128, 10]));
          return { text: await c.fs.readFile('a.txt', 'utf-8'), size: (await c.fs.readFile('a.txt')).length, bytes: [...(await c.fs.readFile('b.bin'))], latin: await c.fs.readFile('b.bin', 'latin1' as never) };
        });
        expect(result).toEqual({ text: 'grüß dich\n', size: 12, bytes: [0, 255, 128, 10], latin: '\u0000ÿ\u0080\n' });
      });

      it('writes text in a given encoding', async () => {
        expect(await inPage(async (c) => {
          await c.fs.writeFile('hex.bin', '00ff10', 'hex' as never);
          return [...(await c.fs.readFile('hex.bin'))];
        })).toEqual([0, 255, 16]);
      });

      it('takes `/` and the absolute working directory alike', async () => {
        expect(await inPage(async (c) => {
          await c.fs.writeFile('/slash.txt', 'x');
          return [await c.fs.readFile('slash.txt', 'utf-8'), await c.fs.readFile(`${c.workdir}/slash.txt`, 'utf-8')];
        })).toEqual(['x', 'x']);
      });

      it('makes directories, also deep ones', async () => {
        expect(await inPage(async (c) => {
          await c.fs.mkdir('one');
          await c.fs.mkdir('deep/er/est', { recursive: true });
          await c.fs.writeFile('deep/er/f', '');
          return (await c.fs.readdir('deep/er')).sort();
        })).toEqual(['est', 'f']);
      });

      it('lists with types, and as buffers', async () => {
        expect(await inPage(async (c) => {
          await c.fs.mkdir('list/sub', { recursive: true });
          await c.fs.writeFile('list/file', '');
          const entries = await c.fs.readdir('list', { withFileTypes: true });
          const buffers = await c.fs.readdir('list', { encoding: 'buffer' } as never) as unknown as Uint8Array[];
          return { types: entries.map((e) => [e.name, e.isFile(), e.isDirectory()]).sort(), buffers: buffers.map((b) => new TextDecoder().decode(b)).sort() };
        })).toEqual({ types: [['file', true, false], ['sub', false, true]], buffers: ['file', 'sub'] });
      });

      it('removes files and trees', async () => {
        expect(await inPage(async (c) => {
          await c.fs.mkdir('gone/a/b', { recursive: true });
          await c.fs.writeFile('gone/a/f', '1');
          await c.fs.rm('gone', { recursive: true });
          await c.fs.rm('never-there', { force: true });
          return (await c.fs.readdir('.')).includes('gone');
        })).toBe(false);
      });

      it('renames', async () => {
        expect(await inPage(async (c) => {
          await c.fs.writeFile('from.txt', '1');
          await c.fs.rename('from.txt', 'to.txt');
          return [(await c.fs.readdir('.')).includes('from.txt'), await c.fs.readFile('to.txt', 'utf-8')];
        })).toEqual([false, '1']);
      });

      it('fails with Node\'s codes', async () => {
        expect(await errorOf((c) => c.fs.readFile('missing', 'utf-8'))).toContain('ENOENT');
        expect(await errorOf((c) => c.fs.readdir('missing'))).toContain('ENOENT');
        expect(await errorOf((c) => c.fs.readFile('one', 'utf-8'))).toContain('EISDIR');
        expect(await errorOf((c) => c.fs.readdir('a.txt'))).toContain('ENOTDIR');
        expect(await errorOf((c) => c.fs.mkdir('one'))).toContain('EEXIST');
        expect(await errorOf((c) => c.fs.mkdir('no/such/parent'))).toContain('ENOENT');
        expect(await errorOf((c) => c.fs.writeFile('no/such/file', 'x'))).toContain('ENOENT');
        expect(await errorOf((c) => c.fs.rename('missing', 'x'))).toContain('ENOENT');
        expect(await errorOf((c) => c.fs.rm('missing'))).toContain('ENOENT');
      });

      it('watches a directory', async () => {
        const events = await inPage(async (c) => {
          await c.fs.mkdir('watched', { recursive: true });
          const seen: [string, string][] = [];
          const done = new Promise<void>((resolve) => {
            const watcher = c.fs.watch('watched', { recursive: true }, (event, name) => {
              seen.push([event, String(name)]);
              if (seen.some(([, n]) => n === 'w.txt') && seen.some(([, n]) => n === 'sub/in.txt')) {
                watcher.close();
                resolve();
              }
            });
          });
          // The subscription travels on the same port, so these come after it.
          await c.fs.writeFile('watched/w.txt', '1');
          await c.fs.mkdir('watched/sub');
          await c.fs.writeFile('watched/sub/in.txt', '1');
          await done;
          return seen;
        });
        expect(events[0]).toEqual(['rename', 'w.txt']);
        expect(events.map(([, name]) => name)).toContain('sub/in.txt');
      });
    });

    describe('mount and export', () => {
      it('mounts a tree and exports it again', async () => {
        const result = await inPage(async (c) => {
          await c.mount({ mounted: { directory: { 'a.js': { file: { contents: 'export {}' } }, 'x.bin': { file: { contents: new Uint8Array([1, 200]) } }, empty: { directory: {} } } } });
          const tree = await c.export('mounted', { format: 'json' }) as never as Record<string, { file: { contents: string | Uint8Array }; directory: object }>;
          const bin = tree['x.bin']!.file.contents;
          return { names: Object.keys(tree).sort(), text: tree['a.js']!.file.contents, bin: typeof bin === 'string' ? [...bin].map((ch) => ch.charCodeAt(0)) : [...bin], empty: Object.keys(tree.empty!.directory) };
        });
        expect(result).toEqual({ names: ['a.js', 'empty', 'x.bin'], text: 'export {}', bin: [1, 200], empty: [] });
      });

      it('mounts at a mount point and merges into what is there', async () => {
        expect(await inPage(async (c) => {
          await c.fs.mkdir('point', { recursive: true });
          await c.fs.writeFile('point/kept', '1');
          await c.mount({ added: { file: { contents: '2' } } }, { mountPoint: 'point' });
          return (await c.fs.readdir('point')).sort();
        })).toEqual(['added', 'kept']);
      });

      it('excludes from an export, and includes again', async () => {
        expect(await inPage(async (c) => {
          await c.mount({ ex: { directory: { keep: { file: { contents: '' } }, node_modules: { directory: { big: { file: { contents: '' } }, small: { file: { contents: 's' } } } } } } });
          const names = (tree: object): unknown => Object.fromEntries(Object.entries(tree).map(([name, node]) => [name, 'directory' in node ? names(node.directory) : 'file']));
          return [names(await c.export('ex', { excludes: ['node_modules'] })), names(await c.export('ex', { excludes: ['node_modules'], includes: ['node_modules/sm*'] } as never))];
        })).toEqual([{ keep: 'file' }, { keep: 'file', node_modules: { small: 'file' } }]);
      });

    });

    snapshotContract(engine, () => sandbox, inPage, errorOf);

    describe('spawn', () => {
      it('runs a command and reports its output and exit code', async () => {
        const ok = await sandbox.run('node', ['-e', 'console.log("out"); console.error("err")']);
        expect(ok.exit).toBe(0);
        expect(ok.output.replaceAll('\r\n', '\n')).toBe('out\nerr\n');
        expect((await sandbox.run('node', ['-e', 'process.exit(3)'])).exit).toBe(3);
      });

      it('keeps characters whole whatever the chunks', async () => {
        const result = await sandbox.run('node', ['-e', 'process.stdout.write("ä€😀".repeat(30000))']);
        expect(result.output).toBe('ä€😀'.repeat(30000));
      });

      it('passes cwd, env and arguments', async () => {
        await inPage((c) => c.fs.mkdir('work dir', { recursive: true }));
        const result = await sandbox.run('node', ['-p', 'JSON.stringify([process.cwd().split("/").pop(), process.env.COLOUR, process.argv[1]])', 'an "arg" $x'], { cwd: 'work dir', env: { COLOUR: 'blå' } });
        expect(JSON.parse(result.output)).toEqual(['work dir', 'blå', 'an "arg" $x']);
      });

      it('gives no output where none is wanted, and the exit code all the same', async () => {
        const result = await inPage(async (c) => {
          const process = await c.spawn('node', ['-e', 'process.stdout.write("x".repeat(1024 * 1024), () => process.exit(7))'], { output: false });
          const chunks: number[] = [];
          void process.output.pipeTo(new WritableStream({ write(chunk) { chunks.push(chunk.length); } })).catch(() => {});
          const exit = await process.exit;
          // Output of the next process comes after all that could have come of this one.
          const after = await c.spawn('node', ['-e', 'console.log("later")']);
          let later = '';
          await after.output.pipeTo(new WritableStream({ write(chunk) { later += chunk; } }));
          return { exit, chunks, later: later.trim() };
        });
        expect(result).toEqual({ exit: 7, chunks: [], later: 'later' });
      });

      it('says which engine runs it', async () => {
        const { output, exit } = await sandbox.run('node', ['-p', 'process.versions.webcontainer']);
        expect(exit).toBe(0);
        expect(output.trim()).toMatch(/^\d+\.\d+\.\d+/);
      });

      it('refuses a command that is not there', async () => {
        const message = await errorOf((c) => c.spawn('no-such-command').then((p) => p.exit));
        expect(message).toContain('ENOENT');
      });

      it('feeds input', async () => {
        const result = await sandbox.run('node', ['-e', 'process.stdin.once("data", (d) => { console.log("got " + String(d).trim()); process.exit(0) })'], { input: 'hello\n' });
        expect(result.output).toContain('got hello');
      });

      it('gives a terminal its size, and resizes it', async () => {
        const result = await inPage(async (c) => {
          const process = await c.spawn('node', ['-e', 'const w = () => console.log(process.stdout.isTTY + " " + process.stdout.columns + "x" + process.stdout.rows); w(); process.stdout.on("resize", () => { w(); process.exit(0) }); setInterval(() => {}, 1000)'], { terminal: { cols: 91, rows: 31 } });
          let output = '';
          const reader = process.output.getReader();
          for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            output += value;
            if (output.includes('91x31') && !output.includes('100x40')) process.resize({ cols: 100, rows: 40 });
          }
          return { output, exit: await process.exit };
        });
        expect(result.output.replaceAll('\r\n', '\n')).toBe('true 91x31\ntrue 100x40\n');
        expect(result.exit).toBe(0);
      });

      it('kills', async () => {
        const result = await sandbox.run('node', ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], { killAfterOutput: 'up' });
        expect(result.exit).toBe(143);
      });

      it('sends Ctrl-C to the foreground process', async () => {
        const result = await inPage(async (c) => {
          const process = await c.spawn('node', ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], { terminal: { cols: 80, rows: 24 } });
          const writer = process.input.getWriter();
          const reader = process.output.getReader();
          let output = '';
          while (!output.includes('up')) output += (await reader.read()).value;
          await writer.write('\x03');
          return process.exit;
        });
        expect(result).toBe(130);
      });

      it('survives and ends a process that spins', async () => {
        const spinning = sandbox.run('node', ['-e', 'console.log("spin"); while (true) {}'], { killAfterOutput: 'spin' });
        expect((await sandbox.run('node', ['-p', '6 * 7'])).output.trim()).toBe('42');
        expect((await spinning).exit).toBe(143);
      });

      it('reports death by a signal as Linux shells do', async () => {
        for (const [signal, exit] of [['INT', 130], ['KILL', 137], ['TERM', 143]] as const) {
          expect((await sandbox.run('node', ['-e', `process.kill(process.pid, 'SIG${signal}'); setInterval(() => {}, 1000)`])).exit).toBe(exit);
        }
      });

      it('runs the shell', async () => {
        const result = await sandbox.run('sh', ['-c', 'echo one two | tr a-z A-Z > s.txt && cat s.txt; (exit 4)']);
        expect(result).toMatchObject({ exit: 4 });
        expect(result.output.replaceAll('\r\n', '\n')).toBe('ONE TWO\n');
      });
    });

    describe('ports', () => {
      it('announces a server, its address, and its end', async () => {
        const result = await inPage(async (c) => {
          const events: unknown[] = [];
          let ready: (v: unknown) => void;
          const isReady = new Promise((resolve) => { ready = resolve; });
          let closed: (v: unknown) => void;
          const isClosed = new Promise((resolve) => { closed = resolve; });
          const stop1 = c.on('server-ready', (port, url) => { events.push(['ready', port, /^https?:\/\/\S+$/.test(url)]); ready(0); });
          const stop2 = c.on('port', (port, type) => { events.push(['port', port, type]); if (type === 'close') closed(0); });
          const process = await c.spawn('node', ['-e', 'require("http").createServer((q, s) => s.end("hi")).listen(3456)']);
          await isReady;
          process.kill();
          await process.exit;
          await isClosed;
          stop1();
          stop2();
          return events;
        });
        expect(result).toEqual(expect.arrayContaining([['ready', 3456, true], ['port', 3456, 'open'], ['port', 3456, 'close']]));
      });
    });

    describe.runIf(!engine.attached)('errors', () => {
      // Only in our own engine can a test reach the worker to break something in it.
      it.runIf(engine.selfHosted)('reports a failure of the engine itself, and goes on', async () => {
        await sandbox.page.evaluate(() => {
          (globalThis as unknown as { reported: Promise<string> }).reported = new Promise((resolve) => window.harness.container.on('error', ({ message }) => resolve(message)));
        });
        // Processes have their slot in their address; the kernel has none.
        await sandbox.page.workers().find((worker) => !worker.url().includes('#'))!.evaluate(() => void setTimeout(() => { throw new Error('provoked by the test'); }));
        expect(await sandbox.page.evaluate(() => (globalThis as unknown as { reported: Promise<string> }).reported)).toBe('provoked by the test');
        expect((await sandbox.run('node', ['-p', '6 * 7'])).output.trim()).toBe('42');
      });
    });

    describe.runIf(!engine.attached)('teardown', () => {
      it('ends the container, and boot works again', async () => {
        const result = await sandbox.page.evaluate(async () => {
          const first = window.harness.container;
          await first.fs.writeFile('left-over.txt', 'x');
          first.teardown();
          let second = '';
          try {
            first.teardown();
          } catch (error) {
            second = (error as Error).message;
          }
          await window.harness.boot({ workdirName: 'again' });
          const names = await window.harness.container.fs.readdir('.');
          const run = await window.harness.run('node', ['-p', 'process.cwd()']);
          return { second, workdir: window.harness.container.workdir, leftOver: names.includes('left-over.txt'), cwd: run.output.trim() };
        });
        expect(result).toEqual({ second: 'WebContainer already torn down', workdir: '/home/again', leftOver: false, cwd: '/home/again' });
      });
    });
  });
}
