/** Runs of the project's agents in this tab, as the page shows them: those that go on, and the last that ended. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunOptions } from '../../agent/run.ts';
import type { Agents, ProjectAgent } from '../../agent/runner/agents.ts';
import type { Dispatch } from '../../agent/runner/dispatch-control.ts';
import type { JobSource } from '../../agent/runner/job.ts';
import type { RunPhase } from '../../agent/runner/running.ts';
import type { Runner } from '../../agent/runner/runner.ts';
import { parseDuration } from '../../peers/duration.ts';
import type { Peers } from '../../peers/peers.ts';
import type { PeersState } from '../../project/join-peers.ts';
import type { SecretStore } from '../../project/secrets.ts';
import type { SettingsStore } from '../../project/settings.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { steadyNow } from '../../shared/steady-time.ts';
import type { Work } from '../../work/open-work.ts';
import type { ToolsState } from '../app-model.ts';
import type { AgentModule } from './agent-session.ts';
import { MODEL_KEY } from './model-key.ts';
import { emptyTimeline, reduceTimeline, type Timeline } from './timeline.ts';

export interface AgentRun {
  id: string;
  agent: string;
  role: string;
  /** What it is about, in one line. */
  title: string;
  source: JobSource;
  state: RunPhase | 'ended';
  /** Milliseconds. */
  began: number;
  timeline: Timeline;
  ended?: { at: number; good: boolean; message: string };
}

export interface RunsState {
  /** Newest first. */
  runs: readonly AgentRun[];
  /** Runs that this tab does at once; 0 without a model, or when the person wants none here. */
  limit: number;
  dispatch: Dispatch;
  paused: boolean;
}

export interface AgentRuns {
  readonly store: StoreApi<RunsState>;
  readonly agents: Agents;
  stop(run: string): void;
  stopAll(): void;
  /** For all tabs. Nothing does that before the tabs have joined. */
  pause(paused: boolean): Promise<void>;
  /** Whether ready beads are given to agents, and how many runs may begin because of it. For all tabs. */
  setDispatch(on: boolean, runs: number): Promise<void>;
}

export interface AgentRunsParts {
  sandbox: Sandbox;
  work: Work;
  agents: Agents;
  peers: StoreApi<PeersState>;
  tools: StoreApi<ToolsState>;
  settings: SettingsStore;
  secrets: SecretStore;
  /** Loads the loop and the models, with the first run. */
  load(): Promise<Pick<AgentModule, 'runAgent' | 'openAiCompatible'>>;
}

/** Ended runs that can still be read. */
const MAX_ENDED = 50;
/** More at once make a browser slow, and a service refuse. */
export const MAX_RUNS_HERE = 8;

