/** What the page says and keeps when another tab has taken over. */
import '../support/memory-storage.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createDocuments } from '../../src/project/documents.ts';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { ToolsState, Trouble } from '../../src/ui/app-model.ts';
import { watchSaves } from '../../src/ui/session/pending-saves.ts';
import { createWorkspaceTabs } from '../../src/ui/tabs/workspace-tabs.ts';
import { toldProject } from '../support/told-project.ts';

it('text that was saved in the moment before is kept as unsaved', async () => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
  onTestFinished(() => { vi.unstubAllGlobals(); });
  const { engine, changes } = toldProject({ 'a.txt': 'old' });
  const tabs = createWorkspaceTabs(engine as unknown as Sandbox, changes, createStore<Trouble>(() => ({ message: undefined, lost: undefined })));
  const durable = openDurableFs('superseded');
  let stopped = Promise.resolve();
  let goOn = (): void => undefined;
  tabs.own({ durable: { ...durable, commit: async (part) => { await stopped; await durable.commit(part); } }, tools: createStore<ToolsState>(() => ({ state: 'ready' })), prepared: Promise.resolve() });
  await tabs.flush();
  const documents = createDocuments(engine.fs);
  const flushes: Promise<void>[] = [];
  const saves = watchSaves(documents, tabs.saving, () => {
    const flush = tabs.flush();
    flushes.push(flush);
    return flush;
  }, () => undefined);
  onTestFinished(() => saves.close());
  await documents.show('a.txt');
  documents.edit('a.txt', 'mine');
  stopped = new Promise((resolve) => { goOn = resolve; });
  await documents.save('a.txt');
  // This page is stopped; another one follows it; this one goes on.
  await openDurableFs('superseded').claim();
  tabs.superseded(false);
  goOn();
  await Promise.allSettled(flushes);
  await new Promise((resolve) => setTimeout(resolve));
  expect([...saves.texts]).toEqual([['a.txt', { text: 'mine', diskText: 'old' }]]);
  expect(tabs.saving.getState().state).toBe('stopped');
});
