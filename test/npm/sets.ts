/** Dependency sets as real projects have them: what npm makes of each must be the same in the sandbox and natively. */

export interface DependencySet {
  name: string;
  /** Files of the project by path; `package.json` is one of them. */
  files: { [path: string]: string };
  /** npm's arguments; default `install`. */
  run?: string[][];
}

const manifest = (fields: object): string => `${JSON.stringify({ name: 'set', version: '1.0.0', ...fields }, null, 2)}\n`;
const set = (name: string, fields: object, run?: string[][], files: { [path: string]: string } = {}): DependencySet => ({ name, files: { 'package.json': manifest(fields), ...files }, ...(run ? { run } : {}) });

export const SETS: DependencySet[] = [
  set('one package', { dependencies: { ms: '^2.1.0' } }),
  set('lodash', { dependencies: { lodash: '^4.17.0' } }),
  set('chalk 4', { dependencies: { chalk: '^4.1.2' } }),
  set('zod', { dependencies: { zod: '^3.23.0' } }),
  set('typescript', { devDependencies: { typescript: '~5.4.0' } }),
  set('express', { dependencies: { express: '^4.19.0' } }),
  set('mocha and chai', { devDependencies: { mocha: '^10.4.0', chai: '^4.4.0' } }),
  set('eslint', { devDependencies: { eslint: '^8.57.0' } }),
  set('react', { dependencies: { react: '^18.3.0', 'react-dom': '^18.3.0' } }),
  set('vite and react', { dependencies: { react: '^18.3.0', 'react-dom': '^18.3.0' }, devDependencies: { vite: '^8.0.0', '@vitejs/plugin-react': '^6.0.0' } }),
  set('jest', { devDependencies: { jest: '^29.7.0' } }),
  set('peer dependencies', { dependencies: { 'react-redux': '^9.1.0', react: '^18.3.0', redux: '^5.0.0' } }),
  set('conflicting peers, legacy', { dependencies: { react: '^17.0.0', 'react-dom': '^18.0.0' } }, [['install', '--legacy-peer-deps']]),
  set('optional dependencies of other systems', { dependencies: { chokidar: '^3.6.0' } }),
  set('scoped packages and bins', { dependencies: { '@babel/parser': '^7.24.0', '@babel/code-frame': '^7.24.0', semver: '^7.6.0' } }),
  set('two versions of one package', { dependencies: { 'strip-ansi': '^7.1.0', 'string-width': '^4.2.3' } }),
  set('aliases', { dependencies: { 'ms-one': 'npm:ms@^1.0.0', ms: '^2.0.0' } }),
  set('overrides', { dependencies: { debug: '^4.3.0' }, overrides: { ms: '2.0.0' } }),
  set('bundled dependencies', { dependencies: { 'bundle-dependencies-example': 'npm:node-pre-gyp@0.17.0' } }, [['install', '--ignore-scripts']]),
  set('deprecated packages', { dependencies: { request: '^2.88.2' } }),
  set('engines that do not fit', { dependencies: { 'is-odd': '^3.0.0' }, engines: { node: '>=99' } }),
  set('workspaces', { workspaces: ['packages/*'], private: true }, undefined, {
    'packages/a/package.json': `${JSON.stringify({ name: '@set/a', version: '1.0.0', dependencies: { ms: '^2.0.0', '@set/b': '^1.0.0' } })}\n`,
    'packages/b/package.json': `${JSON.stringify({ name: '@set/b', version: '1.0.0', bin: { bee: 'bee.js' }, dependencies: { ms: '^1.0.0' } })}\n`,
    'packages/b/bee.js': '#!/usr/bin/env node\nconsole.log("bee");\n',
  }),
  set('a folder as a dependency', { dependencies: { local: 'file:./local' } }, undefined, { 'local/package.json': '{"name":"local","version":"0.1.0","bin":"cli.js","dependencies":{"ms":"*"}}\n', 'local/cli.js': '#!/usr/bin/env node\n' }),
  set('install, then add and remove', { dependencies: { ms: '2.1.2' } }, [['install'], ['install', 'debug@4', '--save-dev'], ['uninstall', 'ms'], ['install', 'ms@2.0.0', '--save-exact']]),
  set('ci after a lockfile', { dependencies: { 'cross-spawn': '^7.0.3', 'fast-glob': '^3.3.0' } }, [['install', '--package-lock-only'], ['ci']]),
  set('lifecycle scripts', { scripts: { preinstall: 'echo pre > pre.txt', install: 'echo in > in.txt', postinstall: 'node -e "require(\'fs\').writeFileSync(\'post.txt\', process.env.npm_lifecycle_event)"', prepare: 'echo prepare > prepare.txt' }, dependencies: { ms: '^2.0.0' } }),
  set('production only', { dependencies: { ms: '^2.0.0' }, devDependencies: { debug: '^4.0.0' } }, [['install', '--omit=dev']]),
  set('nested install strategy', { dependencies: { debug: '^4.3.0', 'cross-spawn': '^7.0.0' } }, [['install', '--install-strategy=nested']]),
  set('linked install strategy', { dependencies: { debug: '^4.3.0' } }, [['install', '--install-strategy=linked']]),
  set('prettier and typescript-eslint parser', { devDependencies: { prettier: '^3.3.0', '@typescript-eslint/parser': '^7.0.0', eslint: '^8.57.0', typescript: '~5.4.0' } }),
];
