/** What an agent of the project is run for: a call, or a bead. Either says what to do and takes the outcome. */
import type { Call } from '../../peers/call-record.ts';
import type { Calls } from '../../peers/calls.ts';
import type { Bead } from '../../work/beads/bead.ts';
import { workflowNamed } from '../../work/beads/flow.ts';
import type { BeadStore } from '../../work/beads/store.ts';
import { nodeOf } from '../../work/beads/workflow.ts';
import type { RunOutcome } from '../run.ts';
import type { ProjectAgent } from './agents.ts';

export type JobSource = { kind: 'call'; id: string; caller: string } | { kind: 'bead'; id: string };

export interface Job {
  /** Of the run; known before it begins, because call and bead carry it. */
  run: string;
  agent: ProjectAgent;
  source: JobSource;
  /** One line for people. */
  title: string;
  /** The model's task. */
  task: string;
  /** What it is told of how its work is handed in. */
  brief: string;
  chain: readonly string[];
  /** Names its place among the runs of its agent. */
  place: string;
  /** Whether somebody still wants it; asked when there is news. @returns why not */
  unwanted(): Promise<string | undefined>;
  /** The run has ended: `outcome`, or that it broke or was stopped. `unasked`: the model's service failed before it began to answer. Its place is free afterwards. When it throws it can be called again. */
  end(ended: { outcome: RunOutcome; returned: string | undefined; unasked: boolean } | { error: string }): Promise<void>;
}

const MAX_TITLE = 200;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);

export function callJob(call: Call, agent: ProjectAgent, run: string, calls: Calls): Job {
  return {
    run, agent, source: { kind: 'call', id: call.id, caller: call.caller.agent }, title: oneLine(call.context), task: call.context, place: call.id,
    chain: [...call.chain, agent.name],
    brief: `The agent ${call.caller.agent} called you with the task. Give it your result with return_value before you finish; it sees nothing else of your work but the files.`,
    async unwanted() {
      const now = await calls.get(call.id);
      if (now?.state === 'running' && now.runner?.run === run) return undefined;
      return now?.error ?? 'The call has ended.';
    },
    async end(ended) {
      if ('error' in ended) await calls.fail(call, ended.error);
      else if (ended.outcome.reason === 'done') await calls.complete(call, ended.returned ?? lastWords(ended.outcome));
      else await calls.fail(call, `${agent.name} did not finish: ${ended.outcome.message}`);
    },
  };
}

export function beadJob(bead: Bead, agent: ProjectAgent, run: string, place: string, beads: BeadStore, leave: () => Promise<void>): Job {
  const active = bead.workflow?.status === 'active' ? bead.workflow : undefined;
  const node = active && nodeOf(workflowNamed(active.workflow), active.node);
  const criteria = Object.entries(bead.context).filter(([name]) => !['workflow', 'delegated_by', 'delegate_to_role'].includes(name)).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`);
  const finish = node?.type === 'approval' ? `Approve it with approve_bead, or reject it with reject_bead and a reason. Its id is ${bead.id}.`
    : `When it is done and tested, close it with close_bead. Its id is ${bead.id}.`;
  return {
    run, agent, source: { kind: 'bead', id: bead.id }, title: oneLine(`${bead.id}: ${bead.title}`), place, chain: [agent.name],
    task: [`${bead.id}: ${bead.title}`, bead.description, ...(node ? [`Step ${node.key} of the workflow ${active!.workflow}: ${node.instructions}`] : []), ...criteria].filter((part) => part !== '').join('\n\n'),
    brief: `The task is a bead, one piece of work on the project's board, and you have taken it. ${finish} What is beyond your role you delegate with delegate_task; what needs a person's decision you escalate with escalate_ceo.`,
    async unwanted() {
      const now = await beads.get(bead.id);
      if (now?.claim?.run !== run) return now ? 'The bead was given to somebody else.' : 'The bead is gone.';
      const closed = now.status === 'closed' ? now.history.findLast(({ what }) => what === 'closed') : undefined;
      return closed && closed.by !== agent.name ? `${closed.by} closed the bead.` : undefined;
    },
    async end(ended) {
      const why = 'error' in ended ? ended.error : ended.outcome.reason === 'done' ? `The run ended without closing it. ${lastWords(ended.outcome) ?? ''}`.trim() : ended.outcome.message;
      const unasked = !('error' in ended) && ended.unasked;
      const done = await Promise.allSettled([beads.release(bead.id, run, why, { id: agent.name, role: agent.role }, unasked), leave()]);
      // It is tried again: a bead that stays with a run that is over is nobody's as long as this tab is there.
      const failed = done.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/** What the model said at last, where that is words and not a form; null when it said nothing. */
function lastWords({ messages }: RunOutcome): string | null {
  const last = messages.at(-1);
  const text = last?.role === 'assistant' ? last.text.trim() : '';
  return text === '' || /^[{[`<]/.test(text) ? null : text.slice(0, 20_000);
}
