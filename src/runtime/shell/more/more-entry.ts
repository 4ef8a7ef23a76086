/** How the shell's worker and the script of the rarer commands meet. */
import type { MailboxInit } from '../../abi/mailbox.ts';
import type { StartMessage } from '../../abi/messages.ts';

/** What the script leaves on the global object of the worker: runs one command to its end and returns its status. */
export type MoreEntry = (mailbox: MailboxInit, start: StartMessage) => number;
