import type { ChangeListener, ProjectChanges } from '../../src/project/changes.ts';
import { memoryFs } from './memory-fs.ts';

/** A project in memory whose every write is told. */
export function toldProject(contents: Record<string, string | Uint8Array>) {
  const { fs, files } = memoryFs(contents);
  const listeners = new Set<ChangeListener>();
  const tell = (...paths: string[]): void => { for (const listener of listeners) listener(new Set(paths)); };
  const changes = { subscribe: (listener: ChangeListener) => { listeners.add(listener); return () => listeners.delete(listener); } } as unknown as ProjectChanges;
  const write = fs.writeFile.bind(fs);
  fs.writeFile = async (path: string, data: string | Uint8Array) => {
    await write(path, data);
    tell(path);
  };
  return { engine: { fs }, files, changes, tell };
}
