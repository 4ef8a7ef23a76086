/**
 * `npm run bench`: the sandbox against native Node in one run, as ratios, and what a first visit downloads. Figures, not a test: budgets that must hold are in `test/budget.test.ts`.
 * `npm run bench -- memory tabs` runs only those parts, `npm run bench -- --report` also writes `test/reports/bench-<date>T<time>.md`. A part that fails says so and costs no other.
 */
import { loadavg } from 'node:os';
import { nodeBinary } from '../../src/build/node-package.ts';
import { attachedRows } from './attached.ts';
import { callRows } from './calls.ts';
import { durableRows } from './durable.ts';
import { memoryRows } from './memory.ts';
import { natsRows } from './nats.ts';
import { npmRows } from './npm.ts';
import { peersRows } from './peers.ts';
import { previewRows } from './preview.ts';
import { line, TABLE, writeReport } from './report.ts';
import { type Row, within } from './rows.ts';
import { startRows } from './start.ts';
import { takeoverRows } from './takeover.ts';
import { toolRows } from './tools.ts';
import { toolsSearchRows } from './tools-search.ts';
import { visitRows } from './visit.ts';

/** Longest for one part; the search over a tree that it makes itself takes longest. */
const PART_MS = 30 * 60_000;

const oracle = nodeBinary() ?? process.execPath;
const PARTS: Record<string, () => Promise<Row[]>> = {
  runtime: () => startRows(oracle), preview: () => previewRows(oracle), npm: npmRows, tools: toolRows, search: toolsSearchRows,
  calls: callRows, nats: natsRows, durable: durableRows, locks: peersRows, tabs: attachedRows, takeover: takeoverRows, memory: memoryRows, visit: visitRows,
};

const args = process.argv.slice(2);
const wanted = args.filter((name) => name !== '--report');
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}; and --report.`);
  process.exit(2);
}

const rows: Row[] = [];
const failed: { name: string; why: string }[] = [];
const started = new Date();
const before = loadavg();
console.log(`Load of this computer at the start: ${before.map((load) => load.toFixed(1)).join(', ')}\n\n${TABLE}`);
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    const more = await within(PART_MS, `The part ${name}`, part());
    rows.push(...more);
    for (const row of more) console.log(line(row));
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
    failed.push({ name, why });
    console.log(`| ${name} | failed: ${why} | | | |`);
  }
}

const goals = rows.filter((row) => row.goal !== undefined);
const missed = goals.filter((row) => !row.goal!.met);
console.log(`\nLoad at the end: ${loadavg().map((load) => load.toFixed(1)).join(', ')}. Goals met: ${goals.length - missed.length} of ${goals.length}.`);
for (const { what, sandbox, ratio, goal } of missed) console.log(`Not met: ${what}: ${sandbox}${ratio ? `, ${ratio}` : ''} (goal: ${goal!.text})`);
for (const { name } of failed) console.log(`Failed, so without figures: ${name}`);
if (args.includes('--report')) console.log(`Report: ${await writeReport({ started, parts: wanted, rows, failed, loads: [before, loadavg()] })}`);
// What a part that hung left open must not keep the process.
process.exit(failed.length > 0 ? 1 : 0);
