import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { ansiEscapes } from '../language/escapes.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { modeText } from './modes.ts';
import { parseOptions } from './options.ts';
import { formatTime } from './time.ts';
import { zoneOf } from './zone.ts';

export const stat: Command = {
  name: 'stat',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'c:fLt', long: { 'format:': 'c', dereference: 'L', 'printf:': 'printf', terse: 't' } });
    if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    let status = 0;
    for (const path of o.rest) {
      try {
        const fields = ctx.sys.stat(path, o.has('L'));
        const format = o.value('c');
        const print = o.value('printf');
        if (print !== undefined) ctx.out(fill(ctx, ansiEscapes(print, 'printf').text, path, fields));
        else ctx.out(`${fill(ctx, format ?? DEFAULT, path, fields)}\n`);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot statx '${path}': ${errorText(e)}`);
      }
    }
    return status;
  },
};

const DEFAULT = '  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: 0,%d\tInode: %-11i Links: %h\nAccess: (%04a/%A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w';

function kindText(s: StatFields): string {
  switch (s[1] & S.IFMT) {
    case S.IFDIR: return 'directory';
    case S.IFLNK: return 'symbolic link';
    case S.IFIFO: return 'fifo';
    case S.IFSOCK: return 'socket';
    case S.IFCHR: return 'character special file';
    default: return s[8] === 0 ? 'regular empty file' : 'regular file';
  }
}

function fill(ctx: Context, format: string, path: string, s: StatFields): string {
  const zone = zoneOf(ctx.env['TZ']);
  const time = (ms: number): string => formatTime('%Y-%m-%d %H:%M:%S.%N %z', ms, zone);
  const name = (id: number): string => (id === 0 ? 'root' : 'user');
  return format.replace(/%([-0]*)(\d*)([a-zA-Z%])/g, (all, flags: string, width: string, c: string) => {
    let text: string;
    switch (c) {
      case 'n': text = path; break;
      case 'N': text = `'${path}'`.replace(/^'([A-Za-z0-9_./-]+)'$/, format === DEFAULT ? '$1' : "'$1'") + ((s[1] & S.IFMT) === S.IFLNK ? ` -> ${format === DEFAULT ? '' : "'"}${ctx.sys.readlink(path)}${format === DEFAULT ? '' : "'"}` : ''); break;
      case 's': text = String(s[8]); break;
      case 'b': text = String(s[9]); break;
      case 'B': text = '512'; break;
      case 'o': text = String(s[6]); break;
      case 'F': text = kindText(s); break;
      case 'd': text = String(s[0]); break;
      case 'i': text = String(s[7]); break;
      case 'h': text = String(s[2]); break;
      case 'a': text = (s[1] & 0o7777).toString(8); break;
      case 'A': text = modeText(s[1]); break;
      case 'f': text = s[1].toString(16); break;
      case 'u': text = String(s[3]); break;
      case 'U': text = name(s[3]); break;
      case 'g': text = String(s[4]); break;
      case 'G': text = name(s[4]); break;
      case 'x': text = time(s[10]); break;
      case 'y': text = time(s[11]); break;
      case 'z': text = time(s[12]); break;
      case 'w': text = time(s[13]); break;
      case 'X': text = String(Math.floor(s[10] / 1000)); break;
      case 'Y': text = String(Math.floor(s[11] / 1000)); break;
      case 'Z': text = String(Math.floor(s[12] / 1000)); break;
      case 'W': text = String(Math.floor(s[13] / 1000)); break;
      case '%': return '%';
      default: return all;
    }
    return flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width), flags.includes('0') ? '0' : ' ');
  });
}
