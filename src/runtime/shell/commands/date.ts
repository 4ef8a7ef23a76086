import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { parseDate } from './parse-date.ts';
import { formatTime } from './time.ts';
import { statOrNull } from './trees.ts';
import { UTC, zoneOf } from './zone.ts';

const ISO: { [precision: string]: string } = { '': '%Y-%m-%d', date: '%Y-%m-%d', hours: '%Y-%m-%dT%H%:z', minutes: '%Y-%m-%dT%H:%M%:z', seconds: '%Y-%m-%dT%H:%M:%S%:z', ns: '%Y-%m-%dT%H:%M:%S,%N%:z' };

export const date: Command = {
  name: 'date',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'd:f:I::r:Rsu', long: { 'date:': 'd', 'iso-8601::': 'I', 'reference:': 'r', 'rfc-email': 'R', utc: 'u', universal: 'u', 'rfc-3339:': '3' } });
    const zone = o.has('u') ? UTC : zoneOf(ctx.env['TZ']);
    let ms = Date.now();
    const text = o.value('d');
    const reference = o.value('r');
    if (text !== undefined) {
      const parsed = parseDate(text, ms, zone);
      if (parsed === null) return ctx.fail(`invalid date ‘${text}’`);
      ms = parsed;
    } else if (reference !== undefined) {
      const stat = statOrNull(ctx.sys, reference, true);
      if (!stat) return ctx.fail(`${reference}: No such file or directory`);
      ms = stat[11];
    }
    let format = '%a %b %e %H:%M:%S %Z %Y';
    const operand = o.rest[0];
    if (operand !== undefined && !operand.startsWith('+')) return ctx.fail(`invalid date ‘${operand}’`);
    if (operand !== undefined) format = operand.slice(1);
    else if (o.has('I')) format = ISO[o.value('I')!] ?? ISO['']!;
    else if (o.has('R')) format = '%a, %d %b %Y %H:%M:%S %z';
    else if (o.has('3')) format = o.value('3') === 'date' ? '%Y-%m-%d' : '%Y-%m-%d %H:%M:%S%:z';
    ctx.out(`${formatTime(format, ms, zone)}\n`);
    return 0;
  },
};
