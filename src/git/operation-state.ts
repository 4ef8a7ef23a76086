/** What a merge, cherry-pick or revert that waits for its commit leaves in `.git`. */
import type { Repository } from './repository.ts';
import { endSequenceAtLast } from './sequencer.ts';

export interface OperationState {
  /** What the next commit concludes. */
  kind: 'merge' | 'cherry-pick' | 'revert';
  /** The other parents of a merge; the picked or reverted commit. */
  heads: string[];
  /** The message as prepared, with its comment lines; '' when there is none. */
  message: string;
}

const HEAD_FILES = { merge: 'MERGE_HEAD', 'cherry-pick': 'CHERRY_PICK_HEAD', revert: 'REVERT_HEAD' } as const;

/** Undefined when nothing is under way. */
export async function readOperation(repo: Repository): Promise<OperationState | undefined> {
  for (const kind of Object.keys(HEAD_FILES) as OperationState['kind'][]) {
    const text = await read(repo, HEAD_FILES[kind]);
    if (text !== undefined) return { kind, heads: text.split('\n').filter((line) => line !== ''), message: (await read(repo, 'MERGE_MSG')) ?? '' };
  }
  return undefined;
}

export async function writeOperation(repo: Repository, state: OperationState, options: { mode?: string } = {}): Promise<void> {
  const fs = repo.fs.promises;
  await fs.writeFile(`${repo.gitdir}/${HEAD_FILES[state.kind]}`, state.heads.map((head) => `${head}\n`).join(''));
  await fs.writeFile(`${repo.gitdir}/MERGE_MSG`, state.message);
  if (state.kind === 'merge') await fs.writeFile(`${repo.gitdir}/MERGE_MODE`, options.mode ?? '');
}

/** After the commit, or when the operation is given up. */
export async function clearOperation(repo: Repository): Promise<void> {
  const state = await readOperation(repo);
  if (state !== undefined && state.kind !== 'merge') await endSequenceAtLast(repo);
  for (const name of [...Object.values(HEAD_FILES), 'MERGE_MSG', 'MERGE_MODE', 'SQUASH_MSG', 'AUTO_MERGE']) {
    await repo.fs.promises.rm(`${repo.gitdir}/${name}`, { force: true });
  }
}

/** The prepared message without the lines that begin with `#`. */
export function uncommented(message: string): string {
  return message.split('\n').filter((line) => !line.startsWith('#')).join('\n');
}

async function read(repo: Repository, name: string): Promise<string | undefined> {
  return repo.fs.promises.readFile(`${repo.gitdir}/${name}`, 'utf8').catch(() => undefined);
}
