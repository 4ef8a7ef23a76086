/**
 * What a tab does in the storm of writers: runs of an agent, in turn, that take a lock on a file, write lines with its number into that file, by the file tool
 * or by a command that takes its time, and let go of it or do not. The runs are there from the beginning: beginning and end of one are records, which a
 * stopped tab may hold up, and locks are not.
 */
import type { ToolResult } from '../../src/tools/result.ts';

/** A tool in the name of a run. */
export type GuardedRun = (name: string, args: unknown) => Promise<ToolResult>;

export interface GuardedWrite {
  fence: number;
  /** One for the file tool, several for a command. */
  lines: string[];
  /** `ok`, or the error's code. */
  answer: string;
}

export interface GuardedParts {
  tab: string;
  key: string;
  path: string;
  /** Chances, taken in turn. */
  plan: readonly number[];
  runs: readonly GuardedRun[];
  /** What is in the file now. */
  text(): Promise<string>;
}

export interface GuardedWork {
  writes: GuardedWrite[];
  /** Each lock that was given: from this line on nothing of an older one may come. */
  given: { fence: number; from: number }[];
  /** Under its next lock, or this one, it writes until it is refused. */
  stay: boolean;
  /** What it waits for: for the message of a test that fails. */
  asked: string;
  /** Ends what goes on. @throws what went wrong */
  stop(): Promise<void>;
}

export function guardedWork({ tab, key, path, plan, runs: asks, text }: GuardedParts): GuardedWork {
  let stopping = false;
  let drawn = 0;
  let lines = 0;
  let turns = 0;
  const chance = (): number => plan[drawn++ % plan.length]!;
  const work: GuardedWork = {
    writes: [], given: [], stay: false, asked: '',
    async stop() {
      stopping = true;
      await over;
    },
  };
  const runs = asks.map((ask): GuardedRun => async (name, args) => {
    work.asked = name;
    return ask(name, args);
  });
  /** @returns whether it may write on */
  async function write(run: GuardedRun, fence: number): Promise<boolean> {
    const long = chance() < 0.2;
    const own = Array.from({ length: long ? 8 : 1 }, () => `${fence} ${tab}-${++lines}`);
    const note: GuardedWrite = { fence, lines: own, answer: '' };
    const result = long
      ? await run('run_command', { command: own.map((line) => `echo '${line}' >> ${path}; sleep 0.1`).join('; ') })
      : await run('append_file', { path, content: `${own[0]}\n` });
    note.answer = result.ok ? 'ok' : result.error?.code ?? result.message;
    work.writes.push(note);
    return result.ok;
  }
  async function once(): Promise<void> {
    const run = runs[turns++ % runs.length]!;
    const asked = await run('acquire_lock', { resource_key: key, ttl_seconds: 1 });
    if (asked.metadata.acquired !== true) {
      if (asked.status === 'error') throw new Error(asked.message);
      // Tabs that ask without a pause leave the others no time to write.
      return new Promise((done) => { setTimeout(done, 30); });
    }
    const fence = asked.metadata.fence as number;
    work.given.push({ fence, from: (await text()).split('\n').length - 1 });
    let refused = false;
    for (let left = 1 + Math.floor(chance() * 5); !refused && !stopping && (work.stay || left > 0); left--) refused = !(await write(run, fence));
    if (refused) work.stay = false;
    // Or its time runs out.
    if (chance() < 0.8) await run('release_lock', { resource_key: key });
  }
  const over = (async () => {
    while (!stopping) await once();
  })();
  // Told by `stop`.
  over.catch(() => undefined);
  return work;
}
