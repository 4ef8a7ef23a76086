import type { Command } from '../run/context.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { decode } from '../text.ts';
import { readAll } from './inputs.ts';
import { parseOptions } from './options.ts';

export const base64: Command = {
  name: 'base64',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'dDiw:', long: { decode: 'd', 'ignore-garbage': 'i', 'wrap:': 'w' } });
    let data: Uint8Array;
    try {
      data = readAll(ctx, o.rest[0] ?? '-');
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      return ctx.fail(`${o.rest[0]}: ${errorText(e)}`);
    }
    if (o.has('d') || o.has('D')) {
      let text = decode(data).replace(/\s+/g, '');
      if (o.has('i')) text = text.replace(/[^A-Za-z0-9+/=]/g, '');
      const good = /^[A-Za-z0-9+/]*={0,2}/.exec(text)![0];
      const binary = atob(good.slice(0, good.length - (good.length % 4)));
      ctx.out(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
      return good.length === text.length && text.length % 4 === 0 ? 0 : ctx.fail('invalid input');
    }
    let binary = '';
    for (let i = 0; i < data.length; i += 8190) binary += btoa(String.fromCharCode(...data.subarray(i, i + 8190)));
    const wrap = Number(o.value('w') ?? 76);
    if (wrap === 0) ctx.out(binary);
    else for (let i = 0; i < binary.length; i += wrap) ctx.out(`${binary.slice(i, i + wrap)}\n`);
    return 0;
  },
};
