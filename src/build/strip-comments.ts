/** Takes comments out of a source without moving any code: positions in stack traces stay those of the original. */
import { parse, type Comment } from 'acorn';

/**
 * Every comment becomes nothing where only a line end follows, and blanks where code follows on its line; line ends inside comments stay.
 * @throws SyntaxError when the source is not a script or function body
 */
export function stripComments(source: string): string {
  const comments: Comment[] = [];
  parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, allowHashBang: true, onComment: comments });
  let out = '';
  let at = 0;
  for (const { start, end } of comments) {
    // Comments behind a `throw` show in the output of an uncaught exception: the library wants them read.
    if (/^\s*throw\b/.test(source.slice(source.lastIndexOf('\n', start) + 1, start))) continue;
    // `//# sourceMappingURL` and the like are comments too, and nothing here wants them.
    out += source.slice(at, start);
    const lineEnd = source.indexOf('\n', end);
    const codeFollows = source.slice(end, lineEnd < 0 ? undefined : lineEnd).trim() !== '';
    const lines = source.slice(start, end).split('\n');
    out += lines.map((line, i) => (i < lines.length - 1 || !codeFollows ? '' : ' '.repeat(line.length))).join('\n');
    at = end;
  }
  return out + source.slice(at);
}
