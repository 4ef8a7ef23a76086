/** The state of one shell: what a subshell copies and what its commands change. */
import type { Restrictions } from '../interactive/embedder.ts';
import type { Sys } from '../../abi/syscalls.ts';
import type { AndOr, Command as Node } from '../language/ast.ts';
import { type Handles, type MemoryOut, Output } from './io.ts';
import { CommandExit } from './context.ts';
import { Variables } from './variables.ts';
import { Jobs } from './jobs.ts';

export class ExitShell extends Error {
  readonly code = 'EXIT';
  readonly status: number;
  constructor(status: number) {
    super(`exit ${status}`);
    this.status = status;
  }
}
export class ReturnFunction extends Error {
  readonly code = 'RETURN';
  readonly status: number;
  constructor(status: number) {
    super(`return ${status}`);
    this.status = status;
  }
}
export class LoopControl extends Error {
  readonly code = 'LOOP';
  readonly kind: 'break' | 'continue';
  levels: number;
  /** Of the loop that ends with it. */
  readonly status: number;
  constructor(kind: 'break' | 'continue', levels: number, status = 0) {
    super(`${kind} ${levels}`);
    this.kind = kind;
    this.levels = levels;
    this.status = status;
  }
}
/** An error in an expansion: the command fails, a script ends with it. Its message was not printed yet. */
export class ExpansionError extends Error {
  readonly code = 'EEXPANSION';
  /** A non-interactive shell ends (unset variables, bad substitutions). */
  readonly fatal: boolean;
  readonly status: number;
  constructor(message: string, fatal = true, status = 1) {
    super(message);
    this.fatal = fatal;
    this.status = status;
  }
}

export const OPTION_LETTERS: { [letter: string]: OptionName } = {
  a: 'allexport', b: 'notify', e: 'errexit', f: 'noglob', h: 'hashall', m: 'monitor', n: 'noexec', u: 'nounset', v: 'verbose', x: 'xtrace', B: 'braceexpand', C: 'noclobber', E: 'errtrace', T: 'functrace', H: 'histexpand',
};
export const OPTION_NAMES = ['allexport', 'braceexpand', 'errexit', 'hashall', 'histexpand', 'monitor', 'noclobber', 'noexec', 'noglob', 'notify', 'nounset', 'pipefail', 'posix', 'verbose', 'xtrace', 'emacs', 'vi', 'errtrace', 'functrace', 'ignoreeof', 'history', 'interactive-comments', 'keyword', 'nolog', 'onecmd', 'physical', 'privileged'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];
export const SHOPT_NAMES = ['nullglob', 'dotglob', 'globstar', 'nocaseglob', 'nocasematch', 'extglob', 'failglob', 'expand_aliases', 'execfail', 'lastpipe', 'autocd', 'cdspell', 'checkwinsize', 'cmdhist', 'histappend', 'sourcepath', 'inherit_errexit', 'login_shell', 'promptvars', 'patsub_replacement'] as const;

export interface FunctionValue { body: Node; source: string; /** The sourced file it was defined in. */ file?: string }

export class Shell {
  readonly sys: Sys;
  vars = new Variables();
  functions = new Map<string, FunctionValue>();
  aliases = new Map<string, string>();
  options = new Set<OptionName>(['braceexpand', 'hashall', 'interactive-comments']);
  shopt = new Set<string>(['promptvars', 'sourcepath', 'checkwinsize', 'cmdhist', 'patsub_replacement']);
  /** `$0`, and the name in front of messages. */
  name = 'bash';
  positional: string[] = [];
  status = 0;
  readonly pid: number;
  readonly ppid: number;
  lastBackground = 0;
  pipeStatus: number[] = [0];
  handles: Handles = [0, 1, 2];
  /** Where a page keeps its terminal to a few commands (`jsh --allow-commands`). */
  restrictions: Restrictions | null = null;
  /** Tables of descriptors that come back when the running compound commands end, and those that they began with: what was opened for these is closed by who opened it, whatever an `exec` in them redirects. */
  held: Handles[] = [];
  readonly interactive: boolean;
  /** Line of the command being run; messages show it unless the shell is interactive. */
  line = 1;
  /** `-c`: bash says so in front of syntax errors. */
  commandString = false;
  traps = new Map<string, string>();
  /** What `trap` shows in a subshell that has set none of its own: those of the shell it came from. */
  shownTraps: Map<string, string> | undefined;
  jobs: Jobs;
  /** > 0 where a failing command does not end the shell under `set -e`: tests, `!`, all but the last of && and ||. */
  tolerant = 0;
  loops = 0;
  functionNames: string[] = [];
  /** Running functions, outermost first: where each was called, and the file it came from. */
  calls: { name: string; line: number; source: string | undefined }[] = [];
  /** Path of the script that runs; none for `-c`, standard input and the prompt. */
  scriptName: string | undefined = undefined;
  /** The file that `source` reads. */
  sourceFile: string | undefined = undefined;
  /** > 0 while a trap's action runs. */
  inTrap = 0;
  exportedFunctions = new Set<string>();
  /** Definitions found in the environment, not read yet. */
  importedFunctions: string[] = [];
  sourced = 0;
  subshell = 0;
  directories: string[] = [];
  readonly startedMs = Date.now();
  secondsBase = 0;
  random = (Math.random() * 32768) | 0;
  /** Signals that arrived and whose traps were not run yet (bit n-1). */
  pendingSignals = 0;
  /** The shell that arriving signals are noted in: the innermost subshell. Shared by all copies. */
  onSignalTarget: { current: Shell; forward?: ((low: number) => void) | undefined; /** The shell of this process itself. */ root: Shell; /** Signals without a trap that end it, but not before its EXIT trap. */ ends: number; /** Those of them that have arrived. */ ended: number } = { current: this, root: this, ends: 0, ended: 0 };
  /** Called when a subshell inside this process ended. */
  handedBack: () => void = () => {};
  /** The last list of a `-c` string, and whether the command being run is the last one in it: nothing follows, so it stands for the shell. */
  lastItem: AndOr | null = null;
  last = false;
  /** Descriptors of open process substitutions, closed after the command. */
  substitutions: number[] = [];
  /** Pipes from background commands into the memory of a command substitution, read when it ends. */
  backgroundDrains: [number, MemoryOut][] = [];
  /** Lines typed at the terminal, oldest first. */
  history: string[] = [];
  private lookedMs = 0;
  getopts = { argument: 0, position: 1 };

