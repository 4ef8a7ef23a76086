// v8.takeCoverage() and v8.stopCoverage(): a file at each call, with what ran since the last one, and none at the end after a stop.
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
for (const file of ['takes.cjs', 'stops.cjs', 'exits.cjs', 'throws.cjs', 'kills.cjs']) {
  const { status, signal, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: `out/${file}` } });
  console.log(file, status, signal, stdout, readdirSync(`out/${file}`).length);
  for (const name of readdirSync(`out/${file}`).sort()) {
    const { result } = JSON.parse(readFileSync(`out/${file}/${name}`, 'utf8'));
    for (const { functions } of result.filter(({ url }) => url.endsWith(file))) console.log(JSON.stringify(functions.map(({ functionName, ranges }) => [functionName, ranges[0].count])));
  }
}
