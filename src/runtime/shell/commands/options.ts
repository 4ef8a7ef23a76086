/** Command-line options as GNU getopt reads them. */
import { CommandExit, type Context } from '../run/context.ts';

export interface OptionSpec {
  /** Letters; one followed by `:` takes a value, by `::` an optional glued one. */
  short: string;
  /** Long names and the letter they mean; `name:` takes a value, `name::` an optional one. */
  long?: { [name: string]: string };
  /** Stop at the first operand (`env`, `xargs`): what follows is another command's. */
  stop?: boolean;
  /** Status of a usage error. */
  status?: number;
  /** `-5` means `-n 5` for this letter (head, tail). */
  digits?: string;
}

export class Options {
  readonly rest: string[] = [];
  /** In the order given. */
  readonly list: [string, string][] = [];
  has(letter: string): boolean {
    return this.list.some(([l]) => l === letter);
  }
  /** Last value given, else undefined. */
  value(letter: string): string | undefined {
    return this.list.findLast(([l]) => l === letter)?.[1];
  }
  values(letter: string): string[] {
    return this.list.filter(([l]) => l === letter).map(([, v]) => v);
  }
  /** Which of these letters was given last. */
  last(letters: string): string | undefined {
    return this.list.findLast(([l]) => letters.includes(l))?.[0];
  }
}

/** Reads options; ends the command with GNU's message for an unknown one, and after `--version`, by which scripts tell GNU's commands from others. */
export function parseOptions(ctx: Context, spec: OptionSpec, args: readonly string[] = ctx.args): Options {
  const out = new Options();
  const bad = (message: string): never => ctx.die(`${message}\nTry '${ctx.name} --help' for more information.`, spec.status ?? 1);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      out.rest.push(...args.slice(i + 1));
      break;
    }
    if (arg === '--version' && spec.long?.['version'] === undefined) {
      ctx.out(`${ctx.name} (Tabloom, after GNU ${ctx.name})\n`);
      throw new CommandExit(0);
    }
    if (arg.startsWith('--')) {
      i += long(arg, args[i + 1], spec, out, bad);
      continue;
    }
    if (arg.length > 1 && arg.startsWith('-')) {
      if (spec.digits && /^-\d+$/.test(arg)) {
        out.list.push([spec.digits, arg.slice(1)]);
        continue;
      }
      for (let k = 1; k < arg.length; k++) {
        const letter = arg[k]!;
        const at = letter === ':' ? -1 : spec.short.indexOf(letter);
        if (at < 0) return bad(`invalid option -- '${letter}'`);
        if (spec.short[at + 1] !== ':') {
          out.list.push([letter, '']);
          continue;
        }
        const glued = arg.slice(k + 1);
        if (glued !== '' || spec.short[at + 2] === ':') out.list.push([letter, glued]);
        else if (i + 1 < args.length) out.list.push([letter, args[++i]!]);
        else return bad(`option requires an argument -- '${letter}'`);
        break;
      }
      continue;
    }
    if (spec.stop) {
      out.rest.push(...args.slice(i));
      break;
    }
    out.rest.push(arg);
  }
  return out;
}

/** Returns how many further arguments were used. */
function long(arg: string, next: string | undefined, spec: OptionSpec, out: Options, bad: (message: string) => never): number {
  const equals = arg.indexOf('=');
  const name = arg.slice(2, equals < 0 ? undefined : equals);
  const names = Object.keys(spec.long ?? {});
  let matches = names.filter((n) => n.replace(/:+$/, '') === name);
  if (matches.length === 0) matches = names.filter((n) => n.startsWith(name));
  if (matches.length === 0) return bad(`unrecognized option '--${name}'`);
  if (matches.length > 1 && new Set(matches.map((m) => spec.long![m])).size > 1) return bad(`option '--${name}' is ambiguous; possibilities:${matches.map((m) => ` '--${m.replace(/:+$/, '')}'`).join('')}`);
  const match = matches[0]!;
  const letter = spec.long![match]!;
  const value = equals < 0 ? undefined : arg.slice(equals + 1);
  if (!match.endsWith(':')) {
    if (value !== undefined) return bad(`option '--${match}' doesn't allow an argument`);
    out.list.push([letter, '']);
    return 0;
  }
  if (value !== undefined || match.endsWith('::')) {
    out.list.push([letter, value ?? '']);
    return 0;
  }
  if (next === undefined) return bad(`option '--${match.replace(/:+$/, '')}' requires an argument`);
  out.list.push([letter, next]);
  return 1;
}
