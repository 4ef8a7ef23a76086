/** `npm ci` the fast way: the same tree as npm's own, only for what it understands, and npm itself for everything else. */
import { gzipSync } from 'node:zlib';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entriesToInstall, type Lockfile, Unusual } from '../../src/runtime/npm/lockfile.ts';
import { settingsOf } from '../../src/runtime/npm/settings.ts';
import { gunzip } from '../../src/runtime/kernel/packages/gunzip.ts';
import { filesOf } from '../../src/runtime/kernel/packages/tar.ts';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import { sample } from '../support/sample.ts';
import { runNatively } from './native.ts';
import { runInSandbox } from './sandboxed.ts';
import { SETS } from './sets.ts';

const PLATFORM = { os: 'linux', cpu: 'wasm32', node: 'v24.21.0', npm: '11.19.1' };
const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const at = (name: string, version: string): string => `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`;
const entry = (name: string, version: string, more: object = {}): object => ({ version, resolved: at(name, version), integrity: INTEGRITY, ...more });
const lock = (packages: { [location: string]: object }): Lockfile => ({ lockfileVersion: 3, packages: packages as NonNullable<Lockfile['packages']> });
/** Exact versions and `^` are enough here; npm's own is used in the sandbox. */
const satisfies = (version: string, range: string): boolean => range === '*' || version === range || (range.startsWith('^') && version.split('.')[0] === range.slice(1).split('.')[0]) || /^>=/.test(range);

describe('what the fast way takes', () => {
  const chosen = (packages: { [location: string]: object }, manifest: object, ignoreScripts = false): string[] => entriesToInstall(lock(packages), manifest, PLATFORM, satisfies, ignoreScripts).map(([location]) => location);
  const root = { dependencies: { a: '^1.0.0' } };

  it('a tree in which everything fits, nested versions included', () => {
    expect(chosen({ '': root, 'node_modules/a': entry('a', '1.2.0', { dependencies: { b: '^2.0.0' } }), 'node_modules/a/node_modules/b': entry('b', '2.0.1'), }, root)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b']);
  });

  it('leaves out what is optional and for another platform', () => {
    const packages = { '': root, 'node_modules/a': entry('a', '1.0.0', { optionalDependencies: { x: '1.0.0', w: '1.0.0' } }), 'node_modules/x': entry('x', '1.0.0', { optional: true, cpu: ['x64'] }), 'node_modules/w': entry('w', '1.0.0', { optional: true, cpu: ['wasm32'] }) };
    expect(chosen(packages, root)).toEqual(['node_modules/a', 'node_modules/w']);
  });

  it.each<[string, { [location: string]: object }, object]>([
    ['a changed package.json', { '': root, 'node_modules/a': entry('a', '1.0.0') }, { dependencies: { a: '^2.0.0' } }],
    ['a missing dependency', { '': root, 'node_modules/a': entry('a', '1.0.0', { dependencies: { b: '*' } }) }, root],
    ['a version that does not fit', { '': root, 'node_modules/a': entry('a', '2.0.0') }, root],
    ['a package that nobody needs', { '': root, 'node_modules/a': entry('a', '1.0.0'), 'node_modules/z': entry('z', '1.0.0') }, root],
    ['scripts', { '': root, 'node_modules/a': entry('a', '1.0.0', { hasInstallScript: true }) }, root],
    ['a link', { '': root, 'node_modules/a': { resolved: '../a', link: true } }, root],
    ['a bundled package', { '': root, 'node_modules/a': entry('a', '1.0.0', { dependencies: { b: '*' } }), 'node_modules/a/node_modules/b': entry('b', '1.0.0', { inBundle: true }) }, root],
    ['another registry', { '': root, 'node_modules/a': entry('a', '1.0.0', { resolved: 'https://elsewhere.test/a.tgz' }) }, root],
    ['a weak hash', { '': root, 'node_modules/a': entry('a', '1.0.0', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }) }, root],
    ['a path out of the folder', { '': root, 'node_modules/../../a': entry('a', '1.0.0') }, root],
    ['a needed package for another platform', { '': root, 'node_modules/a': entry('a', '1.0.0', { os: ['darwin'] }) }, root],
    ['a project for another platform', { '': root, 'node_modules/a': entry('a', '1.0.0') }, { ...root, os: ['darwin'] }],
    ['a project for another version of Node', { '': root, 'node_modules/a': entry('a', '1.0.0') }, { ...root, engines: { node: '1.0.0' } }],
    ['another name', { '': root, 'node_modules/a': entry('b', '1.0.0', { name: 'b' }) }, root],
  ])('not %s', (_what, packages, manifest) => {
    expect(() => chosen(packages, manifest)).toThrow(Unusual);
  });

  it('no call where npm leaves packages out', () => {
    expect(() => settingsOf(['ci'], { NODE_ENV: 'production' })).toThrow('NODE_ENV is production');
  });

  it('with scripts when they are not wanted', () => {
    expect(chosen({ '': root, 'node_modules/a': entry('a', '1.0.0', { hasInstallScript: true }) }, root, true)).toEqual(['node_modules/a']);
  });
});

