/** `npm run preview`: serves `dist/` exactly as `npm run build` left it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './paths.ts';
import { serveDist } from './serve-dist.ts';

if (!existsSync(join(dist, 'app', 'index.html'))) {
  console.error('There is no build to serve. Run `npm run build` first.');
  process.exit(1);
}
await serveDist();
