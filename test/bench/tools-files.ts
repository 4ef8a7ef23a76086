/** Patches of almost 10 MB: the tool in the sandbox, and its applier outside of it, beside `git apply`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatchText } from '../../src/host/patch/apply.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';
import { figureRow, type Row, timeRow } from './rows.ts';

const line = (file: number, index: number): string => `  const value${index} = compute(${index * 7}, '${'x'.repeat(index % 40)}', ${file});\n`;

/** Every eleventh line of `files` files changes: hunks that nearly touch. */
function makePatch(files: number, lines: number): { texts: Map<string, string>; patch: string } {
  const texts = new Map<string, string>();
  const parts: string[] = [];
  for (let file = 0; file < files; file++) {
    const all = Array.from({ length: lines }, (_, index) => line(file, index));
    const name = `big/f${file}.ts`;
    texts.set(name, all.join(''));
    parts.push(`diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n`);
    for (let at = 3; at + 3 < lines; at += 11) {
      const around = (from: number): string => all.slice(from, from + 3).map((text) => ` ${text}`).join('');
      parts.push(`@@ -${at - 2},7 +${at - 2},7 @@\n${around(at - 3)}-${all[at]!}+${all[at]!.replace('const', 'let')}${around(at + 1)}`);
    }
  }
  return { texts, patch: parts.join('') };
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export async function fileToolRows(box: ToolsBrowser): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, files, lines] of [['100 files', 100, 2100], ['one file', 1, 200_000]] as const) {
    const { texts, patch } = makePatch(files, lines);
    const label = `a patch of ${(Buffer.byteLength(patch) / 1e6).toFixed(1)} MB for ${what}`;
    const folder = mkdtempSync(join(tmpdir(), 'tabloom-bench-'));
    try {
      const roots = ['git', 'ours'].map((who) => join(folder, who));
      for (const root of roots) {
        mkdirSync(join(root, 'big'), { recursive: true });
        for (const [name, text] of texts) writeFileSync(join(root, name), text);
      }
      // Git copies the whole file for each hunk: on one large file it takes minutes, which tells nothing.
      const gitMs = files === 1 ? undefined : await timed(() => {
        const git = spawnSync('git', ['apply', '-'], { cwd: roots[0]!, input: patch });
        if (git.status !== 0) throw new Error(`git apply failed: ${git.stderr.toString()}`);
      });
      const row = (where: string, ms: number): void => void rows.push(gitMs === undefined ? figureRow(`${label}: ${where}`, `${ms.toFixed(0)} ms`) : timeRow(`${label}: ${where}, against git apply`, ms, gitMs));
      row('the applier in Node', await timed(() => applyPatchText({ root: roots[1]! }, Buffer.from(patch).toString('latin1'))));
      await box.files(Object.fromEntries(texts));
      const result = await box.tool('apply_patch', { patch });
      if (!result.ok) throw new Error(`apply_patch failed: ${result.message}`);
      row('apply_patch in the sandbox', result.duration_ms);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}