describe('archives', () => {
  const header = (name: string, size: number, { prefix = '', kind = '0', mode = '000644 ' } = {}): Buffer => {
    const block = Buffer.alloc(512);
    block.write(name, 0, 100, 'utf8');
    block.write(mode, 100);
    block.write(`${size.toString(8).padStart(11, '0')} `, 124);
    block.write(kind, 156);
    block.write('ustar\x0000', 257, 'latin1');
    block.write(prefix, 345);
    return block;
  };
  const padded = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (Buffer.byteLength(text) % 512)) % 512)]);
  const end = Buffer.alloc(1024);
  const read = (...blocks: Buffer[]): [string, number, string | null][] => [...filesOf(Buffer.concat(blocks))].map(({ path, mode, bytes }) => [path, mode, bytes && Buffer.from(bytes).toString()]);

  it('names with a prefix, in extended headers of either kind, folders, modes', () => {
    const long = `package/${'d'.repeat(120)}/ä.js`;
    const line = ` path=${long}\n`;
    const record = `${Buffer.byteLength(line) + 3}${line}`;
    expect(read(
      header('b.js', 2, { prefix: `package/${'x'.repeat(100)}`, mode: '000755 ' }), padded('hi'),
      header('PaxHeader', Buffer.byteLength(record), { kind: 'x' }), padded(record), header('short', 1), padded('1'),
      header('././@LongLink', long.length + 2, { kind: 'L' }), padded(`${long}\0`), header('short', 1), padded('2'),
      header('package/empty/', 0, { kind: '5' }), header('package/link', 0, { kind: '2' }), header('package/c', 0), end,
    )).toEqual([[`package/${'x'.repeat(100)}/b.js`, 0o755, 'hi'], [long, 0o644, '1'], [long, 0o644, '2'], ['package/empty/', 0o644, null], ['package/c', 0o644, '']]);
  });

  it('refuses what is cut short or damaged', () => {
    expect(() => read(header('a', 2000), padded('x'))).toThrow('cut short');
    expect(() => read(header('PaxHeader', 4, { kind: 'x' }), padded('abcd'))).toThrow('damaged');
  });
});

describe('compression', () => {
  it('is undone whatever the size, and with a wrong length at the end is an error', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('small'), Buffer.alloc(3_000_000, 'a'), randomBytes(1_300_000)]) {
      expect(Buffer.compare(Buffer.from(await gunzip(new Uint8Array(gzipSync(bytes)))), bytes)).toBe(0);
    }
    const packed = new Uint8Array(gzipSync('some text'));
    await expect(gunzip(packed.slice(0, -6))).rejects.toThrow();
    await expect(gunzip(new Uint8Array(3))).rejects.toThrow();
    packed[packed.length - 1] = 0x7f;
    await expect(gunzip(packed)).rejects.toThrow();
  });
});

