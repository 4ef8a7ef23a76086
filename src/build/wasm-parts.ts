/** WebAssembly modules out of packages, as files of the runtime: their names are assets in `runtime/frames/messages.ts`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.ts';

const inPackage = (path: string): Buffer => readFileSync(join(root, 'node_modules', path));

/** Name below `runtime/` and bytes of each. */
export function wasmParts(): [name: string, bytes: Uint8Array][] {
  return [
    ['llhttp.wasm', llhttp()],
    ['brotli.wasm', inPackage('wasm-brotli/wasm_brotli_browser_bg.wasm')],
    ['zstd-stream.wasm', embedded(inPackage('@oneidentity/zstd-js/wasm/index.cjs.js').toString('latin1'))],
    ['sqlite3.wasm', inPackage('@sqlite.org/sqlite-wasm/dist/sqlite3.wasm')],
    ['zstd-whole.wasm', inPackage('@bokuweb/zstd-wasm/dist/web/zstd.wasm')],
  ];
}

/** The HTTP parser of Node and undici as WebAssembly, out of undici's package (MIT). */
function llhttp(): Uint8Array {
  const require = createRequire(import.meta.url);
  const value = require('undici/lib/llhttp/llhttp-wasm.js') as Buffer | string;
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}

/** The module that a script carries as base64 text: it begins with the magic number. */
function embedded(script: string): Uint8Array {
  const found = /AGFzbQ[A-Za-z0-9+/=]+/.exec(script);
  if (!found) throw new Error('@oneidentity/zstd-js carries no WebAssembly module where it was');
  return Buffer.from(found[0], 'base64');
}
