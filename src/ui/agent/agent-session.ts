/** The agent panel's state: one conversation, one run at a time. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DialectName, ModelMessage, SystemName } from '../../agent/messages.ts';
import type { Provider } from '../../agent/providers/provider.ts';
import type { RunOptions, RunOutcome } from '../../agent/run.ts';
import type { PeerRun } from '../../peers/peer-run.ts';
import type { PeersState } from '../../project/join-peers.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { WorkServices } from '../../work/services.ts';
import { AppError } from '../../shared/errors.ts';
import { steadyNow } from '../../shared/steady-time.ts';
import { emptyTimeline, reduceTimeline, type Timeline } from './timeline.ts';

export interface AgentState {
  timeline: Timeline;
  /** What the model is told of it. */
  history: readonly ModelMessage[];
  running: boolean;
  /** The run that is going on, as other agents know it; undefined when none is, or where tabs cannot work together. */
  run: PeerRun | undefined;
}

/** The loop and the models, loaded when a first run starts. */
export interface AgentModule {
  runAgent(options: RunOptions): Promise<RunOutcome>;
  openAiCompatible(options: { baseUrl: string; model: string; apiKey?: string }): Provider;
  recording(): Provider;
  recordedTask: string;
}

export interface AgentSession {
  readonly store: StoreApi<AgentState>;
  /** A run with a model of the person's choice; ends when the run has ended. */
  run(task: string, how: { dialect: DialectName; system: SystemName; waitTimeoutMs?: number }, model: { baseUrl: string; model: string; apiKey?: string }): Promise<void>;
  /** The saved run: the model's words are recorded, its tool calls are executed. */
  runRecording(dialect: DialectName): Promise<void>;
  stop(): void;
  /** Shows another conversation, or an empty one; not while a run goes on. */
  load(conversation: { timeline: Timeline; history: readonly ModelMessage[] }): void;
}

/** How the conversation in the page is known to other agents. */
const PAGE_AGENT_RUN = { agent: 'agent', role: 'programmer' } as const;

/** @param load imports the agent; it is large and not needed to start the page. */
export function createAgentSession(sandbox: Sandbox, work: WorkServices, peers: StoreApi<PeersState>, load: () => Promise<AgentModule>): AgentSession {
  const store = createStore<AgentState>(() => ({ timeline: emptyTimeline, history: [], running: false, run: undefined }));
  let controller: AbortController | undefined;

  const start = async (choose: (module: AgentModule) => { task: string; dialect: DialectName; system?: SystemName; waitTimeoutMs?: number; provider: Provider; fresh?: boolean }): Promise<void> => {
    if (store.getState().running) throw new AppError('busy', 'The agent is already running.');
    const { signal } = controller = new AbortController();
    store.setState({ running: true });
    try {
      const module = await load();
      const { fresh, ...chosen } = choose(module);
      const joined = peers.getState();
      const run = joined.state === 'joined' ? joined.peers.enter({ ...PAGE_AGENT_RUN, task: chosen.task }) : undefined;
      store.setState({ run });
      let ended: 'completed' | 'failed' = 'failed';
      try {
        const outcome = await module.runAgent({
          ...chosen, sandbox, work, peers: run, signal, history: fresh ? [] : store.getState().history,
          onEvent: (event) => store.setState(({ timeline }) => ({ timeline: reduceTimeline(timeline, event, steadyNow()) })),
        });
        store.setState({ history: fresh ? [] : outcome.messages });
        if (outcome.reason === 'done') ended = 'completed';
      } finally {
        await run?.end(ended);
      }
    } catch (error) {
      const { code, message } = AppError.from(error);
      store.setState(({ timeline }) => ({ timeline: reduceTimeline(timeline, { type: 'error', code, message }, steadyNow()) }));
    } finally {
      store.setState({ running: false, run: undefined });
    }
  };

  return {
    store,
    run: (task, how, model) => start((module) => ({ task, ...how, provider: module.openAiCompatible(model) })),
    // The recording is a conversation of its own: its words do not answer what was said before.
    runRecording: (dialect) => start((module) => ({ task: module.recordedTask, dialect, provider: module.recording(), fresh: true })),
    stop: () => controller?.abort(new AppError('aborted', 'Stopped by you.')),
    load({ timeline, history }) {
      if (!store.getState().running) store.setState({ timeline, history });
    },
  };
}
