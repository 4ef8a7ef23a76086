/** The part of the client's `fs` that the page's stores read and write, in memory. */
import type { FileSystemAPI } from '@webcontainer/api';

export interface MemoryFs {
  fs: FileSystemAPI;
  files: Map<string, Uint8Array>;
}

/** @param contents texts by path. */
export function memoryFs(contents: Record<string, string | Uint8Array>): MemoryFs {
  const bytes = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? new TextEncoder().encode(data) : data);
  const files = new Map(Object.entries(contents).map(([path, data]) => [path, bytes(data)]));
  const missing = (path: string): Error => Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' });
  const fs = {
    async readFile(path: string, encoding?: string) {
      const data = files.get(path.replace(/^\.\//, ''));
      if (!data) throw missing(path);
      return encoding ? new TextDecoder().decode(data) : data;
    },
    async writeFile(path: string, data: string | Uint8Array) {
      files.set(path, bytes(data));
    },
    async readdir(path: string, options?: { withFileTypes?: boolean }) {
      const prefix = path === '.' || path === '' ? '' : `${path.replace(/^\.\//, '')}/`;
      const found = new Map<string, boolean>();
      for (const file of files.keys()) {
        if (!file.startsWith(prefix)) continue;
        const [name, ...below] = file.slice(prefix.length).split('/');
        found.set(name, below.length > 0);
      }
      if (found.size === 0 && prefix !== '') throw missing(path);
      if (!options?.withFileTypes) return [...found.keys()];
      return [...found].map(([name, directory]) => ({ name, isDirectory: () => directory, isFile: () => !directory }));
    },
    async rm(path: string) {
      for (const file of [...files.keys()]) if (file === path || file.startsWith(`${path}/`)) files.delete(file);
    },
    async mkdir() {},
    async rename(from: string, to: string) {
      for (const file of [...files.keys()]) {
        if (file !== from && !file.startsWith(`${from}/`)) continue;
        files.set(to + file.slice(from.length), files.get(file)!);
        files.delete(file);
      }
    },
  };
  return { fs: fs as unknown as FileSystemAPI, files };
}
