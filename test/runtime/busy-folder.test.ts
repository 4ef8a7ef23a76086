import { expect, it } from 'vitest';
import { createKernelFs } from '../support/kernel-fs.ts';

it('a folder that is in use, as the project\'s is, is neither removed nor moved', () => {
  const k = createKernelFs();
  const p = k.createProcess();
  for (const folder of ['w', 'w/in', 'other']) k.call(p, 'mkdir', folder, 0o777);
  k.vfs.busy.add(k.vfs.lookupDirectory(p, 'w'));
  expect([k.code(() => k.call(p, 'rename', 'w', 'moved')), k.code(() => k.call(p, 'rmdir', 'w')), k.code(() => k.call(p, 'rmtree', 'w'))]).toEqual(['EBUSY', 'EBUSY', 'EBUSY']);
  // As on Linux: what was in it is gone.
  expect(k.call(p, 'readdir', 'w')).toEqual([]);
  expect(k.code(() => k.call(p, 'rename', 'other', 'w'))).toBe('EBUSY');
  k.call(p, 'mkdir', 'w/again', 0o777);
  expect(k.call(p, 'readdir', 'w').map(([name]) => name)).toEqual(['again']);
});
