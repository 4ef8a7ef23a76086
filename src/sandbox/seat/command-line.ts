/** The line that starts a program again as it was started, where that can be known exactly. */
import type { ByHand } from './running-programs.ts';

/** Who started it: a person's shell (or the page), or the tool host for an agent. */
export type Origin = 'terminal' | 'tools';

export interface StartedProgram {
  argv: readonly string[] | undefined;
  environment: ReadonlyMap<string, string> | undefined;
  /** What descriptor 0 is. */
  input: string;
  origin: Origin;
  /** The variables that whoever started it began with. */
  base: ReadonlyMap<string, string> | undefined;
}

/** Longer ones are no lines that somebody typed. */
const MAX_CHARS = 2_000;
/** Shells and terminals set these by themselves. */
const OF_SHELLS = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'TERM', 'COLUMNS', 'LINES']);
/** And the tool host these, because nobody watches there; in a terminal somebody does. */
const OF_TOOLS = /^(?:CI|NO_COLOR|FORCE_COLOR|PAGER|GIT_PAGER|GIT_TERMINAL_PROMPT|npm_config_(?:update_notifier|fund))$/;
/** A secret has no business on a screen, in the shell's history or in a message to other tabs. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASS|PWD|PASSWD|PASSWORD|PASSPHRASE|CREDENTIAL|AUTH|PAT)S?(?:_\w*)?$/i;
const SECRET_VALUE = /:\/\/[^/\s]*@/;
/** Also in what it was started with: `--token=x`, `--token x`, or a variable in a line that was given to the shell. */
const tellsSecret = (word: string): boolean => SECRET_VALUE.test(word) || [...word.matchAll(/(\w+)=|(?:^|\s)--?([\w-]+)$/g)].some(([, name, option]) => SECRET_NAME.test((name ?? option)!.replaceAll('-', '_')));

export function commandLine({ argv, environment, input, origin, base }: StartedProgram): { line: string } | { byHand: ByHand } {
  if (!argv?.length || !environment || !base) return { byHand: 'unknown' };
  // A part of a longer line, whose other parts nobody lists.
  if (!/^(?:\/dev\/(?:null|tty|pts\/\d+))?$/.test(input)) return { byHand: 'input' };
  const set = [...environment].filter(([name, value]) => base.get(name) !== value && !OF_SHELLS.has(name) && !(origin === 'tools' && OF_TOOLS.test(name)));
  if (argv.some(tellsSecret) || set.some(([name, value]) => SECRET_NAME.test(name) || SECRET_VALUE.test(value))) return { byHand: 'secret' };
  if (set.some(([name]) => !/^[A-Za-z_]\w*$/.test(name))) return { byHand: 'unknown' };
  // Several commands: those before the server have done something already, and are not to do it again by themselves.
  if (/^(?:\/bin\/)?sh$/.test(argv[0]!) && argv[1] === '-c' && /[;&|<>(){}`#\n]/.test(argv[2] ?? '')) return { byHand: 'unknown' };
  const line = [...set.map(([name, value]) => `${name}=${quote(value)}`), ...words(argv, origin, set.length > 0)].join(' ');
  return line.length > MAX_CHARS ? { byHand: 'unknown' } : { line };
}

function words(argv: readonly string[], origin: Origin, variables: boolean): readonly string[] {
  const [program, first = '', third = ''] = argv;
  // A line that was given to the shell as a whole is such a line again. Variables would count for its first command only.
  if (origin === 'tools' && /^(?:\/bin\/)?sh$/.test(program!) && first === '-c' && argv.length === 3 && !variables && !/[\0-\x1f\x7f]/.test(third)) return [third];
  const bin = program === 'node' ? /^\/usr\/bin\/([\w.-]+)$/.exec(first)?.[1] : undefined;
  if (bin !== undefined) return [bin, ...argv.slice(2).map(quote)];
  const installed = program === 'node' ? /\/node_modules\/\.bin\/([\w.-]+)$/.exec(first)?.[1] : undefined;
  return installed === undefined ? argv.map(quote) : ['npx', installed, ...argv.slice(2).map(quote)];
}

/** For the shell. A control character would be a key of the terminal's. */
export function quote(text: string): string {
  if (/^[\w%+:,./@-]+$/.test(text)) return text;
  if (!/[\0-\x1f\x7f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(/[\0-\x1f\x7f]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
}
