/**
 * Pipelines. A leading run of commands that end by themselves (echo, ls, grep on what echo wrote...) is run one after the other inside the
 * shell, through memory. After it each stage is a process, except a last one that the shell can run itself.
 */
import type { Command as Node, Pipeline, Simple } from '../language/ast.ts';
import { plainText } from '../language/ast.ts';
import { ForkError, type Placement, type Started, startProgram, StartError, startSubshell, waitForeground } from './children.ts';
import { drain } from './context.ts';
import { closeOpened, type Handles, MemoryIn, MemoryOut } from './io.ts';
import { redirect, RedirectError } from './redirect.ts';
import type { Runner } from './runner.ts';
import type { Shell } from './shell.ts';
import { insideApplet, trace } from './simple.ts';
import { closeSubstitutions } from './substitution.ts';

export function runPipeline(runner: Runner, pipeline: Pipeline, source: string): number {
  const { shell } = runner;
  shell.source = pipeline.sources?.join(' | ') ?? source;
  const started = pipeline.timed ? performance.now() : 0;
  const posix = pipeline.timed === 'posix';
  try {
    if (pipeline.stages.length === 1) {
      const status = runner.node(pipeline.stages[0]!);
      shell.pipeStatus = [status];
      return status;
    }
    shell.pipeStatus = runStages(runner, pipeline, source);
    if (!shell.has('pipefail')) return shell.pipeStatus[shell.pipeStatus.length - 1]!;
    return shell.pipeStatus.findLast((s) => s !== 0) ?? 0;
  } finally {
    if (pipeline.timed) reportTime(shell, performance.now() - started, posix);
  }
}

/** The figures of `time`. Processor time is that of the shell's own work; a browser tells none of other workers. */
function reportTime(shell: Shell, ms: number, posix: boolean): void {
  const format = posix ? 'real %2R\nuser %2U\nsys %2S' : shell.vars.get('TIMEFORMAT') ?? '\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS';
  if (format === '') return;
  const show = (digits: string, long: string, value: number): string => {
    const places = digits === '' ? 3 : Math.min(3, Number(digits));
    return long === '' ? value.toFixed(places) : `${Math.floor(value / 60)}m${(value % 60).toFixed(places)}s`;
  };
  const text = format.replace(/%(?:([0-9]?)(l?)([RUS])|P|%)/g, (all, digits: string | undefined, long: string | undefined, kind: string | undefined) => {
    if (all === '%%') return '%';
    if (all === '%P') return '0.00';
    return show(digits ?? '', long ?? '', kind === 'R' ? ms / 1000 : 0);
  });
  shell.complainRaw(`${text}\n`);
}

function runStages(runner: Runner, { stages, sources }: Pipeline, source: string): number[] {
  const { shell } = runner;
  const statuses: number[] = [];
  let input: MemoryIn | null = null;
  let at = 0;
  for (; at < stages.length - 1 && batchable(runner, stages[at]!, at > 0); at++) {
    const sink = new MemoryOut();
    try {
      statuses.push(runInside(runner, stages[at]!, input ?? shell.handles[0], sink));
    } finally {
      input?.close();
    }
    input = new MemoryIn(sink.bytes());
  }
  const rest = stages.slice(at);
  try {
    if (rest.length === 1 && statuses.length > 0 && lastInShell(shell)) {
      statuses.push(runHere(runner, rest[0]!, input ?? shell.handles[0]));
      return statuses;
    }
    if (rest.length === 1) {
      statuses.push(runInside(runner, rest[0]!, input ?? shell.handles[0], shell.handles[1]));
      return statuses;
    }
    return [...statuses, ...runProcesses(runner, rest, input ?? shell.handles[0], { source, sources: sources?.slice(at) ?? [] })];
  } finally {
    input?.close();
  }
}

/** `lastpipe`: the last stage runs in the shell itself. */
function lastInShell(shell: Shell): boolean {
  return shell.shopt.has('lastpipe') && !shell.jobControl;
}

function runHere(runner: Runner, stage: Node, input: Handles[number]): number {
  const handles = [...runner.shell.handles];
  handles[0] = input;
  return runner.withHandles(handles, () => runner.node(stage));
}

/** Runs a stage in a copy of the shell. */
function runInside(runner: Runner, stage: Node, input: Handles[number], output: Handles[number]): number {
  return runner.isolated((inner) => {
    const handles = [...inner.shell.handles];
    handles[0] = input;
    handles[1] = output;
    return inner.withHandles(handles, () => inner.node(stage));
  });
}

