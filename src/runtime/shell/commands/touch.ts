import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { parseDate } from './parse-date.ts';
import { statOrNull } from './trees.ts';
import { zoneOf } from './zone.ts';

export const touch: Command = {
  name: 'touch',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'acd:fhmr:t:', long: { 'no-create': 'c', 'date:': 'd', 'reference:': 'r', 'no-dereference': 'h' } });
    if (o.rest.length === 0) return ctx.fail(`missing file operand\nTry '${ctx.name} --help' for more information.`);
    let access = Date.now();
    let modified = access;
    const date = o.value('d');
    const stamp = o.value('t');
    const reference = o.value('r');
    if (reference !== undefined) {
      const stat = statOrNull(ctx.sys, reference, true);
      if (!stat) return ctx.fail(`failed to get attributes of '${reference}': No such file or directory`);
      access = stat[10];
      modified = stat[11];
    } else if (date !== undefined || stamp !== undefined) {
      const ms = date !== undefined ? parseDate(date, access, zoneOf(ctx.env['TZ'])) : parseStamp(stamp!);
      if (ms === null) return ctx.fail(`invalid date format '${date ?? stamp}'`);
      access = modified = ms;
    }
    let status = 0;
    for (const path of o.rest) {
      try {
        const stat = statOrNull(ctx.sys, path, true);
        if (!stat) {
          if (o.has('c')) continue;
          ctx.sys.close(ctx.sys.open(path, O.WRONLY | O.CREAT, 0o666));
        }
        const only = o.has('a') !== o.has('m');
        ctx.sys.utimes(path, only && o.has('m') && stat ? stat[10] : access, only && o.has('a') && stat ? stat[11] : modified, !o.has('h'));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot touch '${path}': ${errorText(e)}`);
      }
    }
    return status;
  },
};

/** `[[CC]YY]MMDDhhmm[.ss]`. */
function parseStamp(text: string): number | null {
  const match = /^(?:(\d\d)?(\d\d))?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(text);
  if (!match) return null;
  const [, century, year, month, day, hour, minute, second = '0'] = match as unknown as string[];
  const y = year === undefined ? new Date().getFullYear() : century !== undefined ? Number(century + year) : Number(year) + (Number(year) < 69 ? 2000 : 1900);
  return new Date(y, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)).getTime();
}
