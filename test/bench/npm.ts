/** Installing real dependency sets, in the sandbox against native npm, from the same packages on this computer's disk. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNatively } from '../npm/native.ts';
import { runInSandbox } from '../npm/sandboxed.ts';
import { type DependencySet, SETS } from '../npm/sets.ts';
import { startRegistryMirror } from '../support/registry-mirror.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { median, ratioAtMost, type Row, timeRow } from './rows.ts';

const MEASURED = ['express', 'vite and react', 'eslint', 'jest'];
/** One that the fast way leaves to npm itself (`npm/ci.ts`): with nothing kept it should not take longer than natively either. */
const BY_NPM: DependencySet = { name: 'eslint in a project with a script', files: { 'package.json': '{"name":"set","version":"1.0.0","scripts":{"prepare":"node -e 0"},"devDependencies":{"eslint":"^8.57.0"}}\n' } };
/** Also from `package.json` alone, which is how people install first. */
const WITHOUT_LOCKFILE = ['vite and react', 'jest'];
const ROUNDS = 3;
/** The sandbox's npm takes what runs in WebAssembly: so does its measure. */
const config = 'cpu=wasm32\n';

/** Rows for the table: `npm ci` with nothing kept, with every package kept by the same sandbox, and by an earlier one, after a reload; and `npm install` without a lockfile. */
export async function npmRows(): Promise<Row[]> {
  const mirror = await startRegistryMirror();
  const scratch = mkdtempSync(join(tmpdir(), 'tabloom-npm-bench-'));
  const rows: Row[] = [];
  try {
    for (const set of [...SETS.filter(({ name }) => MEASURED.includes(name)), BY_NPM]) {
      const locked = await withLockfile(set, mirror.url);
      const cold: number[] = [], kept: number[] = [], reloaded: number[] = [], nativeCold: number[] = [], nativeKept: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const cache = mkdtempSync(join(scratch, 'cache-'));
        nativeCold.push((await runNatively(locked, mirror.url, { cache, config })).ms);
        nativeKept.push((await runNatively(locked, mirror.url, { cache, config })).ms);
        // A browser of its own each time: its storage is where packages are kept.
        const sandbox = await openSandbox({ registry: mirror.url });
        await sandbox.run('npm', ['--version']);
        const first = await runInSandbox(sandbox, locked);
        if (first.output.includes('npm ci by npm itself') !== (set === BY_NPM)) throw new Error(`${set.name} went the other way: ${first.output}`);
        cold.push(first.ms);
        kept.push((await runInSandbox(sandbox, locked)).ms);
        await sandbox.page.reload();
        await sandbox.page.waitForFunction(() => 'harness' in window);
        await sandbox.page.evaluate(() => window.harness.boot());
        await sandbox.run('npm', ['--version']);
        reloaded.push((await runInSandbox(sandbox, locked)).ms);
        await sandbox.close();
      }
      const way = set === BY_NPM ? ', which npm itself does' : '';
      rows.push(timeRow(`npm ci of ${set.name}${way}, nothing kept (median of ${ROUNDS})`, median(cold), median(nativeCold), ratioAtMost(median(cold), median(nativeCold), 1)));
      rows.push(timeRow(`npm ci of ${set.name}, packages kept; beside native npm's with nothing kept`, median(kept), median(nativeCold), way === '' ? ratioAtMost(median(kept), median(nativeCold), 0.2) : undefined));
      rows.push(timeRow(`npm ci of ${set.name}, packages kept by both`, median(kept), median(nativeKept)));
      rows.push(timeRow(`npm ci of ${set.name}, packages kept, after a reload; beside native npm's with nothing kept`, median(reloaded), median(nativeCold)));
    }
    for (const set of SETS.filter(({ name }) => WITHOUT_LOCKFILE.includes(name))) {
      const cold: number[] = [], kept: number[] = [], nativeCold: number[] = [], nativeKept: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const cache = mkdtempSync(join(scratch, 'cache-'));
        nativeCold.push((await runNatively(set, mirror.url, { cache, config })).ms);
        nativeKept.push((await runNatively(set, mirror.url, { cache, config })).ms);
        const sandbox = await openSandbox({ registry: mirror.url });
        await sandbox.run('npm', ['--version']);
        cold.push((await runInSandbox(sandbox, set)).ms);
        kept.push((await runInSandbox(sandbox, set)).ms);
        await sandbox.close();
      }
      rows.push(timeRow(`npm install of ${set.name} without a lockfile, nothing kept (median of ${ROUNDS})`, median(cold), median(nativeCold)));
      rows.push(timeRow(`npm install of ${set.name} without a lockfile, everything kept by both`, median(kept), median(nativeKept)));
    }
  } finally {
    rmSync(scratch, { recursive: true });
    await mirror.close();
  }
  return rows;
}

/** The set as `npm ci` takes it. */
async function withLockfile(set: DependencySet, registry: string): Promise<DependencySet> {
  let lockfile = '';
  const { exits, output } = await runNatively({ ...set, run: [['install', '--package-lock-only']] }, registry, { inspect: (project) => {
    lockfile = readFileSync(join(project, 'package-lock.json'), 'utf8');
  } });
  if (exits[0] !== 0) throw new Error(output);
  return { ...set, files: { ...set.files, 'package-lock.json': lockfile }, run: [['ci']] };
}
