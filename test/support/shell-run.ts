/** Runs a script in the in-thread shell world, in a folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applets } from '../../src/runtime/shell/commands/index.ts';
import { runProgram } from '../../src/runtime/shell/program.ts';
import { ShellWorld } from './shell-sys.ts';

export interface ShellResult { stdout: string; stderr: string; status: number; /** Processes started beside the shell. */ spawned: number }

export function runShell(script: string, options: { stdin?: string; env?: { [name: string]: string } } = {}): ShellResult {
  const cwd = mkdtempSync(join(tmpdir(), 'shell-test-'));
  try {
    const world = new ShellWorld(applets.keys(), (sys, start) => runProgram(sys, start, () => {}));
    const result = world.execute(['bash', '-c', script], { cwd, env: { PATH: '/usr/bin:/bin', HOME: '/home', TZ: 'UTC', ...options.env }, stdin: options.stdin ?? '' });
    return { ...result, spawned: world.spawned };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
