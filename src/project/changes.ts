/** One recursive watch of the project, shared by everybody who has to know: explorer, open documents, durable copy. */
import type { Engine } from '../sandbox/sandbox.ts';

/** Paths relative to the project, without a leading slash; each is one that appeared, went or changed. */
export type ChangeListener = (paths: ReadonlySet<string>) => void;

export interface ProjectChanges {
  /** @returns a function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void;
  /** Tells everybody about changes that this page made itself, without waiting for the watch. */
  announce(...paths: string[]): void;
  close(): void;
}

/** Changes that arrive together are told together: `npm install` would otherwise cause thousands of renders. */
const GATHER_MS = 30;

/** Starts watching. */
export function watchProject(engine: Pick<Engine, 'fs'>): ProjectChanges {
  const listeners = new Set<ChangeListener>();
  let gathered = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (): void => {
    timer = undefined;
    const paths = gathered;
    gathered = new Set();
    for (const listener of listeners) listener(paths);
  };
  const gather = (path: string): void => {
    gathered.add(path.replace(/^\.?\/+/, ''));
    timer ??= setTimeout(tell, GATHER_MS);
  };
  const watcher = engine.fs.watch('/', { recursive: true }, (_event, name) => {
    gather(typeof name === 'string' ? name : new TextDecoder().decode(name));
  });

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    announce(...paths) {
      for (const path of paths) gather(path);
    },
    close() {
      watcher.close();
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
