/** The patch of a merge, or of a file in conflict: `diff --cc`. */
import { combinedHunks } from './diff/combined.ts';
import { decode, isBinary } from './patch-text.ts';
import { quotePath } from './quote.ts';
import { shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import type { SnapshotEntry } from './snapshot.ts';

export interface CombinedChange {
  path: string;
  /** What each parent has; undefined where it has no such file. */
  parents: readonly (SnapshotEntry | undefined)[];
  /** Without an id: a file of the working tree. Undefined: the file is gone. */
  result: { mode: string; oid?: string; read: () => Promise<Uint8Array> } | undefined;
}

/** Empty when the result of a commit is that of its parents, hunk by hunk. */
export async function combinedPatch(repo: Repository, { path, parents, result }: CombinedChange): Promise<string> {
  const texts = await Promise.all(parents.map(async (parent) => (parent ? parent.read() : new Uint8Array())));
  const now = result ? await result.read() : new Uint8Array();
  const binary = [...texts, now].some(isBinary);
  const hunks = binary ? '' : combinedHunks(texts.map(decode), decode(now));
  const modes = parents.map((parent) => parent?.mode ?? '000000');
  const mode = result?.mode ?? '000000';
  const modesDiffer = modes.some((one) => one !== mode);
  const fromTree = result !== undefined && result.oid === undefined;
  if (hunks === '' && !modesDiffer && !fromTree && !binary) return '';
  const ids = await Promise.all(parents.map((parent) => (parent ? shortOid(repo, parent.oid) : '0000000')));
  let text = `diff --cc ${quotePath(path)}\nindex ${ids.join(',')}..${result?.oid === undefined ? '0000000' : await shortOid(repo, result.oid)}\n`;
  const added = modes.every((one) => one === '000000');
  if (modesDiffer) text += added ? `new file mode ${mode}\n` : result ? `mode ${modes.join(',')}..${mode}\n` : `deleted file mode ${modes.join(',')}\n`;
  if (binary) return `${text}Binary files differ\n`;
  return `${text}--- ${added ? '/dev/null' : quotePath(`a/${path}`)}\n+++ ${result ? quotePath(`b/${path}`) : '/dev/null'}\n${hunks}`;
}
