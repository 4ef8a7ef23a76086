/** The interpreter as its parts and the builtins see it. */
import type { Assignment, Command as Node, Script, Word } from '../language/ast.ts';
import type { Expander } from '../expand/expand.ts';
import type { Command, Context } from './context.ts';
import type { Handles } from './io.ts';
import type { FunctionValue, LoopControl, Shell } from './shell.ts';

export interface Runner {
  readonly shell: Shell;
  readonly expander: Expander;
  /** Programs of the sandbox that can run inside the shell, by applet name. */
  readonly applets: ReadonlyMap<string, Command>;
  script(script: Script): number;
  /** A list that may be empty, which is success. */
  block(script: Script): number;
  node(node: Node): number;
  /** Parses and runs a text, command by command. `label` stands in syntax errors (`eval`, a file's name). */
  text(text: string, options?: { firstLine?: number; label?: string }): number;
  /** Runs in a copy of the shell's state; exits end there. */
  isolated(body: (runner: Runner) => number): number;
  /** Runs `step` until it returns false; `break` and `continue` inside it are answered here. */
  loop(step: () => boolean, onControl: (e: LoopControl) => void): void;
  callFunction(name: string, definition: FunctionValue, args: string[]): number;
  assign(assignment: Assignment, options?: { exported?: boolean; integer?: boolean }): void;
  builtin(name: string): Builtin | undefined;
  builtinNames(): string[];
  /** Runs with other descriptors for the shell's own. */
  withHandles<T>(handles: Handles, body: () => T): T;
  /** Runs the traps of signals that have arrived. */
  runTraps(): void;
  /** Runs the action of a trap; `$?` and the line stay. */
  trapAction(action: string): void;
  simple(words: string[], extra: { handles: Handles; noFunctions?: boolean }): number;
  expandWord(word: Word): string;
}

export interface BuiltinCall {
  runner: Runner;
  shell: Shell;
  /** Without the name. */
  args: string[];
  ctx: Context;
  /** Array assignments among the arguments, by position in `args`. */
  arrays: ReadonlyMap<number, Assignment>;
  /** `exec` keeps its redirections. */
  keep: () => void;
}

export interface Builtin {
  name: string;
  /** Assignments before it stay, and errors in it end a script (POSIX special builtins that bash treats so only for `exec`, `return`, ...). */
  special?: boolean;
  /** Ends by itself without reading standard input, so a pipeline may run it ahead of the next command. */
  source?: boolean;
  run(call: BuiltinCall): number;
}
