/** Bundles what previews need: the files of their own hosts, and the service in the kernel that answers them. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import type { Files } from './runtime.ts';

const source = join(root, 'src', 'runtime', 'preview');

/** Files for the sandbox host's map: `runtime/preview.js` for the kernel, and below `preview/` what every preview host serves under its reserved path. */
export async function buildPreviewFiles({ minify }: { minify: boolean }): Promise<Files> {
  const files: Files = new Map();
  const page = await bundle('page/page.ts', minify);
  const [worker, bridge, boot, connect, service] = await Promise.all([
    bundle('worker/worker.ts', minify, { __PAGE_SCRIPT__: JSON.stringify(page) }),
    bundle('bridge.ts', minify), bundle('boot.ts', minify), bundle('connect.ts', minify), bundle('service/service.ts', minify),
  ]);
  files.set('runtime/preview.js', Buffer.from(service));
  files.set('preview/worker.js', Buffer.from(worker));
  files.set('preview/bridge.js', Buffer.from(bridge));
  files.set('preview/boot.js', Buffer.from(boot));
  files.set('preview/connect.js', Buffer.from(connect));
  for (const name of ['bridge.html', 'boot.html']) files.set(`preview/${name}`, readFileSync(join(source, name)));
  return files;
}

async function bundle(entry: string, minify: boolean, define: Record<string, string> = {}): Promise<string> {
  const result = await build({ entryPoints: [join(source, entry)], bundle: true, write: false, format: 'iife', target: 'chrome120', charset: 'ascii', legalComments: 'none', minify, define, logLevel: 'silent' });
  return result.outputFiles[0]!.text;
}
