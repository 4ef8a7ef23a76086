/** getopt (util-linux): sorts a script's options and operands, quoted so that `eval set --` reads them back. */
import type { Command, Context } from '../run/context.ts';
import { parseOptions } from '../commands/options.ts';

const USAGE = "Try 'getopt --help' for more information.";

interface Wanted { short: string; long: string[]; order: 'any' | 'strict' | 'in-place'; alternative: boolean }

export const getopt: Command = {
  name: 'getopt',
  run(ctx) {
    // Called with the letters first, as on old systems: nothing is quoted.
    const first = ctx.args[0];
    if (first === undefined) return ctx.fail(`missing optstring argument\n${USAGE}`, 2);
    if (!first.startsWith('-')) return sorted(ctx, { short: first, long: [], order: orderOf(first), alternative: false }, ctx.args.slice(1), { quote: false, name: 'getopt', quiet: false, silent: false });
    const o = parseOptions(ctx, {
      short: 'aho:l:n:qQs:uTV', long: { alternative: 'a', help: 'h', 'longoptions:': 'l', 'name:': 'n', 'options:': 'o', quiet: 'q', 'quiet-output': 'Q', 'shell:': 's', test: 'T', unquoted: 'u', version: 'V' }, stop: true, status: 2,
    });
    if (o.has('T')) return 4;
    if (o.has('h')) {
      ctx.out('Usage:\n getopt <optstring> <parameters>\n getopt [options] [--] <optstring> <parameters>\n getopt [options] -o|--options <optstring> [options] [--] <parameters>\n');
      return 0;
    }
    if (o.has('V')) {
      ctx.out('getopt (Tabloom, after util-linux)\n');
      return 0;
    }
    const rest = [...o.rest];
    const short = o.value('o') ?? rest.shift();
    if (short === undefined) return ctx.fail(`missing optstring argument\n${USAGE}`, 2);
    const long = o.values('l').flatMap((list) => list.split(/[\s,]+/)).filter((name) => name !== '');
    return sorted(ctx, { short, long, order: orderOf(short), alternative: o.has('a') }, rest, { quote: !o.has('u'), name: o.value('n') ?? 'getopt', quiet: o.has('q'), silent: o.has('Q') });
  },
};

function orderOf(short: string): Wanted['order'] {
  return short.startsWith('+') ? 'strict' : short.startsWith('-') ? 'in-place' : 'any';
}

interface Manner { quote: boolean; name: string; quiet: boolean; silent: boolean }

function sorted(ctx: Context, wanted: Wanted, args: readonly string[], { quote, name, quiet, silent }: Manner): number {
  const said: string[] = [];
  const operands: string[] = [];
  let bad = false;
  const fail = (message: string): void => {
    bad = true;
    if (!quiet) ctx.err(`${name}: ${message}\n`);
  };
  const text = (value: string): string => (quote ? `'${value.replaceAll("'", "'\\''")}'` : value);
  const letters = wanted.short.replace(/^[-+]/, '').replace(/^:/, '');
  let i = 0;
  for (; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      i++;
      break;
    }
    if (arg === '-' || !arg.startsWith('-')) {
      if (wanted.order === 'strict') break;
      if (wanted.order === 'in-place') said.push(text(arg));
      else operands.push(text(arg));
      continue;
    }
    if (arg.startsWith('--') || (wanted.alternative && arg.length > 2)) {
      const equals = arg.indexOf('=');
      const written = arg.slice(arg.startsWith('--') ? 2 : 1, equals < 0 ? undefined : equals);
      const known = longNamed(wanted.long, written);
      if (known.length !== 1) {
        fail(known.length === 0 ? `unrecognized option '${arg.slice(0, equals < 0 ? undefined : equals)}'` : `option '${arg}' is ambiguous; possibilities:${known.map((k) => ` '--${k.replace(/:+$/, '')}'`).join('')}`);
        continue;
      }
      const full = known[0]!.replace(/:+$/, '');
      const takes = known[0]!.length - full.length;
      let value = equals < 0 ? undefined : arg.slice(equals + 1);
      if (takes === 0 && value !== undefined) {
        fail(`option '--${full}' doesn't allow an argument`);
        continue;
      }
      if (takes === 1 && value === undefined) {
        if (i + 1 >= args.length) {
          fail(`option '--${full}' requires an argument`);
          continue;
        }
        value = args[++i];
      }
      said.push(`--${full}`, ...(takes === 0 ? [] : [text(value ?? '')]));
      continue;
    }
    for (let k = 1; k < arg.length; k++) {
      const letter = arg[k]!;
      const at = letter === ':' ? -1 : letters.indexOf(letter);
      if (at < 0) {
        fail(`invalid option -- '${letter}'`);
        continue;
      }
      said.push(`-${letter}`);
      if (letters[at + 1] !== ':') continue;
      const glued = arg.slice(k + 1);
      if (glued !== '' || letters[at + 2] === ':') said.push(text(glued));
      else if (i + 1 < args.length) said.push(text(args[++i]!));
      else {
        said.pop();
        fail(`option requires an argument -- '${letter}'`);
      }
      break;
    }
  }
  operands.push(...args.slice(i).map(text));
  if (!silent) ctx.out(` ${[...said, '--', ...operands].join(' ')}\n`);
  return bad ? 1 : 0;
}

/** Names that `written` stands for: itself, else those that it begins. */
function longNamed(names: readonly string[], written: string): string[] {
  const exact = names.filter((name) => name.replace(/:+$/, '') === written);
  return exact.length > 0 ? exact.slice(0, 1) : names.filter((name) => name.startsWith(written));
}
