import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Provider } from '../../src/agent/providers/provider.ts';
import type { RunOptions } from '../../src/agent/run.ts';
import type { PeersState } from '../../src/project/join-peers.ts';
import { createAgentSession } from '../../src/ui/agent/agent-session.ts';

const provider: Provider = { id: 'p', label: 'p', recording: false, stream: () => { throw new Error('not asked'); } };

it('runs in the chosen system and dialect, goes on with the conversation, and plays the recording in Tabloom\'s own', async () => {
  const started: Pick<RunOptions, 'task' | 'dialect' | 'system' | 'history'>[] = [];
  const session = createAgentSession({} as never, {} as never, createStore<PeersState>(() => ({ state: 'alone', reason: 'a test' })), async () => ({
    async runAgent({ task, dialect, system, history }) {
      started.push({ task, dialect, system, history });
      return { reason: 'done', message: '', messages: [...history, { role: 'user', text: task }] };
    },
    openAiCompatible: () => provider, recording: () => provider, recordedTask: 'recorded',
  }));
  await session.run('first', { dialect: 'json', system: 'loom-go' }, { baseUrl: 'http://x/v1', model: 'm' });
  await session.run('second', { dialect: 'native', system: 'atloop' }, { baseUrl: 'http://x/v1', model: 'm' });
  await session.runRecording('native');
  expect(started).toEqual([
    { task: 'first', dialect: 'json', system: 'loom-go', history: [] },
    { task: 'second', dialect: 'native', system: 'atloop', history: [{ role: 'user', text: 'first' }] },
    { task: 'recorded', dialect: 'native', system: undefined, history: [] },
  ]);
});
