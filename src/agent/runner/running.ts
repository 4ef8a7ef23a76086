/** One run of an agent of the project, from its beginning to the end of what it was for. */
import { AppError } from '../../shared/errors.ts';
import { abortable } from '../../shared/abort.ts';
import type { Peers } from '../../peers/peers.ts';
import type { WaitHooks } from '../../peers/peer-run.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { WorkServices } from '../../work/services.ts';
import type { AgentEvent } from '../events.ts';
import type { DialectName, SystemName } from '../messages.ts';
import type { Provider } from '../providers/provider.ts';
import type { RunOptions, RunOutcome } from '../run.ts';
import type { Agents, ProjectAgent } from './agents.ts';
import type { Job } from './job.ts';

export type RunPhase = 'running' | 'waiting' | 'parked';

/** What an agent runs with, in this tab. */
export interface RunnerModel {
  provider: Provider;
  dialect: DialectName;
  system: SystemName;
  runAgent(options: RunOptions): Promise<RunOutcome>;
}

export interface RunningParts {
  peers: Peers;
  agents: Agents;
  work: WorkServices;
  sandbox: Sandbox;
  /** @throws AppError when the model of the person's choice cannot be used */
  model(agent: ProjectAgent): Promise<RunnerModel>;
  onEvent(run: string, event: AgentEvent): void;
  onPhase(run: string, phase: RunPhase): void;
  /** The model's service failed; told before what the run was for is given back. `unasked`: before it began to answer. */
  onServiceFailed(unasked: boolean): void;
}

/** What is given back during a wait and taken again after it. */
export interface RunningPlace {
  leave(): Promise<void>;
  /** @throws AppError `aborted` */
  takeAgain(signal: AbortSignal): Promise<void>;
}

const END_TRIES = 30;
const END_AGAIN_MS = 1_000;

/** Never throws: however it ends, the job is told, locks are free and calls of its own have ended. @returns how it ended, as a sentence */
export async function runJob(job: Job, { peers, agents, work, sandbox, model, onEvent, onPhase, onServiceFailed }: RunningParts, place: RunningPlace, signal: AbortSignal): Promise<{ good: boolean; message: string }> {
  const { run, agent, title, task, chain, source } = job;
  const hooks: WaitHooks = {
    async pause() {
      onPhase(run, 'waiting');
      await place.leave();
    },
    async resume() {
      onPhase(run, 'parked');
      await place.takeAgain(signal);
      onPhase(run, 'running');
    },
  };
  const own = peers.enter({ run, agent: agent.name, role: agent.role, task: title, chain, ...(agent.locks === undefined ? {} : { mostLocks: agent.locks }), ...(source.kind === 'call' ? { call: source.id } : {}) }, hooks);
  let ended: Parameters<Job['end']>[0];
  /** Then the run was paid for, and may have been too much for the model: too long an answer, too long a conversation. */
  let answered = false;
  try {
    // The model's code comes over the network: whoever stops the run does not wait for that.
    const [chosen, text] = await abortable(Promise.all([model(agent), agents.instructions(agent.name, signal)]), signal);
    const outcome = await chosen.runAgent({
      task, history: [], provider: chosen.provider, dialect: chosen.dialect, system: chosen.system, sandbox, work, peers: own, signal,
      instructions: [`Your name is ${agent.name}; your role is ${agent.role}.`, agent.locks === undefined ? '' : `You may hold up to ${agent.locks} locks at a time.`, text, job.brief].filter((part) => part !== '').join('\n\n'),
      onEvent(event) {
        answered ||= event.type === 'text_delta' || event.type === 'turn_end' || (event.type === 'error' && /^(stream_broken|withheld)$/.test(event.code));
        onEvent(run, event);
      },
    });
    const failed = outcome.reason === 'provider_error';
    ended = outcome.reason === 'aborted' ? { error: stopped(signal) } : { outcome, returned: own.returned, unasked: failed && !answered };
    if (failed) onServiceFailed(!answered);
  } catch (error) {
    ended = { error: signal.aborted ? stopped(signal) : AppError.from(error).message };
  }
  // The run's own calls end before its caller hears of its end.
  await own.end('error' in ended ? 'failed' : ended.outcome.reason === 'done' ? 'completed' : 'failed');
  for (let tries = 0; tries < END_TRIES; tries++) {
    try {
      await job.end(ended);
      break;
    } catch {
      // What it was for must not look as if it still ran; the browser's storage may answer again.
      await peers.port.sleep(END_AGAIN_MS).catch(() => undefined);
    }
  }
  return 'error' in ended ? { good: false, message: ended.error } : { good: ended.outcome.reason === 'done', message: ended.outcome.message };
}

function stopped(signal: AbortSignal): string {
  return signal.reason instanceof AppError ? signal.reason.message : 'Stopped.';
}
