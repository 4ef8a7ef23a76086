/** Loading many modules, and calling through imported bindings, in the sandbox against native Node. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { median, type Row } from './rows.ts';

const REQUIRED = 500, IMPORTED = 300, ROUNDS = 5;

/** About 3 KB of what modules are made of: functions, a class, tables, patterns. */
function body(i: number): string {
  const tables = Array.from({ length: 20 }, (_, k) => `const table${k} = { name: 'entry-${i}-${k}', values: [${k}, ${i}, ${k * i}], test: /a[b/]c+/g, nested: { deep: true, fn(x) { return x + ${k}; } } };\n`).join('');
  return `function helper${i}(a, b) {\n  // adds\n  const list = [a, b].map((x) => x * ${i});\n  if (list[0] > 10) { return list.reduce((s, x) => s + x, 0); }\n  return \`\${a}-\${b}\`;\n}\nclass Thing${i} {\n  constructor(x) { this.x = x; }\n  get double() { return this.x * 2; }\n}\n${tables}`;
}

function files(): Map<string, string> {
  const out = new Map<string, string>();
  for (let i = 0; i < REQUIRED; i++) {
    out.set(`cjs/lib/m${i}.js`, `'use strict';\nconst path = require('path');\n${i % 10 === 9 ? '' : `const next = require('./m${i + 1}');\n`}${body(i)}exports.value = ${i};\nexports.helper = helper${i};\n`);
  }
  out.set('cjs/main.js', `const t = process.hrtime.bigint(); for (let i = 0; i < ${REQUIRED}; i++) require('./lib/m' + i); console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - t) / 1e6 }));\n`);
  for (let i = 0; i < IMPORTED; i++) {
    const next = i + 1 < IMPORTED ? `import { value as next, helper${i + 1} } from './m${i + 1}.mjs';\n` : 'const next = 0;\n';
    out.set(`esm/lib/m${i}.mjs`, `import path from 'node:path';\n${next}${body(i).replace('function', 'export function').replace('class', 'export class')}export const value = ${i} + next;\nexport default helper${i};\n`);
  }
  out.set('esm/main.mjs', "const t = process.hrtime.bigint(); await import('./lib/m0.mjs'); console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - t) / 1e6 }));\n");
  out.set('calls/lib.mjs', 'export function step(h, i) { return (h * 31 + i) | 0; }\nexport let count = 0;\nexport function bump() { count++; }\n');
  out.set('calls/main.mjs', `import { step, count, bump } from './lib.mjs';
const run = () => { let h = 0; for (let i = 0; i < 5e7; i++) h = step(h, i); return h; };
const live = () => { for (let i = 0; i < 5e6; i++) { bump(); if (count < 0) throw new Error(); } };
const time = (f) => { f(); const t = process.hrtime.bigint(); f(); return Number(process.hrtime.bigint() - t) / 1e6; };
console.log(JSON.stringify({ ms: time(run), live: time(live) }));\n`);
  return out;
}

const PROGRAMS = ['cjs/main.js', 'esm/main.mjs', 'calls/main.mjs'] as const;
type Times = Record<string, number[]>;

function note(times: Times, program: string, line: string): void {
  for (const [key, value] of Object.entries(JSON.parse(line) as Record<string, number>)) (times[`${program} ${key}`] ??= []).push(value);
}

/** Rows for the table. `binary` is native Node. */
export async function moduleRows(sandbox: SandboxBrowser, binary: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-modules-'));
  const inside: Times = {}, outside: Times = {};
  try {
    for (const [path, text] of files()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await sandbox.mount({ 'bench-modules': { directory: readTree(folder) } });
    for (const program of PROGRAMS) {
      for (let i = 0; i < ROUNDS; i++) {
        note(inside, program, (await sandbox.run('node', [`bench-modules/${program}`], { timeoutMs: 120_000 })).output);
        note(outside, program, spawnSync(binary, [join(folder, program)], { encoding: 'utf8' }).stdout);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const row = (what: string, key: string): Row => {
    const [a, b] = [median(inside[key]!), median(outside[key]!)];
    return { what: `${what} (median of ${ROUNDS})`, sandbox: `${a.toFixed(0)} ms`, native: `${b.toFixed(0)} ms`, ratio: `${(a / b).toFixed(2)}x` };
  };
  return [
    row(`require of ${REQUIRED} modules`, 'cjs/main.js ms'),
    row(`ES graph of ${IMPORTED} modules`, 'esm/main.mjs ms'),
    row('50 million calls through an imported binding', 'calls/main.mjs ms'),
    row('5 million reads of an imported binding that changes', 'calls/main.mjs live'),
  ];
}
