// NODE_V8_COVERAGE: the ranges of an ES module, and of one in TypeScript; what a thread ran is in a file of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
for (const file of ['subject.mjs', 'typed.ts', 'thread.mjs']) {
  const out = `coverage-${file}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: out } });
  console.log(file, status, stdout, stderr);
  for (const name of readdirSync(out).sort((a, b) => (a.slice(-7) < b.slice(-7) ? -1 : 1))) {
    const { result } = JSON.parse(readFileSync(`${out}/${name}`, 'utf8'));
    for (const { url, functions } of result.filter(({ url }) => url.startsWith('file:'))) {
      console.log(name.slice(-7), url.slice(url.lastIndexOf('/')));
      for (const { functionName, isBlockCoverage, ranges } of functions) console.log(functionName, isBlockCoverage, ranges.map(({ startOffset, endOffset, count }) => `${startOffset}-${endOffset} x${count}`).join(' '));
    }
  }
}
