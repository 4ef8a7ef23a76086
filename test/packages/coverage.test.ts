/** Tools that measure coverage, as their users call them: the tables are those of the same commands under the pinned binary. In the long run only, as they are installed first. */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';

const file = (contents: string): { file: { contents: string } } => ({ file: { contents } });

const MATH = `exports.add = function (a, b) {
  if (typeof a !== 'number') {
    throw new TypeError('no number');
  }
  return a + b;
};
class Counter {
  #n = 0;
  up() { return ++this.#n; }
  down() {
    return --this.#n;
  }
}
exports.Counter = Counter;
exports.maybe = (o) => o?.a?.b ?? 'none';
exports.wait = async (x) => { await x; return x ? 1
  : 2; };
`;
const TEST = `const { add, Counter, maybe, wait } = require('../src/math.js');
test('adds', async () => { expect(add(1, 2)).toBe(3); expect(new Counter().up()).toBe(1); expect(maybe({})).toBe('none'); expect(await wait(1)).toBe(1) });
`;

describe.runIf(process.env.TABLOOM_SOAK === '1')('coverage', () => {
  const own = mirroredSandbox();
  const rows = async (line: string, name: string): Promise<string[]> => {
    const { output } = await own.sandbox.run('bash', ['-c', line], { timeoutMs: 240_000, env: { NO_COLOR: '1', CI: '1', npm_config_progress: 'false' } });
    const found = output.split(/\r?\n/).find((row) => row.trimStart().startsWith(name));
    expect(found, output).toBeDefined();
    return found!.split('|').map((cell) => cell.trim());
  };

  it('c8, jest with both of its providers, vitest and node:test', async () => {
    await own.sandbox.mount({
      'package.json': file('{"name":"covered","version":"1.0.0"}'), 'main.js': file("const { add } = require('./src/math.js'); console.log(add(1, 2));\n"),
      src: { directory: { 'math.js': file(MATH) } }, test: { directory: { 'math.test.js': file(TEST) } },
      n: { directory: { 'math.test.js': file(`const { test } = require('node:test'); const assert = require('node:assert'); const expect = (a) => ({ toBe: (b) => assert.equal(a, b) });\n${TEST}`) } },
      v: { directory: { 'package.json': file('{"name":"w","version":"1.0.0"}'), 'src': { directory: { 'math.js': file(MATH) } }, 'math.test.js': file(`import { test, expect } from 'vitest';\nimport { add, Counter, maybe, wait } from './src/math.js';\n${TEST.split('\n').slice(1).join('\n')}`) } },
    });
    expect(await rows('npm i -D c8@10 jest@30 >/dev/null 2>&1; npx c8 node main.js', 'math.js')).toEqual(['math.js', '76.47', '50', '16.66', '76.47', '3-4,11-12']);
    expect(await rows('npx jest --coverage --coverageProvider=v8 test/ 2>&1', 'math.js')).toEqual(['math.js', '76.47', '62.5', '83.33', '76.47', '3-4,11-12']);
    expect((await rows('npx jest --coverage test/ 2>&1', 'math.js'))[5]).toBe('3,11');
    expect(await rows('node --test --experimental-test-coverage n/*.js', 'ℹ  math.js')).toEqual(['ℹ  math.js', '76.47', '66.67', '83.33', '3-4 11-12']);
    expect(await rows('cd v; npm i -D vitest@4.1.12 @vitest/coverage-v8@4.1.12 >/dev/null 2>&1; npx vitest run --coverage --coverage.reporter=text 2>&1', 'math.js')).toEqual(['math.js', '84.61', '66.66', '80', '80', '3,11']);
  }, 600_000);
});
