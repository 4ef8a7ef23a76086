/** The page of `durable-browser.ts`: the app's engine, programs and durable mirror, without what the app shows. */
import { WebContainer } from '@webcontainer/api';
import { type ProjectChanges, watchProject } from '../../src/project/changes.ts';
import { type DurableFs, openDurableFs } from '../../src/project/durable-fs.ts';
import { type DurableMirror, mirrorProject } from '../../src/project/durable-mirror.ts';
import { encodeSnapshot, type SnapshotNode } from '../../src/project/snapshot.ts';
import { loadPrograms, placePrograms, toolsEnv } from '../../src/sandbox/boot.ts';
import type { Engine } from '../../src/sandbox/sandbox.ts';

declare global {
  interface Window {
    durablePage: typeof durablePage;
    /** Given by the test: what happened, told before the page can die of anything else. */
    tell(event: SaveEvent): Promise<void>;
    ticked(event: TickEvent): Promise<void>;
  }
}

/** A save that is on disk, and how long that took, ms. */
export interface SaveEvent { path: string; text: string; ms: number }

/** A number that was written to the project, saved or not, and when, ms since 1970. */
export interface TickEvent { tick: number; at: number }

/** Files as Latin-1 text, which survives the way to the test; links by their target. */
export type StoredFile = { path: string; latin1: string; mode: number | undefined } | { path: string; target: string };

let durable: DurableFs;
let mirror: DurableMirror;
let engine: Engine;
let changes: ProjectChanges;
/** The save that is waited for. */
const current: { typed: { path: string; bytes: Uint8Array; saved(): void } | undefined } = { typed: undefined };

const durablePage = {
  /** What is saved, read as at a start. */
  async load(id: string): Promise<{ files: StoredFile[]; damaged: string[]; epoch: number; ms: number }> {
    const began = performance.now();
    durable = openDurableFs(id);
    const epoch = await durable.claim();
    const snapshot = await durable.load();
    const ms = performance.now() - began;
    const files: StoredFile[] = [];
    const visit = (node: SnapshotNode, path: string): void => {
      if ('d' in node) for (const [name, child] of Object.entries(node.d)) visit(child, path === '' ? name : `${path}/${name}`);
      else if ('l' in node.f) files.push({ path, target: node.f.l });
      else files.push({ path, latin1: Array.from(node.f.c, (byte) => String.fromCharCode(byte)).join(''), mode: node.f.m });
    };
    visit(snapshot, '');
    return { files, damaged: (await durable.damaged()).map(({ path, reason }) => `${path}: ${reason}`), epoch, ms };
  },
  /** Boots with what is saved, and saves from then on. */
  async open(id: string): Promise<void> {
    durable = openDurableFs(id);
    await durable.claim();
    const snapshot = await durable.load();
    (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = `${location.protocol}//sandbox.${location.host}`;
    const container = await WebContainer.boot({ coep: 'require-corp', workdirName: 'project' });
    engine = container as unknown as Engine;
    await container.mount(encodeSnapshot(snapshot));
    await placePrograms(engine, loadPrograms(async (name) => (await fetch(`/host/${name}`)).text()));
    const own = durable;
    changes = watchProject(engine);
    mirror = mirrorProject(engine, changes, {
      ...own,
      async commit() {
        const { typed } = current;
        const included = typed !== undefined && await own.looksLike(typed.path, typed.bytes);
        await own.commit();
        // What was committed is acknowledged, whatever else is still on its way.
        if (included) typed.saved();
      },
    });
    await mirror.rescan();
  },
  async run(command: string): Promise<string> {
    const process = await engine.spawn('sh', ['-c', command], { env: toolsEnv(engine) });
    let output = '';
    void process.output.pipeTo(new WritableStream({ write: (text) => { output += text; } }));
    const exit = await process.exit;
    return `${output.trim()} [${exit}]`;
  },
  /** Starts a program and leaves it running. */
  async start(command: string): Promise<void> {
    await engine.spawn('sh', ['-c', command], { env: toolsEnv(engine) });
  },
  flush: (): Promise<void> => mirror.flush(),
  status: () => mirror.status.getState(),
  /** Writes files as an editor does, one after the other, and tells of each when it is committed. */
  async type(prefix: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const path = `${prefix}-${time % 7}.txt`;
      const text = `${path} ${time} ${'x'.repeat((time * 37) % 3000)}`;
      const began = performance.now();
      const saved = new Promise<void>((resolve) => { current.typed = { path, bytes: new TextEncoder().encode(text), saved: resolve }; });
      await engine.fs.writeFile(path, text);
      await saved;
      await window.tell({ path, text, ms: performance.now() - began });
    }
  },
  /** Saves growing numbers as the editor does, without end, and tells of each when the sandbox has it. */
  async tick(path: string, everyMs: number): Promise<void> {
    for (let tick = 0; ; tick++) {
      const next = new Promise((resolve) => { setTimeout(resolve, everyMs); });
      await engine.fs.writeFile(path, String(tick));
      changes.announce(path);
      void window.ticked({ tick, at: Date.now() });
      await next;
    }
  },
  /** Commits small batches without end, with the mirror's pauses between them or with none. */
  async churn(id: string, pauseMs: number): Promise<void> {
    durable = openDurableFs(id);
    await durable.load();
    for (let turn = 0; ; turn++) {
      for (let file = 0; file < 5; file++) await durable.writeFile(`f${file}`, new TextEncoder().encode(`${turn} ${'y'.repeat(5000)}`));
      await durable.commit();
      await new Promise((resolve) => { setTimeout(resolve, pauseMs); });
    }
  },
  /** Begins a transaction, asks it for nothing, and is busy: what a page is that was stopped in that instant. */
  async stall(id: string): Promise<void> {
    await openDurableFs(id).claim();
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(`project:${id}`);
      opening.onsuccess = () => resolve(opening.result);
    });
    setTimeout(() => {
      db.transaction([...db.objectStoreNames], 'readwrite');
      for (const end = performance.now() + 120_000; performance.now() < end;);
    });
  },
  /** ms to claim and to read what is saved. */
  async takeOver(id: string): Promise<{ claim: number; load: number }> {
    const began = performance.now();
    durable = openDurableFs(id);
    await durable.claim();
    const claimed = performance.now();
    await durable.load();
    return { claim: claimed - began, load: performance.now() - claimed };
  },
  /** Times of the durable copy itself, ms: each of many small saves, many files at once, and the load of them. */
  async bench(id: string, files: number): Promise<{ saves: number[]; commit: number; load: number }> {
    const fs = openDurableFs(id);
    await fs.claim();
    const data = (text: string): Uint8Array => new TextEncoder().encode(text.repeat(40));
    let began = performance.now();
    for (let file = 0; file < files; file++) {
      await fs.writeFile(`src/d${file % 100}/f${file}.ts`, data(`file ${file}\n`));
      // The mirror waits for the sandbox's answers in between.
      if (file % 8 === 7) await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
    }
    await fs.commit();
    const commit = performance.now() - began;
    const saves: number[] = [];
    for (let save = 0; save < 100; save++) {
      began = performance.now();
      await fs.writeFile(`src/d${save % 100}/f${save}.ts`, data(`again ${save}\n`));
      await fs.commit();
      saves.push(performance.now() - began);
    }
    began = performance.now();
    await openDurableFs(id).load();
    return { saves, commit, load: performance.now() - began };
  },
};

window.durablePage = durablePage;
