// NODE_V8_COVERAGE: the ranges of a CommonJS program, construct by construct.
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
for (const file of ['statements.cjs', 'expressions.cjs', 'functions.cjs']) {
  const out = `coverage-${file}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: out } });
  const names = readdirSync(out);
  console.log(file, status, stdout, stderr, names.length, /^coverage-\d+-\d{13}-0\.json$/.test(names[0]));
  const report = JSON.parse(readFileSync(`${out}/${names[0]}`, 'utf8'));
  console.log(Object.keys(report), typeof report.timestamp);
  const script = report.result.find(({ url }) => url.endsWith(`/${file}`));
  console.log(script.url.startsWith('file:///'), /^\d+$/.test(script.scriptId));
  const code = readFileSync(file, 'utf8');
  for (const { functionName, isBlockCoverage, ranges } of script.functions) {
    console.log(functionName, isBlockCoverage, ranges.map(({ startOffset, endOffset, count }) => `${startOffset}-${endOffset} x${count} ${JSON.stringify(code.slice(startOffset, endOffset).slice(0, 30))}`));
  }
}
