/** `npm install` by npm itself, whose packages and documents come from the kernel: what is left to npm's own way, and that nothing is lost on either. */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';

const SEMVER = ['https://registry.npmjs.org/semver/-/semver-7.6.0.tgz', 'sha512-EnwXhrlwXMk9gKu5/flx5sv/an57AkRplG3hTK68W7FRDN+k+OWBj65M7719OkA82XLBxrcX0KSHj+X5COhOVg=='];

describe('npm install', () => {
  const own = mirroredSandbox();
  const sh = async (line: string, env: { [name: string]: string } = {}): Promise<{ exit: number; output: string }> => {
    const { exit, output } = await own.sandbox.run('sh', ['-c', line], { timeoutMs: 60_000, env: { npm_config_progress: 'false', npm_config_audit: 'false', npm_config_fund: 'false', npm_config_color: 'false', TABLOOM_NPM_DEBUG: '1', ...env } });
    return { exit, output: output.replaceAll('\r\n', '\n').replace(/ in \d+m?s/g, ' in T') };
  };
  const project = (folder: string, manifest: object): Promise<void> => own.sandbox.mount({ [folder]: { directory: { 'package.json': { file: { contents: JSON.stringify({ name: folder, version: '1.0.0', ...manifest }) } } } } });
  const HASHES = "find node_modules -type f ! -name .package-lock.json | sort | xargs sha256sum; find node_modules | sort | xargs stat -c '%A %n'; cat package-lock.json";

  it('takes nothing through its own cache, and makes the tree it makes by itself', async () => {
    await project('fast', { dependencies: { semver: '7.6.0', debug: '4.3.4' } });
    await project('slow', { name: 'fast', dependencies: { semver: '7.6.0', debug: '4.3.4' } });
    expect(await sh('cd fast && npm install && ls /home/.npm/_cacache')).toEqual({ exit: 2, output: "\nadded 5 packages in T\nls: cannot access '/home/.npm/_cacache': No such file or directory\n" });
    expect(await sh('cd slow && npm install && ls -1 /home/.npm/_cacache', { TABLOOM_NPM_CLI: '1' })).toEqual({ exit: 0, output: '\nadded 5 packages in T\ncontent-v2\nindex-v5\ntmp\n' });
    const fast = await sh(`cd fast && ${HASHES}`);
    expect(fast.output).toContain('node_modules/.bin/semver');
    expect(await sh(`cd slow && ${HASHES}`)).toEqual(fast);
    expect(await sh('cd fast && node_modules/.bin/semver 1.2.3 && npm ls')).toEqual({ exit: 0, output: '1.2.3\nfast@1.0.0 /home/project/fast\n├── debug@4.3.4\n└── semver@7.6.0\n\n' });
  }, 60_000);

  it('says what it would say of a package or version that is not there', async () => {
    await project('absent', {});
    const { exit, output } = await sh('cd absent; npm install semver@7.0.1000; npm install @tabloom-absent/package; ls');
    expect(exit).toBe(0);
    expect(output).toContain('npm error code ETARGET\nnpm error notarget No matching version found for semver@7.0.1000.\n');
    expect(output).toContain('npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/@tabloom-absent%2fpackage');
    expect(output).toMatch(/\npackage.json\n$/);
  }, 60_000);

  it('leaves to its own way an archive that is not what was promised, which refuses it too', async () => {
    await project('damaged', { dependencies: { ms: '2.0.0' } });
    await own.sandbox.context.route('**/registry/ms/-/ms-2.0.0.tgz', (route) => route.fulfill({ body: 'no archive', headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } }));
    const { exit, output } = await sh('cd damaged; npm install --fetch-retries=0; code=$?; ls; exit $code');
    expect(output).toContain('unpacked by npm itself: /home/project/damaged/node_modules/ms: https://registry.npmjs.org/ms/-/ms-2.0.0.tgz is not what was promised\n');
    expect(output).toContain('npm error code EINTEGRITY\n');
    expect(output).toMatch(/\npackage.json\n$/);
    expect(exit).toBe(1);
  }, 60_000);

  it('an order fills a folder that is empty or has packages, and changes none that has more; questions have a form', async () => {
    const program = `
      const fs = require('fs');
      const ask = (question) => { const fd = fs.openSync('/dev/packages', 'r+'); try { fs.writeSync(fd, JSON.stringify(question) + '\\n'); const b = Buffer.alloc(400); return b.toString('utf8', 0, fs.readSync(fd, b)).trim(); } catch (e) { return e.code; } finally { fs.closeSync(fd); } };
      const order = (folder) => ask({ id: 7, order: [...${JSON.stringify(SEMVER)}, '/home/project/' + folder] });
      fs.mkdirSync('a/node_modules/b', { recursive: true });
      fs.mkdirSync('c');
      fs.writeFileSync('c/mine', 'x');
      fs.writeFileSync('d', 'x');
      for (const folder of ['a', 'c', 'd', 'e/f']) console.log(order(folder));
      console.log(fs.readdirSync('a').join(), fs.readdirSync('a/node_modules').join(), fs.readdirSync('c').join(), fs.existsSync('e/f/package.json'), fs.realpathSync('a/functions/../package.json'));
      for (const wrong of [{ id: 1 }, { id: '1', kept: 'https://registry.npmjs.org/ms', accept: '*/*' }, { id: 1, document: 'file:///etc/passwd', accept: '*/*' }, { id: 1, order: ['https://registry.npmjs.org/x.tgz', 'sha512-x', 'relative'] }]) console.log(ask(wrong));
      console.log(ask({ id: 2, document: 'https://registry.npmjs.org/tabloom-is-not-there', accept: 'application/json' }));`;
    const { output } = await own.sandbox.run('node', ['-e', program], { timeoutMs: 60_000 });
    expect(output.replaceAll('\r\n', '\n').split('\n')).toEqual([
      '{"id":7,"length":0}', '{"id":7,"length":0,"error":"EEXIST"}', '{"id":7,"length":0,"error":"ENOTDIR"}', '{"id":7,"length":0}',
      'LICENSE,README.md,bin,classes,functions,index.js,internal,node_modules,package.json,preload.js,range.bnf,ranges b mine true /home/project/a/package.json',
      'EINVAL', 'EINVAL', 'EINVAL', 'EINVAL', '{"id":2,"length":0,"error":"the registry answered 404"}', '',
    ]);
  }, 60_000);
});
