import { spawnSync } from '../process/spawn-sync.ts';
import type { Binding } from '../runtime.ts';

export const spawn_sync: Binding = {
  name: 'spawn_sync',
  create(rt, shape) {
    return Object.assign(shape, { spawn: (options: Parameters<typeof spawnSync>[1]) => spawnSync(rt, options) });
  },
};
