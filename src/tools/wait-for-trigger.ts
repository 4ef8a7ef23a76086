import * as z from 'zod';
import { parseDuration } from '../peers/duration.ts';
import type { PeerRun } from '../peers/peer-run.ts';
import type { Filter } from '../peers/trigger.ts';
import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import { lookAfterLocks } from './peers/after-wait.ts';
import type { LocksAfterWait } from './peers/after-wait.ts';
import { peersOf } from './peers/peer-words.ts';
import { defineTool } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

/** What the document waits when nothing else is said. */
export const DEFAULT_WAIT_MS = 1_800_000;
const MAX_WAIT_MS = 7 * 86_400_000;

const timeout = z.string().superRefine((text, { addIssue }) => {
  try {
    const ms = parseDuration(text);
    if (ms < 1 || ms > MAX_WAIT_MS) addIssue({ code: 'custom', message: `timeout: "${text}" is out of range. A wait takes from 1ms to 7d.` });
  } catch (error) {
    addIssue({ code: 'custom', message: AppError.from(error).message });
  }
});

export const waitForTrigger = defineTool({
  name: 'wait_for_trigger',
  description:
    'Suspend your run until a trigger comes: an event from outside (webhook), or another agent (agent_trigger). All filters that you give have to fit. The result is the trigger\'s payload. '
    + 'When none comes in time, you are told and go on. Your locks go on running out while you wait; environment variables are not kept.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({
    type: z.enum(['webhook', 'agent_trigger']).describe('What kind of trigger to wait for.'),
    source: z.string().optional().describe('Name of the webhook\'s source, such as "github".'),
    event: z.string().optional().describe('Type of the event, such as "pull_request".'),
    match: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional().describe('Values that the payload has to have, by dot path: {"action": "closed"}. Of GitHub\'s events there are action, repo, sender and a few more; all that came is under payload: {"payload.pull_request.merged": true}.'),
    source_agent: z.string().optional().describe('Only triggers from this agent; for agent_trigger.'),
    timeout: timeout.optional().describe('How long to wait, such as 30m, 2h or 1h30m.'),
  }).superRefine(({ type, source_agent }, { addIssue }) => {
    // It would fit nothing, and the run would wait to the end of its time.
    if (type === 'webhook' && source_agent !== undefined) addIssue({ code: 'custom', message: 'source_agent is only for agent_trigger' });
  }),
  examples: [
    { type: 'webhook', source: 'github', event: 'pull_request', match: { action: 'closed', repo: 'acme/app' } },
    { type: 'agent_trigger', source_agent: 'deployer', timeout: '2h' },
  ],
  // A quiet hour is no fault of the agent's.
  polls: true,
  card: { icon: 'wait', body: 'text', summary: ({ type, source, event, source_agent }) => [type, source, event, source_agent].filter((part) => typeof part === 'string').join(' ') },
  async run({ timeout: given, ...filter }, context): Promise<ToolOutput> {
    const peers = peersOf(context);
    const timeoutMs = given === undefined ? context.waitTimeoutMs ?? DEFAULT_WAIT_MS : parseDuration(given);
    const { payload, failure, waited_ms } = await waited(filter, timeoutMs, peers, context);
    // What came is nowhere else any more: that the locks cannot be read must not cost it.
    const { lost, renewed, reminders } = await lookAfterLocks(peers).catch((error: unknown): LocksAfterWait => (
      { lost: [], renewed: [], reminders: [`Whether your locks still stand is not known: ${AppError.from(error).message} Acquire them again before you go on with what they protect.`] }
    ));
    const metadata = { waited_ms, timeout_ms: timeoutMs, lost_locks: lost, renewed_locks: renewed };
    const more = reminders.length === 0 ? {} : { reminders };
    if (failure) {
      const said = `Wait failed: ${failure.message}`;
      return { message: said, output: said, metadata: { success: false, ...metadata, reason: failure.code }, ...(failure.code === 'timeout' ? { timed_out: true } : {}), ...more };
    }
    const said = 'Trigger received.';
    return { message: said, output: `${said} Payload:\n\n${typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2)}`, metadata: { payload, ...metadata }, ...more };
  },
});

/** A wait that fails is a result, with which the agent goes on; only a stopped run is none. */
async function waited(filter: Filter, timeoutMs: number, peers: PeerRun, { signal }: ToolContext): Promise<{ payload: Json; failure?: AppError; waited_ms: number }> {
  const since = performance.now();
  try {
    return await peers.whileWaiting(() => peers.waits.wait({ agent: peers.agent, run: peers.run, filter, timeoutMs }, signal));
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (signal.aborted || failure.code === 'aborted') throw failure;
    return { payload: null, failure, waited_ms: Math.round(performance.now() - since) };
  }
}
