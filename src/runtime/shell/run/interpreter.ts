/** Runs syntax trees: lists, compound commands, functions. Simple commands and pipelines have files of their own. */
import type { AndOr, Assignment, Command as Node, Script, Word } from '../language/ast.ts';
import { Parser } from '../language/parser.ts';
import { ShellSyntaxError } from '../language/source.ts';
import { Expander } from '../expand/expand.ts';
import { SysError } from '../../abi/errno.ts';
import { assign } from './assign.ts';
import { startBackground } from './background.ts';
import { evaluateCond } from './cond.ts';
import type { Command } from './context.ts';
import { closeOpened, type Handles } from './io.ts';
import { runPipeline } from './pipeline.ts';
import { exchangeHandles, forgetAll, redirect, RedirectError } from './redirect.ts';
import type { Builtin, Runner } from './runner.ts';
import { ExitShell, ExpansionError, type FunctionValue, LoopControl, ReturnFunction, Shell } from './shell.ts';
import { dieBy, endedBy } from './signals.ts';
import { runCoproc, runSelect } from './select.ts';
import { runSimple, runWords } from './simple.ts';
import { closeSubstitutions, substitutionFor } from './substitution.ts';
import { ReadonlyError } from './variables.ts';
import { runCase } from './case.ts';
import { copyShell, runSubshellJob } from './subshell.ts';
import { workingDirectory } from '../paths.ts';
import { giveBackTraps, holdTraps } from './trap-scope.ts';
import { SIGNAL_NAMES } from './status.ts';

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

export class Interpreter implements Runner {
  readonly shell: Shell;
  readonly expander: Expander;
  readonly applets: ReadonlyMap<string, Command>;
  private readonly builtins: ReadonlyMap<string, Builtin>;

  constructor(shell: Shell, applets: ReadonlyMap<string, Command>, builtins: ReadonlyMap<string, Builtin>) {
    this.shell = shell;
    this.applets = applets;
    this.builtins = builtins;
    this.expander = new Expander(shell, substitutionFor(this));
  }

  builtin(name: string): Builtin | undefined {
    return this.builtins.get(name);
  }

  builtinNames(): string[] {
    return [...this.builtins.keys()];
  }

  expandWord(word: Word): string {
    return this.expander.string(word);
  }

  text(text: string, options: { firstLine?: number; label?: string } = {}): number {
    const { shell } = this;
    const parser = new Parser(text, {
      firstLine: options.firstLine ?? 1, extglob: shell.shopt.has('extglob'),
      unterminated: (delimiter, line) => shell.complain(`warning: here-document at line ${line} delimited by end-of-file (wanted \`${delimiter}')`),
    });
    for (let shown = 0; ;) {
      let script: Script | null;
      parser.src.extglob = shell.shopt.has('extglob');
      // Looked up for each command: one may switch aliases on for the next.
      parser.options.aliases = shell.shopt.has('expand_aliases') ? shell.aliases : NO_ALIASES;
      try {
        script = parser.nextCommand();
      } catch (e) {
        if (!(e instanceof ShellSyntaxError)) throw e;
        this.syntaxError(e, options.label);
        return (shell.status = 2);
      }
      if (shell.has('verbose') && parser.src.pos > shown) shell.complainRaw(parser.src.text.slice(shown, parser.src.pos).replace(/\n?$/, '\n'));
      shown = parser.src.pos;
      if (!script) return shell.status;
      if (shell.has('noexec')) continue;
      const ends = shell.commandString && shell.subshell === 0 && options.label === undefined && parser.finished;
      shell.lastItem = ends ? (script.items[script.items.length - 1] ?? null) : null;
      try {
        this.script(script);
      } catch (e) {
        if (!(e instanceof ExpansionError) || e.fatal || shell.commandString || options.label === 'eval') throw e;
        shell.complain(e.message);
        shell.status = e.status;
      }
    }
  }

