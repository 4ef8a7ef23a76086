/**
 * What people type: command-line packages installed by npm in the sandbox, each doing one job. What they print here they print natively
 * (`src/runtime/what-runs.md` has the whole table); versions are pinned, so that it stays so.
 */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import { SOAK } from '../support/sample.ts';
import type { Tree } from '../support/sandbox-browser.ts';

interface Job { packages: { [name: string]: string }; files: { [path: string]: string }; command: string; prints: string }

const JOBS: { [name: string]: Job } = {
  'jest with coverage': {
    packages: { jest: '30.5.2' },
    files: { 'm.js': 'module.exports = () => 42;\nmodule.exports.other = (x) => {\n  return x;\n};\n', 'm.test.js': "test('m', () => expect(require('./m')()).toBe(42));\n" },
    command: 'npx jest --ci --coverage 2>err.txt || cat err.txt; grep -c Warning err.txt',
    prints: '----------|---------|----------|---------|---------|-------------------\nFile      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s \n----------|---------|----------|---------|---------|-------------------\nAll files |      75 |      100 |      50 |   66.66 |                   \n m.js     |      75 |      100 |      50 |   66.66 | 3                 \n----------|---------|----------|---------|---------|-------------------\n0\n',
  },
  'nyc around mocha': {
    packages: { nyc: '17.1.0', mocha: '11.8.0' },
    files: { 'm.js': 'exports.a = () => 1;\nexports.b = () => 2;\n', 'm.spec.js': "const { a } = require('./m');\nit('one', () => require('assert').equal(a(), 1));\nit('two', () => require('assert').equal(a(), 2));\n" },
    command: 'npx nyc --reporter=text-summary mocha --reporter tap m.spec.js | grep -v "^  *at "; echo ${PIPESTATUS[0]}',
    prints: "ok 1 one\nnot ok 2 two\n  1 == 2\n  AssertionError [ERR_ASSERTION]: 1 == 2\n# tests 2\n# pass 1\n# fail 1\n1..2\n\n=============================== Coverage summary ===============================\nStatements   : 88.88% ( 8/9 )\nBranches     : 100% ( 0/0 )\nFunctions    : 75% ( 3/4 )\nLines        : 100% ( 5/5 )\n================================================================================\n1\n",
  },
  'tsc -b over two projects': {
    packages: { typescript: '5.9.3' },
    files: {
      'tsconfig.json': '{"files":[],"references":[{"path":"lib"},{"path":"app"}]}', 'lib/tsconfig.json': '{"compilerOptions":{"composite":true,"outDir":"../out/lib","rootDir":".","module":"commonjs","types":[]}}',
      'app/tsconfig.json': '{"compilerOptions":{"composite":true,"outDir":"../out/app","rootDir":".","module":"commonjs","types":[]},"references":[{"path":"../lib"}]}',
      'lib/add.ts': 'export const add = (a: number, b: number): number => a + b;\n', 'app/main.ts': "import { add } from '../lib/add';\nexport const three = add(1, 2);\n", 'app/bad.ts': "export const n: number = 'x';\n",
    },
    command: 'npx tsc -b; echo $?; rm app/bad.ts; npx tsc -b; echo $?; node -p "require(\'./out/app/main\').three"',
    prints: "app/bad.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n2\n0\n3\n",
  },
  'webpack': {
    packages: { webpack: '5.112.2', 'webpack-cli': '6.0.1' },
    files: { 'src/index.js': "import('./lazy.js').then(({ default: lazy }) => console.log('from', lazy));\n", 'src/lazy.js': "export default 'a chunk';\n" },
    command: 'npx webpack --mode production --target node > log.txt || cat log.txt; node dist/main.js',
    prints: 'from a chunk\n',
  },
  'a pool of worker threads': {
    packages: { piscina: '5.3.2' },
    files: { 'work.mjs': "export default (n) => { if (n < 0) throw new RangeError('negative'); return n * 2; };\n", 'main.mjs': "import { Piscina } from 'piscina';\nconst pool = new Piscina({ filename: new URL('./work.mjs', import.meta.url).href, maxThreads: 2 });\nconsole.log(await Promise.all([1, 2, 3].map((n) => pool.run(n))), await pool.run(-1).catch((e) => `${e.name}: ${e.message}`));\nawait pool.destroy();\n" },
    command: 'node main.mjs',
    prints: '[ 2, 4, 6 ] RangeError: negative\n',
  },
};

describe.runIf(SOAK)('command-line packages', () => {
  const own = mirroredSandbox();

  it.each(Object.entries(JOBS))('%s', async (_, { packages, files, command, prints }) => {
    const tree: Tree = {};
    const put = (into: Tree, [first, ...rest]: string[], contents: string): void => {
      if (rest.length === 0) into[first!] = { file: { contents } };
      else put(((into[first!] ??= { directory: {} }) as { directory: Tree }).directory, rest, contents);
    };
    for (const [path, text] of Object.entries(files)) put(tree, path.split('/'), text);
    await own.sandbox.mount({ job: { directory: { ...tree, 'package.json': { file: { contents: JSON.stringify({ name: 'job', version: '1.0.0', devDependencies: packages }) } } } } });
    const options = { cwd: 'job', timeoutMs: 300_000, env: { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_progress: 'false', npm_config_loglevel: 'error' } };
    expect(await own.sandbox.run('npm', ['install', '--silent'], options)).toMatchObject({ output: '', exit: 0 });
    const { output } = await own.sandbox.run('bash', ['-c', `{ ${command}; } | cat`], options);
    // In a pipe, as where these outputs were compared: to a terminal some of them draw.
    expect(output.replaceAll('\r\n', '\n')).toBe(prints);
    await own.sandbox.run('rm', ['-rf', '/home/project/job']);
  }, 700_000);

  it('a new project of Vite with TypeScript, by npm create, built', async () => {
    const line = 'npm create -y vite@9.3.0 app -- --template vanilla-ts --no-interactive >/dev/null && cd app && npm install --silent && npm run build >log.txt 2>&1 || cat log.txt; ls dist && grep -c "TypeScript 6" log.txt';
    const { output } = await own.sandbox.run('bash', ['-c', line], { timeoutMs: 300_000, env: { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_progress: 'false' } });
    expect(output.replaceAll('\r\n', '\n')).toBe('assets  favicon.svg  icons.svg  index.html\n1\n');
  }, 700_000);
});
