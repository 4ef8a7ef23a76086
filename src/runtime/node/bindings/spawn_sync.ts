import { spawnSync } from '../process/spawn-sync.ts';
import type { Binding } from '../runtime.ts';

export const spawn_sync: Binding = {
  name: 'spawn_sync',
  create(rt, shape) {
    return Object.assign(shape, {
      spawn(options: Parameters<typeof spawnSync>[1]) {
        rt.permission?.demand('ChildProcess', options.file);
        return spawnSync(rt, options);
      },
    });
  },
};
