/** trap. */
import { DISPOSITION } from '../../abi/constants.ts';
import type { Builtin } from '../run/runner.ts';
import { dispositionOf, holdForExit } from '../run/signals.ts';
import { SIGNAL_NAMES, signalNumber } from '../run/status.ts';

const PSEUDO = new Set(['EXIT', 'ERR', 'DEBUG', 'RETURN']);

export const traps: Builtin[] = [
  {
    name: 'trap',
    special: true,
    run({ shell, args, ctx }) {
      if (args[0] === '-l') {
        ctx.out(`${SIGNAL_NAMES.slice(1).map((n, k) => `${String(k + 1).padStart(2)}) SIG${n}`).join('\n')}\n`);
        return 0;
      }
      const print = args.length === 0 || args[0] === '-p';
      const words = args[0] === '--' || args[0] === '-p' ? args.slice(1) : args;
      if (print) {
        const wanted = new Set(words.map(canonical));
        for (const [name, action] of [...shell.shownTraps ?? shell.traps].sort(([a], [b]) => place(a) - place(b))) {
          if (words.length === 0 || wanted.has(name)) ctx.out(`trap -- '${action.replaceAll("'", "'\\''")}' ${PSEUDO.has(name) ? name : `SIG${name}`}\n`);
        }
        return 0;
      }
      shell.shownTraps = undefined;
      // A lone signal resets it; so does a number in place of the action.
      const reset = words.length === 1 || words[0] === '-' || /^\d+$/.test(words[0]!);
      const names = words.length === 1 || /^\d+$/.test(words[0]!) ? words : words.slice(1);
      let status = 0;
      for (const word of names) {
        const name = canonical(word);
        if (name === null) {
          status = ctx.fail(`${word}: invalid signal specification`);
          continue;
        }
        if (reset) shell.traps.delete(name);
        else shell.traps.set(name, words[0]!);
        const n = PSEUDO.has(name) ? 0 : (signalNumber(name) ?? 0);
        // KILL and STOP cannot be caught; the kernel would refuse.
        if (n > 0 && n !== 9 && n !== 19) shell.sys.sigaction(n, reset ? dispositionOf(shell, n) : words[0] === '' ? DISPOSITION.IGNORE : DISPOSITION.HANDLE);
      }
      holdForExit(shell);
      return status;
    },
  },
];

/** bash lists traps by their numbers; those that are no signals come after these, EXIT before. */
function place(name: string): number {
  const pseudo = ['DEBUG', 'ERR', 'RETURN'].indexOf(name);
  return name === 'EXIT' ? 0 : pseudo >= 0 ? 100 + pseudo : (signalNumber(name) ?? 0);
}

function canonical(word: string): string | null {
  if (word === '0') return 'EXIT';
  const upper = word.toUpperCase();
  if (PSEUDO.has(upper)) return upper;
  const n = signalNumber(word);
  return n === null ? null : (SIGNAL_NAMES[n] ?? null);
}
