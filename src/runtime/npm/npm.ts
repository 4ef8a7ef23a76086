/** `/usr/bin/npm`: npm itself, and for `npm ci` a faster way where that leads to the same tree. */
import { runMain } from 'node:module';
import { answerFromKernel } from './answers.ts';
import { extractInKernel } from './extract.ts';
import { tellOfManual } from './help.ts';
import { tellOfNativeParts } from './native-parts.ts';

const NPM = '/usr/lib/node_modules/npm';
const begun = Date.now();

tellOfNativeParts(process.argv.slice(2), begun);
// Loaded only then: whoever runs a script should not wait for it.
const isCleanInstall = /^(ci|clean-install|ic|install-clean)$/.test(process.argv[2] ?? '') && process.env.TABLOOM_NPM_CLI === undefined;
const isDone = tellOfManual(NPM, process.argv.slice(2));
if (!isDone && (!isCleanInstall || !(require(`${NPM}/tabloom/ci.cjs`) as typeof import('./ci.ts')).cleanInstall(NPM, begun))) {
  answerFromKernel(NPM);
  extractInKernel(NPM);
  (runMain as (main: string) => void)(`${NPM}/bin/npm-cli.js`);
}
