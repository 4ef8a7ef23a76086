/** Finds the test runner in the line of a `test` script, and adds options to its call while the rest of the line stays as it is. */

export type RunnerName = 'node' | 'mocha' | 'jest' | 'vitest';

interface Word {
  /** Without quotes. */
  text: string;
  start: number;
  end: number;
}

export interface RunnerCall {
  runner: RunnerName;
  /** The whole line, with references to other scripts of the project replaced by those. */
  line: string;
  /** The program of the call as the line names it, e.g. `jest` or `node`. */
  program: string;
  /** Where options of the runner go: behind the program's name. Node would take later ones for the tests'. */
  optionsAt: number;
  /** The end of the call, where names of files go. */
  end: number;
  /** The words of the call behind `optionsAt`. */
  words: Word[];
}

const MAX_REFERENCES = 5;

/** The call of a known runner in a script, or undefined. `scripts` are the package's, for `npm run other`. */
export function findRunner(line: string, scripts: Readonly<Record<string, unknown>> = {}): RunnerCall | undefined {
  return find(line, scripts, 0);
}

function find(line: string, scripts: Readonly<Record<string, unknown>>, depth: number): RunnerCall | undefined {
  for (const words of commandsOf(line)) {
    const call = callIn(words, line);
    if (call) return call;
    const other = depth < MAX_REFERENCES ? referenced(words, scripts) : undefined;
    if (other === undefined) continue;
    const found = find(`${line.slice(0, words[0]!.start)}${other}${line.slice(words[words.length - 1]!.end)}`, scripts, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The script that npm makes for a package without tests. */
export function isPlaceholder(script: string): boolean {
  return /no test specified/.test(script);
}

/** The line with options and files added to the call. `drop` says which of its words to leave out, given the word before. */
export function withArguments(call: RunnerCall, options: readonly string[], files: readonly string[], drop: (word: string, before: string) => boolean): string {
  const { line, optionsAt, end, words } = call;
  let kept = '';
  let at = optionsAt;
  for (const [index, word] of words.entries()) {
    if (!drop(word.text, words[index - 1]?.text ?? '')) continue;
    kept += line.slice(at, word.start).trimEnd();
    at = word.end;
  }
  kept += line.slice(at, end);
  const added = (parts: readonly string[]): string => parts.map((part) => ` ${quote(part)}`).join('');
  return `${line.slice(0, optionsAt)}${added(options)}${kept}${added(files)}${line.slice(end)}`;
}

/** A word as the shell reads it back unchanged. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The simple commands of a line. What is in `$( )` or after a redirection is no command for us. */
function commandsOf(line: string): Word[][] {
  const commands: Word[][] = [[]];
  const pattern = /\s+|(&&|\|\||[;|&\n()])|(\d*[<>]+&?\d*)|((?:[^\s;|&()<>'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+)/gy;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    if (match[1] !== undefined) commands.push([]);
    const source = match[3];
    if (source !== undefined) commands[commands.length - 1]!.push({ text: unquoted(source), start: match.index, end: pattern.lastIndex });
  }
  return commands.filter((words) => words.length > 0);
}

function unquoted(source: string): string {
  return source.replace(/\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_all, escaped?: string, single?: string, double?: string) => escaped ?? single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? '');
}

const wrappers = new Set(['cross-env', 'cross-env-shell', 'env', 'npx', 'bunx', 'c8', 'nyc', 'time', 'exec', 'dotenv']);
const runners: Record<string, RunnerName> = { jest: 'jest', vitest: 'vitest', mocha: 'mocha', _mocha: 'mocha' };

function callIn(words: Word[], line: string): RunnerCall | undefined {
  let at = 0;
  let wrapped = false;
  for (; at < words.length; at++) {
    const { text } = words[at]!;
    if (/^\w+=/.test(text)) continue;
    if (wrappers.has(programName(text))) wrapped = true;
    else if (!(wrapped && text.startsWith('-')) && !(text === 'exec' && wrapped) && !packageManager(words, at)) break;
  }
  const word = words[at];
  if (!word) return undefined;
  const name = programName(word.text);
  const call = (runner: RunnerName, program: number): RunnerCall => (
    { runner, line, program: words[program]!.text, optionsAt: words[program]!.end, end: words[words.length - 1]!.end, words: words.slice(program + 1) });
  const direct = runners[name];
  if (direct) {
    // vitest's subcommand comes before its options.
    const verb = direct === 'vitest' && ['run', 'watch', 'dev', 'related'].includes(words[at + 1]?.text ?? '') ? 1 : 0;
    return { ...call(direct, at), optionsAt: words[at + verb]!.end, words: words.slice(at + verb + 1) };
  }
  if ((name === 'react-scripts' || name === 'craco') && words[at + 1]?.text === 'test') return { ...call('jest', at), optionsAt: words[at + 1]!.end, words: words.slice(at + 2) };
  if (name !== 'node' && name !== 'tsx') return undefined;
  if (words.slice(at + 1).some(({ text }) => text === '--test')) return call('node', at);
  const script = words.findIndex(({ text }, index) => index > at && !text.startsWith('-') && !nodeOptionsWithValue.has(words[index - 1]!.text));
  const runner = script < 0 ? undefined : runners[programName(words[script]!.text)];
  return runner ? call(runner, script) : undefined;
}

const nodeOptionsWithValue = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader', '--env-file', '-C', '--conditions']);

/** `pnpm exec`, `yarn`, `npm exec --`: the words of them that stand before the program. */
function packageManager(words: Word[], at: number): boolean {
  const manager = words.findIndex(({ text }) => ['npm', 'pnpm', 'yarn', 'bun'].includes(text));
  if (manager < 0 || manager > at) return false;
  const rest = words.slice(manager + 1, at + 1).map(({ text }) => text);
  if (at === manager) return ['exec', 'x', 'dlx'].includes(words[at + 1]?.text ?? '') || runners[programName(words[at + 1]?.text ?? '')] !== undefined;
  return rest.every((text) => ['exec', 'x', 'dlx', '--'].includes(text) || text.startsWith('-'));
}

/** `jest`, `./node_modules/.bin/jest`, `node_modules/jest/bin/jest.js` and `vitest/vitest.mjs` are their last name. */
function programName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[cm]?js$/, '');
}

function referenced(words: Word[], scripts: Readonly<Record<string, unknown>>): string | undefined {
  const [manager, ...rest] = words.map(({ text }) => text);
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(manager ?? '')) return undefined;
  const named = rest[0] === 'run' || rest[0] === 'run-script' ? rest.slice(1) : manager === 'npm' ? [] : rest;
  const [name, ...more] = named.filter((text) => text !== '-s' && text !== '--silent');
  const script = name === undefined ? undefined : scripts[name];
  if (typeof script !== 'string') return undefined;
  const extra = more[0] === '--' ? more.slice(1) : more;
  // Options before `--` are npm's own, such as `--workspaces`: then it is not a script of this package.
  if (manager === 'npm' && more.length > 0 && more[0] !== '--') return undefined;
  return [script, ...extra.map(quote)].join(' ');
}
