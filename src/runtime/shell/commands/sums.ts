/** Checksums: md5sum, sha1sum, sha256sum, sha512sum, cksum. */
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { splitLines } from '../text.ts';
import { eachInput, readAll, readText } from './inputs.ts';
import { parseOptions } from './options.ts';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

function sum(name: string, hash: (data: Uint8Array) => Uint8Array): Command {
  return {
    name,
    batch: 'filter',
    run(ctx) {
      const o = parseOptions(ctx, { short: 'bctwz', long: { binary: 'b', check: 'c', text: 't', tag: 'tag', quiet: 'quiet', status: 'status', warn: 'w' } });
      if (o.has('c')) {
        let failed = 0;
        for (const list of o.rest.length > 0 ? o.rest : ['-']) {
          for (const line of splitLines(readText(ctx, list))) {
            const tagged = /^\w+ \((.*)\) = ([0-9a-f]+)$/.exec(line);
            const match = tagged ? [line, tagged[2]!, tagged[1]!] : /^([0-9a-f]+) [ *](.*)$/.exec(line);
            if (!match) continue;
            let ok = false;
            try {
              ok = hex(hash(readAll(ctx, match[2]!))) === match[1];
            } catch (e) {
              if (!(e instanceof SysError)) throw e;
              ctx.fail(`${match[2]}: ${errorText(e)}`);
            }
            if (!ok) failed++;
            if (!o.has('status') && !(ok && o.has('quiet'))) ctx.out(`${match[2]}: ${ok ? 'OK' : 'FAILED'}\n`);
          }
        }
        if (failed > 0 && !o.has('status')) ctx.fail(`WARNING: ${failed} computed checksum${failed === 1 ? '' : 's'} did NOT match`);
        return failed > 0 ? 1 : 0;
      }
      if (o.has('tag')) return eachInput(ctx, o.rest, (input, file) => ctx.out(`${name.replace('sum', '').toUpperCase()} (${file}) = ${hex(hash(input.all()))}\n`));
      return eachInput(ctx, o.rest, (input, file) => ctx.out(`${hex(hash(input.all()))} ${o.has('b') ? '*' : ' '}${file}${o.has('z') ? '\0' : '\n'}`));
    },
  };
}

function crc(data: Uint8Array): number {
  let value = 0;
  const step = (byte: number): void => {
    value ^= byte << 24;
    for (let k = 0; k < 8; k++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  };
  for (const byte of data) step(byte);
  for (let n = data.length; n > 0; n = Math.floor(n / 256)) step(n & 0xff);
  return ~value >>> 0;
}

const cksum: Command = {
  name: 'cksum',
  batch: 'filter',
  run: (ctx) => eachInput(ctx, ctx.args, (input, file) => {
    const data = input.all();
    ctx.out(`${crc(data)} ${data.length}${file === '-' ? '' : ` ${file}`}\n`);
  }),
};

export const sums: readonly Command[] = [sum('md5sum', md5), sum('sha1sum', sha1), sum('sha256sum', sha256), sum('sha512sum', sha512), cksum];
