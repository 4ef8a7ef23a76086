/** What the host gives to its search worker, and what comes back. Both are our own programs; the page checks the result once more. */
import type { AppErrorJson } from '../../shared/errors.ts';
import type { HostParams, HostResult } from '../protocol.ts';
import type { Place } from '../workspace.ts';

export type JobName = 'tree' | 'glob' | 'search';

export interface Job<N extends JobName = JobName> {
  name: N;
  /** Absolute path of the project. */
  root: string;
  /** Where to begin: a folder, or for a search also a file. Already known to be inside the project. */
  place: Place;
  params: HostParams<N>;
}

export type JobReply<N extends JobName = JobName> = { result: HostResult<N> } | { error: AppErrorJson };
