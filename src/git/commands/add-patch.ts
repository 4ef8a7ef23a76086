/** `git add -p`: hunk by hunk, asking. */
import * as git from 'isomorphic-git';
import { changesBetween } from '../changes.ts';
import type { Change } from '../changes.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitContext } from '../context.ts';
import { applyHunks, parseHunks } from '../hunks.ts';
import type { Hunk } from '../hunks.ts';
import { updateIndex } from '../index-update.ts';
import { filePatch } from '../patch-text.ts';
import { anyMatch } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, worktreeSnapshot } from '../snapshot.ts';

const help = `y - stage this hunk
n - do not stage this hunk
q - quit; do not stage this hunk or any of the remaining ones
a - stage this hunk and all later hunks in the file
d - do not stage this hunk or any of the later hunks in the file
? - print help
`;

export async function addPatch(repo: Repository, context: GitContext, specs: readonly Pathspec[]): Promise<number> {
  const index = await indexSnapshot(repo);
  const changes = changesBetween(index, await worktreeSnapshot(repo, index)).filter(({ path }) => anyMatch(specs, path));
  if (changes.length === 0) context.out('No changes.\n');
  for (const change of changes) if (!(await askAbout(repo, context, change))) break;
  return 0;
}

/** False when the person wants no more questions. */
async function askAbout(repo: Repository, context: GitContext, change: Change): Promise<boolean> {
  const patch = await filePatch(repo, change);
  if (patch.binary) return true;
  const hunks = change.kind === 'M' ? parseHunks(patch.text) : [];
  // A deleted file and one that changed its mode alone are one question.
  const parts: (Hunk | undefined)[] = hunks.length === 0 ? [undefined] : hunks;
  const first = patch.text.indexOf('\n@@ ');
  const show = (text: string): void => context.out(paintPatch(text, painter(context)));
  show(hunks.length === 0 ? patch.text : patch.text.slice(0, first + 1));
  const chosen: (Hunk | undefined)[] = [];
  let rest: 'ask' | 'all' | 'none' = 'ask';
  let more = true;
  for (const [at, part] of parts.entries()) {
    if (rest === 'all') chosen.push(part);
    if (rest !== 'ask') continue;
    if (part) show(`${part.heading}\n${part.lines.join('')}`);
    const what = part ? 'this hunk' : change.kind === 'D' ? 'deletion' : 'mode change';
    const answer = await ask(context, `(${at + 1}/${parts.length}) Stage ${what} [y,n,q,a,d,?]? `);
    if (answer === 'y' || answer === 'a') chosen.push(part);
    if (answer === 'a') rest = 'all';
    if (answer === 'd' || answer === 'q') rest = 'none';
    if (answer === 'q') more = false;
  }
  if (chosen.length > 0) await stageParts(repo, change, chosen);
  return more;
}

async function ask(context: GitContext, question: string): Promise<string> {
  for (;;) {
    context.out(question);
    const line = await context.readLine?.();
    if (line === undefined) {
      context.out('\n');
      return 'q';
    }
    const answer = line.trim().toLowerCase()[0] ?? '';
    if ('ynqad'.includes(answer) && answer !== '') return answer;
    context.out(help);
  }
}

async function stageParts(repo: Repository, change: Change, parts: readonly (Hunk | undefined)[]): Promise<void> {
  await updateIndex(repo, async (draft) => {
    if (!change.after) return draft.remove(change.path);
    const hunks = parts.filter((part) => part !== undefined);
    let { oid } = change.before!;
    if (hunks.length > 0) {
      const result = applyHunks(Buffer.from(await change.before!.read()).toString('latin1'), hunks.map(asBytes));
      // The hunks were made of this very text.
      if ('failedAt' in result) return false;
      oid = await git.writeBlob({ ...repo, blob: Buffer.from(result.text, 'latin1') });
    }
    draft.set(change.path, oid, change.after.mode);
  });
}

/** Each byte as one character: what is not UTF-8 outside of the hunks stays as it is. */
function asBytes(hunk: Hunk): Hunk {
  const bytes = (line: string): string => Buffer.from(line, 'utf8').toString('latin1');
  return { ...hunk, before: hunk.before.map(bytes), after: hunk.after.map(bytes) };
}
