/** The shell's builtins. */
import type { Builtin } from '../run/runner.ts';
import { type Command, Context } from '../run/context.ts';
import { MemoryOut } from '../run/io.ts';
import { decode } from '../text.ts';
import { control } from './control.ts';
import { directories } from './directories.ts';
import { evaluate } from './evaluate.ts';
import { jobs } from './jobs.ts';
import { kill } from './kill.ts';
import { wait } from './wait.ts';
import { options } from './options.ts';
import { reading } from './read.ts';
import { isSet } from '../run/cond.ts';
import { traps } from './traps.ts';
import { ulimit } from './ulimit.ts';
import { variables } from './variables.ts';
import { various } from './various.ts';
import { echo } from '../commands/echo.ts';
import { printf } from '../commands/printf.ts';
import { bracket, test } from '../commands/test.ts';

/** Commands that are files of /bin too. */
function shared(command: Command): Builtin {
  return { name: command.name, ...(command.batch === 'source' ? { source: true } : {}), run: ({ ctx }) => command.run(ctx) };
}

/** `printf -v name` needs the shell. */
const printfBuiltin: Builtin = {
  ...shared(printf),
  run({ runner, shell, args, ctx }) {
    if (args[0] !== '-v') return printf.run(ctx);
    const name = args[1] ?? '';
    const sink = captureArguments(ctx, args.slice(2));
    const status = printf.run(sink.ctx);
    sink.ctx.stdout.flush();
    const element = /^([A-Za-z_]\w*)\[(.*)\]$/.exec(name);
    if (element) shell.vars.setElement(element[1]!, runner.expander.key(element[1]!, element[2]!), sink.text());
    else shell.vars.set(name, sink.text());
    return status;
  },
};

/** `-v name` asks about the shell's variables, which the program does not know. */
function testBuiltin(command: Command): Builtin {
  return {
    ...shared(command),
    run({ runner, ctx, args }) {
      const words = args.map((word, i) => (args[i - 1] === '-v' && (i === 1 || /^(?:!|\(|-a|-o)$/.test(args[i - 2]!)) ? (isSet(runner, word) ? 'set' : '') : word));
      const asked = words.map((word, i) => (word === '-v' && words[i + 1] !== args[i + 1] ? '-n' : word));
      return command.run(words.some((w, i) => w !== args[i]) ? new Context(ctx.sys, ctx.name, asked, ctx.env, ctx.handles) : ctx);
    },
  };
}

const list: Builtin[] = [
  ...control, ...directories, ...evaluate, ...jobs, kill, wait, ...options, ...reading, ...traps, ...variables, ...various, shared(echo), printfBuiltin, testBuiltin(test), testBuiltin(bracket), ulimit,
];

export const builtins: ReadonlyMap<string, Builtin> = new Map(list.map((b) => [b.name, b]));

function captureArguments(from: Context, args: string[]): { ctx: Context; text: () => string } {
  const sink = new MemoryOut();
  const handles = [...from.handles];
  handles[1] = sink;
  return { ctx: new Context(from.sys, from.name, args, from.env, handles), text: () => decode(sink.bytes()) };
}
