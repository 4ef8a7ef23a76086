/** Errors of the client's `fs`: each call once with Node's own `fs.promises` on this machine, once through the client, once through an attached tab. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeBinary } from '../../src/build/node-package.ts';
import { MESSAGES } from '../../src/runtime/kernel/headless/errors.ts';
import { openAttached } from '../support/sandbox-browser.ts';

const LONG = "'x'.repeat(300)";
const CALLS = [
  "readFile('missing')", "readFile('missing', 'utf-8')", "readFile('missing/deep')", "readFile('folder')", "readFile('folder', 'utf-8')", "readFile('file/below')", "readFile('loop')",
  "readFile('dangling')", `readFile(${LONG})`, "readFile('file', 'latin9')", "readFile('missing', 'latin9')", "readdir('missing', 'latin9')", "readFile({})", "readFile()", "readFile('file', { encoding: 'utf-9' })", "readFile('a\\0b')", "readFile(5)",
  "writeFile('folder', 'x')", "writeFile('missing/x', 'x')", "writeFile('file/x', 'x')", "writeFile('loop', 'x')", `writeFile(${LONG}, 'x')`, "writeFile('other', 'x', 'utf-9')", "writeFile('other', 5)", "writeFile('other', null)", "writeFile('missing/x', new Uint8Array(1), 'utf-9')",
  "readdir('missing')", "readdir('file')", "readdir('loop')", "readdir('file/below', { withFileTypes: true })", `readdir(${LONG})`,
  "mkdir('folder')", "mkdir('file')", "mkdir('loop')", "mkdir('missing/x')", "mkdir('file/x')", `mkdir(${LONG})`, "mkdir('file', { recursive: true })", "mkdir('file/x', { recursive: true })",
  "mkdir('file/x/y', { recursive: true })", "mkdir('loop/x', { recursive: true })", `mkdir('new/' + ${LONG}, { recursive: true })`,
  "rm('missing')", "rm('missing', { recursive: true })", "rm('folder')", "rm('folder', { force: true })", "rm('file/below')", "rm('file/below', { force: true })", "rm('loop/x')", `rm(${LONG})`,
  "rename(5, 'x')", "rename('x', true)", "rename('missing', 'x')", "rename('file', 'folder')", "rename('folder', 'file')", "rename('empty', 'folder')", "rename('folder', 'folder/inside')", "rename('file', 'missing/x')",
  "rename('file', 'loop/x')", "rename('file/below', 'x')", `rename('file', ${LONG})`,
  "watch('missing')", "watch('file/below')", "watch('loop')",
];

/** Makes the same few files on both sides. */
const PREPARE = `
const fs = require('fs');
fs.mkdirSync('folder/inner', { recursive: true });
fs.mkdirSync('empty');
fs.writeFileSync('file', 'text');
fs.symlinkSync('loop', 'loop');
fs.symlinkSync('nowhere', 'dangling');
`;

/** What is told of an error, as text: runs in Node and in the page. */
const TELL = `(error) => {
  const { name, code, errno, syscall, path, dest, message } = error;
  return JSON.stringify({ name, code, errno, syscall, path, dest, message });
}`;

const binary = nodeBinary();
let native: Record<string, string>;
let sandbox: Awaited<ReturnType<typeof openAttached>>;

beforeAll(async () => {
  if (binary === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-errors-'));
  try {
    // The client has the callback form of watch, whose errors come at once; Node's promises have an iterator.
    native = JSON.parse(execFileSync(binary!, ['-e', `${PREPARE}
      const calls = { ...fs.promises, watch: async (path) => void fs.watch(path) };
      const told = {};
      (async () => {
        for (const call of ${JSON.stringify(CALLS)}) told[call] = await new Function('fs', 'return fs.' + call)(calls).then(() => 'no error', ${TELL});
        console.log(JSON.stringify(told));
      })();`], { cwd: folder, encoding: 'utf8' })) as Record<string, string>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  sandbox = await openAttached();
  expect(await sandbox.run('node', ['-e', PREPARE])).toMatchObject({ output: '', exit: 0 });
});
afterAll(async () => {
  await sandbox?.close();
});

/** What the page is told by the client. `watch` has no result there: the client prints why it failed. */
function told(page: Page, call: string): Promise<string> {
  return page.evaluate(`(async () => {
    const { fs } = window.harness.container;
    const tell = ${TELL};
    if (!${JSON.stringify(call)}.startsWith('watch')) return fs.${call}.then(() => 'no error', tell);
    const print = console.error;
    try {
      return tell(await new Promise((resolve) => {
        console.error = resolve;
        fs.${call};
      }));
    } finally {
      console.error = print;
    }
  })()`);
}

/** The client takes fewer kinds of paths and of data than Node does, and says so. */
function asClient(text: string): string {
  return text.replace(' or an instance of Buffer or URL', '').replace('string, Uint8Array, or URL without', 'string without').replace('Buffer, TypedArray, or DataView', 'Uint8Array');
}

describe.runIf(binary !== undefined)('errors of fs are Node\'s, with name, code, errno, syscall, paths and message', () => {
  it.each(CALLS)('%s', async (call) => {
    const expected = asClient(native[call]!);
    expect(expected).toMatch(/"code":"E/);
    expect(await told(sandbox.owner, call)).toBe(expected);
    // The listener of a watch is the owner's page's, so a failure is printed there; calls that have a result fail here alike.
    if (!call.startsWith('watch')) expect(await told(sandbox.page, call)).toBe(expected);
  });

  it('has Node\'s text for every error of files', () => {
    const texts = new Map(JSON.parse(execFileSync(binary!, ['-p', 'JSON.stringify([...require("util").getSystemErrorMap().values()])'], { encoding: 'utf8' })) as [string, string][]);
    for (const [name, text] of Object.entries(MESSAGES)) expect([name, text]).toEqual([name, texts.get(name)]);
    expect(Object.keys(MESSAGES)).toEqual(expect.arrayContaining(['EIO', 'EBADF', 'ENOMEM', 'EPIPE', 'ESRCH']));
  });
});
