/** The interactive loop: prompt, line, run. */
import { DISPOSITION, O, SIG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { decode, encode, splitLines } from '../text.ts';
import { isComplete } from '../run/complete.ts';
import type { Interpreter } from '../run/interpreter.ts';
import { jobNews, refusesExit } from '../run/job-text.ts';
import { JOB_SIGNALS } from '../run/jobs.ts';
import { ExitShell, ExpansionError, Interrupted, LoopControl, ReturnFunction, type Shell } from '../run/shell.ts';
import { ReadonlyError } from '../run/variables.ts';
import { ShellSyntaxError } from '../language/source.ts';
import { isTty } from '../run/io.ts';
import { runStandardInput } from '../run/standard-input.ts';
import { complete } from './completion.ts';
import { marks } from './embedder.ts';
import { expandHistory, HistoryError } from './history-expansion.ts';
import { LineEditor } from './line-editor.ts';
import { continuationPrompt, prompt } from './prompt.ts';

const HISTORY_LIMIT = 1000;

export function runInteractive(interpreter: Interpreter, options: { login: boolean; norc: boolean; osc: boolean }): number {
  const { shell } = interpreter;
  if (!isTty(shell.sys, 0)) return interpreter.guarded(() => runStandardInput(interpreter));
  takeOver(shell);
  shell.aliases.set('ll', 'ls -alF').set('ls', 'ls --color=auto').set('grep', 'grep --color=auto');
  shell.options.add('monitor').add('histexpand').add('history').add('emacs');
  if (!options.norc) for (const file of options.login ? ['.profile', '.bashrc'] : ['.bashrc']) startFile(interpreter, file);
  const path = historyPath(shell);
  shell.history = loadHistory(shell, path);
  const editor = new LineEditor(shell.sys, 0, 1, shell.history, (line, at) => complete(interpreter, line, at));
  const mark = marks(options.osc, (text) => shell.sys.write(1, encode(text), -1));
  return interpreter.guarded(() => {
    for (;;) {
      mark.prompt();
      let text = readCommand(interpreter, editor);
      shell.commandNumber++;
      if (text === null) {
        if (refusesExit(shell)) continue;
        shell.complainRaw('exit\n');
        return shell.status;
      }
      if (text.trim() === '') continue;
      text = recalled(shell, text);
      if (text === null) continue;
      remember(shell, path, text);
      run(interpreter, text);
      mark.end(shell.status, shell.pid);
    }
  });
}

/** The line with what it takes from the history, shown when it changed; null when there is nothing to run. */
function recalled(shell: Shell, text: string): string | null {
  if (!shell.has('histexpand')) return text;
  try {
    const expanded = expandHistory(text.replace(/\n$/, ''), shell.history);
    if (!expanded.changed) return text;
    shell.complainRaw(`${expanded.text}\n`);
    if (!expanded.printOnly) return `${expanded.text}\n`;
    shell.history.push(expanded.text);
  } catch (e) {
    if (!(e instanceof HistoryError)) throw e;
    shell.complain(e.message);
    shell.status = 1;
  }
  return null;
}

/** Makes the shell the leader of the terminal's foreground group. */
function takeOver(shell: Shell): void {
  const { sys } = shell;
  for (const signal of [SIG.INT, SIG.TERM, SIG.QUIT]) sys.sigaction(signal, DISPOSITION.HANDLE);
  // What it starts as jobs gets the default back; what runs in its own group (substitutions) ignores them too, as in bash.
  for (const signal of JOB_SIGNALS) sys.sigaction(signal, DISPOSITION.IGNORE);
  shell.modes = sys.tcgetattr(0);
  try {
    if (sys.getpgid(0) !== shell.pid) sys.setpgid(0, 0);
    sys.tcsetpgrp(0, sys.getpgid(0));
  } catch (e) {
    // A session leader cannot change its group, and need not.
    if (!(e instanceof SysError)) throw e;
  }
}

function startFile(interpreter: Interpreter, name: string): void {
  const { shell } = interpreter;
  let text: string;
  try {
    text = decode(shell.sys.readFile(`${shell.vars.get('HOME') ?? '/home'}/${name}`));
  } catch (e) {
    if (e instanceof SysError) return;
    throw e;
  }
  run(interpreter, text, name);
}

/** Runs a text; everything but `exit` ends here. */
function run(interpreter: Interpreter, text: string, label?: string): void {
  const { shell } = interpreter;
  try {
    interpreter.text(text, label === undefined ? {} : { label });
  } catch (e) {
    if (e instanceof ExitShell) throw e;
    if (e instanceof Interrupted) {
      shell.status = 130;
      shell.complainRaw('\n');
    } else if (e instanceof ExpansionError || e instanceof ReadonlyError) {
      shell.complain(e.message);
      shell.status = 1;
    } else if (e instanceof ReturnFunction) shell.status = e.status;
    else if (!(e instanceof LoopControl)) throw e;
  } finally {
    shell.tolerant = 0;
    shell.loops = 0;
    shell.pendingSignals = 0;
    shell.onSignalTarget.current = shell;
  }
}

/** The prompt; a plain one where what stands in it fails or is interrupted, which must not end the shell. */
function promptText(interpreter: Interpreter, first: boolean): string {
  const { shell } = interpreter;
  try {
    return first ? prompt(interpreter) : continuationPrompt(interpreter);
  } catch (e) {
    if (e instanceof ExpansionError || e instanceof ReadonlyError || e instanceof ShellSyntaxError) shell.complain(e.message);
    else if (!(e instanceof Interrupted)) throw e;
    shell.pendingSignals = 0;
    shell.onSignalTarget.current = shell;
    return first ? '$ ' : '> ';
  }
}

/** A whole command, of several lines where needed; null at the end of input. */
function readCommand(interpreter: Interpreter, editor: LineEditor): string | null {
  const { shell } = interpreter;
  let text = '';
  for (;;) {
    if (text === '') {
      const news = jobNews(shell.jobs);
      if (news !== '') shell.complainRaw(news);
      size(shell);
      beforePrompt(interpreter);
    }
    const status = shell.status;
    const shown = promptText(interpreter, text === '');
    shell.status = status;
    const line = editor.read(shown);
    if (line === null) {
      if (text === '') return null;
      shell.complain('syntax error: unexpected end of file');
      shell.status = 2;
      text = '';
      continue;
    }
    if (line === LineEditor.INTERRUPTED) {
      shell.pendingSignals = 0;
      shell.status = 130;
      text = '';
      continue;
    }
    text += `${line}\n`;
    if (isComplete(text, shell)) return text;
  }
}

/** `PROMPT_COMMAND`, one command or an array of them; the last command's status is theirs to see, and stays. */
function beforePrompt(interpreter: Interpreter): void {
  const { shell } = interpreter;
  const { status } = shell;
  for (const command of shell.vars.values('PROMPT_COMMAND')) {
    run(interpreter, `${command}\n`, 'PROMPT_COMMAND');
    shell.status = status;
  }
}

function size(shell: Shell): void {
  const { cols, rows } = shell.sys.winsize(0);
  if (cols > 0) shell.vars.set('COLUMNS', String(cols));
  if (rows > 0) shell.vars.set('LINES', String(rows));
}

function historyPath(shell: Shell): string {
  return shell.vars.get('HISTFILE') ?? `${shell.vars.get('HOME') ?? '/home'}/.bash_history`;
}

function loadHistory(shell: Shell, path: string): string[] {
  try {
    const lines = splitLines(decode(shell.sys.readFile(path)));
    const kept = lines.slice(-HISTORY_LIMIT);
    // The file is read at every start and may last for years.
    if (lines.length > 2 * HISTORY_LIMIT) append(shell, path, kept, O.TRUNC);
    return kept;
  } catch (e) {
    if (e instanceof SysError) return [];
    throw e;
  }
}

/** Adds a command to the history and its file. Several lines become one entry with newlines, but the file keeps single lines only. */
function remember(shell: Shell, path: string, text: string): void {
  const entry = text.replace(/\n+$/, '');
  if (entry.startsWith(' ') || shell.history[shell.history.length - 1] === entry) return;
  shell.history.push(entry);
  if (shell.history.length > HISTORY_LIMIT) shell.history.shift();
  append(shell, path, [entry], 0);
}

function append(shell: Shell, path: string, entries: readonly string[], flags: number): void {
  try {
    const fd = shell.sys.open(path, O.WRONLY | O.CREAT | O.APPEND | flags, 0o600);
    shell.sys.write(fd, encode(entries.map((entry) => `${entry.replaceAll('\n', '; ')}\n`).join('')), -1);
    shell.sys.close(fd);
  } catch (e) {
    // A full or read-only disk must not cost the command.
    if (!(e instanceof SysError)) throw e;
  }
}
