/** What Tab offers. */
import { DT, S } from '../../abi/constants.ts';
import { decode } from '../text.ts';
import { specialWords } from './complete-words.ts';
import type { Runner } from '../run/runner.ts';
import type { Shell } from '../run/shell.ts';

export interface Completion {
  /** Text to put in at the cursor; '' when nothing is certain. */
  insert: string;
  /** Everything that fits, to be shown. */
  choices: string[];
}

interface Candidate { text: string; shown: string; end: string }

export function complete(runner: Runner, line: string, at: number): Completion {
  const { shell } = runner;
  const { word, quote, first, previous } = wordAt(line.slice(0, at));
  let candidates: Candidate[];
  if (/\$\{?\w*$/.test(word) && (quote !== "'")) candidates = variables(shell, word);
  else if (first && !word.includes('/')) candidates = commands(runner, word);
  else if (/^~\w*$/.test(word)) candidates = homes(shell, word);
  else candidates = special(shell, previous, word) ?? paths(shell, word, previous[0] === 'cd' || previous[0] === 'rmdir' || previous[0] === 'pushd', first);
  if (candidates.length === 0) return { insert: '', choices: [] };
  const common = candidates.map((c) => c.text).reduce((a, b) => {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    return a.slice(0, i);
  });
  // A variable's name keeps its sign; in a file's name it is a letter like others.
  let insert = escapeFor(common.slice(word.length), quote);
  if (candidates.length === 1) insert += candidates[0]!.end === ' ' ? `${quote} ` : candidates[0]!.end;
  return { insert, choices: candidates.map((c) => c.shown) };
}

/** The word before the cursor, unquoted, and the words of its command before it. */
function wordAt(text: string): { word: string; quote: string; first: boolean; previous: string[] } {
  const previous: string[] = [];
  let word = '';
  let quote = '';
  let started = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
      else word += c;
    } else if (c === '\\') {
      word += text[++i] ?? '';
      started = true;
    } else if (c === '"' || c === "'") {
      quote = c;
      started = true;
    } else if (/[\s;&|()<>]/.test(c)) {
      if (word !== '' || started) previous.push(word);
      if (/[;&|(]/.test(c)) previous.length = 0;
      word = '';
      started = false;
    } else word += c;
  }
  const words = previous.filter((w) => !/^\w+=/.test(w));
  const lead = words.length === 0 || (words.length === 1 && /^(?:sudo|time|exec|command|then|do|else|!|\{)$/.test(words[0]!));
  return { word, quote, first: lead && !/[<>]\s*\S*$/.test(text), previous: words };
}

function escapeFor(text: string, quote: string): string {
  return quote === '' ? text.replace(/[\s"'\\`&|;()<>*?[\]!#~$]/g, (c) => `\\${c}`) : text;
}

function commands(runner: Runner, prefix: string): Candidate[] {
  const { shell } = runner;
  if (prefix === '') return [];
  const names = new Set<string>([...runner.builtinNames(), ...shell.functions.keys(), ...shell.aliases.keys(), 'if', 'for', 'while', 'case', 'function']);
  for (const directory of (shell.vars.get('PATH') ?? '').split(':')) {
    try {
      for (const [name, type] of shell.sys.readdir(directory || '.')) if (type !== DT.DIR) names.add(name);
    } catch {
      // A directory of PATH need not exist.
    }
  }
  return [...[...names].filter((n) => n.startsWith(prefix)).sort().map((n) => ({ text: n, shown: n, end: ' ' })), ...paths(shell, prefix, true, true)];
}

/** Where the words of a program are known; null when none of them fits, so that files are offered. */
function special(shell: Shell, previous: string[], word: string): Candidate[] | null {
  const fitting = specialWords(shell, previous, word)?.filter((n) => n.startsWith(word)).sort().map((n) => ({ text: n, shown: n, end: ' ' }));
  return fitting && fitting.length > 0 ? fitting : null;
}

function variables(shell: Shell, word: string): Candidate[] {
  const [, before, brace, prefix] = /^(.*)\$(\{?)(\w*)$/s.exec(word)!;
  return shell.vars.names().filter((n) => n.startsWith(prefix!)).map((n) => ({ text: `${before}$${brace}${n}${brace ? '}' : ''}`, shown: n, end: '' }));
}

function homes(shell: Shell, word: string): Candidate[] {
  let users: string[];
  try {
    users = decode(shell.sys.readFile('/etc/passwd')).split('\n').map((line) => line.split(':')[0]!).filter(Boolean);
  } catch {
    return [];
  }
  return users.filter((n) => n.startsWith(word.slice(1))).map((n) => ({ text: `~${n}`, shown: `~${n}`, end: '/' }));
}

function paths(shell: Shell, word: string, directoriesOnly: boolean, executable: boolean): Candidate[] {
  const slash = word.lastIndexOf('/') + 1;
  const base = word.slice(0, slash);
  const prefix = word.slice(slash);
  const folder = base.startsWith('~/') ? `${shell.vars.get('HOME') ?? '/home'}/${base.slice(2)}` : base || '.';
  let entries: [string, number][];
  try {
    entries = shell.sys.readdir(folder);
  } catch {
    return [];
  }
  const out: Candidate[] = [];
  for (const [name, type] of entries) {
    if (!name.startsWith(prefix) || (name.startsWith('.') && prefix === '')) continue;
    const mode = type === DT.LINK || executable ? modeOf(shell, `${folder}/${name}`) : 0;
    const directory = type === DT.DIR || (mode & S.IFMT) === S.IFDIR;
    if (!directory && (directoriesOnly || (executable && (mode & 0o111) === 0))) continue;
    out.push({ text: base + name, shown: directory ? `${name}/` : name, end: directory ? '/' : ' ' });
  }
  return out.sort((a, b) => (a.text < b.text ? -1 : 1));
}

function modeOf(shell: Shell, path: string): number {
  try {
    return shell.sys.stat(path, true)[1];
  } catch {
    return 0;
  }
}
