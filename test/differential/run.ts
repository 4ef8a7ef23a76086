/** `npx tsx test/differential/run.ts [filter...]`: runs the differential programs and prints every difference. */
import { nodeBinary } from '../../src/build/node-package.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { compare, findPrograms, knownDifferences, runInSandbox, runNative } from './suite.ts';

const programs = findPrograms(process.argv.slice(2));
const binary = nodeBinary();
if (binary === undefined) {
  console.log('not run: no binary of the pinned Node version runs here (set NODE_ORACLE)');
  process.exit(2);
}
const native = runNative(binary, programs);
const sandbox = await openSandbox();
try {
  const actual = await runInSandbox(sandbox, programs);
  const known = knownDifferences();
  let equal = 0, different = 0;
  for (const { name } of programs) {
    const difference = compare(native[name], actual[name]);
    if (difference === '') equal++;
    else different++;
    if (difference !== '') console.log(`== ${name}${known[name] ? ` (known: ${known[name]})` : ''}\n${difference}`);
    else if (known[name]) console.log(`== ${name} is equal now: take it out of known.json`);
  }
  console.log(`${equal} of ${programs.length} equal, ${different} different`);
  process.exitCode = different > Object.keys(known).length ? 1 : 0;
} finally {
  await sandbox.close();
}
