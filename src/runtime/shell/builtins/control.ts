/** Flow of control: break, continue, return, exit, shift and the constants. */
import { ExitShell, LoopControl, ReturnFunction } from '../run/shell.ts';
import { refusesExit } from '../run/job-text.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';

function loopControl(kind: 'break' | 'continue'): Builtin {
  return {
    name: kind,
    special: true,
    run({ shell, args, ctx }) {
      if (shell.loops === 0) return ctx.fail("only meaningful in a `for', `while', or `until' loop", 0);
      const levels = args[0] === undefined ? 1 : Number(args[0]);
      if (!Number.isInteger(levels)) return ctx.fail(`${args[0]}: numeric argument required`, 128);
      if (levels < 1) return ctx.fail(`${args[0]}: loop count out of range`, 1);
      shell.status = 0;
      throw new LoopControl(kind, Math.min(levels, shell.loops));
    },
  };
}

function statusArgument({ shell, args, ctx }: BuiltinCall): number {
  const text = args[0] === '--' ? args[1] : args[0];
  if (text === undefined) return shell.status;
  if (!/^[+-]?\d+$/.test(text)) {
    ctx.fail(`${text}: numeric argument required`);
    return 2;
  }
  return Number(BigInt.asUintN(8, BigInt(text)));
}

export const control: Builtin[] = [
  loopControl('break'),
  loopControl('continue'),
  {
    name: 'return',
    special: true,
    run(call) {
      const { shell, ctx } = call;
      if (shell.functionNames.length === 0 && shell.sourced === 0) return ctx.fail("can only `return' from a function or sourced script", 2);
      throw new ReturnFunction(statusArgument(call));
    },
  },
  {
    name: 'exit',
    special: true,
    run(call) {
      const { shell } = call;
      if (shell.interactive && shell.subshell === 0) {
        call.ctx.err('exit\n');
        if (refusesExit(shell)) return 1;
      }
      throw new ExitShell(statusArgument(call));
    },
  },
  {
    name: 'shift',
    special: true,
    run({ shell, args, ctx }) {
      const n = args[0] === undefined ? 1 : Number(args[0]);
      if (!Number.isInteger(n)) return ctx.fail(`${args[0]}: numeric argument required`);
      if (n < 0) return ctx.fail(`${args[0]}: shift count out of range`);
      if (n > shell.positional.length) return 1;
      shell.positional = shell.positional.slice(n);
      return 0;
    },
  },
  {
    name: 'caller',
    source: true,
    run({ shell, args, ctx }) {
      const frames = [...shell.calls].reverse();
      const n = Number(args[0] ?? 0);
      if (!Number.isInteger(n)) return ctx.fail(`${args[0]}: invalid number`, 2);
      if (frames.length === 0 || n >= frames.length) return 1;
      const above = frames[n + 1];
      const source = above?.source ?? shell.scriptName ?? 'NULL';
      ctx.out(args.length === 0 ? `${frames[0]!.line} ${source}\n` : `${frames[n]!.line} ${above?.name ?? 'main'} ${source}\n`);
      return 0;
    },
  },
  { name: ':', special: true, source: true, run: () => 0 },
  { name: 'true', source: true, run: () => 0 },
  { name: 'false', source: true, run: () => 1 },
];
