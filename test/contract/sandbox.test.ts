import { openSandbox } from '../support/sandbox-browser.ts';
import { sandboxContract } from './sandbox.contract.ts';

sandboxContract({ name: 'the self-hosted engine', selfHosted: true, open: () => openSandbox() });
