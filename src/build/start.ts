/** `npm start`: builds what is missing or stale and serves it. */
import { ensureBuilt } from './build-all.ts';
import { serveDist } from './serve-dist.ts';

await ensureBuilt();
await serveDist();
