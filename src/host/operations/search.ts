/** Searches the text files of the project, line by line. */
import { existing } from '../search/start.ts';
import { runJob } from '../search/pool.ts';
import type { Operation } from '../operation.ts';

export const searchText: Operation<'search'> = async (params, { workspace, signal }) =>
  runJob({ name: 'search', root: workspace.root, place: (await existing(workspace, params.path)).place, params }, signal);
