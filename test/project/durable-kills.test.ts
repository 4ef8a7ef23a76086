/** The owner of a project is killed at random moments of editing, committing and installing: what it said was saved is there, and the repository is whole. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { askGit, type DurableBrowser, openDurableBrowser } from '../support/durable-browser.ts';
import type { SaveEvent, TickEvent } from '../support/durable-page.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

const KILLS = Number(process.env.TABLOOM_KILLS ?? (SOAK ? 1000 : 4));
/** Kills of one test: one that fails does not take the others' results along. */
const BATCH = 100;
/** Kills of one project; then a new one, so that the last are not slower than the first. */
const PER_PROJECT = 20;
/** Longest time between a save and the kill, ms: far longer than the next save takes. */
const WORK_MS = 1600;
/** A number is written so often, ms: what is written and not saved is never to be much older than a second. */
const TICK_MS = 50;
const LOST_MS = 1000;
/** On a busy machine some is; so few and so old, ms. */
const LATE_SHARE = 0.05;
const LATE_MS = 3000;

/** What programs do meanwhile, by the number of the kill. */
const WORK = {
  committing: `i=0; while :; do i=$((i+1)); echo $$-$i > c$((i%5)).txt; git add -A; git commit -qm "number $i"; if [ $((i%7)) = 0 ]; then git branch -f side; git tag -f t$((i%3)) >/dev/null; fi; done`,
  installing: `while :; do npm install --no-audit --no-fund --offline ./packages/a ./packages/b >/dev/null 2>&1; git add -A; git commit -qm installed; npm uninstall --offline a >/dev/null 2>&1; done`,
  editing: `i=0; while :; do i=$((i+1)); mkdir -p d$((i%3)); echo $i > d$((i%3))/moving; mv d$((i%3))/moved d$((i%3))/old 2>/dev/null; mv d$((i%3))/moving d$((i%3))/moved; done`,
};

