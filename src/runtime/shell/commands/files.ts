/** truncate, split, install. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { basename, dirname, joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { readAll } from './inputs.ts';
import { makeParents } from './mkdir.ts';
import { changeMode } from './modes.ts';
import { parseOptions } from './options.ts';
import { parseSize } from './sizes.ts';
import { copyContent, isDirectory, kindOf, statOrNull } from './trees.ts';

const truncate: Command = {
  name: 'truncate',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cr:s:', long: { 'no-create': 'c', 'reference:': 'r', 'size:': 's' } });
    const text = o.value('s');
    const reference = o.value('r');
    if (text === undefined && reference === undefined) return ctx.fail("you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.");
    if (o.rest.length === 0) return ctx.fail("missing file operand\nTry 'truncate --help' for more information.");
    const match = /^([-+<>/%]?)(.*)$/.exec(text ?? '')!;
    const size = reference !== undefined ? (statOrNull(ctx.sys, reference, true)?.[8] ?? null) : parseSize(match[2]!);
    if (size === null) return ctx.fail(`Invalid number: '${text}'`);
    let status = 0;
    for (const path of o.rest) {
      try {
        if (!statOrNull(ctx.sys, path, true)) {
          if (o.has('c')) continue;
          ctx.sys.close(ctx.sys.open(path, O.WRONLY | O.CREAT, 0o666));
        }
        const old = ctx.sys.stat(path, true)[8];
        const next = match[1] === '+' ? old + size : match[1] === '-' ? Math.max(0, old - size) : match[1] === '<' ? Math.min(old, size) : match[1] === '>' ? Math.max(old, size) : match[1] === '/' ? old - (old % size) : match[1] === '%' ? Math.ceil(old / size) * size : size;
        ctx.sys.truncate(path, next);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot open '${path}' for writing: ${errorText(e)}`);
      }
    }
    return status;
  },
};

const split: Command = {
  name: 'split',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'a:b:dl:n:', long: { 'suffix-length:': 'a', 'bytes:': 'b', 'numeric-suffixes::': 'd', 'lines:': 'l', 'additional-suffix:': 'extra' }, digits: 'l' });
    const data = readAll(ctx, o.rest[0] ?? '-');
    const prefix = o.rest[1] ?? 'x';
    const width = Number(o.value('a') ?? 2);
    const pieces: Uint8Array[] = [];
    const bytes = o.value('b');
    if (bytes !== undefined) {
      const size = parseSize(bytes);
      if (!size) return ctx.fail(`invalid number of bytes: '${bytes}'`);
      for (let at = 0; at < data.length; at += size) pieces.push(data.subarray(at, at + size));
    } else if (o.value('n') !== undefined) {
      const parts = Number(o.value('n'));
      if (!Number.isInteger(parts) || parts < 1) return ctx.fail(`invalid number of chunks: '${o.value('n')}'`);
      // What does not divide goes to the last piece.
      const size = Math.floor(data.length / parts);
      for (let i = 0, at = 0; i < parts; i++) {
        const end = i === parts - 1 ? data.length : at + size;
        pieces.push(data.subarray(at, end));
        at = end;
      }
    } else {
      const lines = Number(o.value('l') ?? 1000);
      if (!(lines > 0)) return ctx.fail(`invalid number of lines: '${o.value('l')}'`);
      for (let at = 0; at < data.length;) {
        let end = at;
        for (let n = 0; n < lines && end < data.length; n++) {
          const newline = data.indexOf(10, end);
          end = newline < 0 ? data.length : newline + 1;
        }
        pieces.push(data.subarray(at, end));
        at = end;
      }
    }
    pieces.forEach((piece, i) => {
      let suffix = '';
      for (let n = i, k = 0; k < width; k++) {
        suffix = (o.has('d') ? String(n % 10) : String.fromCharCode(97 + (n % 26))) + suffix;
        n = Math.floor(n / (o.has('d') ? 10 : 26));
      }
      ctx.sys.writeFile(prefix + suffix + (o.value('extra') ?? ''), O.WRONLY | O.CREAT | O.TRUNC, 0o666, piece);
    });
    return 0;
  },
};

const install: Command = {
  name: 'install',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bCcDdg:m:o:pst:Tv', long: { directory: 'd', 'mode:': 'm', 'target-directory:': 't', verbose: 'v' } });
    const mode = changeMode(o.value('m') ?? '755', 0, false, 0);
    if (mode === null) return ctx.fail(`invalid mode '${o.value('m')}'`);
    const files = [...o.rest];
    let status = 0;
    const attempt = (path: string, body: () => void): void => {
      try {
        body();
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot ${o.has('d') ? 'create directory' : 'create regular file'} '${path}': ${errorText(e)}`);
      }
    };
    if (o.has('d')) {
      for (const path of files) attempt(path, () => {
        makeParents(ctx, path, 0o755);
        ctx.sys.chmod(path, mode);
      });
      return status;
    }
    const target = o.value('t') ?? files.pop();
    if (target === undefined || files.length === 0) return ctx.fail("missing file operand\nTry 'install --help' for more information.");
    const into = o.has('t') || isDirectory(ctx.sys, target);
    for (const file of files) {
      const to = into ? joinPath(target, basename(file)) : target;
      const stat = statOrNull(ctx.sys, file, true);
      if (!stat) status = ctx.fail(`cannot stat '${file}': No such file or directory`);
      else if (kindOf(stat) === S.IFDIR) status = ctx.fail(`omitting directory '${file}'`);
      else attempt(to, () => {
        if (o.has('D')) makeParents(ctx, dirname(to), 0o755);
        if (statOrNull(ctx.sys, to, false)) ctx.sys.unlink(to);
        copyContent(ctx.sys, file, to, 0o600);
        ctx.sys.chmod(to, mode);
        if (o.has('v')) ctx.out(`'${file}' -> '${to}'\n`);
      });
    }
    return status;
  },
};

export const fileTools: readonly Command[] = [truncate, split, install];
