/** The dated report of `npm run bench -- --report`, beside the soak's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../src/build/paths.ts';
import { findBrowser } from '../support/find-browser.ts';
import { revision } from '../support/soak-journal.ts';
import type { Row } from './rows.ts';

export const TABLE = '| what | sandbox | native Node | ratio | goal |\n|---|---|---|---|---|';

export const line = ({ what, sandbox, native, ratio, goal }: Row): string => `| ${what} | ${sandbox} | ${native} | ${ratio} | ${goal ? `${goal.text}: ${goal.met ? 'met' : '**not met**'}` : ''} |`;

/** What a run found. `failed`: parts without figures, and why. `parts`: those that were asked for; empty: all. */
export interface Run { started: Date; parts: string[]; rows: Row[]; failed: { name: string; why: string }[]; loads: [before: number[], after: number[]] }

/** Writes it. Its path from the project's folder. */
export async function writeReport({ started, parts, rows, failed, loads }: Run): Promise<string> {
  const { version } = await findBrowser();
  const goals = rows.filter(({ goal }) => goal !== undefined);
  const missed = goals.filter(({ goal }) => !goal!.met);
  const [before, after] = loads.map((load) => load.map((value) => value.toFixed(1)).join(', '));
  const time = started.toISOString().slice(0, 16);
  const report = `# Bench, ${time.replace('T', ' ')} UTC

${goals.length - missed.length} of ${goals.length} goals met, ${failed.length} parts failed.
Commit ${revision()}, ${version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB${parts.length > 0 ? `, only: ${parts.join(' ')}` : ''}. Load at the start ${before}, at the end ${after}.

${TABLE}
${rows.map((row) => `${line(row)}\n`).join('')}${missed.length > 0 ? `\n## Not met\n\n${missed.map(({ what, sandbox, ratio, goal }) => `- ${what}: ${sandbox}${ratio ? `, ${ratio}` : ''} (goal: ${goal!.text})\n`).join('')}` : ''}${failed.length > 0 ? `\n## Failed\n\n${failed.map(({ name, why }) => `- ${name}: ${why}\n`).join('')}` : ''}`;
  const target = join(root, 'test', 'reports', `bench-${time.replace(':', '')}.md`);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, report);
  return relative(root, target);
}
