/** Files that come when somebody first looks for them: npm's own. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Assets } from '../../src/runtime/kernel/assets.ts';
import { NotYet, whenThere } from '../../src/runtime/kernel/fs/not-yet.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';

const NPM = '/usr/lib/node_modules/npm';
const pack = (files: [path: string, text: string, executable?: 1][]): string => {
  const index = JSON.stringify(files.map(([path, text, executable]) => [path, text.length, ...(executable ? [1] : [])]));
  return `data:application/gzip;base64,${gzipSync(`${index}\n${files.map(([, text]) => text).join('')}`).toString('base64')}`;
};

it('they are asked for once, at the first look into their folder; whoever looks meanwhile waits for them', async () => {
  const asked: string[] = [];
  const assets = new Assets(['npm.pack'], (name) => asked.push(name));
  const k = new TestKernel({ assets });
  const { process } = k.terminalProcess('node');
  expect(k.call(process, 'readdir', '/usr/lib/node_modules')).toEqual([['npm', 2]]);
  expect(k.call(process, 'readlink', '/usr/bin/npx')).toBe('../lib/node_modules/npm/tabloom/npx.cjs');
  expect(asked).toEqual([]);
  for (const path of [`${NPM}/package.json`, '/usr/bin/npx']) expect(codeOf(() => k.call(process, 'stat', path, true))).toBe('EAGAIN');
  expect(asked).toEqual(['npm.pack']);

  const size = whenThere(() => k.call(process, 'stat', `${NPM}/package.json`, true)[8]);
  assets.arrived('npm.pack', pack([['package.json', '{}'], ['tabloom/npx.cjs', '#!/usr/bin/env node\n', 1]]));
  expect(await size).toBe(2);
  expect(k.call(process, 'readdir', NPM)).toEqual([['package.json', 1], ['tabloom', 2]]);
  expect([k.call(process, 'stat', '/usr/bin/npx', true)[1] & 0o7777, k.call(process, 'stat', `${NPM}/package.json`, true)[1] & 0o7777]).toEqual([0o755, 0o644]);
  expect(codeOf(() => k.call(process, 'unlink', `${NPM}/package.json`))).toBe('EACCES');
  expect(codeOf(() => k.call(process, 'link', `${NPM}/package.json`, '/tmp/mine'))).toBe('EPERM');
  expect(asked).toEqual(['npm.pack']);
  k.close();
});

it('what could not be fetched is EIO for those who wait, and is asked for anew at the next look', async () => {
  const asked: string[] = [];
  const assets = new Assets(['npm.pack'], (name) => asked.push(name));
  const k = new TestKernel({ assets });
  const { process } = k.terminalProcess('node');
  const look = (): unknown => k.call(process, 'stat', `${NPM}/package.json`, true);
  const first = whenThere(look) as Promise<unknown>;
  assets.failed('npm.pack');
  await expect(first).rejects.toMatchObject({ code: 'EIO' });
  const second = whenThere(look) as Promise<unknown>;
  // Cut short on the way.
  assets.arrived('npm.pack', 'data:application/gzip;base64,H4sIAAAAAAAAA');
  await expect(second).rejects.toMatchObject({ code: 'EIO' });
  expect(asked.length).toBe(2);
  k.close();
});

it('waiting by a promise ends with what the attempt throws', async () => {
  expect(whenThere(() => 7)).toBe(7);
  expect(() => whenThere(() => {
    throw new Error('other');
  })).toThrow('other');
  const k = new TestKernel();
  const { process } = k.terminalProcess('node');
  // Without the asset there is nothing to wait for.
  const waiting = whenThere(() => k.call(process, 'stat', `${NPM}/x`, true)) as Promise<unknown>;
  await expect(waiting).rejects.toMatchObject({ code: 'EIO' });
  expect(new NotYet({} as never)).toMatchObject({ code: 'EAGAIN' });
  k.close();
});