  syntaxError(e: ShellSyntaxError, label?: string): void {
    const { shell } = this;
    const where = shell.interactive && label === undefined ? `${shell.name}: ` : `${shell.name}: ${label !== undefined ? `${label}: ` : shell.commandString ? '-c: ' : ''}line ${e.line}: `;
    shell.complainRaw(`${where}${e.message}\n${e.shown !== null && !shell.interactive ? `${where}\`${e.shown}'\n` : ''}`);
  }

  script(script: Script): number {
    for (const item of script.items) {
      if (item.background) startBackground(this, item);
      else this.andOr(item);
    }
    return this.shell.status;
  }

  andOr(item: AndOr): number {
    const { shell } = this;
    if (shell.has('noexec') && !shell.interactive) return shell.status;
    const count = item.rest.length;
    let pipeline = item.first;
    for (let i = 0; ; i++) {
      const tolerated = i < count || pipeline.negate;
      if (tolerated) shell.tolerant++;
      shell.last = item === shell.lastItem && i === count && !pipeline.negate && !pipeline.timed;
      try {
        shell.status = runPipeline(this, pipeline, item.source);
      } finally {
        if (tolerated) shell.tolerant--;
      }
      if (shell.pendingSignals !== 0) this.runTraps();
      if (pipeline.negate) shell.status = shell.status === 0 ? 1 : 0;
      else if (shell.status !== 0 && i === count && failureEnds(pipeline.stages)) this.failed();
      // The next pipeline whose operator fits the status.
      let next = i;
      while (next < count && (item.rest[next]!.op === '&&') !== (shell.status === 0)) next++;
      if (next >= count) return shell.status;
      pipeline = item.rest[next]!.pipeline;
      i = next;
    }
  }

  /** A command failed where `set -e` and the ERR trap look. */
  private failed(): void {
    const { shell } = this;
    if (shell.tolerant > 0) return;
    const trap = shell.traps.get('ERR');
    if (trap && shell.inTrap === 0) this.trapAction(trap);
    if (shell.has('errexit')) throw new ExitShell(shell.status);
  }

  node(node: Node): number {
    if (node.t === 'simple') return runSimple(this, node);
    if (node.redirects.length === 0) return this.compound(node);
    const { shell } = this;
    shell.line = node.line;
    let redirected;
    const substitutions = shell.substitutions.length;
    try {
      redirected = redirect(this, node.redirects, shell.handles);
    } catch (e) {
      if (!(e instanceof RedirectError)) throw e;
      shell.complain(e.message);
      return (shell.status = 1);
    }
    const { opened } = redirected;
    try {
      return this.withHandles(redirected.handles, () => this.compound(node));
    } finally {
      closeOpened(shell.sys, opened);
      closeSubstitutions(shell, substitutions);
    }
  }

  withHandles<T>(handles: Handles, body: () => T): T {
    const restore = exchangeHandles(this.shell, handles);
    try {
      return body();
    } finally {
      restore();
    }
  }

  private compound(node: Node): number {
    const { shell } = this;
    switch (node.t) {
      case 'simple': return runSimple(this, node);
      case 'group': return this.script(node.body);
      case 'subshell': return (shell.status = shell.jobControl ? runSubshellJob(shell, node) : this.isolated((inner) => inner.script(node.body)));
      case 'if': {
        for (const arm of node.arms) {
          if (this.test(arm.test) === 0) return this.block(arm.body);
        }
        if (node.otherwise) return this.block(node.otherwise);
        return (shell.status = 0);
      }
      case 'while': {
        let status = 0;
        this.loop(() => {
          if ((this.test(node.test) === 0) === node.until) return false;
          status = this.script(node.body);
          return true;
        }, (e) => (status = e.status));
        return (shell.status = status);
      }
      case 'for': {
        const values = node.words === null ? [...shell.positional] : this.expander.words(node.words);
        let [status, i] = [0, 0];
        this.loop(() => {
          if (i >= values.length) return false;
          shell.line = node.line;
          if (node.name === '_') shell.lastArgument = values[i]!;
          shell.vars.set(node.name, values[i++]!);
          status = this.script(node.body);
          return true;
        }, (e) => (status = e.status));
        return (shell.status = status);
      }
      case 'arith-for': {
        const run = (word: Word): bigint => this.expander.arith(this.expander.string(word, 'none'));
        const empty = this.expander.string(node.test, 'none').trim() === '';
        let status = 0;
        let first = true;
        run(node.init);
        this.loop(() => {
          if (!first) run(node.step);
          first = false;
          if (!empty && run(node.test) === 0n) return false;
          status = this.script(node.body);
          return true;
        }, (e) => (status = e.status));
        return (shell.status = status);
      }
      case 'case': return runCase(this, node);
      case 'select': return runSelect(this, node);
      case 'coproc': return runCoproc(this, node);
      case 'function':
        shell.functions.set(node.name, { body: node.body, source: node.source, ...(shell.sourceFile === undefined ? {} : { file: shell.sourceFile }) });
        return (shell.status = 0);
      case 'cond':
        shell.line = node.line;
        return (shell.status = evaluateCond(this, node.test));
      case 'arith-command': {
        shell.line = node.line;
        try {
          return (shell.status = this.expander.arith(this.expander.string(node.expr, 'none')) === 0n ? 1 : 0);
        } catch (e) {
          if (!(e instanceof ExpansionError)) throw e;
          shell.complain(`((: ${e.message}`);
          return (shell.status = 1);
        }
      }
    }
  }

  block(script: Script): number {
    return script.items.length === 0 ? (this.shell.status = 0) : this.script(script);
  }

  /** A condition: its failures are answers. */
  private test(script: Script): number {
    this.shell.tolerant++;
    try {
      return this.script(script);
    } finally {
      this.shell.tolerant--;
    }
  }

  loop(step: () => boolean, onControl: (e: LoopControl) => void): void {
    const { shell } = this;
    shell.loops++;
    try {
      for (;;) {
        try {
          shell.checkInterrupt();
          if (shell.pendingSignals !== 0) this.runTraps();
          if (!step()) return;
        } catch (e) {
          if (!(e instanceof LoopControl)) throw e;
          onControl(e);
          if (--e.levels > 0) throw e;
          if (e.kind === 'break') return;
        }
      }
    } finally {
      shell.loops--;
    }
  }

  isolated(body: (runner: Runner) => number): number {
    const { shell } = this;
    const cwd = workingDirectory(shell.sys);
    const copy = copyShell(shell);
    const inner = new Interpreter(copy, this.applets, this.builtins);
    try {
      return inner.guarded(() => body(inner));
    } finally {
      forgetAll(copy);
      try {
        if (cwd !== null && workingDirectory(shell.sys) !== cwd) shell.sys.chdir(cwd);
      } catch (e) {
        // The directory was removed meanwhile: the shell stays where the subshell went.
        if (!(e instanceof SysError)) throw e;
      }
      shell.pendingSignals |= copy.pendingSignals;
      copy.handedBack();
    }
  }

  /** Runs a whole shell's work: exits and errors become its status, and its EXIT trap runs. */
  guarded(body: () => number): number {
    const { shell } = this;
    let [status, signal] = [0, 0];
    try {
      status = body();
    } catch (e) {
      signal = endedBy(shell, e);
      status = signal === 0 ? this.endingStatus(e) : shell.status;
    }
    shell.status = status;
    const trap = shell.traps.get('EXIT');
    if (trap) {
      shell.traps.delete('EXIT');
      try {
        this.trapAction(trap);
      } catch (e) {
        const killed = endedBy(shell, e);
        [status, signal] = killed === 0 ? [this.endingStatus(e), signal] : [status, killed];
      }
    }
    if (signal !== 0) dieBy(shell, signal);
    return status;
  }

  private endingStatus(e: unknown): number {
    const { shell } = this;
    if (e instanceof ExitShell || e instanceof ReturnFunction) return e.status;
    if (e instanceof LoopControl) return 0;
    if (e instanceof ExpansionError || e instanceof ReadonlyError) {
      shell.complain(e.message);
      return e instanceof ReadonlyError ? 1 : e.fatal && shell.commandString ? 127 : e.status;
    }
    throw e;
  }

  callFunction(name: string, definition: FunctionValue, args: string[]): number {
    const { shell } = this;
    const { positional, loops } = shell;
    if (shell.functionNames.length >= 1000) throw new ExpansionError(`${name}: maximum function nesting level exceeded (1000)`, false);
    shell.positional = args;
    shell.loops = 0;
    shell.functionNames.push(name);
    shell.calls.push({ name, line: shell.line, source: definition.file ?? shell.scriptName });
    shell.vars.pushFrame();
    const outer = holdTraps(shell);
    try {
      return this.node(definition.body);
    } catch (e) {
      if (e instanceof ReturnFunction) return (shell.status = e.status);
      throw e;
    } finally {
      const action = shell.traps.get('RETURN');
      if (action) this.trapAction(action);
      giveBackTraps(shell, outer);
      shell.vars.popFrame();
      shell.functionNames.pop();
      shell.calls.pop();
      shell.positional = positional;
      shell.loops = loops;
    }
  }

  assign(assignment: Assignment, options?: { exported?: boolean; integer?: boolean }): void {
    assign(this, assignment, options);
  }

  simple(words: string[], extra: { handles: Handles; noFunctions?: boolean }): number {
    return runWords(this, words, extra);
  }

  runTraps(): void {
    const { shell } = this;
    shell.checkEnd();
    for (let n = 1; shell.pendingSignals !== 0 && n < 32; n++) {
      const bit = 1 << (n - 1);
      if ((shell.pendingSignals & bit) === 0) continue;
      const action = shell.traps.get(SIGNAL_NAMES[n]!);
      // Without a trap an interactive shell's Ctrl-C is answered by whatever waits for it.
      if (action === undefined && n === 2 && shell.interactive) return;
      shell.pendingSignals &= ~bit;
      if (action) this.trapAction(action);
    }
  }

  trapAction(action: string): void {
    const { shell } = this;
    const { status, line, source, tolerant } = shell;
    if (shell.inTrap++ === 0) shell.command = source;
    try {
      this.text(action, { firstLine: line, label: 'trap' });
    } finally {
      shell.inTrap--;
      Object.assign(shell, { line, source, tolerant });
    }
    shell.status = status;
  }
}

/** Groups, ifs and loops pass on a failure that was tolerated inside; it does not count again. */
function failureEnds(stages: readonly Node[]): boolean {
  if (stages.length > 1) return true;
  const kind = stages[0]!.t;
  return kind === 'simple' || kind === 'subshell' || kind === 'cond' || kind === 'arith-command';
}
