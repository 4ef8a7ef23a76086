/** Files and folders of the project, in pages. */
import { folderOf } from '../search/start.ts';
import { runJob } from '../search/pool.ts';
import type { Operation } from '../operation.ts';

export const listTree: Operation<'tree'> = async (params, { workspace, signal }) =>
  runJob({ name: 'tree', root: workspace.root, place: await folderOf(workspace, params.path), params }, signal);
