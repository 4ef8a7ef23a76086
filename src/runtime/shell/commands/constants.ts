/** Commands that print one fact, or nothing. */
import { SYSTEM } from '../../abi/system.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { basename as base, dirname as dir } from '../paths.ts';

export const constants: readonly Command[] = [
  { name: 'true', batch: 'source', run: () => 0 },
  { name: 'false', batch: 'source', run: () => 1 },
  { name: 'sync', run: () => 0 },
  { name: 'arch', batch: 'source', run: (ctx) => (ctx.out('x86_64\n'), 0) },
  { name: 'whoami', batch: 'source', run: (ctx) => (ctx.out('user\n'), 0) },
  { name: 'hostname', batch: 'source', run: (ctx) => (ctx.out('tabloom\n'), 0) },
  { name: 'nproc', batch: 'source', run: (ctx) => (ctx.out(`${globalThis.navigator?.hardwareConcurrency ?? 1}\n`), 0) },
  { name: 'clear', batch: 'source', run: (ctx) => (ctx.out('\x1b[H\x1b[2J\x1b[3J'), 0) },
  { name: 'reset', batch: 'source', run: (ctx) => (ctx.out('\x1bc'), 0) },
  {
    name: 'id',
    batch: 'source',
    run(ctx) {
      const o = parseOptions(ctx, { short: 'Ggnru', long: { user: 'u', group: 'g', groups: 'G', name: 'n', real: 'r' } });
      const kind = o.last('uGg');
      ctx.out(kind === undefined ? 'uid=1000(user) gid=1000(user) groups=1000(user)\n' : o.has('n') ? 'user\n' : '1000\n');
      return 0;
    },
  },
  {
    name: 'uname',
    batch: 'source',
    run(ctx) {
      const o = parseOptions(ctx, { short: 'amnoprsvi', long: { all: 'a', machine: 'm', nodename: 'n', 'operating-system': 'o', 'kernel-release': 'r', 'kernel-name': 's', 'kernel-version': 'v', processor: 'p' } });
      const facts: [string, string][] = [['s', SYSTEM.name], ['n', SYSTEM.host], ['r', SYSTEM.release], ['v', SYSTEM.version], ['m', SYSTEM.machine], ['o', 'GNU/Linux']];
      const wanted = o.list.length === 0 ? ['s'] : o.list.map(([l]) => l);
      ctx.out(`${facts.filter(([l]) => wanted.includes('a') || wanted.includes(l) || (l === 'm' && (wanted.includes('p') || wanted.includes('i')))).map(([, v]) => v).join(' ')}\n`);
      return 0;
    },
  },
  {
    name: 'tty',
    run(ctx) {
      const yes = ctx.stdin.isTty;
      if (!ctx.args.includes('-s')) ctx.out(yes ? '/dev/tty\n' : 'not a tty\n');
      return yes ? 0 : 1;
    },
  },
  {
    name: 'basename',
    batch: 'source',
    run(ctx) {
      const o = parseOptions(ctx, { short: 'as:z', long: { multiple: 'a', 'suffix:': 's', zero: 'z' }, stop: true });
      if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
      const many = o.has('a') || o.has('s');
      if (!many && o.rest.length > 2) return ctx.fail(`extra operand '${o.rest[2]}'\nTry '${ctx.name} --help' for more information.`);
      const suffix = o.value('s') ?? (many ? '' : o.rest[1] ?? '');
      for (const path of many ? o.rest : o.rest.slice(0, 1)) {
        const name = base(path);
        ctx.out((suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name) + (o.has('z') ? '\0' : '\n'));
      }
      return 0;
    },
  },
  {
    name: 'dirname',
    batch: 'source',
    run(ctx) {
      const o = parseOptions(ctx, { short: 'z', long: { zero: 'z' } });
      if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
      for (const path of o.rest) ctx.out(dir(path) + (o.has('z') ? '\0' : '\n'));
      return 0;
    },
  },
  {
    name: 'printenv',
    batch: 'source',
    run(ctx) {
      if (ctx.args.length === 0) {
        for (const [name, value] of Object.entries(ctx.env)) ctx.out(`${name}=${value}\n`);
        return 0;
      }
      let status = 0;
      for (const name of ctx.args) {
        if (Object.hasOwn(ctx.env, name)) ctx.out(`${ctx.env[name]}\n`);
        else status = 1;
      }
      return status;
    },
  },
];
