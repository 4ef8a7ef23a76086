/**
 * The programs that Tabloom places into the sandbox and `node` runs there: the tool host, its search worker, the `git`
 * command (decisions 17), the `tabloom` command and reporters for test runners. Each is one file, and a CommonJS one: starting an ES module costs several times as much there, and `git` is started for every command.
 */
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import type { Files } from './runtime.ts';

const PROGRAMS = {
  'host/host.cjs': 'src/host/host.ts', 'host/git.cjs': 'src/git/cli.ts', 'host/search.cjs': 'src/host/search/worker.ts', 'host/tabloom.cjs': 'src/host/tabloom.ts',
  'host/node-reporter.cjs': 'src/host/reporters/node-reporter.ts', 'host/mocha-reporter.cjs': 'src/host/reporters/mocha-reporter.ts',
};

export async function buildHostPrograms({ minify }: { minify: boolean }): Promise<Files> {
  const files: Files = new Map();
  for (const [name, entry] of Object.entries(PROGRAMS)) {
    if (!existsSync(join(root, entry))) throw new Error(`${entry} is missing`);
    const result = await build({
      entryPoints: [join(root, entry)], bundle: true, write: false, format: 'cjs', platform: 'node', target: 'node20', minify, legalComments: 'none', logLevel: 'silent', absWorkingDir: root,
      // They lie in the person's project, whose `eslint .` would complain about every line of them.
      banner: { js: '/* eslint-disable */' },
      // Under the `node` condition the package is one CommonJS file, of which nothing can be left out.
      alias: { 'isomorphic-git': join(root, 'node_modules/isomorphic-git/index.js') },
      // What a test runner takes for its reporter is the module itself.
      ...(name.endsWith('-reporter.cjs') ? { footer: { js: 'module.exports = module.exports.default;' } } : {}),
    });
    files.set(name, result.outputFiles[0]!.contents);
  }
  return files;
}
