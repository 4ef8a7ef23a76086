/** The `git` program of the sandbox; bundled into one file. */
import * as fs from 'node:fs';
import type { GitContext } from './context.ts';
import { directFs } from './direct-fs.ts';
import { runGit } from './run.ts';

/** Runs git on this process's arguments; called by the script that the tool host puts on the PATH. */
export function main(): Promise<void> {
  return batch([process.argv.slice(2)]);
}

/**
 * What Node loads only when it is asked for, and the git library asks for when it is there: in the sandbox the loading takes longer than the whole
 * command. The library has its own means for both.
 */
function withoutSlowGlobals(): void {
  for (const name of ['crypto', 'CompressionStream', 'DecompressionStream']) Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
}

/** Runs one call after the other, as `git ... && git ...` would, in one process: starting one costs more than most calls take. */
export async function batch(calls: readonly (readonly string[])[]): Promise<void> {
  withoutSlowGlobals();
  // `git log | head`: the reader is gone. Git dies of SIGPIPE there, without a word; Node would print a stack.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
  const context: GitContext = {
    fs: directFs(fs),
    cwd: process.cwd(),
    env: process.env,
    now: () => Math.floor(Date.now() / 1000),
    timezoneOffset: () => new Date().getTimezoneOffset(),
    tty: process.stdout.isTTY === true,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readLine: lineReader(),
    readInput: async () => fs.readFileSync(0),
    processes: { own: process.pid, runs },
    fetch: (...request) => fetch(...request),
    onInterrupt,
    edit,
    spawn: runProgram,
  };
  for (const argv of calls) {
    process.exitCode = await runGit(argv, context);
    if (process.exitCode !== 0) return;
  }
}

function runs(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Lines of stdin, one at a time: what is typed while a question is open answers it. */
function lineReader(): (hidden?: boolean) => Promise<string | undefined> {
  let text = '';
  let raw = false;
  let ended = false;
  let wake: () => void = () => undefined;
  let listening = false;
  const listen = (): void => {
    listening = true;
    process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
      text = raw ? typed(text, chunk) : text + chunk;
      wake();
    }).on('end', () => {
      ended = true;
      wake();
    });
  };
  return async (hidden = false) => {
    if (!listening) listen();
    raw = hidden && process.stdin.isTTY;
    // Without raw mode the terminal would show a password while it is typed.
    if (raw) process.stdin.setRawMode(true);
    process.stdin.resume();
    while (!text.includes('\n') && !ended) await new Promise<void>((resolve) => { wake = resolve; });
    process.stdin.pause();
    if (raw) {
      process.stdin.setRawMode(false);
      process.stderr.write('\n');
      raw = false;
    }
    const at = text.indexOf('\n');
    if (at < 0 && text === '') return undefined;
    const line = at < 0 ? text : text.slice(0, at);
    text = at < 0 ? '' : text.slice(at + 1);
    return line;
  };
}

/** What the terminal itself does with keys outside of raw mode. */
function typed(text: string, keys: string): string {
  for (const key of keys) {
    if (key === '\u0003') {
      process.stdin.setRawMode(false);
      process.kill(process.pid, 'SIGINT');
    } else if (key === '\u007f' || key === '\b') text = text.replace(/[^\n]$/u, '');
    else if (key === '\u0015') text = text.replace(/[^\n]*$/, '');
    else text += key === '\r' || key === '\u0004' ? '\n' : key;
  }
  return text;
}

/** Ctrl-C, or a polite end. */
function onInterrupt(clean: () => void): () => void {
  const end = (signal: NodeJS.Signals): never => {
    clean();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}

/** The editor is a shell command, as in git: `code --wait` has an argument. */
async function edit(command: string, path: string): Promise<number> {
  const { spawnSync } = await import('node:child_process');
  return spawnSync('/bin/sh', ['-c', `${command} "$@"`, command, path], { stdio: 'inherit' }).status ?? 1;
}

/** A hook. */
async function runProgram(file: string, args: readonly string[], { cwd, env, input, output }: Parameters<NonNullable<GitContext['spawn']>>[2]): Promise<number> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', output === 'stdout' ? 1 : 2, 2] });
    child.on('error', (error) => {
      process.stderr.write(`fatal: cannot exec '${file}': ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
    // A hook need not read what it is told.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
