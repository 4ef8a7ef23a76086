/** The project of a first visit: small, real, and with one failing test. */
import type { FileSystemTree } from '@webcontainer/api';
import { AppError } from '../shared/errors.ts';
import { runGit } from '../sandbox/git.ts';
import type { Engine } from '../sandbox/sandbox.ts';

// `exhaustive`: without it Vite leaves dotfiles out, even of a pattern that names them.
const sources = import.meta.glob<string>('./sample/files/**/*', { query: '?raw', import: 'default', eager: true, exhaustive: true });

/** Text of every file by its path in the project. */
export const sampleFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sources).map(([path, text]) => [path.slice('./sample/files/'.length), text]),
);

/**
 * Writes the sample into an empty project and commits it with the sandbox's own git.
 * @throws AppError `git_failed` with what git said.
 */
export async function openSample(sandbox: Pick<Engine, 'mount' | 'spawn'>): Promise<void> {
  await sandbox.mount(treeOf(sampleFiles));
  await commitSample(sandbox);
}

/**
 * The second half of `openSample`, for a page that shows the files before git can run.
 * @throws AppError `git_failed` with what git said.
 */
export function commitSample(engine: Pick<Engine, 'spawn'>): Promise<void> {
  return runGit(engine, [
    ['init', '-q'], ['config', 'user.name', 'Tabloom'], ['config', 'user.email', 'you@tabloom.localhost'], ['add', '-A'], ['commit', '-q', '-m', 'The shop, with one page too few'],
  ]);
}

/** Files by path as the tree that `mount` takes. */
export function treeOf(files: Readonly<Record<string, string>>): FileSystemTree {
  const root: FileSystemTree = {};
  for (const [path, contents] of Object.entries(files)) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      const node = folder[part] ?? { directory: {} };
      folder[part] = node;
      if (!('directory' in node)) throw new AppError('internal', `${path} lies below a file`);
      folder = node.directory;
    }
    folder[name] = { file: { contents } };
  }
  return root;
}
