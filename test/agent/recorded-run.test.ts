import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { DialectName } from '../../src/agent/messages.ts';
import { recordingProvider } from '../../src/agent/providers/recording.ts';
import { runAgent } from '../../src/agent/run.ts';
import { parseRecording } from '../../src/project/recording.ts';
import firstRun from '../../src/project/recordings/first-run.json';
import { openSample } from '../../src/project/sample.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

const recording = parseRecording(firstRun);
let sandbox: NativeSandbox | undefined;

afterEach(async () => {
  await sandbox?.dispose();
  sandbox = undefined;
});

async function play(dialect: DialectName, prepare: (sandbox: NativeSandbox) => Promise<void> = async () => undefined) {
  sandbox = await nativeSandbox();
  await openSample(sandbox);
  await prepare(sandbox);
  const events: AgentEvent[] = [];
  const outcome = await runAgent({
    task: recording.task, history: [], provider: recordingProvider(recording), dialect, sandbox, work: {}, signal: new AbortController().signal, onEvent: (event) => events.push(event),
  });
  return { events, outcome, sandbox };
}

const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' });

describe.each(['native', 'json'] as const)('the recorded first run in the %s dialect', (dialect) => {
  it('goes from red to green and ends in a commit that native git accepts', async () => {
    const { events, outcome, sandbox } = await play(dialect);
    expect(outcome.message).toBe('The model is done.');
    expect(outcome.reason).toBe('done');
    const results = events.flatMap((event) => (event.type === 'tool_end' ? [event.result] : []));
    expect(results.map((result) => [result.tool, result.ok])).toEqual([
      ['read_tree', true], ['run_tests', false], ['read_file', true], ['read_file', true], ['edit_file', true], ['run_tests', true], ['git', true], ['git', true], ['git', true],
    ]);
    expect(results[1]!.metadata.summary).toEqual({ total: 8, passed: 7, failed: 1, skipped: 0 });
    expect(results[5]!.metadata.summary).toEqual({ total: 8, passed: 8, failed: 0, skipped: 0 });
    expect(git(sandbox.workdir, 'fsck', '--strict')).toBe('');
    expect(git(sandbox.workdir, 'status', '--porcelain')).toBe('');
    expect(git(sandbox.workdir, 'log', '--format=%s|%an')).toBe('Count the last page even when it is not full|Tabloom\nThe shop, with one page too few|Tabloom\n');
  });
});

describe('a recording on a project that has been changed', () => {
  it('stops with a sentence that says what no longer fits', async () => {
    const { events, outcome } = await play('native', async ({ workdir }) => {
      const file = join(workdir, 'src/pages.js');
      await writeFile(file, (await readFile(file, 'utf8')).replace('Math.floor', 'Math.ceil'));
    });
    expect(outcome.reason).toBe('recording_mismatch');
    expect(outcome.message).toBe(
      'The recording "Fix the failing test" no longer fits this project: run_tests (red) succeeded, where the recording saw it fail. It stops here; nothing is pretended.',
    );
    expect(events.filter((event) => event.type === 'tool_end')).toHaveLength(2);
  });
});
