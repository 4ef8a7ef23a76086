/** Runs the lines of a recipe. */
import type { Builder } from './build.ts';
import { environment } from './environment.ts';
import { expand, valueOf } from './expand.ts';
import { flagsFor } from './options.ts';
import type { Recipe } from './rules.ts';
import { Failure, type Location, type State } from './state.ts';

interface Line {
  text: string;
  at: Location;
  silent: boolean;
  ignore: boolean;
  /** Runs even when recipes are only printed: it is another make. */
  always: boolean;
}

/** False when it failed and make goes on. @throws Failure otherwise. */
export function runRecipe(builder: Builder, name: string, recipe: Recipe): boolean {
  const { state, rules, options } = builder;
  const lines = linesOf(state, recipe);
  const run = rules.oneShell && lines.length > 0 ? [{ ...lines[0]!, text: lines.map((line) => line.text).join('\n') }] : lines;
  for (const line of run) {
    if (options.question && !line.always) {
      builder.outdated = true;
      return true;
    }
    builder.commands++;
    const quiet = !options.dry && (line.silent || options.silent || rules.allSilent || rules.silent.has(name));
    if (!quiet) state.ctx.out(`${line.text}\n`);
    if (options.dry && !line.always) continue;
    const status = execute(builder, line.text);
    if (status === 0) continue;
    const said = `[${line.at.file}:${line.at.line}: ${name}] ${status > 128 && status < 160 ? signalText(status) : `Error ${status}`}`;
    if (line.ignore || options.ignore || rules.allIgnored || rules.ignored.has(name)) {
      builder.say(`${said} (ignored)`);
      continue;
    }
    builder.say(`*** ${said}`);
    if (rules.deleteOnError && !rules.phony.has(name) && builder.mtime(name) !== -Infinity) {
      builder.say(`*** Deleting file '${name}'`);
      state.ctx.sys.unlink(name);
    }
    if (!options.keepGoing) throw new Failure();
    return false;
  }
  return true;
}

/** All of them are expanded before the first one runs. */
function linesOf(state: State, recipe: Recipe): Line[] {
  return recipe.lines.flatMap(({ text, at }) => {
    state.here = at;
    const recursive = /\$[({]MAKE[)}]/.test(text);
    const [, outer, rest] = /^([ \t@+-]*)([\s\S]*)$/.exec(text)!;
    const expanded = expand(state, rest!);
    // A variable with several lines is as many lines; a backslash keeps them together.
    return expanded.split(/(?<!\\)\n/).flatMap((line) => {
      const [, inner, body] = /^([ \t@+-]*)([\s\S]*)$/.exec(line)!;
      const marks = outer! + inner!;
      return body!.trim() === '' ? [] : [{ text: body!, at, silent: marks.includes('@'), ignore: marks.includes('-'), always: marks.includes('+') || recursive }];
    });
  });
}

const signals: Record<number, string> = { 1: 'Hangup', 2: 'Interrupt', 6: 'Aborted', 9: 'Killed', 13: 'Broken pipe', 15: 'Terminated' };

function signalText(status: number): string {
  return signals[status - 128] ?? `Error ${status}`;
}

/** Builtins of the shell, which are no programs. */
const builtins = new Set(['.', ':', 'alias', 'bg', 'break', 'case', 'cd', 'command', 'continue', 'eval', 'exec', 'exit', 'export', 'fc', 'fg', 'for', 'getopts', 'hash', 'if', 'jobs', 'login', 'logout', 'read', 'readonly', 'return',
  'set', 'shift', 'test', 'times', 'trap', 'type', 'ulimit', 'umask', 'unalias', 'unset', 'wait', 'while']);

/** A line without anything for a shell is started as it is, which shows when there is no such program. */
function execute(builder: Builder, text: string): number {
  const { state, options } = builder;
  const { ctx } = state;
  const shell = valueOf(state, 'SHELL');
  const flags = valueOf(state, '.SHELLFLAGS');
  const env = environment(state, flagsFor(options), Number(ctx.env['MAKELEVEL'] ?? 0) || 0);
  const words = text.trim().split(/[ \t]+/);
  const direct = shell === '/bin/sh' && flags === '-c' && !/[#;"*?[\]&|<>(){}$`^~!\\'\n]/.test(text) && !words[0]!.includes('=') && !builtins.has(words[0]!);
  if (!direct) return ctx.launch([shell, ...flags.split(' ').filter((flag) => flag !== ''), text], { env });
  ctx.stdout.flush();
  return launchDirect(builder, words, env);
}

function launchDirect(builder: Builder, words: string[], env: { [name: string]: string }): number {
  const { ctx } = builder.state;
  const before = ctx.name;
  // The message of a program that is not there begins with make's name as it calls itself at this level.
  Object.defineProperty(ctx, 'name', { value: builder.name, configurable: true, writable: true });
  try {
    return ctx.launch(words, { env });
  } finally {
    Object.defineProperty(ctx, 'name', { value: before, configurable: true, writable: true });
  }
}