/** Begins when the tabs have joined and the tools are there; until then nobody calls. */
export function createAgentRuns(parts: AgentRunsParts): AgentRuns {
  const { agents, settings, secrets, peers, tools } = parts;
  const store = createStore<RunsState>(() => ({ runs: [], limit: 0, dispatch: { on: false, left: 0 }, paused: false }));
  let runner: Runner | undefined;
  /** Whom the runner works among, and what it listens to there. */
  let among: Peers | undefined;
  let ends: (() => void)[] = [];
  let starting = false;

  const change = (id: string, next: (run: AgentRun) => AgentRun): void => store.setState(({ runs }) => ({ runs: runs.map((run) => (run.id === id ? next(run) : run)) }));

  /** A key that was typed in another tab and not remembered is not here: a run would only be refused. */
  const measure = async (): Promise<void> => {
    const key = settings.getState().usesKey ? await secrets.get(MODEL_KEY).catch(() => undefined) : undefined;
    // Read after the wait: of two changes the later one counts.
    const { baseUrl, model, usesKey, agentRuns } = settings.getState();
    const able = baseUrl !== '' && model !== '' && (!usesKey || key !== undefined);
    store.setState({ limit: able ? Math.max(0, Math.min(MAX_RUNS_HERE, Math.trunc(agentRuns))) : 0 });
    runner?.changed();
  };

  const model = async ({ model: wanted, dialect, system }: ProjectAgent) => {
    const [module, apiKey] = await Promise.all([parts.load(), secrets.get(MODEL_KEY)]);
    const chosen = settings.getState();
    return {
      runAgent: (options: RunOptions) => module.runAgent({ ...options, waitTimeoutMs: parseDuration(chosen.waitTimeout) }), dialect: dialect ?? chosen.dialect, system: system ?? chosen.system,
      provider: module.openAiCompatible({ baseUrl: chosen.baseUrl, model: wanted ?? chosen.model, ...(apiKey === undefined ? {} : { apiKey }) }),
    };
  };

  /** Those to work among, once there is anything to work with. */
  const wanted = (): Peers | undefined => {
    const joined = peers.getState();
    return joined.state === 'joined' && tools.getState().state === 'ready' ? joined.peers : undefined;
  };

  const begin = async (own: Peers): Promise<void> => {
    const [{ startRunner }] = await Promise.all([import('../../agent/runner/runner.ts'), agents.refresh().catch(() => undefined), measure()]);
    if (wanted() !== own) return;
    const { calls } = own;
    among = own;
    const { dispatch } = runner = startRunner(own, {
      sandbox: parts.sandbox, work: parts.work, agents, model,
      limit: () => store.getState().limit,
      visible: () => document.visibilityState === 'visible',
      onBegin: ({ run, agent, title, source }) => store.setState(({ runs }) => {
        const kept = runs.filter(({ ended }) => ended).slice(0, MAX_ENDED);
        const fresh: AgentRun = { id: run, agent: agent.name, role: agent.role, title, source, state: 'running', began: Date.now(), timeline: emptyTimeline };
        return { runs: [fresh, ...runs.filter((one) => !one.ended || kept.includes(one))] };
      }),
      onPhase: (id, state) => change(id, (run) => ({ ...run, state })),
      onEvent: (id, event) => change(id, (run) => ({ ...run, timeline: reduceTimeline(run.timeline, event, steadyNow()) })),
      onEnd: (id, ended) => change(id, (run) => ({ ...run, state: 'ended', ended: { at: Date.now(), ...ended } })),
    });
    const showPaused = async (): Promise<void> => {
      const paused = await calls.paused();
      if (among === own) store.setState({ paused });
    };
    const readPaused = (): void => void showPaused().catch(() => undefined);
    store.setState({ dispatch: dispatch.store.getState() });
    ends = [
      dispatch.store.subscribe((now) => store.setState({ dispatch: now })),
      calls.subscribe(({ id, target }) => { if (id === undefined && target === undefined) readPaused(); }),
    ];
    readPaused();
  };

  const start = async (): Promise<void> => {
    if (starting) return;
    starting = true;
    try {
      // Who is joined while the runner is still being loaded is not told again: they are seen here.
      for (let next = wanted(); next && !runner; next = wanted()) await begin(next);
    } finally {
      starting = false;
    }
  };
  const tryStart = (): void => void start().catch(() => undefined);
  peers.subscribe((state) => {
    if (runner && (state.state !== 'joined' || state.peers !== among)) {
      for (const end of ends) end();
      runner.close();
      runner = among = undefined;
    }
    tryStart();
  });
  tools.subscribe(tryStart);
  settings.subscribe(() => void measure());
  globalThis.document?.addEventListener('visibilitychange', () => runner?.changed());
  tryStart();

  return {
    store, agents,
    stop: (run) => runner?.stop(run),
    stopAll: () => runner?.stopAll(),
    async pause(paused) {
      const joined = peers.getState();
      if (joined.state === 'joined') await joined.peers.calls.pause(paused);
    },
    setDispatch: async (on, runs) => runner?.dispatch.set(on, runs),
  };
}
