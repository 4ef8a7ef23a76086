/** Tabs that run a project's agents, in memory, with a model that answers what a test says: for the suites of the runner. */
import { afterEach, beforeEach, expect } from 'vitest';
import { createAgents } from '../../src/agent/runner/agents.ts';
import type { Job } from '../../src/agent/runner/job.ts';
import type { RunPhase } from '../../src/agent/runner/running.ts';
import { startRunner, type Runner } from '../../src/agent/runner/runner.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../src/agent/providers/provider.ts';
import { runAgent } from '../../src/agent/run.ts';
import type { Peers } from '../../src/peers/peers.ts';
import type { PeerRun } from '../../src/peers/peer-run.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { memoryRecords } from '../../src/work/store/memory-records.ts';
import type { Records } from '../../src/work/store/tables.ts';
import { memoryPeers, type MemoryPeers } from './memory-peers.ts';
import { testWork, type TestWork } from '../work/stores.ts';

type Step = ModelEvent[] | Promise<ModelEvent[]>;
export const says = (text: string): ModelEvent[] => [{ type: 'text', text }];
let ids = 0;
export const calls = (name: string, args: unknown): ModelEvent[] => [{ type: 'tool_call', call_id: `c${++ids}`, name, arguments: JSON.stringify(args) }];

interface Tab {
  peers: Peers;
  runner: Runner;
  work: TestWork;
  began: Job[];
  ended: { run: string; good: boolean; message: string }[];
  phases: RunPhase[];
  requests: ModelRequest[];
  /** The calls that it tried to get. */
  tries: Set<string | undefined>;
}

export interface RunnerWorld {
  world: MemoryPeers;
  /** The project's files, by path. */
  files: Record<string, string>;
  tabs: Tab[];
  /** What the model answers: by the agent's instructions and the turn of its run. */
  script(agent: string, turn: number, request: ModelRequest): Step;
  /** A further tab that runs agents. @param load what has to happen before its model is there */
  tab(options?: { limit?: number; visible?: boolean; load?: () => Promise<void> }): Promise<Tab>;
  /** A run that calls others. */
  caller(peers: Peers, agent?: string): PeerRun;
  /** Everything that was begun, in all tabs. */
  begun(): string[];
  call(run: PeerRun, target: string, context: string): Promise<string>;
  /** How a call ended, when it has. */
  over(run: PeerRun, id: string): Promise<CallState>;
}

type CallState = Awaited<ReturnType<PeerRun['calls']['check']>>;

/** A new world for every test of the file. */
export function runnerWorld(): RunnerWorld {
  let records: Records;
  const agentHeads = () => Object.entries(w.files).filter(([path]) => path.endsWith('/AGENT.md')).map(([path, head]) => ({ name: path.split('/')[1]!, head }));

  async function tab({ limit = 2, visible = true, load }: { limit?: number; visible?: boolean; load?: () => Promise<void> } = {}): Promise<Tab> {
    const work = testWork({ files: w.files, records, channelName: 'runner-test' });
    const agents = createAgents({ agentFiles: async () => ({ skills: [], agents: agentHeads() }), readText: async (path) => w.files[path] });
    await agents.refresh();
    const peers = w.world.join({ find: agents.find });
    const made: Omit<Tab, 'runner'> = { peers, work, began: [], ended: [], phases: [], requests: [], tries: new Set() };
    const { take } = peers.calls;
    peers.calls.take = (agent, run, likely) => (made.tries.add(likely), take(agent, run, likely));
    const runner = startRunner(peers, {
      agents, work, sandbox: { workdir: '/home/x' } as Sandbox, limit: () => limit, visible: () => visible,
      async model({ name }) {
        await load?.();
        let turn = 0;
        const provider: Provider = { id: 's', label: 's', recording: false, async *stream(request, signal) {
          made.requests.push(structuredClone(request));
          const answer = w.script(name, ++turn, request);
          yield* answer instanceof Promise ? await Promise.race([answer, new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))]) : answer;
        } };
        return { provider, dialect: 'native', system: 'tabloom', runAgent };
      },
      onBegin: (job) => made.began.push(job), onPhase: (_run, phase) => made.phases.push(phase), onEvent: () => undefined,
      onEnd: (run, ended) => made.ended.push({ run, ...ended }),
    });
    const whole = { ...made, runner };
    w.tabs.push(whole);
    return whole;
  }

  const w: RunnerWorld = {
    world: memoryPeers(), files: {}, tabs: [], script: () => says('Good.'),
    tab,
    caller: (peers, agent = 'agent') => peers.enter({ agent, role: 'programmer', task: 'the whole' }),
    begun: () => w.tabs.flatMap(({ began }) => began.map(({ agent, title }) => `${agent.name} ${title}`)).sort(),
    async call(run, target, context) {
      const sent = await run.calls.call(run, target, context);
      if ('rejected' in sent) throw new Error(sent.rejected);
      return sent.call_id;
    },
    async over(run, id) {
      await expect.poll(async () => ['completed', 'error'].includes((await run.calls.check(run, id)).state)).toBe(true);
      return run.calls.check(run, id);
    },
  };
  beforeEach(() => {
    records = memoryRecords();
    Object.assign(w, {
      world: memoryPeers(), tabs: [], script: () => says('Good.'),
      files: { '.agents/reviewer/AGENT.md': '---\nrole: code-reviewer\n---\nRead the change.\n', '.agents/tester/AGENT.md': '---\ncapacity: 2\n---\nTest.\n' },
    } satisfies Partial<RunnerWorld>);
  });
  afterEach(() => { for (const { runner, peers } of w.tabs) { runner.close(); peers.close(); } });
  return w;
}
