/** The rarer commands, apart from the shell so that it stays small: a script of their own that a worker loads when it runs one. */
import { createSys, type MailboxInit } from '../../abi/mailbox.ts';
import type { StartMessage } from '../../abi/messages.ts';
import { Context, runCommand } from '../run/context.ts';
import { openDescriptors } from '../run/open-descriptors.ts';
import { moreCommands } from './index.ts';
import type { MoreEntry } from './more-entry.ts';

// It makes its own calls: errors are told apart by their class, and the shell's script has another one of the same name.
const run: MoreEntry = (mailbox: MailboxInit, start: StartMessage) => {
  const ctx = new Context(createSys(mailbox), (start.argv[0] ?? start.applet).replace(/^.*\//, ''), start.argv.slice(1), start.env, openDescriptors(start));
  const command = moreCommands.find((c) => c.name === start.applet || c.aliases?.includes(start.applet));
  return command ? runCommand(command, ctx) : ctx.fail('no such program in this sandbox', 127);
};

(globalThis as { __tabloomMore?: MoreEntry }).__tabloomMore = run;
