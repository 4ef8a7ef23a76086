/** The rarer commands, one file each (the smallest together). */
import type { Command } from '../run/context.ts';
import { bc } from './bc.ts';
import { cmp } from './cmp.ts';
import { column } from './column.ts';
import { columns } from './columns.ts';
import { curl } from './curl.ts';
import { diff } from './diff.ts';
import { fmt } from './fmt.ts';
import { getopt } from './getopt.ts';
import { gzip } from './gzip.ts';
import { jq } from './jq.ts';
import { less } from './less.ts';
import { make } from './make.ts';
import { nano } from './nano.ts';
import { patch } from './patch.ts';
import { pieces } from './pieces.ts';
import { running } from './running.ts';
import { shuffle } from './shuffle.ts';
import { system } from './system.ts';
import { tar } from './tar.ts';
import { wget } from './wget.ts';
import { unzip } from './unzip.ts';
import { top, watch } from './watch.ts';
import { words } from './words.ts';
import { zip } from './zip.ts';

export const moreCommands: readonly Command[] = [bc, cmp, column, ...columns, curl, diff, fmt, getopt, gzip, jq, less, make, nano, patch, ...pieces, ...running, ...shuffle, ...system, tar, top, unzip, watch, wget, ...words, zip];
