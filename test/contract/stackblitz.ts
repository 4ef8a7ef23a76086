/** `npm run test:stackblitz`: the contract suite against StackBlitz's hosted engine. Needs the internet and their terms; never part of `npm test`. */
import { openSandbox } from '../support/sandbox-browser.ts';
import { sandboxContract } from './sandbox.contract.ts';

sandboxContract({ name: "StackBlitz's engine", selfHosted: false, open: () => openSandbox({ engine: 'stackblitz' }) });
