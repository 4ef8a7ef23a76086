/**
 * The search worker's main program: a process of its own, because an expression or a pattern can take for ever on one line, and nothing but its end stops
 * that. The host starts it, gives it one job at a time over the channel between them, and kills it when a job takes too long.
 */
import { AppError } from '../../shared/errors.ts';
import { globFiles } from './glob-files.ts';
import { listTree } from './list-tree.ts';
import { searchFiles } from './search-files.ts';
import type { Job, JobName, JobReply } from './jobs.ts';

const jobs: { [N in JobName]: (job: Job<N>) => unknown } = { tree: listTree, glob: globFiles, search: searchFiles };

process.on('message', (job: Job) => {
  let reply: JobReply | { error: unknown };
  try {
    // The table pairs every job with its own parameters; the compiler cannot follow that through the name.
    reply = { result: (jobs[job.name] as (job: Job) => unknown)(job) } as JobReply;
  } catch (error) {
    reply = { error: AppError.from(error).toJSON() };
  }
  process.send!(reply);
});
// The host is gone.
process.on('disconnect', () => process.exit(0));
