/** The last lines of a commit's message that say who signed it, or where it is from. */

const TRAILER = /^[A-Za-z0-9-]+[ \t]*:/;
/** What git itself writes there: one of these, and a quarter of the lines may be anything else. */
const GIT_MADE = /^(?:Signed-off-by: |\(cherry picked from commit )/;

/** Whether the last paragraph is such lines, so that one more goes right below (Git's `git-interpret-trailers`). */
function hasTrailers(message: string): boolean {
  const paragraphs = message.replace(/\n+$/, '').split(/\n[ \t]*\n/);
  if (paragraphs.length < 2) return false;
  const lines = paragraphs.at(-1)!.split('\n');
  const trailers = lines.filter((line, at) => TRAILER.test(line) || GIT_MADE.test(line) || (at > 0 && /^\s/.test(line))).length;
  return trailers === lines.length || (lines.some((line) => GIT_MADE.test(line)) && trailers * 3 >= lines.length - trailers);
}

/** `cherry-pick -x` */
export function withOrigin(message: string, oid: string): string {
  return `${message}${hasTrailers(message) ? '' : '\n'}(cherry picked from commit ${oid})\n`;
}
