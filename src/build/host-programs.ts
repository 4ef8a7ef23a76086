/** The programs that Tabloom places into the sandbox and `node` runs there: the tool host and the `git` command (decisions 17). Each is one file. */
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import type { Files } from './runtime.ts';

const PROGRAMS = { 'host/host.mjs': 'src/host/host.ts', 'host/git.mjs': 'src/git/cli.ts' };

export async function buildHostPrograms({ minify }: { minify: boolean }): Promise<Files> {
  const files: Files = new Map();
  for (const [name, entry] of Object.entries(PROGRAMS)) {
    if (!existsSync(join(root, entry))) throw new Error(`${entry} is missing`);
    const result = await build({
      entryPoints: [join(root, entry)], bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', minify, legalComments: 'none', logLevel: 'silent', absWorkingDir: root,
      // Packages written for CommonJS call require() for Node's own modules.
      banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    });
    files.set(name, result.outputFiles[0]!.contents);
  }
  return files;
}
