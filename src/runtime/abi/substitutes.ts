/**
 * Packages whose native part has a build in WebAssembly under another name. Where a program asks for the native part and does not find it
 * (a browser could not load it, so npm is told to leave it out), it gets that build, in the version of the package that asks.
 *
 * Packages that bring such a build among their own optional dependencies (rolldown, oxc, Tailwind's oxide, sharp, ...) need no line here: npm
 * installs it, because its configuration names `wasm32` as the processor.
 */
export interface Substitute {
  /** The package that asks; its version is the version of the build. */
  of: string;
  /** What it asks for: the specifiers of its native parts for this platform. */
  requests: readonly string[];
  /** The package that is taken instead, and the file in it. */
  instead: string;
  file: string;
  /** Where the build was not published in the very version, the newest patch of the same minor version will do: the two speak only through functions that a patch does not change. */
  near?: boolean;
  /** Where later versions of the package are published without their build: the last one that was, in place of any later one. */
  last?: string;
  /** What the build itself needs, as `name@version`: it lies in the build's own `node_modules`. */
  needs?: readonly string[];
}

/** Name of a module of ours beside the build's own files, where its functions are called otherwise than the native part's. */
export const ADAPTOR = 'adaptor.cjs';

export const SUBSTITUTES: readonly Substitute[] = [
  { of: 'esbuild', requests: ['@esbuild/linux-x64/bin/esbuild'], instead: 'esbuild-wasm', file: 'bin/esbuild' },
  { of: 'rollup', requests: ['@rollup/rollup-linux-x64-gnu', '@rollup/rollup-linux-x64-musl'], instead: '@rollup/wasm-node', file: 'dist/native.js', near: true },
  { of: 'lightningcss', requests: ['lightningcss-linux-x64-gnu', 'lightningcss-linux-x64-musl'], instead: 'lightningcss-wasm', file: 'wasm-node.cjs', near: true },
  { of: '@swc/core', requests: ['@swc/core-linux-x64-gnu', '@swc/core-linux-x64-musl'], instead: '@swc/wasm', file: ADAPTOR, near: true },
  // It brings its build itself, which is missing where the lockfile was written without the parts for other systems.
  { of: '@tailwindcss/oxide', requests: ['@tailwindcss/oxide-wasm32-wasi'], instead: '@tailwindcss/oxide-wasm32-wasi', file: 'tailwindcss-oxide.wasi.cjs', near: true },
  // jest 30's resolver. Up to 1.12.2 npm installs the build, so it is found before anybody looks here.
  {
    of: 'unrs-resolver', requests: ['@unrs/resolver-binding-wasm32-wasi'], instead: '@unrs/resolver-binding-wasm32-wasi', file: 'resolver.wasi.cjs', last: '1.12.2',
    needs: ['@napi-rs/wasm-runtime@1.1.4', '@tybys/wasm-util@0.10.1', '@emnapi/core@1.10.0', '@emnapi/runtime@1.10.0', '@emnapi/wasi-threads@1.2.1', 'tslib@2.8.1'],
  },
  // It looks first at the place that the build would have in the current folder. Turbopack is not in the build, and Next.js says so: `--webpack` builds with it.
  { of: 'next', requests: ['@next/swc-wasm-nodejs', '@next/swc-linux-x64-gnu'], instead: '@next/swc-wasm-nodejs', file: 'wasm.js', last: '16.3.7' },
  // A native program from its 7th version on. The last one in JavaScript has the same checks and options, and its own name in `tsc --version`.
  { of: 'typescript', requests: ['@typescript/typescript-linux-x64/package.json'], instead: 'typescript', file: 'package.json', last: '6.0.3' },
];

/** Where the builds appear: `<folder>/<package with + for a slash>@<version>/`. They are fetched at the first look. */
export const SUBSTITUTES_FOLDER = '/usr/lib/wasm-packages';

/** Name of a build's folder. */
export function substituteFolder(name: string, version: string): string {
  return `${name.replace('/', '+')}@${version}`;
}

/** The version of the build that stands in for the package in `version`. */
export function buildVersion({ last }: Substitute, version: string): string {
  return last !== undefined && isLater(version, last) ? last : version;
}

function isLater(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((one) => one.split('-', 1)[0]!.split('.').map(Number)) as [number[], number[]];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at >= 0 && ours[at]! > theirs[at]!;
}
