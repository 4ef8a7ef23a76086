/** The shell's own words that can end with 127 for reasons of their own. */
const builtins = new Set(['.', 'builtin', 'command', 'eval', 'exec', 'exit', 'return', 'source', 'trap', 'wait']);

/**
 * The program that a command line begins with, when the line is one simple command; undefined otherwise, and for a program named by its path. Only then does
 * "not found" say that the tool is not installed: in a script it may be the script's own mistake.
 */
export function simpleProgram(line: string): string | undefined {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '\\' && quote !== "'") at++;
    else if (quote !== '') {
      if (char === quote) quote = '';
      else if (quote === '"' && (char === '`' || (char === '$' && line[at + 1] === '('))) return undefined;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '&' && (line[at - 1] === '>' || line[at + 1] === '>')) continue;
    else if (/[;|&\n()`{}]/.test(char)) return undefined;
  }
  const word = /^\s*(?:[A-Za-z_]\w*=\S*\s+)*([\w@%+.,:-]+)(?=\s|$)/.exec(line)?.[1];
  return word === undefined || builtins.has(word) ? undefined : word;
}
