/** make: what simple makefiles use of GNU make, one recipe after the other. What it does not know it refuses by name. */
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { Builder } from './make/build.ts';
import { Failure, MakeError, State } from './make/state.ts';
import { readOptions, type MakeOptions } from './make/options.ts';
import { assign, assignment } from './make/assign.ts';
import { Reader } from './make/read.ts';
import { combine, Rules } from './make/rules.ts';

const DEFAULT_FILES = ['GNUmakefile', 'makefile', 'Makefile'];
/** An included file that a rule makes has the whole read again; more often than this, it changes every time. */
const MAX_READS = 10;

const defaults: [string, string][] = [
  ['SHELL', '/bin/sh'], ['.SHELLFLAGS', '-c'], ['MAKE', 'make'], ['MAKE_COMMAND', 'make'], ['CC', 'cc'], ['CXX', 'g++'], ['AR', 'ar'], ['ARFLAGS', 'rv'], ['AS', 'as'], ['LD', 'ld'], ['RM', 'rm -f'], ['CPP', '$(CC) -E'],
  ['LEX', 'lex'], ['YACC', 'yacc'], ['.DEFAULT_GOAL', ''], ['.LIBPATTERNS', 'lib%.so lib%.a'], ['.VARIABLES', ''], ['MAKE_VERSION', '4.3'], ['.FEATURES', 'target-specific order-only else-if shell-export'],
];

export const make: Command = {
  name: 'make',
  apart: true,
  run(ctx) {
    const options = readOptions(ctx);
    if (options.version) {
      ctx.out('make (Tabloom), which knows what simple makefiles use of GNU make 4.3\n');
      return 0;
    }
    const level = Number(ctx.env['MAKELEVEL'] ?? 0) || 0;
    const name = level === 0 ? 'make' : `make[${level}]`;
    try {
      for (const folder of options.folders) ctx.sys.chdir(folder);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.err(`${name}: *** ${options.folders.join('/')}: ${errorText(e)}.  Stop.\n`);
      return 2;
    }
    const shows = options.printFolder ?? ((level > 0 || options.folders.length > 0) && !options.silent);
    if (shows) ctx.out(`${name}: Entering directory '${ctx.sys.getcwd()}'\n`);
    try {
      return build(ctx, options, name, level);
    } catch (e) {
      if (e instanceof Failure) return 2;
      if (!(e instanceof MakeError)) throw e;
      ctx.err(`${e.at ? `${e.at.file}:${e.at.line}: ` : `${name}: `}*** ${e.message}.  Stop.\n`);
      return 2;
    } finally {
      if (shows) ctx.out(`${name}: Leaving directory '${ctx.sys.getcwd()}'\n`);
    }
  },
};

function build(ctx: Context, options: MakeOptions, name: string, level: number): number {
  for (let reads = 1; ; reads++) {
    const { builder, reader, rules, state } = read(ctx, options, name, level);
    const made = remakeMakefiles(builder, reader, rules);
    if (made && reads < MAX_READS) continue;
    const lost = reader.missing.filter(({ optional }) => !optional);
    for (const { said } of lost) ctx.err(`${said}\n`);
    if (lost.length > 0) throw new MakeError(`No rule to make target '${lost[0]!.name}'`);
    const first = state.find('.DEFAULT_GOAL')?.value.trim() || rules.goal;
    const goals = options.goals.length > 0 ? options.goals : first === undefined ? [] : [first];
    if (goals.length === 0) throw new MakeError(reader.files.length === 0 ? 'No targets specified and no makefile found' : 'No targets');
    state.here = undefined;
    let ok = true;
    try {
      for (const goal of goals) ok = builder.goal(goal) && ok;
    } finally {
      builder.cleanUp();
    }
    return !ok ? 2 : builder.outdated ? 1 : 0;
  }
}

function read(ctx: Context, options: MakeOptions, name: string, level: number): { state: State; rules: Rules; reader: Reader; builder: Builder } {
  const state = new State(ctx);
  const rules = new Rules();
  const put = (key: string, value: string, origin: 'default' | 'environment' | 'file'): void => void state.global.set(key, { value, recursive: false, origin });
  for (const [key, value] of defaults) state.global.set(key, { value, recursive: true, origin: 'default' });
  for (const [key, value] of Object.entries(ctx.env)) if (!['SHELL', 'MAKEFLAGS', 'MAKELEVEL'].includes(key)) put(key, value, 'environment');
  put('CURDIR', ctx.sys.getcwd(), 'file');
  put('MAKELEVEL', String(level), 'environment');
  put('MAKECMDGOALS', options.goals.join(' '), 'default');
  put('MAKEFILE_LIST', '', 'file');
  for (const word of options.variables) {
    const found = assignment(word);
    if (found) assign(state, found, state.global, 'command line');
  }
  const reader = new Reader(state, rules);
  const files = options.files.length > 0 ? options.files : DEFAULT_FILES.filter((file) => exists(ctx, file)).slice(0, 1);
  for (const file of files) {
    try {
      reader.file(file);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      ctx.err(`${name}: ${file}: ${errorText(e)}\n`);
      throw new MakeError(`No rule to make target '${file}'`);
    }
  }
  combine(rules, (text) => ctx.err(text));
  state.here = undefined;
  return { state, rules, reader, builder: new Builder(state, rules, options, name) };
}

/** Makefiles that have a rule of their own are made first, and when one changed everything is read again. */
function remakeMakefiles(builder: Builder, reader: Reader, rules: Rules): boolean {
  let changed = false;
  for (const name of [...reader.files, ...reader.missing.map((one) => one.name)]) {
    const target = rules.targets.get(name);
    if (!target?.recipe || rules.phony.has(name)) continue;
    const before = builder.mtime(name);
    builder.update(name, undefined);
    if (builder.mtime(name) !== before) changed = true;
  }
  return changed;
}

function exists(ctx: Context, path: string): boolean {
  try {
    ctx.sys.access(path, 0);
    return true;
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return false;
  }
}
