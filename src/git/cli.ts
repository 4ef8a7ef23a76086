/** The `git` program of the sandbox; bundled into one file. */
import * as fs from 'node:fs';
import { runGit } from './run.ts';

/** Runs git on this process's arguments; called by the script that the tool host puts on the PATH. */
export async function main(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  // `git log | head`: the reader is gone. Git dies of SIGPIPE there, without a word; Node would print a stack.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
  process.exitCode = await runGit(argv, {
    fs,
    cwd: process.cwd(),
    env: process.env,
    now: () => Math.floor(Date.now() / 1000),
    timezoneOffset: () => new Date().getTimezoneOffset(),
    tty: process.stdout.isTTY === true,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
}
