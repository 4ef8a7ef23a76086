/** Vite builds the app's page. The sandbox's runtime is bundled apart (`runtime.ts`): it shares no code with the app. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { join } from 'node:path';
import { narrowScripts } from './narrow-scripts.ts';
import { dist, root } from './paths.ts';
import { preloadEarly } from './preload.ts';

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), preloadEarly(), narrowScripts()],
  worker: { format: 'es', plugins: () => [narrowScripts()] },
  build: {
    outDir: join(dist, 'app'),
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      output: {
        // What several chunks share is small here; each in a file of its own would cost a request. All of these are loaded on every start: `shared` with the
        // entry, `models` while the sandbox starts, `view` with React, `peers` right after the start. What only a part of the page needs belongs in none of them.
        codeSplitting: {
          groups: [
            { name: 'shared', priority: 3, test: /[\\/]src[\\/](shared|host[\\/]folder|project[\\/]sample|sandbox[\\/]git)|[\\/]zustand[\\/]esm[\\/]vanilla|vite[\\/]preload-helper|rolldown[\\/]runtime/ },
            { name: 'models', priority: 2, test: /[\\/]src[\\/](project[\\/](durable-fs|documents|storage-care|team-server)|sandbox[\\/]seat[\\/]shared-sandbox|work[\\/](todos[\\/]todos|store[\\/]indexed-records|beads[\\/](dispatch|flow)|skills[\\/]own-skills)|ui[\\/](files[\\/]download|tabs[\\/]lost-servers|agent[\\/]agent-runs|panels[\\/]work[\\/]work-panels))\.ts/ },
            { name: 'view', priority: 1, test: /[\\/]node_modules[\\/](react[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](createLucideIcon|Icon)\.)|[\\/]zustand[\\/]esm[\\/]react\.|[\\/]src[\\/]ui[\\/](context|use-theme|(agent[\\/]agent|editor[\\/]editor|kit[\\/]kit)\.module)\./ },
            { name: 'peers', priority: 1, test: /[\\/]src[\\/]peers[\\/](call-record|lease-table|notes|resource-key|trigger|update-record)\.ts/ },
          ],
        },
      },
    },
    // Monaco's core alone is larger than Vite's default warning; the budget test holds the sizes that matter.
    chunkSizeWarningLimit: 8000,
  },
});
