// How often a generator was called, and how often it began.
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
spawnSync(process.execPath, ['subject.cjs'], { env: { ...process.env, NODE_V8_COVERAGE: 'out' } });
const { result } = JSON.parse(readFileSync(`out/${readdirSync('out')[0]}`, 'utf8'));
for (const { functionName, ranges } of result.find(({ url }) => url.endsWith('subject.cjs')).functions) console.log(functionName, ranges.map(({ count }) => count));
