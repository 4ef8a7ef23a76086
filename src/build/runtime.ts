/** Bundles the self-hosted runtime: everything the sandbox host serves. */
import { build, type BuildOptions } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_ASSETS, GLOBS_ASSET, LATER_ASSETS, NODE_ASSET, NPM_ASSET, RARE_ASSETS, SHELL_MORE_ASSET } from '../runtime/frames/messages.ts';
import { bundleNode } from './node-bundle.ts';
import { escapeUnits } from './narrow-scripts.ts';
import { npmPack } from './npm-pack.ts';
import { root } from './paths.ts';
import { buildPreviewFiles } from './preview-files.ts';
import { nodeSources } from './node-package.ts';
import { patchNodeSources } from './node-patches.ts';
import { stripComments } from './strip-comments.ts';
import { wasmParts } from './wasm-parts.ts';
import parts from './node-parts.json' with { type: 'json' };

/** Files of one host by path below its root, without a leading slash. */
export type Files = Map<string, Uint8Array>;

const runtime = join(root, 'src', 'runtime');
const text = (s: string): Uint8Array => new TextEncoder().encode(s);

/** What the relay may fetch for the kernel; it reads this list from its page's config. */
export const RUNTIME_ASSETS = [...FIRST_ASSETS, NODE_ASSET, ...LATER_ASSETS, ...RARE_ASSETS];

/** Builds all files of the sandbox host. `buildId` is what app and relay compare before they boot (decisions 7). */
export async function buildRuntime({ minify, buildId }: { minify: boolean; buildId: string }): Promise<Files> {
  const files: Files = new Map();
  const [kernel, node, shell, more, globs, relay, connect, broker, inner] = await Promise.all([
    bundle('kernel/kernel.worker.ts', minify, minify),
    bundleNode(minify),
    bundle('shell/shell.worker.ts', minify, minify),
    bundle('shell/more/entry.ts', minify, minify),
    bundle('kernel/globs/entry.ts', minify, minify),
    bundle('frames/relay.ts', minify, minify),
    bundle('frames/connect.ts', minify, minify),
    bundle('frames/broker.ts', minify, minify),
    bundle('frames/inner.ts', minify, minify),
  ]);
  const library = nodeLibrary();
  files.set('runtime/kernel.js', text(kernel));
  files.set('runtime/node.js', text(`${library.hot}\n${node.hot}`));
  files.set('runtime/node-rare.js', text(node.rare));
  for (const [name, script] of library.others) files.set(`runtime/${name}`, text(script));
  files.set('runtime/shell.js', text(shell));
  files.set(`runtime/${SHELL_MORE_ASSET}`, text(more));
  files.set(`runtime/${GLOBS_ASSET}`, text(globs));
  for (const [name, bytes] of wasmParts()) files.set(`runtime/${name}`, bytes);
  files.set(`runtime/${NPM_ASSET}`, await npmPack());
  for (const [name, bytes] of await buildPreviewFiles({ minify })) files.set(name, bytes);
  files.set('frames/relay.js', text(relay));
  files.set('frames/connect.js', text(connect));
  files.set('frames/broker.js', text(broker));
  files.set('connect.html', text(html('connect.html', {})));
  files.set('frames/inner.js', text(inner));
  files.set('headless.html', text(html('relay.html', { buildId, assets: RUNTIME_ASSETS, registry: null })));
  files.set('inner.html', text(html('inner.html', { buildId })));
  return files;
}

async function bundle(entry: string, minify: boolean, minifyIdentifiers: boolean): Promise<string> {
  const options: BuildOptions = {
    entryPoints: [join(runtime, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome120',
    // A script with a single character above Latin-1 is held with two bytes for each of its characters, in every worker that runs it.
    charset: 'ascii',
    legalComments: 'none',
    minifyWhitespace: minify,
    minifySyntax: minify,
    minifyIdentifiers,
    keepNames: false,
    loader: { '.json': 'json' },
    logLevel: 'silent',
  };
  const result = await build(options);
  return result.outputFiles![0]!.text;
}

/**
 * Node's sources as scripts: those that nearly every program loads; single ones that are large and rare (`node-parts.json`); and all others.
 * A process fetches the latter two by `importScripts`, at the first miss.
 */
function nodeLibrary(): { hot: string; others: [name: string, script: string][] } {
  const sources = patchNodeSources(nodeSources());
  const hot = new Set(JSON.parse(readFileSync(join(root, 'src/build/node-hot.json'), 'utf8')) as string[]);
  // V8's tools are ES modules, which the stripping does not take.
  const shaped = (id: string): string => (id.startsWith('internal/deps/v8/tools/') ? sources[id]! : stripComments(sources[id]!));
  const table = (ids: string[]): string => ids.map((id) => `${JSON.stringify(id)}:${scriptString(wrapped(id, shaped(id)))}`).join(',\n');
  const addition = (ids: string[]): string => `Object.assign(globalThis.__tabloomNatives,{\n${table(ids)}});`;
  const rare = Object.entries(parts);
  const rest = Object.keys(sources).filter((id) => !hot.has(id) && !(id in parts));
  return {
    hot: `globalThis.__tabloomNatives={__proto__:null,\n${table(Object.keys(sources).filter((id) => hot.has(id)))}};`,
    others: [['node-rest.js', addition(rest)], ...rare.map(([id, name]): [string, string] => [name, addition([id])])],
  };
}

/** As a string literal of ASCII, for the same reason as `charset` above. */
const scriptString = (source: string): string => escapeUnits(JSON.stringify(source), /[^\0-\x7f]/g);

const PARAMETERS = {
  context: 'exports, primordials, privateSymbols, perIsolateSymbols',
  realm: 'process, getLinkedBinding, getInternalBinding, primordials',
  main: 'process, require, internalBinding, primordials',
  library: 'exports, require, module, process, internalBinding, primordials',
};

function parametersOf(id: string): string {
  if (id.startsWith('internal/per_context/')) return PARAMETERS.context;
  if (id === 'internal/bootstrap/realm') return PARAMETERS.realm;
  if (id.startsWith('internal/bootstrap/') || id.startsWith('internal/main/')) return PARAMETERS.main;
  return PARAMETERS.library;
}

/**
 * A module as it is evaluated, with the parameters that Node's BuiltinLoader gives its kind. It is wrapped here and not in the worker, because a text put together there
 * is a second copy of most of the library in each process. The head stays on the source's first line: positions in stacks are then Node's own.
 */
const wrapped = (id: string, source: string): string => `(function (${parametersOf(id)}) {${source}\n})\n//# sourceURL=node:${id}`;

function html(name: string, config: object): string {
  const path = join(runtime, 'frames', name);
  if (!existsSync(path)) throw new Error(`src/runtime/frames/${name} is missing`);
  // `<` is escaped so that no value can close the script element.
  return readFileSync(path, 'utf8').replace('{{config}}', JSON.stringify(config).replaceAll('<', '\\u003c'));
}
