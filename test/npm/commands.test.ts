/** npm's commands beside the installation of trees: scripts, programs of packages, new projects, archives, workspaces, registries with credentials. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTSIDE_LAUNCH_ARGS } from '../support/outside-server.ts';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import type { Tree } from '../support/sandbox-browser.ts';

const file = (contents: unknown): { file: { contents: string } } => ({ file: { contents: typeof contents === 'string' ? contents : JSON.stringify(contents) } });

describe('npm in the sandbox', () => {
  const own = mirroredSandbox({ launchArgs: OUTSIDE_LAUNCH_ARGS });
  afterEach(async () => {
    await own.sandbox.run('sh', ['-c', 'rm -rf /home/project/* /home/project/.[a-z]*']);
  });

  const mount = (tree: Tree): Promise<void> => own.sandbox.mount(tree);
  /** Output without the spinner, which npm draws while it works. */
  const sh = async (line: string, options: { killAfterOutput?: string; input?: string } = {}): Promise<{ output: string; exit: number }> => {
    const { output, exit } = await own.sandbox.run('sh', ['-c', line], { timeoutMs: 90_000, env: { npm_config_progress: 'false', npm_config_audit: 'false', npm_config_fund: 'false' }, ...options });
    return { output: output.replaceAll('\r\n', '\n'), exit };
  };

  it('the client starts npm by name, and it is the pinned one', async () => {
    expect(await own.sandbox.run('npm', ['--version'])).toMatchObject({ output: '11.19.1\r\n', exit: 0 });
    expect(await own.sandbox.run('npx', ['--version'])).toMatchObject({ output: '11.19.1\r\n', exit: 0 });
  }, 60_000);

  it('help: says where the manual is, which is not here', async () => {
    expect(await sh('npm help install')).toEqual({ output: 'The pages of npm\'s manual are not in this sandbox: "npm install -h" says how the command is called; the manual is at https://docs.npmjs.com/cli.\n', exit: 0 });
    expect(await sh('npm help 5 package.json')).toEqual({ output: 'The pages of npm\'s manual are not in this sandbox: "npm help" lists the commands; the manual is at https://docs.npmjs.com/cli.\n', exit: 0 });
    expect((await sh('npm help')).output).toContain('npm <command>');
  }, 60_000);

  it('run: arguments, life cycle, environment, exit codes, words for what is missing', async () => {
    await mount({ 'package.json': file({ name: 'scripts', version: '1.2.3', scripts: { pretalk: 'echo before', talk: 'echo $npm_lifecycle_event $npm_package_version', posttalk: 'echo after', args: "node -p 'process.argv.slice(1)'", fail: 'exit 7' } }) });
    expect(await sh('npm run talk -s')).toEqual({ output: 'before\ntalk 1.2.3\nafter\n', exit: 0 });
    expect(await sh('npm run args -s -- one "two three" --flag')).toEqual({ output: "[ 'one', 'two three', '--flag' ]\n", exit: 0 });
    expect((await sh('npm run fail -s')).exit).toBe(7);
    const missing = await sh('npm run nothing 2>&1');
    expect(missing.output).toContain('Missing script: "nothing"');
    expect(missing.exit).toBe(1);
  }, 90_000);

  it('exec and npx: programs of the project, of a package that is fetched for it, and of a command line', async () => {
    await mount({ 'package.json': file({ name: 'programs', version: '1.0.0', dependencies: { semver: '7.6.0' } }) });
    expect((await sh('npm install')).exit).toBe(0);
    expect(await sh('npx semver 1.2.3 -i minor')).toEqual({ output: '1.3.0\n', exit: 0 });
    expect(await sh("npx -c 'semver 2.0.0 -i major'")).toEqual({ output: '3.0.0\n', exit: 0 });
    expect(await sh('npx --yes -p ms@2.1.3 -c "node -p 1+1"')).toEqual({ output: '2\n', exit: 0 });
    expect(await sh('cd /tmp && npx --yes mkdirp@1.0.4 made/by/npx && ls made/by')).toEqual({ output: 'npx\n', exit: 0 });
  }, 120_000);

  it('init, version, pkg, pack, ls', async () => {
    await mount({ 'index.js': file('module.exports = 1;\n'), 'README.md': file('# new\n') });
    expect((await sh('npm init -y')).exit).toBe(0);
    expect(await sh('npm pkg get name version main')).toEqual({ output: '{\n  "name": "project",\n  "version": "1.0.0",\n  "main": "index.js"\n}\n', exit: 0 });
    expect(await sh('npm version minor --no-git-tag-version')).toEqual({ output: 'v1.1.0\n', exit: 0 });
    expect(await sh('npm pack --silent')).toEqual({ output: 'project-1.1.0.tgz\n', exit: 0 });
    expect(await sh('npm install ./project-1.1.0.tgz --prefix other -s && npm ls --prefix other')).toMatchObject({ output: expect.stringContaining('└── project@1.1.0'), exit: 0 });
  }, 120_000);

  it('workspaces run their scripts', async () => {
    await mount({
      'package.json': file({ name: 'root', private: true, workspaces: ['packages/*'] }),
      packages: { directory: {
        a: { directory: { 'package.json': file({ name: 'a', version: '1.0.0', scripts: { hello: 'echo I am a' } }) } },
        b: { directory: { 'package.json': file({ name: 'b', version: '1.0.0', scripts: { hello: 'echo I am b' }, dependencies: { a: '^1.0.0' } }) } },
      } },
    });
    expect((await sh('npm install')).exit).toBe(0);
    expect(await sh('npm run hello --workspaces -s')).toEqual({ output: 'I am a\nI am b\n', exit: 0 });
    expect(await sh('npm run hello -w b -s')).toEqual({ output: 'I am b\n', exit: 0 });
    expect(await sh('readlink node_modules/a')).toEqual({ output: '../packages/a\n', exit: 0 });
  }, 90_000);

  it('things installed globally go to the person\'s own folder, and run', async () => {
    expect((await sh('npm install -g semver@7.6.0')).exit).toBe(0);
    expect(await sh('which semver; semver 1.0.0 -i patch; npm root -g')).toEqual({ output: '/usr/local/bin/semver\n1.0.1\n/usr/local/lib/node_modules\n', exit: 0 });
    expect((await sh('npm uninstall -g semver')).exit).toBe(0);
  }, 90_000);

  it('a native add-on is named with the reason, and the installation goes on', async () => {
    await mount({
      'package.json': file({ name: 'native-user', version: '1.0.0', dependencies: { 'needs-native': 'file:./needs-native', ms: '2.1.3' }, devDependencies: { '@biomejs/biome': '2.6.8' } }),
      'needs-native': { directory: { 'package.json': file({ name: 'needs-native', version: '3.0.0' }), 'binding.gyp': file('{}') } },
    });
    const { output, exit } = await sh('npm_config_progress=true npm install');
    expect(output).toContain('needs-native@3.0.0: its native add-on is left out: a browser cannot load one, and no build of it in WebAssembly is known.');
    // One whose native part is a package for each system, which npm leaves out without a word.
    // In a line of its own, although npm's progress stands there still.
    expect(output).toContain('\r\x1b[K@biomejs/biome@2.6.8: its native part is left out: a browser cannot load one, and no build of it in WebAssembly is known. The installation goes on without it.\n');
    expect(exit).toBe(0);
    expect(await sh("node -p 'require(`ms`)(`1m`)'")).toEqual({ output: '60000\n', exit: 0 });
  }, 90_000);

  it('so is one that comes built, for which no script runs', async () => {
    await mount({
      'package.json': file({ name: 'prebuilt-user', version: '1.0.0' }),
      'comes-built': { directory: { 'package.json': file({ name: 'comes-built', version: '13.2.0' }), prebuilds: { directory: { 'linux-x64': { directory: { 'addon.node': file('\x7fELF') } } } } } },
    });
    const { output, exit } = await sh('npm pack ./comes-built -s && npm install ./comes-built-13.2.0.tgz');
    expect(output).toContain('comes-built@13.2.0: its native add-on is left out: a browser cannot load one, and no build of it in WebAssembly is known. The installation goes on without it.\n');
    expect(exit).toBe(0);
  }, 90_000);

  it('so is one whose program would be fetched later, by a command that cannot succeed', async () => {
    await mount({
      'package.json': file({ name: 'drives-browsers', version: '1.0.0' }),
      drives: { directory: { 'package.json': file({ name: 'playwright-core', version: '1.65.1' }) } },
    });
    const { output, exit } = await sh('npm pack ./drives -s && npm install ./playwright-core-1.65.1.tgz');
    expect(output).toContain('playwright-core@1.65.1: the browsers that it drives are native programs, which do not run in this sandbox. What needs none runs.\n');
    expect(exit).toBe(0);
  }, 90_000);

  it('Ctrl-C ends a script and npm with it', async () => {
    await mount({ 'package.json': file({ name: 'stop', version: '1.0.0', scripts: { wait: 'node -e "setInterval(() => {}, 1000); console.log(`up`); setTimeout(() => process.exit(3), 20000)"' } }) });
    const begun = Date.now();
    const { exit } = await own.sandbox.page.evaluate(async () => {
      const process = await window.harness.container.spawn('npm', ['run', 'wait', '-s'], { terminal: { cols: 80, rows: 24 } });
      const writer = process.input.getWriter();
      void process.output.pipeTo(new WritableStream({
        write(chunk) {
          if (chunk.includes('up')) void writer.write('\x03');
        },
      }));
      return { exit: await process.exit };
    });
    expect(exit).toBe(130);
    expect(Date.now() - begun).toBeLessThan(20_000);
  }, 60_000);

  describe('a private registry', () => {
    let server: Server;
    const seen: { url: string; authorization: string | undefined }[] = [];
    beforeAll(async () => {
      server = createServer((request, response) => {
        const allow = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
        if (request.method === 'OPTIONS') return void response.writeHead(204, allow).end();
        seen.push({ url: request.url!, authorization: request.headers.authorization });
        if (request.headers.authorization !== 'Bearer secret') return void response.writeHead(401, allow).end('{}');
        void fetch(`${own.mirror.url}${request.url!.replace('/@mine%2fms', '/ms').replace('/@mine/ms', '/ms').slice(1)}`).then(async (answer) => {
          const address = `http://outside.test:${(server.address() as AddressInfo).port}/`;
          const body = request.url!.endsWith('.tgz') ? Buffer.from(await answer.arrayBuffer()) : (await answer.text()).replaceAll('"name": "ms"', '"name": "@mine/ms"').replaceAll('"name":"ms"', '"name":"@mine/ms"').replaceAll('https://registry.npmjs.org/ms/', `${address}@mine/ms/`);
          response.writeHead(answer.status, { ...allow, 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
        });
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it('is asked for its scope, with the token of .npmrc', async () => {
      const { port } = server.address() as AddressInfo;
      const host = `outside.test:${port}`;
      await mount({ 'package.json': file({ name: 'private', version: '1.0.0' }), '.npmrc': file(`@mine:registry=http://${host}/\n//${host}/:_authToken=secret\n`) });
      const { output, exit } = await sh('npm view @mine/ms@2.1.3 version 2>&1');
      expect({ output, exit }).toEqual({ output: '2.1.3\n', exit: 0 });
      expect(seen.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true);
      expect(seen.map(({ url }) => url)).toContain('/@mine%2fms');
      expect(own.mirror.asked.some((path) => path.includes('@mine'))).toBe(false);
    }, 60_000);
  });
});
