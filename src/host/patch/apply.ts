/** Parse, check, work out, write. */
import { changeFiles } from '../change-files.ts';
import { guardPaths } from './guard.ts';
import { parsePatch } from './parse.ts';
import { planPatch } from './plan.ts';
import type { PatchedFile } from './plan.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Applies a patch to the project, whole or not at all.
 * @param patch one character per byte
 * @param only the one file that it may change
 * @throws AppError `invalid_arguments`, `blocked`, `path_escape` or `patch_failed`
 */
export async function applyPatchText(workspace: Workspace, patch: string, only?: string): Promise<PatchedFile[]> {
  const parsed = parsePatch(patch);
  guardPaths(workspace, parsed, only);
  const { tree, files } = await planPatch(workspace, parsed);
  await changeFiles(workspace, tree.changes());
  return files;
}
