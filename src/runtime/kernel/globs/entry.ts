/** The script that matches glob patterns: only an export with patterns needs it, and it would be a tenth of the kernel. `globs.ts` brings it. */
import picomatch from 'picomatch';
import type { GlobScope } from './globs.ts';

(globalThis as GlobScope).tabloomGlobs = (patterns) => picomatch([...patterns], { dot: true });
