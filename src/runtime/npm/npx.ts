/** `/usr/bin/npx`: npx itself. */
import { runMain } from 'node:module';
import { answerOffline } from './offline.ts';

const NPM = '/usr/lib/node_modules/npm';

answerOffline(NPM);
(runMain as (main: string) => void)(`${NPM}/bin/npx-cli.js`);
