/**
 * A project that programs write to while the mirror copies it: answers and news take their time, each its own, as between a sandbox and a page. Git's files are real where
 * the mirror looks into them (deflated objects, hashes at the end of packs); what an object names is plain text in it, so that a checker can follow it.
 */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { ChangeListener, ProjectChanges } from '../../src/project/changes.ts';
import type { MirrorSource } from '../../src/project/mirror-source.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);
const tick = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

/** What a work file says of itself before its version: enough lines to be known by, also under a new name and edited. */
const identity = (work: number): string => Array.from({ length: 10 }, (_, line) => `work ${work}, line ${line}`).join('\n');

export interface MirrorWorld {
  engine: MirrorSource;
  changes: ProjectChanges;
  files: Map<string, Uint8Array>;
  /** One thing that a program does; takes a few turns. */
  step(): Promise<void>;
  /** What is in each work file that was neither deleted nor is new: its version by its identity. */
  work(): Map<string, number>;
  /** Identities deleted so far. */
  deleted: ReadonlySet<string>;
}

export function mirrorWorld(next: () => number): MirrorWorld {
  const files = new Map<string, Uint8Array>();
  const listeners = new Set<ChangeListener>();
  const deleted = new Set<string>();
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  const pause = async (most: number): Promise<void> => { for (let left = Math.floor(next() * most); left > 0; left--) await tick(); };

  // News is told in its order, some time later, several at once.
  const news: string[] = [];
  let telling = false;
  const tell = async (): Promise<void> => {
    if (telling) return;
    telling = true;
    while (news.length > 0) {
      await pause(12);
      const some = new Set(news.splice(0, 1 + Math.floor(next() * news.length)));
      for (const listener of listeners) listener(some);
    }
    telling = false;
  };
  const put = (path: string, data: Uint8Array | undefined): void => {
    if (data) files.set(path, data);
    else files.delete(path);
    news.push(path);
    void tell();
  };
  const move = (from: string, to: string): void => {
    const data = files.get(from);
    if (!data) return;
    files.delete(from);
    files.set(to, data);
    news.push(from, to);
    void tell();
  };
  const missing = (path: string): Error => Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' });
  const clean = (path: string): string => path.replace(/^(\.?\/|\.$)/, '');
  const fs = {
    async readFile(path: string) {
      await pause(4);
      const data = files.get(clean(path));
      if (!data) throw missing(path);
      await pause(4);
      return data;
    },
    async writeFile(path: string, data: string) {
      await pause(4);
      put(clean(path), bytes(data));
    },
    async readdir(path: string) {
      await pause(4);
      const prefix = clean(path) === '' ? '' : `${clean(path)}/`;
      const found = new Map<string, boolean>();
      for (const file of files.keys()) {
        if (!file.startsWith(prefix)) continue;
        const [name, ...below] = file.slice(prefix.length).split('/');
        found.set(name!, below.length > 0 || found.get(name!) === true);
      }
      if (found.size === 0 && prefix !== '') throw missing(path);
      await pause(4);
      return [...found].map(([name, directory]) => ({ name, isDirectory: () => directory, isFile: () => !directory }));
    },
    async rm(path: string) {
      await pause(4);
      if (files.has(clean(path))) put(clean(path), undefined);
    },
    async mkdir() {},
  };
  const changes: ProjectChanges = {
    subscribe(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    announce: () => undefined,
    close: () => undefined,
  };

  let objects = 0;
  let works = 0;
  const workPaths = (): string[] => [...files.keys()].filter((path) => path.startsWith('w/'));
  const loose = (): string[] => [...files.keys()].filter((path) => /^\.git\/objects\/[0-9a-f]{2}\//.test(path));
  const writeInPlace = async (path: string, data: Uint8Array): Promise<void> => {
    put(path, new Uint8Array());
    await pause(3);
    if (data.length > 10 && next() < 0.3) {
      put(path, data.slice(0, data.length / 2));
      await pause(3);
    }
    put(path, data);
  };
  const addObject = async (names: readonly string[]): Promise<string> => {
    const id = createHash('sha1').update(String(++objects)).digest('hex');
    await writeInPlace(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`, deflateSync(names.join('\n')));
    await pause(2);
    return id;
  };
  const heads = (): string[] => [...files.keys()].filter((path) => path.startsWith('.git/refs/heads/'));
  const packed = (): Map<string, string> => new Map(text(files.get('.git/packed-refs') ?? new Uint8Array()).split('\n').filter(Boolean).map((line) => line.split(' ').reverse() as [string, string]));
  const writePacked = async (refs: ReadonlyMap<string, string>): Promise<void> => {
    put('.git/packed-refs.lock', bytes([...refs].map(([ref, id]) => `${id} ${ref}\n`).join('')));
    await pause(2);
    move('.git/packed-refs.lock', '.git/packed-refs');
  };

  // Git's own locks keep two of it apart.
  let busy: Promise<void> = Promise.resolve();
  const alone = (git: () => Promise<void>) => (): Promise<void> => (busy = busy.then(git));

  const steps: (() => Promise<void>)[] = [
    async () => put(`w/f${++works}`, bytes(`${identity(works)}:0`)),
    async () => {
      const path = pick(workPaths());
      if (path) put(path, bytes(text(files.get(path)!).replace(/\d+$/, (version) => String(Number(version) + 1))));
    },
    async () => {
      const path = pick(workPaths());
      if (path) move(path, `w/m${++works}`);
    },
    async () => {
      const path = pick(workPaths());
      if (!path || next() < 0.7) return;
      deleted.add(text(files.get(path)!).split(':')[0]!);
      put(path, undefined);
    },
    async () => {
      const path = `w.tmp${Math.floor(next() * 3)}`;
      put(path, bytes('temporary'));
      await pause(5);
      put(path, undefined);
    },
    // A commit: contents, then what names them, then the branch.
    alone(async () => {
      put('.git/index.lock', bytes('locked'));
      const parent = pick([...heads().map((path) => text(files.get(path)!)), ...packed().values()]);
      const names = parent && parent.length >= 40 ? [parent.trim()] : [];
      for (let count = Math.floor(next() * 3); count > 0; count--) names.push(await addObject([]));
      const commit = await addObject(names);
      await writeInPlace(`.git/refs/heads/b${Math.floor(next() * 3)}`, bytes(`${commit}\n`));
      put('.git/index.lock', undefined);
    }),
    // Branches into one file.
    alone(async () => {
      const refs = packed();
      const mine = heads().filter((path) => files.get(path)!.length >= 40);
      for (const path of mine) refs.set(path.slice('.git/'.length), text(files.get(path)!).trim());
      await writePacked(refs);
      for (const path of mine) {
        await pause(2);
        if (files.get(path) && text(files.get(path)!).trim() === refs.get(path.slice('.git/'.length))) put(path, undefined);
      }
    }),
    // Objects into a pack: contents, index, and then the loose ones go.
    alone(async () => {
      const mine = loose();
      if (mine.length < 6) return;
      const number = ++objects;
      const body = Buffer.from(mine.map((path) => `${path.slice('.git/objects/'.length).replace('/', '')} ${inflateSync(files.get(path)!).toString().replaceAll('\n', ' ')}\n`).join(''));
      const sum = (data: Buffer): Uint8Array => new Uint8Array(Buffer.concat([data, createHash('sha1').update(data).digest()]));
      await writeInPlace(`.git/objects/pack/pack-${number}.pack`, sum(body));
      await pause(2);
      await writeInPlace(`.git/objects/pack/pack-${number}.idx`, sum(Buffer.from(`index of ${number}, long enough`)));
      await pause(2);
      for (const path of mine) {
        put(path, undefined);
        await pause(2);
      }
    }),
  ];
  return {
    engine: { fs } as unknown as MirrorSource,
    changes, files, deleted,
    async step() {
      await pick(steps)!();
      await pause(80);
      await pause(6);
    },
    work: () => new Map(workPaths().map((path) => text(files.get(path)!).split(':')).map(([id, version]) => [id!, Number(version)])),
  };
}

/** What is wrong with a copy as a repository; empty when nothing is. */
export function repositoryFaults(files: ReadonlyMap<string, Uint8Array>): string[] {
  const faults: string[] = [];
  const objects = new Map<string, string[]>();
  const refs: [string, string][] = [];
  for (const [path, data] of files) {
    if (path.endsWith('.lock')) faults.push(`${path} is there`);
    const object = /^\.git\/objects\/([0-9a-f]{2})\/([0-9a-f]{38})$/.exec(path);
    if (object) {
      try {
        objects.set(object[1]! + object[2]!, inflateSync(data).toString().split('\n').filter(Boolean));
      } catch {
        faults.push(`${path} is cut short`);
      }
    }
    if (path.endsWith('.idx')) {
      const pack = files.get(path.replace(/idx$/, 'pack'));
      if (!pack || pack.length < 20) faults.push(`${path} has no pack`);
      else for (const line of text(pack.slice(0, -20)).split('\n').filter(Boolean)) objects.set(line.split(' ')[0]!, line.split(' ').slice(1).filter(Boolean));
    }
    if (path.startsWith('.git/refs/')) refs.push([path, text(data).trim()]);
    if (path === '.git/packed-refs') for (const line of text(data).split('\n').filter(Boolean)) refs.push([line.split(' ')[1]!, line.split(' ')[0]!]);
  }
  const seen = new Set<string>();
  const visit = (id: string, from: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const names = objects.get(id);
    if (!names) return void faults.push(`${from} names ${id}, which is not there`);
    for (const name of names) visit(name, id);
  };
  for (const [path, id] of refs) visit(id, path);
  return faults;
}
