/** What the tool host prints and leaves in its mail folder, seen from its terminal. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testHostPrograms } from '../support/shared-build.ts';

const root = mkdtempSync(join(tmpdir(), 'tabloom-host-'));
afterAll(() => rmSync(root, { recursive: true }));

it('each long line has a file of its own, so that progress and result of a call do not take each other\'s place', async () => {
  mkdirSync(join(root, '.tabloom'));
  writeFileSync(join(root, '.tabloom/host.cjs'), (await testHostPrograms({ minify: false })).get('host/host.cjs')!);
  const host = spawn(process.execPath, ['.tabloom/host.cjs'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { command: ['node', '-e', "process.stdout.write('é'.repeat(7000)); process.stderr.write('ü'.repeat(7000))"], timeout_ms: 60_000, log_name: 'x', keep_head: 20_000, keep_tail: 0, progress: true };
  host.stdin.write(`@tabloom ${JSON.stringify({ id: 'c1', op: 'exec', params })}\n`);
  const said: { progress?: string; text?: string; result?: { stdout: string; stderr: string } }[] = [];
  const files = new Set<string>();
  let buffered = '';
  for await (const chunk of host.stdout.setEncoding('utf8')) {
    const lines = (buffered + String(chunk)).split('\n');
    buffered = lines.pop()!;
    for (const line of lines) {
      const { reply_file } = JSON.parse(line.replace('@tabloom ', '')) as { reply_file?: string };
      if (reply_file === undefined) continue;
      files.add(reply_file);
      said.push(JSON.parse(readFileSync(join(root, '.tabloom/io', reply_file), 'utf8')) as (typeof said)[number]);
    }
    if (said.some((line) => line.result)) host.stdin.end();
  }
  const streamed = (stream: string): string => said.filter((line) => line.progress === stream).map((line) => line.text).join('');
  expect(files.size).toBe(said.length);
  expect([streamed('stdout'), streamed('stderr')]).toEqual(['é'.repeat(7000), 'ü'.repeat(7000)]);
  expect(said.at(-1)!.result).toMatchObject({ stdout: 'é'.repeat(7000), stderr: 'ü'.repeat(7000) });
});
