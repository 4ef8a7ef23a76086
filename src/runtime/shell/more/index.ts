/** The rarer commands, one file each (the smallest together). */
import type { Command } from '../run/context.ts';
import { gzip } from './gzip.ts';
import { patch } from './patch.ts';
import { tar } from './tar.ts';

export const moreCommands: readonly Command[] = [gzip, patch, tar];
