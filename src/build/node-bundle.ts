/**
 * Bundles what runs Node in a worker as two scripts: `node.js`, which every process has, and `node-rare.js` with the bindings of `bindings/rare.ts`, which a process loads when
 * it first asks for one of them. A module that both need lies in the first alone, and the second gets it from there: two copies would be two classes of one name.
 */
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { join, relative } from 'node:path';
import { root } from './paths.ts';

const folder = join(root, 'src', 'runtime', 'node');
const MAIN = './node.worker.ts';

/** @returns both scripts; identifiers are kept, because names of functions and classes show up in stack traces and in `util.inspect` */
export async function bundleNode(minify: boolean): Promise<{ hot: string; rare: string }> {
  const options = {
    bundle: true, write: false, metafile: true, format: 'iife', target: 'chrome120', charset: 'ascii', legalComments: 'none',
    minifyWhitespace: minify, minifySyntax: minify, minifyIdentifiers: false, keepNames: false, loader: { '.json': 'json' }, logLevel: 'silent', absWorkingDir: root,
  } satisfies BuildOptions;
  const { metafile } = await build({ ...options, entryPoints: [join(folder, MAIN)] });
  const shared = new Set<string>();
  const rare = await build({ ...options, entryPoints: [join(folder, 'rare.ts')], plugins: [takeFrom(new Set(Object.keys(metafile.inputs)), shared)] });
  const names = [...shared].sort();
  const entry = [
    `import { shareModules } from './shared-modules.ts';`,
    ...names.map((name, i) => `import * as m${i} from ${JSON.stringify(join(root, name))};`),
    `shareModules({ ${names.map((name, i) => `${JSON.stringify(name)}: m${i}`).join(', ')} });`,
    `import ${JSON.stringify(MAIN)};`,
  ].join('\n');
  const hot = await build({ ...options, stdin: { contents: entry, resolveDir: folder, loader: 'ts' } });
  // Modules that are imported late are evaluated late: by then the table has gone from the global object.
  return { hot: hot.outputFiles[0]!.text, rare: `(()=>{const __tabloomShared=globalThis.__tabloomShared;\n${rare.outputFiles[0]!.text}})();` };
}

/** Imports of modules among `present` become reads of what `shared-modules.ts` hands over; their names are collected in `used`. */
function takeFrom(present: Set<string>, used: Set<string>): Plugin {
  return {
    name: 'shared-modules',
    setup(builder) {
      builder.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'resolved') return undefined;
        const resolved = await builder.resolve(path, { importer, kind, resolveDir, pluginData: 'resolved' });
        const name = relative(root, resolved.path).replaceAll('\\', '/');
        if (resolved.errors.length > 0 || !present.has(name)) return resolved;
        used.add(name);
        return { path: name, namespace: 'shared' };
      });
      builder.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({ contents: `module.exports = __tabloomShared[${JSON.stringify(path)}];`, loader: 'js' }));
    },
  };
}