describe('in the sandbox', () => {
  const own = mirroredSandbox();
  const sh = async (line: string): Promise<{ output: string; exit: number }> => {
    const { output, exit } = await own.sandbox.run('sh', ['-c', line], { timeoutMs: 90_000 });
    return { output: output.replaceAll('\r\n', '\n'), exit };
  };

  // Those of one plain command: after it there is a lockfile.
  const plain = SETS.filter(({ run = [['install']] }) => run.length === 1).map((set) => ({ ...set, run: [...(set.run ?? [['install']]), ['ci', ...(set.run?.[0] ?? []).slice(1)]] }));
  it.each(sample(plain, 2))('$name', async (set) => {
    const native = await runNatively(set, own.mirror.url, { config: 'cpu=wasm32\n' });
    const inside = await runInSandbox(own.sandbox, set);
    expect(inside.exits).toEqual(native.exits);
    // Those that are unusual go npm's own way.
    expect(inside.output.includes('npm ci by npm itself')).toBe(/engines|legacy|overrides|workspaces|folder|lifecycle|production|strategy/.test(set.name));
    expect(inside.snapshot.split('\n')).toEqual(native.snapshot.split('\n'));
  }, 300_000);

  it('goes the fast way for a plain lockfile, and leaves an unusual one to npm', async () => {
    await own.sandbox.mount({ fast: { directory: { 'package.json': { file: { contents: '{"name":"fast","version":"1.0.0","dependencies":{"semver":"7.6.0"}}' } } } } });
    expect((await sh('cd fast && npm install --no-audit --no-fund -s')).exit).toBe(0);
    const { output, exit } = await sh('cd fast && TABLOOM_NPM_DEBUG=1 npm ci --no-progress && ls -1 node_modules && node_modules/.bin/semver 1.0.0');
    expect(output.replace(/\d+(ms|s)/, 'T')).toBe('\nadded 3 packages in T\nlru-cache\nsemver\nyallist\n1.0.0\n');
    expect(exit).toBe(0);
    // Once more, from the memory that the files above have, and by itself in a folder beside; what was changed in place there is whole again, and nobody is asked.
    const asked = own.mirror.asked.length;
    const hashes = 'find node_modules -type f ! -name .package-lock.json | sort | xargs cat | sha256sum';
    const whole = await sh(`cd fast && ${hashes}`);
    const changed = await sh(`cd fast && mkdir ../beside && cp package*.json ../beside && (cd ../beside && npm ci -s) && node -e "const fs = require('fs'); for (const file of ['semver/package.json', 'yallist/LICENSE']) fs.writeSync(fs.openSync('node_modules/' + file, 'r+'), 'changed'); fs.truncateSync('node_modules/lru-cache/LICENSE', 700)" && ${hashes}`);
    expect(changed.output).not.toBe(whole.output);
    expect(await sh(`cd beside && ${hashes}`)).toEqual(whole);
    expect(await sh(`cd fast && npm ci -s && ${hashes}`)).toEqual(whole);
    expect(own.mirror.asked.length).toBe(asked);
    const unusual = await sh("cd fast && npm pkg set scripts.postinstall='echo after' && npm_config_progress=false TABLOOM_NPM_DEBUG=1 npm ci --no-audit --no-fund && ls -1 node_modules");
    expect(unusual.output).toContain('npm ci by npm itself: Error: the project has scripts');
    expect(unusual.output).toContain('\nafter\n');
    expect(unusual.output).toContain('lru-cache\nsemver\nyallist\n');
    // Within a project whose workspace it may be, the lockfile that counts is that one's.
    const within = await sh('mkdir outer && mv fast outer && echo \'{"name":"outer","workspaces":["fast"]}\' > outer/package.json && cd outer/fast && TABLOOM_NPM_DEBUG=1 npm ci --ignore-scripts');
    expect(within.output).toContain('npm ci by npm itself: Error: a folder around it has workspaces');
    await sh('rm -rf outer beside');
  }, 120_000);

  it('a package that is not what the lockfile promises is not installed', async () => {
    const other = createHash('sha512').update('something else').digest('base64');
    const files = {
      'package.json': { file: { contents: '{"name":"wrong","version":"1.0.0","dependencies":{"ms":"2.1.3"}}' } },
      'package-lock.json': { file: { contents: JSON.stringify({ name: 'wrong', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'wrong', version: '1.0.0', dependencies: { ms: '2.1.3' } }, 'node_modules/ms': { version: '2.1.3', resolved: at('ms', '2.1.3'), integrity: `sha512-${other}` } } }) } },
    };
    await own.sandbox.mount({ wrong: { directory: files } });
    // npm, which is asked next, tries again for two minutes before it says EINTEGRITY.
    const reason = `npm ci by npm itself: Error: ${at('ms', '2.1.3')} is not what was promised`;
    const { output } = await own.sandbox.run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: 'wrong', env: { TABLOOM_NPM_DEBUG: '1' }, killAfterOutput: reason });
    expect(output).toContain(reason);
    expect(await sh('ls wrong/node_modules')).toMatchObject({ exit: 2 });
    await sh('rm -rf wrong');
  }, 120_000);

  it('the device takes requests of its form alone, and an archive cannot write outside its folder', async () => {
    const program = `
      const fs = require('fs');
      const ask = (text) => { const fd = fs.openSync('/dev/packages', 'r+'); try { fs.writeSync(fd, text + '\\n'); const b = Buffer.alloc(400); return b.toString('utf8', 0, fs.readSync(fd, b)).trim(); } catch (e) { return e.code; } finally { fs.closeSync(fd); } };
      for (const text of ['no json', '{}', '[1]', '[["file:///etc/passwd","sha512-x","/tmp/a"]]', '[["https://registry.npmjs.org/ms/-/ms-2.1.3.tgz","sha512-x","relative"]]', '[]']) console.log(ask(text));
      const hash = ${JSON.stringify('PLACE')};
      console.log(ask(JSON.stringify([['https://registry.npmjs.org/evil/-/evil-1.0.0.tgz', hash, '/home/project/evil']])), fs.existsSync('/home/evil.txt'), fs.existsSync('/home/project/evil'));
      console.log(ask(JSON.stringify([['https://registry.npmjs.org/ms/-/ms-2.1.3.tgz', 'sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA==', '/usr/ms']])));`;
    const block = Buffer.alloc(1024);
    block.write('package/../../../evil.txt', 0);
    block.write('000644 ', 100);
    block.write('00000000001 ', 124);
    block.write('0', 156);
    block.write('x', 512);
    const archive = gzipSync(Buffer.concat([block, Buffer.alloc(1024)]));
    const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    await own.sandbox.context.route('**/registry/evil/**', (route) => route.fulfill({ body: archive, headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } }));
    const { output } = await own.sandbox.run('node', ['-e', program.replace('PLACE', hash)], { timeoutMs: 60_000 });
    expect(output.replaceAll('\r\n', '\n')).toBe('EINVAL\nEINVAL\nEINVAL\nEINVAL\nEINVAL\ndone\npackage/../../../evil.txt leads out of its package false false\nEACCES\n');
  }, 60_000);
});
