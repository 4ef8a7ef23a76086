/** What `tabloom status` shows, as the page tells it. Times are milliseconds of the peers' clock; `now` is what it shows. */
export interface PeersStatus {
  now: number;
  /** Why the tabs cannot work together; then there is nothing else. */
  alone: string | null;
  /** Calls start no new runs, because a person paused them. */
  paused: boolean;
  /** In the order in which they came; `name` is the person's with the tab's number, and how the other lists name it. */
  tabs: { name: string; owner: boolean; since: number; silent: boolean }[];
  runs: { run: string; agent: string; state: 'running' | 'waiting' | 'parked'; status: string; tab: string; since: number }[];
  locks: { key: string; agent: string; run: string; tab: string; fence: number; expires: number }[];
  /** Without what the agents told each other: every program of the sandbox can read this. */
  calls: { id: string; caller: string; target: string; state: 'pending' | 'running' | 'completed' | 'error'; tab: string | null; created: number; ended: number | null }[];
  waits: { agent: string; run: string; waits_for: string; tab: string; until: number }[];
}

/**
 * Where program and page meet, in the mail folder of the tool host: the question is an empty file, the answer stands beside it with the ending
 * `.json`. The first group of a match is the name without an ending.
 */
export const STATUS_QUESTION = /^(status-[\da-f-]{1,60})\.ask$/;
