/** Starting processes: external programs, and parts of the script that need a process of their own. */
import type { Command as Node } from '../language/ast.ts';
import { SysError } from '../../abi/errno.ts';
import { TTY_COOKED } from '../../abi/constants.ts';
import { errorText } from '../errors.ts';
import { realDescriptors } from './context.ts';
import type { Handles, MemoryOut } from './io.ts';
import { isTty } from './io.ts';
import { findProgram } from './lookup.ts';
import type { OptionName, Shell } from './shell.ts';
import { Interrupted } from './shell.ts';
import type { SavedVariable } from './variables.ts';
import { signalText } from './status.ts';
import { missingProgramHint } from './missing-program.ts';

/** A command that could not be started; its message was not printed yet. */
export class StartError extends Error {
  readonly code = 'ESTART';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface Started { pid: number; drains: [number, MemoryOut][] }

/** State of a subshell that runs as a process; the receiving side is `program.ts`. */
export interface Payload {
  node: Node;
  name: string;
  variables: SavedVariable[];
  functions: [string, { body: Node; source: string }][];
  options: OptionName[];
  shopt: string[];
  positional: string[];
  status: number;
  pid: number;
  ppid: number;
  commandString: boolean;
  ignored: [string, string][];
}

/** Starts an external program. `pgid` as in SpawnSpec. Throws `StartError`. */
export function startProgram(shell: Shell, argv: string[], env: { [name: string]: string }, handles: Handles, pgid: number | undefined): Started {
  const found = findProgram(shell, argv[0]!);
  if ('missing' in found) {
    const hint = shell.interactive ? missingProgramHint(argv[0]!) : undefined;
    throw new StartError(`${argv[0]}: command not found${hint === undefined ? '' : `\n${hint}`}`, 127);
  }
  if ('denied' in found) throw new StartError(`${found.denied}: Permission denied`, 126);
  try {
    return start(shell, found.path, argv, env, handles, pgid);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    // A file without `#!` is a script for this shell.
    if (e.code === 'ENOEXEC') return start(shell, '/bin/sh', ['sh', found.path, ...argv.slice(1)], env, handles, pgid);
    if (e.code === 'EISDIR' || (e.code === 'EACCES' && isDirectory(shell, found.path))) throw new StartError(`${argv[0]}: Is a directory`, 126);
    const interpreter = e.code === 'ENOENT' && exists(shell, found.path);
    throw new StartError(interpreter ? `${argv[0]}: cannot execute: required file not found` : `${argv[0]}: ${errorText(e)}`, e.code === 'ENOENT' ? 127 : 126);
  }
}

function start(shell: Shell, file: string, args: string[], env: { [name: string]: string }, handles: Handles, pgid: number | undefined, payload?: string): Started {
  const closing: number[] = [];
  const drains: [number, MemoryOut][] = [];
  try {
    const fds = realDescriptors(shell.sys, handles, closing, drains);
    const pid = shell.sys.spawn({ file, args, env, fds, ...(pgid === undefined ? {} : { pgid }), ...(payload === undefined ? {} : { payload }) });
    return { pid, drains };
  } catch (e) {
    for (const [fd] of drains) shell.sys.close(fd);
    throw e;
  } finally {
    for (const fd of closing) shell.sys.close(fd);
  }
}

/** Starts a copy of this shell that runs `node` and ends. */
export function startSubshell(shell: Shell, node: Node, handles: Handles, pgid: number | undefined): Started {
  const payload: Payload = {
    node, name: shell.name, variables: shell.vars.save(), functions: [...shell.functions], options: [...shell.options].filter((o) => o !== 'monitor'), shopt: [...shell.shopt],
    positional: shell.positional, status: shell.status, pid: shell.pid, ppid: shell.ppid, commandString: shell.commandString,
    ignored: [...shell.traps].filter(([, action]) => action === ''),
  };
  return start(shell, '/bin/sh', [shell.name], shell.vars.environment(), handles, pgid, JSON.stringify(payload));
}

/** Waits for foreground children (the last one's status is the result); gives them the terminal in an interactive shell. */
export function waitForeground(shell: Shell, pids: number[], pgid: number | undefined, source: string): number[] {
  const terminal = shell.interactive && pgid !== undefined && isTty(shell.sys, 0);
  const statuses: number[] = [];
  let signal = 0;
  try {
    for (const pid of pids) {
      const status = shell.jobs.wait(pid);
      statuses.push(status ?? 127);
    }
    const last = statuses[statuses.length - 1] ?? 0;
    signal = last > 128 && last < 160 ? last - 128 : 0;
  } finally {
    if (terminal) takeTerminal(shell);
  }
  if (shell.last) return statuses;
  if (signal !== 0 && shell.interactive) {
    if (signal === 2) {
      shell.status = 130;
      throw new Interrupted();
    }
    const text = signalText(signal);
    if (text !== null && terminal) shell.complainRaw(`${text}\n`);
  } else if (signal !== 0 && signalText(signal) !== null && signal !== 13) {
    shell.complain(`${String(pids[pids.length - 1]).padStart(5)} ${signalText(signal)!.padEnd(23)} ${source}`);
  }
  return statuses;
}

export function giveTerminal(shell: Shell, pgid: number): void {
  if (!shell.interactive || !isTty(shell.sys, 0)) return;
  try {
    shell.sys.tcsetpgrp(0, pgid);
  } catch (e) {
    // The group is gone already: its only process has ended.
    if (!(e instanceof SysError)) throw e;
  }
}

export function takeTerminal(shell: Shell): void {
  shell.sys.tcsetpgrp(0, shell.sys.getpgid(0));
  // A program that was killed may have left raw mode behind.
  shell.sys.tcsetattr(0, TTY_COOKED);
}

function exists(shell: Shell, path: string): boolean {
  try {
    shell.sys.stat(path, true);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(shell: Shell, path: string): boolean {
  try {
    return (shell.sys.stat(path, true)[1] & 0o170000) === 0o040000;
  } catch {
    return false;
  }
}
