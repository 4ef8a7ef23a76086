/** `npx tsx test/differential/run.ts [filter...]`: runs the differential programs and prints every difference. Ends with 1 when one is not listed, and when a listed one is none any more. */
import { nodeBinary } from '../../src/build/node-package.ts';
import { openSandbox } from '../support/sandbox-browser.ts';
import { compare, findPrograms, knownDifferences, runInSandbox, runNative, verdict } from './suite.ts';

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
  let equal = 0, wrong = 0;
  for (const { name } of programs) {
    const difference = compare(native[name], actual[name]);
    const fault = verdict(native[name], actual[name], known[name]);
    if (difference === '') equal++;
    if (fault !== '') wrong++;
    if (difference !== '' || fault !== '') console.log(`== ${name}${known[name] ? ` (known: ${known[name]})` : ''}\n${difference === '' ? fault : difference}`);
  }
  console.log(`${equal} of ${programs.length} equal, ${programs.length - equal} different, ${wrong} not as listed`);
  process.exitCode = wrong > 0 ? 1 : 0;
} finally {
  await sandbox.close();
}
