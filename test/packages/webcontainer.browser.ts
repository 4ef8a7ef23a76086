/** What `@webcontainer/test` offers, each on a sandbox of its own. Runs in the browser (`webcontainer.config.ts`). */
import { test } from '@webcontainer/test';
import { expect } from 'vitest';

test('mounts a folder from disk and runs a command in it', async ({ webcontainer }) => {
  await webcontainer.mount('test/packages/fixture');
  expect((await webcontainer.readdir('/')).sort()).toEqual(['server.js', 'title.txt']);
  expect(await webcontainer.runCommand('cat', ['title.txt'])).toBe('Fixture');
  expect(await webcontainer.runCommand('node', ['-p', '6 * 7'])).toBe('42');
});

test('works with files', async ({ webcontainer }) => {
  await webcontainer.mount({ 'a.txt': { file: { contents: 'one' } }, folder: { directory: {} } });
  await webcontainer.writeFile('folder/b.txt', 'two');
  await webcontainer.rename('a.txt', 'folder/c.txt');
  await webcontainer.mkdir('more');
  await webcontainer.rm('folder/b.txt');
  expect([(await webcontainer.readdir('/')).sort(), await webcontainer.readdir('folder'), await webcontainer.readFile('folder/c.txt')]).toEqual([['folder', 'more'], ['c.txt'], 'one']);
});

test('talks with a process', async ({ webcontainer }) => {
  const node = webcontainer.runCommand('node', ['-e', `process.stdin.on('data', (d) => console.log('heard ' + d)); console.log('ready')`]);
  await node.waitForText('ready');
  await node.write('this\n');
  await node.waitForText('heard this');
  await node.exit();
});

test('shows a preview', async ({ webcontainer, preview }) => {
  await webcontainer.mount('test/packages/fixture');
  const server = webcontainer.runCommand('node', ['server.js']);
  await server.waitForText('listening on 8090');
  // The page in the frame ran, its own request too.
  await server.waitForText('GET /ran?Fixture');
  await expect.element(preview.locator).toBeVisible();
  await server.exit();
});

for (const round of ['first', 'second']) {
  test(`sets up once and restores (${round})`, async ({ webcontainer, setup }) => {
    await setup(async () => {
      await webcontainer.mount({ 'made.txt': { file: { contents: `made in the ${round} round` } }, deep: { directory: { 'bytes.bin': { file: { contents: new Uint8Array([0, 200]) } } } } });
    });
    // The second sandbox is filled from the first one's snapshot.
    expect(await webcontainer.readFile('made.txt')).toBe('made in the first round');
    expect(await webcontainer.runCommand('node', ['-p', `[...fs.readFileSync('deep/bytes.bin')].join()`])).toBe('0,200');
  });
}
