/** Parse, check, work out, write. */
import { AppError } from '../../shared/errors.ts';
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
  const planned = async (text: string): ReturnType<typeof planPatch> => {
    const parsed = parsePatch(text);
    guardPaths(workspace, parsed, only);
    return planPatch(workspace, parsed);
  };
  const { tree, files } = await planned(patch).catch(async (error: unknown) => {
    // Wrong counts may happen to take in the header of the next file: `--- a/b` looks like a line that goes, `+++ b/b` like one that comes.
    const apart = error instanceof AppError && error.code === 'patch_failed' ? filesApart(patch) : patch;
    if (apart === patch) throw error;
    // Two readings that fail are one failure: that of the patch as it stands.
    return planned(apart).catch(() => { throw error; });
  });
  await changeFiles(workspace, tree.changes());
  return files;
}

/** A line that ends any hunk, between a hunk and what can be the header of the next file. */
function filesApart(patch: string): string {
  return patch.replace(/^([ +-].*\r?\n|\r?\n)(?=--- .*\n\+\+\+ .*\n@@)/gm, '$1Index:\n');
}
