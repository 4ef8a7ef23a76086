/** Random expressions: what `grep -o` finds in the sandbox and what the machine's finds. Seeded; more of them in `npm run soak`. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { random, SEED, SOAK } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

const hasOracle = process.platform === 'linux' && /GNU grep/.test(spawnSync('grep', ['--version'], { encoding: 'utf8' }).stdout ?? '');

const next = random();
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
const some = <T>(most: number, one: () => T): T[] => Array.from({ length: 1 + Math.floor(next() * most) }, one);

function atom(depth: number): string {
  return next() < 0.3 && depth > 0 ? `(${alternatives(depth - 1)})` : pick(['a', 'a', 'b', 'b', 'c', '.', '[ab]', '[^a]', '[b-c]']);
}

function alternatives(depth: number): string {
  const way = (): string => some(3, () => atom(depth) + (next() < 0.35 ? pick(['*', '+', '?', '{2}', '{1,2}', '{0,2}', '{2,}']) : '')).join('');
  return (next() < 0.5 ? some(3, way) : [way()]).join('|');
}

/** Some refer back to a group, which every match then goes through: what a group that took no part means is another matter. */
function expression(): string {
  if (next() < 0.1) return `(${alternatives(0)})${atom(0)}\\1`;
  return (next() < 0.1 ? '^' : '') + alternatives(2);
}

describe.skipIf(!hasOracle)('random expressions', () => {
  let sandbox: SandboxBrowser | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  it(`find the same (TABLOOM_SEED=${SEED})`, async () => {
    const cases = Array.from({ length: SOAK ? 2000 : 150 }, () => ({ expression: expression(), text: some(10, () => pick(['a', 'b', 'c', 'A', 'd'])).join(''), option: pick(['-oE', '-oE', '-oiE', '-owE', '-cxE']) }));
    const script = cases.map(({ expression, text, option }) => `echo "$(grep ${option} '${expression}' <<<${text})" | tr '\\n' ' '; echo`).join('\n');
    await sandbox!.mount({ 'cases.sh': { file: { contents: script } } });
    const { output } = await sandbox!.run('bash', ['cases.sh']);
    const ours = output.replaceAll('\r', '').split('\n');
    const theirs = spawnSync('bash', { input: script, encoding: 'utf8', maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C.UTF-8' } }).stdout.split('\n');
    expect(theirs).toHaveLength(cases.length + 1);
    expect(cases.map((one, i) => ({ ...one, found: ours[i] }))).toEqual(cases.map((one, i) => ({ ...one, found: theirs[i] })));
  }, SOAK ? 600_000 : 60_000);
});