  /** `$_`: the last word of the command before. */
  lastArgument = '';
  /** > 0 in a substitution or `eval`: how many signs stand in front of a traced line. */
  indirection = 0;
  /** `BASH_COMMAND`: while a trap runs, what it interrupted. */
  command = '';
  /** Text of the pipeline being run, as the list of jobs shows it. */
  source = '';
  /** Modes that the terminal gets back when a foreground job ended. */
  modes: number | null = null;
  /** Number of the command at the prompt, and that of the last `exit` that was refused because of stopped jobs. */
  commandNumber = 0;
  exitRefused = -1;

  constructor(sys: Sys, pid: number, ppid: number, interactive: boolean, outerJobs: Jobs | null = null) {
    this.sys = sys;
    this.pid = pid;
    this.ppid = ppid;
    this.interactive = interactive;
    if (interactive) this.shopt.add('expand_aliases');
    this.jobs = new Jobs(this, outerJobs);
  }

  /** `name: line N: ` in scripts, `name: ` at a terminal. */
  prefix(): string {
    return this.interactive ? `${this.name}: ` : `${this.name}: line ${this.line}: `;
  }

  /** A message of the shell itself on its standard error. */
  complain(message: string, handles: Handles = this.handles): void {
    this.complainRaw(`${this.prefix()}${message}\n`, handles);
  }

  complainRaw(text: string, handles: Handles = this.handles): void {
    const out = new Output(this.sys, handles[2]);
    out.write(text);
    try {
      out.flush();
    } catch {
      // Standard error is closed: there is nobody to tell.
    }
  }

  /** Whether what it starts gets process groups of its own (`set -m`; subshells have none). */
  get jobControl(): boolean {
    return this.subshell === 0 && this.options.has('monitor');
  }

  has(option: OptionName): boolean {
    return this.options.has(option);
  }

  /** Ends a command that runs inside the shell when Ctrl-C was pressed. */
  readonly checkInterrupt = (): void => {
    this.lookForSignals();
    this.checkEnd();
    if (this.interactive && (this.pendingSignals & 2) !== 0) {
      this.pendingSignals &= ~2;
      throw new Interrupted();
    }
  };

  /** Ends a shell that a signal was to end, by way of its EXIT trap. @throws Killed */
  checkEnd(): void {
    const { ended } = this.onSignalTarget;
    if (ended !== 0) throw new Killed(32 - Math.clz32(ended & -ended));
  }

  /** Signals are found after system calls; a loop of builtins makes none, and `while :; do :; done` could not be stopped. */
  private lookForSignals(): void {
    const now = performance.now();
    if (now - this.lookedMs < 30) return;
    this.lookedMs = now;
    this.sys.getpgid(0);
  }

  /** What programs get: exported variables and functions. */
  environment(): { [name: string]: string } {
    const env = this.vars.environment();
    for (const name of this.exportedFunctions) {
      const f = this.functions.get(name);
      if (f) env[`BASH_FUNC_${name}%%`] = `() ${f.source}`;
    }
    return env;
  }

  ifs(): string {
    return this.vars.get('IFS') ?? ' \t\n';
  }

  flags(): string {
    const order = 'abefhkmnptuvxBCEHPT';
    let out = [...order].filter((c) => OPTION_LETTERS[c] && this.options.has(OPTION_LETTERS[c])).join('');
    if (this.interactive) out = out.replace(/(?=[mnptuvx]|B)|$/, 'i');
    if (this.commandString) out += 'c';
    return out;
  }
}

/** Ctrl-C in an interactive shell: back to the prompt. */
export class Interrupted extends CommandExit {
  override readonly interrupts = true;
  constructor() {
    super(130);
  }
}

/** A signal without a trap: all that runs ends, then the EXIT trap runs, then the signal does what it would have done. */
export class Killed extends CommandExit {
  override readonly interrupts = true;
  readonly signal: number;
  constructor(signal: number) {
    super(128 + signal);
    this.signal = signal;
  }
}
