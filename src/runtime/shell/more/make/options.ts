/** make's own command line. */
import { parseOptions } from '../../commands/options.ts';
import type { Context } from '../../run/context.ts';

export interface MakeOptions {
  files: string[];
  folders: string[];
  dry: boolean;
  silent: boolean;
  always: boolean;
  keepGoing: boolean;
  ignore: boolean;
  question: boolean;
  printFolder: boolean | undefined;
  version: boolean;
  goals: string[];
  /** `NAME=value`, `NAME:=value` and so on, as given. */
  variables: string[];
}

/** Flags of an outer make come first, in `MAKEFLAGS`: letters, then variables behind `--`. */
export function readOptions(ctx: Context): MakeOptions {
  const [letters, variables] = outerFlags(ctx.env['MAKEFLAGS'] ?? '');
  const o = parseOptions(ctx, {
    short: 'bBC:eEf:hij::kl::mnO::oqrRsSvw',
    long: {
      'directory:': 'C', 'file:': 'f', 'makefile:': 'f', 'just-print': 'n', 'dry-run': 'n', recon: 'n', silent: 's', quiet: 's', 'always-make': 'B', 'keep-going': 'k', 'no-keep-going': 'S', 'ignore-errors': 'i',
      'jobs::': 'j', 'print-directory': 'w', 'no-print-directory': 'nw', question: 'q', version: 'v', 'no-builtin-rules': 'r', 'no-builtin-variables': 'R', 'output-sync::': 'O', 'load-average::': 'l',
    },
    status: 2,
  }, ctx.args.flatMap((word, at) => (isNumberFor(ctx.args[at - 1], word) ? [] : [word])));
  for (const letter of ['e', 'E', 'h', 'o']) if (o.has(letter)) ctx.die(`this make does not know '-${letter}'`, 2);
  const has = (letter: string): boolean => o.has(letter) || letters.includes(letter);
  return {
    files: o.values('f'), folders: o.values('C'), dry: has('n'), silent: has('s'), always: has('B'), keepGoing: has('k') && !o.has('S'), ignore: has('i'), question: has('q'),
    printFolder: o.has('nw') ? false : has('w') ? true : undefined, version: o.has('v'),
    goals: o.rest.filter((word) => !isAssignment(word)), variables: [...variables, ...o.rest.filter(isAssignment)],
  };
}

/** `-j 4`: the number may stand alone, though it need not be there. All jobs run one after the other anyway. */
function isNumberFor(before: string | undefined, word: string): boolean {
  return (before === '-j' || before === '-l') && /^[\d.]+$/.test(word);
}

function isAssignment(word: string): boolean {
  return /^[^\s:=]+?(?:::?|\?|\+|!)?=/.test(word);
}

function outerFlags(flags: string): [letters: string, variables: string[]] {
  const at = / ?-- /.exec(` ${flags}`);
  const first = flags.split(' ')[0] ?? '';
  const letters = first.startsWith('-') ? first.replace(/^-(?!-)/, '').replace(/^--.*$/, '') : first.includes('=') ? '' : first;
  const rest = at ? ` ${flags}`.slice(at.index + at[0].length) : '';
  return [letters, rest.match(/(?:\\.|[^\s\\])+/g)?.map((word) => word.replace(/\\(.)/g, '$1')) ?? []];
}

/** What an inner make is told. */
export function flagsFor(options: MakeOptions): string {
  const letters = `${options.always ? 'B' : ''}${options.ignore ? 'i' : ''}${options.keepGoing ? 'k' : ''}${options.dry ? 'n' : ''}${options.question ? 'q' : ''}${options.silent ? 's' : ''}`;
  const variables = options.variables.map((word) => word.replace(/[\s\\]/g, '\\$&')).join(' ');
  return `${letters}${options.printFolder === false ? ' --no-print-directory' : ''}${variables === '' ? '' : ` -- ${variables}`}`;
}
