/** The contract of the client once more, over another tab's sandbox: whoever holds it cannot tell the difference. */
import { sandboxContract } from '../contract/sandbox.contract.ts';
import { openAttached } from '../support/sandbox-browser.ts';

sandboxContract({ name: 'the sandbox of another tab', selfHosted: true, attached: true, open: openAttached });
