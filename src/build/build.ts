/** `npm run build`: writes the static `dist/` (`app/`, `sandbox/`), ready for any host that can set headers. */
import { buildAll } from './build-all.ts';

await buildAll();
