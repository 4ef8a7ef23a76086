/** curl and wget against a server of the sandbox. `expected.txt` is what curl 7.88.1 of Debian printed for the same script and server, without its carriage returns. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { openSandbox, readTree, type SandboxBrowser } from '../support/sandbox-browser.ts';

const folder = join(root, 'test/shell/curl');
let sandbox: SandboxBrowser;

beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.mount(readTree(folder));
});
afterAll(() => sandbox?.close());

/** Runs `script` while the server of the test is up. */
async function withServer(script: string): Promise<string> {
  const { output } = await sandbox.run('bash', ['-c', `node server.cjs > up.txt & until grep -q up up.txt 2> /dev/null; do sleep 0.1; done; rm -rf w; mkdir w; cd w; ${script}; kill %1`]);
  return output.replaceAll('\r', '');
}

it('does what curl does', async () => {
  expect(await withServer('bash ../script.sh 2>&1')).toBe(readFileSync(join(folder, 'expected.txt'), 'utf8'));
});

it('gives up in time, and says when the answer was cut off', async () => {
  const output = await withServer('curl -sS -m 0.5 http://localhost:5999/hang 2>&1; echo $?; curl -sS -o part http://localhost:5999/cut 2>&1; echo $?; cat part');
  expect(output.replace(/after \d+ /, 'after N ')).toBe('curl: (28) Operation timed out after N milliseconds with 0 bytes received\n28\ncurl: (18) transfer closed with 96 bytes remaining to read\n18\npart');
});

it('has wget for a file', async () => {
  expect(await withServer('wget -q http://localhost:5999/json; wget -q http://localhost:5999/json; ls -1; cat json.1; wget -qO- http://localhost:5999/redirect; wget -q http://localhost:5999/404; echo $?; wget -q http://localhost:1/; echo $?')).toBe(
    'json\njson.1\n{"ok":true}\nGET /echo {"accept":"*/*"} \n8\n4\n',
  );
});
