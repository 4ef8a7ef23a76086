/** Git's own colours, for terminals alone. */
import type { GitContext } from './context.ts';

export type Paint = (style: 'bold' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const codes = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

const paint: Paint = (style, text) => (text === '' ? '' : `\u001b[${codes[style]}m${text}\u001b[m`);

const plain: Paint = (_style, text) => text;

/** Colours when a person is looking, unless they asked for none. */
export function painter({ tty, env }: GitContext): Paint {
  return tty && !env.NO_COLOR && env.TERM !== 'dumb' ? paint : plain;
}

/** A patch line by line; works on any text that holds patches, such as that of `show`. */
export function paintPatch(text: string, paintWith: Paint): string {
  if (paintWith === plain) return text;
  let inHunk = false;
  return text.split('\n').map((line) => {
    if (line.startsWith('diff --git ')) inHunk = false;
    const hunk = /^(@@ .*? @@)(.*)$/.exec(line);
    if (hunk) {
      inHunk = true;
      return paintWith('cyan', hunk[1]!) + hunk[2]!;
    }
    if (!inHunk) return /^(diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode|similarity |rename |Binary )/.test(line) ? paintWith('bold', line) : line;
    // The sign apart from the text, and a reset after context too: so does git.
    if (line.startsWith('+')) return paintWith('green', '+') + paintWith('green', line.slice(1));
    if (line.startsWith('-')) return paintWith('red', line);
    return line === '' ? '' : `${line}\u001b[m`;
  }).join('\n');
}