function runProcesses(runner: Runner, stages: readonly Node[], first: Handles[number], texts: { source: string; sources: readonly string[] }): number[] {
  const { shell } = runner;
  const { sys } = shell;
  const pids: number[] = [];
  const drains: [number, MemoryOut][] = [];
  let pgid = shell.jobControl ? 0 : undefined;
  let input = first;
  /** The read end of the last pipe, which the shell itself holds until the next stage has it. */
  let held: number | null = null;
  const inside = staysInside(runner, stages[stages.length - 1]!);
  const count = inside ? stages.length - 1 : stages.length;
  for (let i = 0; i < count; i++) {
    const last = i === stages.length - 1;
    const [read, write] = last ? [null, null] : sys.pipe();
    const handles = [...shell.handles];
    handles[0] = input;
    handles[1] = write ?? shell.handles[1];
    const pid = startStage(runner, stages[i]!, handles, { pgid }, drains);
    if (pid > 0 && pgid === 0) pgid = pid;
    pids.push(pid);
    if (write !== null) sys.close(write);
    if (held !== null) sys.close(held);
    held = read;
    input = read ?? undefined;
  }
  const statuses: number[] = [];
  if (inside) {
    try {
      statuses.push(lastInShell(shell) ? runHere(runner, stages[stages.length - 1]!, input) : runInside(runner, stages[stages.length - 1]!, input, shell.handles[1]));
    } finally {
      if (held !== null) sys.close(held);
    }
  }
  drain(sys, drains, shell.checkInterrupt);
  const running = pids.filter((p) => p > 0);
  const sources = texts.sources.filter((_, i) => (pids[i] ?? 0) > 0);
  const waited = waitForeground(shell, { pids: running, pgid, source: texts.source, sources });
  return [...pids.map((p) => (p > 0 ? waited[running.indexOf(p)]! : -p)), ...statuses];
}

/** Starts a stage; a failure to start is told at once and becomes the stage's status, returned negative. */
export function startStage(runner: Runner, stage: Node, handles: Handles, place: Placement, drains: [number, MemoryOut][]): number {
  const { shell } = runner;
  const direct = stage.t === 'simple' && stage.assigns.length === 0 && !stage.declared ? stage : null;
  const name = direct?.words[0] ? plainText(direct.words[0]) : null;
  if (!direct || name === null || shell.functions.has(name) || runner.builtin(name) || /[*?[{~]/.test(name)) {
    let started: Started;
    try {
      started = startSubshell(shell, stage, handles, place);
    } catch (e) {
      if (!(e instanceof ForkError)) throw e;
      shell.complain(e.message, handles);
      return -e.status;
    }
    drains.push(...started.drains);
    return started.pid;
  }
  let opened: (number | MemoryIn)[] = [];
  const substitutions = shell.substitutions.length;
  const { lastBackground } = shell;
  try {
    shell.line = direct.line;
    // In the descriptors of the stage: `$(cat)` reads what comes through the pipeline, what `>(list)` prints goes on through it, and the stage inherits the pipes of both kinds.
    const { words, redirected } = runner.withHandles(handles, () => {
      const expanded = runner.expander.words(direct.words);
      if (shell.has('xtrace')) trace(runner, direct, expanded);
      return { words: expanded, redirected: redirect(runner, direct.redirects, shell.handles) };
    });
    opened = redirected.opened;
    const started = startProgram(shell, words, shell.environment(), redirected.handles, place);
    drains.push(...started.drains);
    return started.pid;
  } catch (e) {
    if (!(e instanceof RedirectError) && !(e instanceof StartError)) throw e;
    shell.complain(e.message, handles);
    return e instanceof StartError ? -e.status : -1;
  } finally {
    closeOpened(shell.sys, opened);
    closeSubstitutions(shell, substitutions);
    // In bash the stage expands its words itself.
    shell.lastBackground = lastBackground;
  }
}

/**
 * The last stage runs in the shell unless it is an external program, which is a process anyway. With job control it never does: stopped by ^Z,
 * the stages before it would leave the shell waiting for their output.
 */
function staysInside(runner: Runner, stage: Node): boolean {
  if (runner.shell.jobControl) return false;
  if (stage.t !== 'simple' || stage.words.length === 0) return true;
  const name = plainText(stage.words[0]!);
  if (name === null) return false;
  return runner.shell.functions.has(name) || runner.builtin(name) !== undefined || insideApplet(runner, name) !== null;
}

/** A command that is known to end with what it has, so that running it to its end before the next one starts changes nothing. */
function batchable(runner: Runner, stage: Node, hasInput: boolean): boolean {
  if (stage.t !== 'simple' || stage.assigns.length > 0 || stage.declared || stage.words.length === 0) return false;
  if (stage.redirects.some((r) => r.op === '<' || r.op === '<>' || r.op === '<&')) return false;
  // What `>(list)` prints may come when the stage has ended: memory would be read by then.
  if ([...stage.words, ...stage.redirects.map((r) => r.target)].some((word) => word.some((part) => part.t === 'process'))) return false;
  const name = plainText(stage.words[0]!);
  if (name === null || runner.shell.functions.has(name)) return false;
  const builtin = runner.builtin(name);
  if (builtin) return builtin.source === true;
  const command = insideApplet(runner, name);
  if (!command?.batch || (command.apart && runner.shell.interactive)) return false;
  if (readsDevice(stage) || command.long?.(stage.words.map((word) => plainText(word)))) return false;
  return command.batch === 'source' || hasInput || (stage.words.length > 1 && stage.redirects.some((r) => r.op === '<<' || r.op === '<<<'));
}

function readsDevice(stage: Simple): boolean {
  return stage.words.some((w) => (plainText(w) ?? '').startsWith('/dev/'));
}
