import * as z from 'zod';
import type { Call } from '../peers/call-record.ts';
import type { PeerRun } from '../peers/peer-run.ts';
import { delay } from '../shared/abort.ts';
import { holderOf, peersOf } from './peers/peer-words.ts';
import { firstText } from './summary.ts';
import { defineTool } from './tool.ts';
import type { ToolOutput } from './tool.ts';

/** Somebody who asks again at once is answered when something has changed, or after this long: else a run has used up its turns before the called agent has begun. */
const PATIENCE_MS = 10_000;

/** The states in which runs have seen their calls. */
const seen = new WeakMap<PeerRun, Map<string, Call['state']>>();

export const checkCall = defineTool({
  name: 'check_call',
  description: 'Check a call made with call_agent: pending, running, completed (with the value that was returned) or error. Do other work between two checks.',
  toolset: 'peers',
  permission: 'read',
  input: z.strictObject({ call_id: z.string().min(1).describe('The call_id that call_agent returned.') }),
  examples: [{ call_id: 'call-4f8b3f0e-8f0a-4a55-9a0d-0f6f5a8d7c11' }],
  polls: true,
  card: { icon: 'call', body: 'text', summary: firstText('call_id') },
  async run({ call_id }, context): Promise<ToolOutput> {
    const peers = peersOf(context);
    const known = seen.get(peers) ?? new Map<string, Call['state']>();
    seen.set(peers, known);
    const check = (): Promise<Call> => peers.calls.check(holderOf(peers), call_id);
    // Heard from before the first look on: what changes during that look would else be waited for in vain.
    const news = newsOf(peers, call_id);
    let call: Call;
    try {
      call = await check();
      if (isOpen(call) && known.get(call_id) === call.state) {
        await news.come(context.signal);
        call = await check();
      }
    } finally {
      news.end();
    }
    known.set(call_id, call.state);
    const { state, target, value, error } = call;
    const base = { call_id, status: state, target_agent: target };
    if (isOpen(call)) {
      const said = `Call status: ${state}.`;
      return { message: said, output: `${said} Use check_call again later to poll for completion.`, metadata: base };
    }
    if (state === 'error') {
      const said = `Call failed: ${error ?? 'unknown error'}`;
      return { message: said, output: said, metadata: { ...base, success: false, error_message: error ?? 'unknown error' } };
    }
    const said = 'Call completed.';
    return { message: said, output: value === null || value === '' ? said : `${said}\n\nReturn value: ${value}`, metadata: { ...base, ...(value === null ? {} : { return_value: value }) } };
  },
});

const isOpen = ({ state }: Call): boolean => state === 'pending' || state === 'running';

interface News {
  /** Until there was any since the beginning, the signal fires, or the patience is over. It may be old: whoever waited looks again. */
  come(signal: AbortSignal): Promise<void>;
  end(): void;
}

function newsOf({ calls }: PeerRun, id: string): News {
  const came = new AbortController();
  const unsubscribe = calls.subscribe((news) => { if (news.id === id) came.abort(); });
  return {
    async come(signal) {
      await delay(PATIENCE_MS, AbortSignal.any([signal, came.signal])).catch(() => undefined);
      signal.throwIfAborted();
    },
    end: unsubscribe,
  };
}
