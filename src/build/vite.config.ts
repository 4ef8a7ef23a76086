/** Vite builds the app's page. The sandbox's runtime is bundled apart (`runtime.ts`): it shares no code with the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { join } from 'node:path';
import { dist, root } from './paths.ts';
import { preloadEarly } from './preload.ts';

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), preloadEarly()],
  worker: { format: 'es' },
  build: {
    outDir: join(dist, 'app'),
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // What several chunks share is small here; each in a file of its own would cost a request.
        codeSplitting: { groups: [{ name: 'shared', test: /[\\/]src[\\/](shared|host[\\/]folder|project[\\/]sample|sandbox[\\/]git)|[\\/]zustand[\\/]esm[\\/]vanilla|vite[\\/]preload-helper|rolldown[\\/]runtime/ }] },
      },
    },
    // Monaco's core alone is larger than Vite's default warning; the budget test holds the sizes that matter.
    chunkSizeWarningLimit: 8000,
  },
});
