/** The project of a first visit: small, real, and with one failing test. */
import type { FileSystemTree } from '@webcontainer/api';
import { AppError } from '../shared/errors.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** Name of the sample's folder below `/home`. */
export const SAMPLE_NAME = 'corner-shop';

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
export async function openSample(sandbox: Sandbox, options: { signal?: AbortSignal } = {}): Promise<void> {
  await sandbox.mount(treeOf(sampleFiles));
  await commitSample(sandbox, options);
}

/**
 * The second half of `openSample`, for a page that shows the files before git can run.
 * @throws AppError `git_failed` with what git said.
 */
export async function commitSample(sandbox: Pick<Sandbox, 'host'>, options: { signal?: AbortSignal } = {}): Promise<void> {
  const steps = [
    ['init', '-q'], ['config', 'user.name', 'Tabloom'], ['config', 'user.email', 'you@tabloom.localhost'], ['add', '-A'], ['commit', '-q', '-m', 'The shop, with one page too few'],
  ];
  for (const args of steps) {
    const run = await sandbox.host.call('exec', { command: ['git', ...args], timeout_ms: 60_000, log_name: 'sample-git', keep_head: 4000, keep_tail: 0 }, options);
    if (run.exit_code !== 0) throw new AppError('git_failed', `git ${args[0]} failed with exit code ${run.exit_code}: ${run.combined.trim()}`);
  }
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
