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
  /** There is no such package: all that is needed is a module of ours. */
  own?: boolean;
  /** What the build itself depends on comes with it, into its own `node_modules`. */
  needs?: boolean;
}

/** Name of a module of ours beside the build's own files, where its functions are called otherwise than the native part's. */
export const ADAPTOR = 'adaptor.cjs';

/** The library that most builds ask for. */
export const BUILDS_RUN_IN = '@napi-rs/wasm-runtime';

export const SUBSTITUTES: readonly Substitute[] = [
  { of: 'esbuild', requests: ['@esbuild/linux-x64/bin/esbuild'], instead: 'esbuild-wasm', file: 'bin/esbuild' },
  { of: 'rollup', requests: ['@rollup/rollup-linux-x64-gnu', '@rollup/rollup-linux-x64-musl'], instead: '@rollup/wasm-node', file: 'dist/native.js', near: true },
  { of: 'lightningcss', requests: ['lightningcss-linux-x64-gnu', 'lightningcss-linux-x64-musl'], instead: 'lightningcss-wasm', file: 'wasm-node.cjs', near: true },
  { of: '@swc/core', requests: ['@swc/core-linux-x64-gnu', '@swc/core-linux-x64-musl'], instead: '@swc/wasm', file: ADAPTOR, near: true },
  // It brings its build itself, which is missing where the lockfile was written without the parts for other systems.
  { of: '@tailwindcss/oxide', requests: ['@tailwindcss/oxide-wasm32-wasi'], instead: '@tailwindcss/oxide-wasm32-wasi', file: 'tailwindcss-oxide.wasi.cjs', near: true },
  // Packages that once had their builds installed by npm, and then were published without them. jest 30's resolver is the first.
  { of: 'unrs-resolver', requests: ['@unrs/resolver-binding-wasm32-wasi'], instead: '@unrs/resolver-binding-wasm32-wasi', file: 'resolver.wasi.cjs', last: '1.12.2', needs: true },
  { of: 'oxc-parser', requests: ['@oxc-parser/binding-wasm32-wasi'], instead: '@oxc-parser/binding-wasm32-wasi', file: 'parser.wasi.cjs', last: '0.156.0', needs: true },
  { of: 'oxc-transform', requests: ['@oxc-transform/binding-wasm32-wasi'], instead: '@oxc-transform/binding-wasm32-wasi', file: 'transform.wasi.cjs', last: '0.151.0', needs: true },
  { of: 'oxc-minify', requests: ['@oxc-minify/binding-wasm32-wasi'], instead: '@oxc-minify/binding-wasm32-wasi', file: 'minify.wasi.cjs', last: '0.150.0', needs: true },
  { of: '@node-rs/argon2', requests: ['@node-rs/argon2-wasm32-wasi'], instead: '@node-rs/argon2-wasm32-wasi', file: 'argon2.wasi.cjs', last: '2.2.1', needs: true },
  { of: '@node-rs/bcrypt', requests: ['@node-rs/bcrypt-wasm32-wasi'], instead: '@node-rs/bcrypt-wasm32-wasi', file: 'bcrypt.wasi.cjs', last: '1.10.7', needs: true },
  // No native part: what builds run in, for where npm gave them one for others (`node/substitutes.ts`).
  { of: BUILDS_RUN_IN, requests: [BUILDS_RUN_IN], instead: BUILDS_RUN_IN, file: 'runtime.cjs', needs: true },
  // What `--watch` of sass and of Tailwind's command line stand on. It has builds, of which the later ones do not start, in Node neither, and the earlier ones end the program when somebody unsubscribes.
  { of: '@parcel/watcher', requests: ['@parcel/watcher-linux-x64-glibc', '@parcel/watcher-linux-x64-musl'], instead: 'tabloom-watcher', file: ADAPTOR, own: true },
  // Over Node's own SQLite. Its own part is not built at install, or comes built with it.
  { of: 'better-sqlite3', requests: ['build/better_sqlite3.node', 'prebuilds/linux-x64.node', 'prebuilds/linuxmusl-x64.node'], instead: 'tabloom-better-sqlite3', file: ADAPTOR, own: true },
  // In JavaScript, with other names: 3.0.2 whatever the version that asks, all of which are later.
  { of: 'bcrypt', requests: ['prebuilds/linux-x64/bcrypt.glibc.node', 'prebuilds/linux-x64/bcrypt.musl.node', 'lib/binding/napi-v3/bcrypt_lib.node'], instead: 'bcryptjs', file: ADAPTOR, last: '3.0.2' },
  { of: 'sqlite3', requests: ['build/node_sqlite3.node'], instead: 'tabloom-sqlite3', file: ADAPTOR, own: true },
  // It looks first at the place that the build would have in the current folder. Turbopack is not in the build, and Next.js says so: `--webpack` builds with it.
  { of: 'next', requests: ['@next/swc-wasm-nodejs'], instead: '@next/swc-wasm-nodejs', file: 'wasm.js', last: '16.3.7', near: true },
  // A native program from its 7th version on. The last one in JavaScript has the same checks and options, and its own name in `tsc --version`.
  { of: 'typescript', requests: ['@typescript/typescript-linux-x64/package.json'], instead: 'typescript', file: 'package.json', last: '6.0.3' },
];

/** Names of native parts that would be installed on the platform that the sandbox says it is. */
export const FOR_THIS_PLATFORM = /linux-(x64|x86_64)|x86_64-.*linux/;

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
