/** The prompt: PS1 with bash's escapes, or the directory and the branch. */
import { SysError } from '../../abi/errno.ts';
import { basename, workingDirectory } from '../paths.ts';
import { parseScript } from '../language/parser.ts';
import type { Interpreter } from '../run/interpreter.ts';
import type { Shell } from '../run/shell.ts';
import { formatTime } from '../commands/time.ts';
import { decode } from '../text.ts';

export function prompt(interpreter: Interpreter): string {
  const { shell } = interpreter;
  const ps1 = shell.vars.get('PS1');
  if (ps1 !== undefined) return expandPrompt(interpreter, ps1);
  const branch = gitBranch(shell);
  const mark = shell.status === 0 ? '\x1b[32m$\x1b[0m' : '\x1b[31m$\x1b[0m';
  return `\x1b[1;34m${tildePath(shell)}\x1b[0m${branch === null ? '' : ` \x1b[33m${branch}\x1b[0m`} ${mark} `;
}

export function continuationPrompt(interpreter: Interpreter): string {
  return expandPrompt(interpreter, interpreter.shell.vars.get('PS2') ?? '> ');
}

function tildePath(shell: Shell): string {
  const path = shell.vars.get('PWD') ?? workingDirectory(shell.sys) ?? '.';
  const home = shell.vars.get('HOME');
  return home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
}

function expandPrompt(interpreter: Interpreter, text: string): string {
  const { shell } = interpreter;
  const now = Date.now();
  const out = text.replace(/\\(\[|\]|[0-7]{3}|.)/g, (all, c: string) => {
    switch (c) {
      case 'u': return 'user';
      case 'h':
      case 'H': return 'tabloom';
      case 'w': return tildePath(shell);
      case 'W': return tildePath(shell) === '~' ? '~' : basename(shell.vars.get('PWD') ?? '/');
      case '$': return '$';
      case 'n': return '\n';
      case 'r': return '\r';
      case 'e': return '\x1b';
      case 'a': return '\x07';
      case 's': return shell.name;
      case 't': return formatTime('%H:%M:%S', now);
      case 'A': return formatTime('%H:%M', now);
      case 'd': return formatTime('%a %b %d', now);
      case 'j': return String(shell.jobs.list.length);
      case '!':
      case '#': return String(shell.history.length + 1);
      case 'v': return '5.2';
      case '[':
      case ']': return '';
      case '\\': return '\\';
      default: return /^[0-7]{3}$/.test(c) ? String.fromCharCode(parseInt(c, 8)) : all;
    }
  });
  if (!/[$`]/.test(out) || out.replace(/\$( |$)/g, '') === out.replaceAll('$', '')) return out;
  // Expansions in a prompt are those of double quotes.
  const script = parseScript(`: "${out.replace(/"/g, '\\"').replace(/\$(?=\s|$)/g, '\\$')}"`);
  const stage = script.items[0]?.first.stages[0];
  return stage?.t === 'simple' && stage.words[1] ? interpreter.expandWord(stage.words[1]) : out;
}

/** The checked-out branch, from `.git/HEAD` here or above. */
function gitBranch(shell: Shell): string | null {
  let directory = workingDirectory(shell.sys);
  while (directory !== null) {
    try {
      const head = decode(shell.sys.readFile(`${directory === '/' ? '' : directory}/.git/HEAD`)).trim();
      return head.startsWith('ref: refs/heads/') ? head.slice(16) : head.slice(0, 7);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
    }
    if (directory === '/') return null;
    directory = directory.slice(0, directory.lastIndexOf('/')) || '/';
  }
  return null;
}
