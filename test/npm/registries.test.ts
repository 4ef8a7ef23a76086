/** Registries that a project's `.npmrc` names: with a scope or for everything, with a token or a password, and those that a page cannot ask. */
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import { OUTSIDE_LAUNCH_ARGS } from '../support/outside-server.ts';
import { type PrivatePackage, type PrivateRegistry, startPrivateRegistry } from '../support/private-registry.ts';

const PACKAGES: PrivatePackage[] = [
  { name: '@mine/tool', version: '1.0.0', files: { 'index.js': "module.exports = 'mine, with ' + typeof require('ms');\n" }, manifest: { dependencies: { ms: '2.1.3' } } },
  { name: 'ours', version: '2.0.0', files: { 'index.js': "module.exports = 'ours';\n" } },
];
const PASSWORD = Buffer.from('someone:a password').toString('base64');
const file = (contents: unknown): { file: { contents: string } } => ({ file: { contents: typeof contents === 'string' ? contents : JSON.stringify(contents) } });

describe("a project's own registry", () => {
  const own = mirroredSandbox({ launchArgs: OUTSIDE_LAUNCH_ARGS });
  let byToken: PrivateRegistry, byPassword: PrivateRegistry, closed: PrivateRegistry;
  let proxy: Server;
  beforeAll(async () => {
    byToken = await startPrivateRegistry(PACKAGES, { authorization: 'Bearer secret' });
    byPassword = await startPrivateRegistry(PACKAGES, { authorization: `Basic ${PASSWORD}` });
    closed = await startPrivateRegistry(PACKAGES, { cors: false });
    // Behind its own address a whole one; what it gives it opens to everybody.
    proxy = createServer((request, response) => {
      const { port, pathname } = new URL(request.url!.slice(1));
      send({ host: '127.0.0.1', port, path: pathname, headers: { host: `outside.test:${port}` } }, (answer) => {
        response.writeHead(answer.statusCode!, { ...answer.headers, 'access-control-allow-origin': '*' });
        answer.pipe(response);
      }).on('error', (error) => response.writeHead(502).end(error.message)).end();
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    await Promise.all([byToken, byPassword, closed].map((one) => one.close()));
    proxy.closeAllConnections();
    proxy.close();
  });
  afterEach(async () => {
    await own.sandbox.run('sh', ['-c', 'rm -rf /home/project/* /home/project/.[a-z]*']);
  });

  const at = ({ port }: PrivateRegistry): string => `outside.test:${port}`;
  const project = (npmrc: string): Promise<void> => own.sandbox.mount({ 'package.json': file({ name: 'private', version: '1.0.0' }), '.npmrc': file(npmrc) });
  const sh = async (line: string): Promise<{ output: string; exit: number }> => {
    const { output, exit } = await own.sandbox.run('sh', ['-c', line], { timeoutMs: 90_000, env: { npm_config_progress: 'false', npm_config_color: 'false', npm_config_audit: 'false', npm_config_fund: 'false' } });
    return { output: output.replaceAll('\r\n', '\n'), exit };
  };

  it('is asked for its scope alone, document and archive with the token, and again by npm ci', async () => {
    await project(`@mine:registry=http://${at(byToken)}/\n//${at(byToken)}/:_authToken=secret\n`);
    for (const command of ['npm install @mine/tool -s', 'rm -rf node_modules /home/.npm && npm ci -s']) {
      byToken.seen.length = 0;
      own.mirror.asked.length = 0;
      expect(await sh(`${command} && node -p 'require("@mine/tool")'`)).toEqual({ output: 'mine, with function\n', exit: 0 });
      expect(byToken.seen).toContainEqual({ path: '/@mine/tool/-/tool-1.0.0.tgz', authorization: 'Bearer secret' });
      expect(byToken.seen.every(({ path, authorization }) => path.startsWith('/@mine/tool') && authorization === 'Bearer secret')).toBe(true);
      expect(own.mirror.asked.some((path) => path.includes('mine'))).toBe(false);
    }
    // Nothing of it is kept for others: without the token it is gone.
    await sh('rm -rf node_modules /home/.npm');
    await own.sandbox.mount({ '.npmrc': file(`@mine:registry=http://${at(byToken)}/\n`) });
    expect(await sh('npm ci 2>&1')).toMatchObject({ output: expect.stringContaining('npm error code E401'), exit: 1 });
  }, 180_000);

  it('takes the place of the public one, with a name and password', async () => {
    await project(`registry=http://${at(byPassword)}/\n//${at(byPassword)}/:_auth=${PASSWORD}\n`);
    own.mirror.asked.length = 0;
    expect(await sh("npm install ours -s && node -p 'require(`ours`)'")).toEqual({ output: 'ours\n', exit: 0 });
    expect(byPassword.seen).toEqual([{ path: '/ours', authorization: `Basic ${PASSWORD}` }, { path: '/ours/-/ours-2.0.0.tgz', authorization: `Basic ${PASSWORD}` }]);
    expect(own.mirror.asked).toEqual([]);
    const missing = await sh('npm install ms 2>&1');
    expect(missing).toMatchObject({ output: expect.stringContaining('npm error code E404'), exit: 1 });
  }, 120_000);

  it('one that does not allow pages of other origins is named, with what to do', async () => {
    // As anywhere npm would try twice more, which takes it 70 seconds.
    await project(`registry=http://${at(closed)}/\nfetch-retries=0\n`);
    const { output, exit } = await sh('npm install ours 2>&1');
    expect(exit).toBe(1);
    expect(output).toContain('npm error code ERR_TABLOOM_CORS\n');
    expect(output).toContain(`the browser refused http://${at(closed)}/ours: the server does not allow pages of other origins (CORS), or cannot be reached`);
    expect(output).toContain('It has to answer with the header Access-Control-Allow-Origin; or name a proxy that does so in TABLOOM_PROXY');
  }, 120_000);

  it('behind a proxy it is reached, and the public one goes on coming from where it always does', async () => {
    await project(`@mine:registry=http://${at(closed)}/\n`);
    own.mirror.asked.length = 0;
    closed.seen.length = 0;
    const behind = `TABLOOM_PROXY=http://outside.test:${(proxy.address() as AddressInfo).port}`;
    expect(await sh(`${behind} npm install @mine/tool -s && node -p 'require("@mine/tool")'`)).toEqual({ output: 'mine, with function\n', exit: 0 });
    expect(closed.seen.map(({ path }) => path)).toEqual(['/@mine/tool', '/@mine/tool/-/tool-1.0.0.tgz']);
    // One that answers nobody is not asked for what is at the registry of the page's server.
    await project('');
    expect(await sh("rm -rf node_modules package-lock.json /home/.npm && TABLOOM_PROXY=http://outside.test:1 npm install debug@4.3.4 -s && node -p 'typeof require(`debug`)'")).toEqual({ output: 'function\n', exit: 0 });
    expect(own.mirror.asked).toEqual(expect.arrayContaining(['/debug', '/debug/-/debug-4.3.4.tgz']));
  }, 180_000);
});
