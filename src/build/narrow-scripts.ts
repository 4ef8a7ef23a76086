/**
 * Writes characters above Latin-1 in built scripts as escapes. The browser holds a script's text for as long as anything of it can run, with two bytes for every character as soon
 * as a single one needs them: one dash in a message would double the editor's or TypeScript's memory.
 */
import type { Plugin } from 'vite';

export function narrowScripts(): Plugin {
  return {
    name: 'narrow-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = narrow(file.code);
    },
  };
}

/** The same script: an escape means the same in texts, patterns and names, but for the raw text of a tagged template, which nothing in the page asks for. */
const narrow = (code: string): string => escapeUnits(code, /[^\0-\xff]/g);

/** JavaScript's escapes in place of the characters that `units` finds, one UTF-16 unit each. */
export const escapeUnits = (code: string, units: RegExp): string => code.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
