/** Vite builds the app's page. The sandbox's runtime is bundled apart (`runtime.ts`): it shares no code with the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { join } from 'node:path';
import { dist, root } from './paths.ts';

export default defineConfig({
  root,
  base: '/',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: join(dist, 'app'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Monaco's core alone is larger than Vite's default warning; the budget test holds the sizes that matter.
    chunkSizeWarningLimit: 8000,
  },
});
