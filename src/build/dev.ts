/** `npm run dev`: Vite's development server for the app; the sandbox's runtime is built at start and again when its sources change. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { HEADERS } from './hosts.ts';
import { buildHostPrograms } from './host-programs.ts';
import { root } from './paths.ts';
import { buildRuntime, type Files } from './runtime.ts';
import { RegistryPassThrough } from './registry.ts';
import { serveSites } from './server.ts';

const sandbox: Files = new Map();
const app: Files = new Map();
async function rebuild(): Promise<void> {
  for (const [name, bytes] of await buildRuntime({ minify: false, buildId: 'dev' })) sandbox.set(name, bytes);
  for (const [name, bytes] of await buildHostPrograms({ minify: false })) app.set(name, bytes);
}
await rebuild();

const vite = await createVite({ configFile: join(root, 'src/build/vite.config.ts'), define: { __BUILD_ID__: '"dev"' }, appType: 'spa', server: { middlewareMode: true, hmr: { port: 24678 }, allowedHosts: true } });
const server = await serveSites({ app, sandbox }, {
  port: Number(process.env.PORT ?? 5173),
  registry: new RegistryPassThrough(),
  onTaken: (port) => console.log(`Port ${port} is taken, trying ${port + 1}`),
  before(request, response, site) {
    if (site !== 'app' || app.has((request.url ?? '').slice(1))) return false;
    // Vite's client needs inline scripts and eval; the policy of the built app would refuse them.
    for (const [name, value] of Object.entries(HEADERS.app)) if (name !== 'Content-Security-Policy') response.setHeader(name, value);
    vite.middlewares(request, response);
    return true;
  },
});
console.log(`App      ${server.appUrl}`);
console.log(`Sandbox  ${server.sandboxUrl}`);

let timer: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['runtime', 'host', 'git']) {
  watch(join(root, 'src', folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild().then(() => console.log('runtime rebuilt'), (error: unknown) => console.error(error)), 200);
  });
}
