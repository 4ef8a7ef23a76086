import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipFolder } from '../../src/ui/files/download.ts';
import { memoryFs } from '../support/memory-fs.ts';

it('gives no name to a zip that would leave the folder it is unpacked into', async () => {
  const { fs } = memoryFs({ 'a.txt': 'a', 'sub/b.txt': 'b', '..\\..\\evil.bat': '1', '.._.._evil.bat': '2', 'C:x': '3', 'd\\/y': '4', 'node_modules/z': '5' });
  const files = unzipSync(await zipFolder(fs, ''));
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))).toEqual({
    'a.txt': 'a', 'sub/b.txt': 'b', '.._.._evil.bat': '1', '.._.._evil.bat_': '2', 'C_x': '3', 'd_/y': '4',
  });
});
