import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { decodeFile, encodeSnapshot } from '../../src/project/snapshot.ts';
import { zipFolder } from '../../src/ui/files/download.ts';
import { filesOfZip } from '../../src/ui/projects/import-files.ts';
import { memoryFs } from '../support/memory-fs.ts';

it('gives no name to a zip that would leave the folder it is unpacked into', async () => {
  const { fs } = memoryFs({ 'a.txt': 'a', 'sub/b.txt': 'b', '..\\..\\evil.bat': '1', '.._.._evil.bat': '2', 'C:x': '3', 'd\\/y': '4', 'node_modules/z': '5' });
  const files = unzipSync(await zipFolder({ fs }, ''));
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))).toEqual({
    'a.txt': 'a', 'sub/b.txt': 'b', '.._.._evil.bat': '1', '.._.._evil.bat_': '2', 'C_x': '3', 'd_/y': '4',
  });
});

it('a program is still one after it was downloaded in a zip and imported again', async () => {
  const { fs, files } = memoryFs({ 'run.sh': 'echo', 'bin/deep.sh': 'x', 'plain.txt': 'y' });
  const modes: Record<string, number> = { 'run.sh': 0o755, 'bin/deep.sh': 0o700 };
  const exported = async (path: string): Promise<Uint8Array> => encodeSnapshot({ f: { c: files.get(path)!, ...(path in modes ? { m: modes[path]! } : {}) } });
  const again = await filesOfZip(await zipFolder({ fs, export: exported as never }, ''));
  const bits = (...path: string[]): number => decodeFile(encodeSnapshot(path.reduce((node, name) => (node as { d: Record<string, typeof again> }).d[name]!, again)))!.mode;
  expect([bits('run.sh'), bits('bin', 'deep.sh'), bits('plain.txt')]).toEqual([0o755, 0o755, 0o644]);
});
