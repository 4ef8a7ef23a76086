/** Starting processes: external programs, and parts of the script that need a process of their own. */
import type { Restrictions } from '../interactive/embedder.ts';
import type { Command as Node } from '../language/ast.ts';
import { SysError } from '../../abi/errno.ts';
import type { SpawnSpec } from '../../abi/syscalls.ts';
import { DISPOSITION, SIG } from '../../abi/constants.ts';
import { errorText } from '../errors.ts';
import { realDescriptors } from './context.ts';
import type { Handles, MemoryOut } from './io.ts';
import { isTty } from './io.ts';
import { findProgram } from './lookup.ts';
import type { OptionName, Shell } from './shell.ts';
import { ExpansionError, Interrupted, LoopControl } from './shell.ts';
import type { SavedVariable } from './variables.ts';
import { type Job, JOB_SIGNALS } from './jobs.ts';
import { describeJob } from './job-text.ts';
import { SIGNAL_NAMES, signalText } from './status.ts';
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

/** A copy of the shell could not be started. As in bash the command ends with it, and an interactive shell goes on. */
export class ForkError extends ExpansionError {
  constructor(cause: SysError) {
    super(`fork: ${errorText(cause)}`, true, 254);
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
  /** What `trap` shows there (`Shell.shownTraps`). */
  shownTraps: [string, string][];
  restrictions: Restrictions | null;
  directories: string[];
  scriptName?: string;
  /** > 0 in a condition, where `set -e` does not look. */
  tolerant: number;
  lastBackground: number;
  /** Running functions: `local` and `return` mean the innermost one there too. */
  functionNames: string[];
  calls: Shell['calls'];
  sourced: number;
  loops: number;
  exportedFunctions: string[];
  /** Descriptors that are open in the shell. */
  open: number[];
}

/** The group of what is started: `pgid` as in SpawnSpec, undefined for the shell's own. */
export interface Placement {
  pgid: number | undefined;
  background?: boolean;
  /** In this process's place, as its last act. */
  replace?: boolean;
}

/** Starts an external program. Throws `StartError`. */
export function startProgram(shell: Shell, argv: string[], env: { [name: string]: string }, handles: Handles, place: Placement): Started {
  const found = findProgram(shell, argv[0]!);
  if ('missing' in found) {
    const hint = shell.interactive ? missingProgramHint(argv[0]!) : undefined;
    throw new StartError(`${argv[0]}: command not found${hint === undefined ? '' : `\n${hint}`}`, 127);
  }
  if ('denied' in found) throw new StartError(`${found.denied}: Permission denied`, 126);
  try {
    return start(shell, found.path, argv, env, handles, place);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    // A file without `#!` is a script for this shell.
    if (e.code === 'ENOEXEC') return start(shell, '/bin/sh', ['sh', found.path, ...argv.slice(1)], env, handles, place);
    if (e.code === 'EISDIR' || (e.code === 'EACCES' && isDirectory(shell, found.path))) throw new StartError(`${argv[0]}: Is a directory`, 126);
    const interpreter = e.code === 'ENOENT' && exists(shell, found.path);
    throw new StartError(interpreter ? `${argv[0]}: cannot execute: required file not found` : `${argv[0]}: ${errorText(e)}`, e.code === 'ENOENT' ? 127 : 126);
  }
}

function start(shell: Shell, file: string, args: string[], env: { [name: string]: string }, handles: Handles, place: Placement, payload?: string): Started {
  const closing: number[] = [];
  const drains: [number, MemoryOut][] = [];
  try {
    const fds = realDescriptors(shell.sys, handles, closing, drains);
    const spec: SpawnSpec = { file, args, env, fds, signals: childSignals(shell, place) };
    if (place.pgid !== undefined) spec.pgid = place.pgid;
    // Given by the kernel before the program can read: it must not be stopped for reading a terminal that is about to be its own.
    if (place.pgid === 0 && place.background !== true && isTty(shell.sys, 0)) spec.foreground = 0;
    if (payload !== undefined) spec.payload = payload;
    const pid = place.replace === true ? shell.sys.exec(spec) : shell.sys.spawn(spec);
    shell.jobs.started(pid);
    return { pid, drains };
  } catch (e) {
    for (const [fd] of drains) shell.sys.close(fd);
    throw e;
  } finally {
    for (const fd of closing) shell.sys.close(fd);
  }
}

/** What differs from the shell's own dispositions: a job answers to the terminal, a background command of a script does not. */
function childSignals(shell: Shell, place: Placement): [number, number][] {
  const free = (n: number): boolean => shell.traps.get(SIGNAL_NAMES[n]!) !== '';
  if (place.pgid !== undefined || (place.replace === true && shell.jobControl)) return JOB_SIGNALS.filter(free).map((n) => [n, DISPOSITION.DEFAULT]);
  return place.background === true ? [[SIG.INT, DISPOSITION.IGNORE], [SIG.QUIT, DISPOSITION.IGNORE]] : [];
}

/** Starts a copy of this shell that runs `node` and ends. Throws `ForkError`. */
export function startSubshell(shell: Shell, node: Node, handles: Handles, place: Placement): Started {
  const payload: Payload = {
    node, name: shell.name, variables: shell.vars.save(), functions: [...shell.functions], options: [...shell.options].filter((o) => o !== 'monitor'), shopt: [...shell.shopt],
    positional: shell.positional, status: shell.status, pid: shell.pid, ppid: shell.ppid, commandString: shell.commandString,
    ignored: [...shell.traps].filter(([, action]) => action === ''), shownTraps: [...shell.shownTraps ?? shell.traps], restrictions: shell.restrictions,
    directories: shell.directories, tolerant: shell.tolerant, lastBackground: shell.lastBackground, functionNames: shell.functionNames, calls: shell.calls, sourced: shell.sourced, loops: shell.loops,
    exportedFunctions: [...shell.exportedFunctions], open: [...handles.keys()].filter((fd) => handles[fd] !== undefined), ...(shell.scriptName === undefined ? {} : { scriptName: shell.scriptName }),
  };
  try {
    return start(shell, '/bin/sh', [shell.name], shell.environment(), handles, place, JSON.stringify(payload));
  } catch (e) {
    throw e instanceof SysError ? new ForkError(e) : e;
  }
}

/** What is waited for in the foreground: its processes, their group where they have one, the text they come from. */
export interface Foreground { pids: number[]; pgid: number | undefined; source: string; sources?: readonly string[] }

/** Waits for foreground children and returns their statuses. With job control they may be stopped: they then become a job of the list. */
export function waitForeground(shell: Shell, { pids, pgid, source, sources }: Foreground): number[] {
  if (pids.length === 0) return [];
  const job = shell.jobs.watch(pids, pgid ?? 0, source, sources);
  return waitForegroundJob(shell, job);
}

/** As `waitForeground`, for a job that is there already (`fg`). */
export function waitForegroundJob(shell: Shell, job: Job): number[] {
  const { jobs } = shell;
  const terminal = shell.jobControl && isTty(shell.sys, 0);
  try {
    jobs.waitFor(job);
  } finally {
    if (terminal) takeTerminal(shell, job);
  }
  if (jobs.state(job) === 'stopped') return stoppedInForeground(shell, job);
  jobs.forget(job);
  const statuses = job.members.map((member) => jobs.wait(member.pid) ?? 127);
  tellDeath(shell, job, terminal);
  return statuses;
}

function stoppedInForeground(shell: Shell, job: Job): number[] {
  const { jobs } = shell;
  jobs.enlist(job);
  jobs.setCurrent(job);
  job.notified = true;
  if (shell.interactive) shell.complainRaw(`\n${describeJob(jobs, job)}`);
  const statuses = job.members.map((member) => (member.raw === null ? 128 + member.stopped : (jobs.wait(member.pid) ?? 127)));
  shell.status = statuses[statuses.length - 1]!;
  shell.pipeStatus = statuses;
  // As in bash: a stopped command ends the loops around it, or ^Z would only start the next turn.
  if (shell.loops > 0) throw new LoopControl('break', shell.loops, shell.status);
  return statuses;
}

/** Says by which signal a command ended, where bash does. */
function tellDeath(shell: Shell, job: Job, terminal: boolean): void {
  const last = job.members[job.members.length - 1]!;
  const signal = (last.raw ?? 0) & 0x7f;
  if (shell.last || signal === 0) return;
  const text = signalText(signal);
  if (shell.interactive && signal === SIG.INT) {
    shell.status = 130;
    throw new Interrupted();
  }
  if (text === null) return;
  // Of SIGTERM a script is told as little as a person.
  if (shell.interactive ? terminal : signal === SIG.TERM) shell.complainRaw(`${text}\n`);
  else if (!shell.interactive) shell.complain(`${String(last.pid).padStart(5)} ${text.padEnd(23)} ${job.source}`);
}

/** Makes a group the terminal's foreground group, with the modes it was stopped with. */
export function giveTerminal(shell: Shell, job: Job): void {
  if (!shell.jobControl || !isTty(shell.sys, 0)) return;
  try {
    shell.sys.tcsetpgrp(0, job.pgid);
    if (job.modes !== null) shell.sys.tcsetattr(0, job.modes);
  } catch (e) {
    // The group is gone already: its only process has ended.
    if (!(e instanceof SysError)) throw e;
  }
}

/** The shell takes the terminal back, and gives it its own modes: a program that was stopped or killed may have left raw mode behind. */
function takeTerminal(shell: Shell, job: Job): void {
  const { sys } = shell;
  try {
    sys.tcsetpgrp(0, sys.getpgid(0));
    if (shell.jobs.state(job) === 'stopped') job.modes = sys.tcgetattr(0);
    if (shell.modes !== null) sys.tcsetattr(0, shell.modes);
  } catch (e) {
    // Not its controlling terminal: a script with job control whose standard input is somebody else's terminal.
    if (!(e instanceof SysError)) throw e;
  }
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
