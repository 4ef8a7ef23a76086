/** `/usr/bin/npx`: npx itself. */
import { runMain } from 'node:module';
import { answerFromKernel } from './answers.ts';
import { extractInKernel } from './extract.ts';

const NPM = '/usr/lib/node_modules/npm';

answerFromKernel(NPM);
extractInKernel(NPM);
(runMain as (main: string) => void)(`${NPM}/bin/npx-cli.js`);