describe('kills of the owner', () => {
  let browser: DurableBrowser;
  beforeAll(async () => { browser = await openDurableBrowser(); });
  afterAll(() => browser?.close());

  it.each(Array.from({ length: Math.ceil(KILLS / BATCH) }, (_, batch) => ({ first: batch * BATCH, last: Math.min((batch + 1) * BATCH, KILLS) - 1 })))('lose nothing that was saved, and no repository: kills $first to $last', async ({ first, last }) => {
    const next = random(SEED + first);
    const promised = new Map<string, string>();
    const times: number[] = [];
    /** How old what was lost had become by then, for each kill, ms. */
    const ages: number[] = [];
    let written = 0;
    let id = '';
    let commits = 0;
    for (let kill = first; kill <= last; kill++) {
      if (kill % PER_PROJECT === 0) {
        id = `kills-${SEED}-${kill}`;
        promised.clear();
      }
      const ticks: TickEvent[] = [];
      const told = ({ path, text, ms }: SaveEvent): void => {
        promised.set(path, text);
        times.push(ms);
      };
      const work = (['committing', 'editing', 'installing'] as const)[kill % 3]!;
      const about = `kill ${kill} of seed ${SEED} while ${work}`;
      const page = await within(`${about}: the page opens`, browser.open(told, (tick) => void ticks.push(tick)));
      await within(`${about}: its sandbox boots`, page.evaluate((name) => window.durablePage.open(name), id));
      if (kill % PER_PROJECT === 0) {
        expect(await within(`${about}: a first commit`, page.evaluate(() => window.durablePage.run('git init -q && git config user.name A && git config user.email a@b && mkdir -p packages/a packages/b && echo \'{"name":"a","version":"1.0.0"}\' > packages/a/package.json && echo \'{"name":"b","version":"1.0.0"}\' > packages/b/package.json && echo \'{"name":"p"}\' > package.json && echo node_modules > .gitignore && git add -A && git commit -qm first')))).toMatch(/\[0\]$/);
        await within(`${about}: the first commit is saved`, page.evaluate(() => window.durablePage.flush()));
      }
      await within(`${about}: it starts`, page.evaluate((command) => window.durablePage.start(command), WORK[work]));
      // Bounded below: a busy machine takes longer than a minute from here to there.
      const closed = page.waitForEvent('crash', { timeout: 0 });
      // Under names of its own: a file that an earlier kill left there would pass for a save that was lost.
      page.evaluate((prefix) => window.durablePage.type(prefix, 1e6), `typed-${kill}`).catch(() => undefined);
      page.evaluate(([path, ms]) => window.durablePage.tick(path, ms), [`tick-${kill}.txt`, TICK_MS] as const).catch(() => undefined);
      const before = times.length + Math.floor(next() * 4);
      await expect.poll(() => times.length, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(before);
      await new Promise((resolve) => { setTimeout(resolve, next() * WORK_MS); });
      const killed = browser.killRenderers();
      await within(`${about}: the killed page is gone`, closed.then(() => page.close()));

      const after = await within(`${about}: the next page opens`, browser.open());
      const { files, damaged } = await within(`${about}: the next page loads what is saved`, after.evaluate((name) => window.durablePage.load(name), id));
      await within(`${about}: the page closes`, after.close());
      expect(damaged, about).toEqual([]);
      const { faults, status } = askGit(files);
      if (faults !== '') keepRepository(kill, files);
      expect(faults, about).toBe('');
      expect(status, about).not.toMatch(/^git status/);
      const found = new Map(files.flatMap((file) => ('latin1' in file ? [[file.path, file.latin1] as const] : [])));
      for (const [path, text] of promised) {
        const saved = found.get(path) ?? '';
        // A later one may have been saved, and not told any more. From then on it is that one: nobody types under this name again.
        if (saved !== text && path.startsWith(`typed-${kill}-`)) expect(Number(saved.split(' ')[1]), `${about}: ${path} was saved as ${text.split(' ')[1]}`).toBeGreaterThan(Number(text.split(' ')[1]));
        else expect(saved, `${about}: ${path} of an earlier kill`).toBe(text);
        promised.set(path, saved);
      }
      const saved = Number(found.get(`tick-${kill}.txt`) ?? -1);
      const lost = ticks.find(({ tick }) => tick > saved);
      written += ticks.length;
      ages.push(lost ? killed - lost.at : 0);
      commits = [...found.keys()].filter((path) => path.startsWith('.git/objects/')).length;
      if (KILLS > 20 && kill % 10 === 9) console.log(`${kill + 1} kills, ${times.length} saves, ${commits} objects`);
    }
    const late = ages.filter((ms) => ms > LOST_MS).length;
    console.log(`${last + 1} kills; ${times.length} saves acknowledged after ${spread(times)}; ${commits} objects in the last repository`);
    console.log(`Of ${written} numbers what was written and lost was ${spread(ages)} old; after ${late} of ${ages.length} kills older than a second`);
    expect(times.length).toBeGreaterThan(0);
    expect(written).toBeGreaterThan(ages.length);
    expect(late).toBeLessThanOrEqual(Math.ceil(ages.length * LATE_SHARE));
    expect(Math.max(...ages)).toBeLessThanOrEqual(LATE_MS);
  }, 120_000 + Math.min(KILLS, BATCH) * 30_000);
});

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]?.toFixed(0)} ms`;
  return `${at(0.5)} (p50), ${at(0.99)} (p99), ${at(1)} (longest)`;
}

/** For whoever looks into a fault that takes a thousand kills to come back. */
function keepRepository(kill: number, files: readonly { path: string }[]): void {
  const folder = join(root, 'test-results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `durable-kill-${SEED}-${kill}.json`), JSON.stringify(files));
}

/** Names what never came, which the whole test's time would not. */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error(`not within a minute: ${what}`)), 60_000); });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
