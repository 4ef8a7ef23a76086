/** read, mapfile. */
import { TTY } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { quoteForShell } from '../expand/quote.ts';
import { decode } from '../text.ts';
import { Input, MemoryIn } from '../run/io.ts';
import { readUntil } from '../run/read-until.ts';
import type { Builtin, BuiltinCall } from '../run/runner.ts';

/** Splits a line into at most `count` fields; the last one keeps the rest. Escaped characters (marked by a leading NUL) do not separate. */
function splitFields(line: string, ifs: string, count: number): string[] {
  const clean = (s: string): string => s.replaceAll('\0', '');
  const isBlank = (c: string): boolean => ifs.includes(c) && ' \t\n'.includes(c);
  const out: string[] = [];
  let i = 0;
  const skip = (): void => {
    while (i < line.length && isBlank(line[i]!)) i++;
  };
  skip();
  while (i < line.length) {
    if (out.length === count - 1) {
      let end = line.length;
      while (end > i && isBlank(line[end - 1]!) && line[end - 2] !== '\0') end--;
      let rest = line.slice(i, end);
      // One separator at the very end goes when it closes the only field left.
      const last = rest[rest.length - 1];
      if (last !== undefined && ifs.includes(last) && !isBlank(last) && rest[rest.length - 2] !== '\0' && ![...rest.slice(0, -1)].some((c) => ifs.includes(c))) rest = rest.slice(0, -1);
      out.push(clean(rest));
      return out;
    }
    let field = '';
    for (; i < line.length && !ifs.includes(line[i]!); i++) {
      if (line[i] === '\0') i++;
      field += line[i] ?? '';
    }
    out.push(field);
    skip();
    if (i < line.length && ifs.includes(line[i]!) && !isBlank(line[i]!)) {
      i++;
      skip();
    }
  }
  return out;
}

/** Waits until there is something to read, running traps meanwhile; false when that time comes first. */
function readyBy({ ctx, runner }: BuiltinCall, fd: number, until: number): boolean {
  for (;;) {
    const left = until - performance.now();
    if (left <= 0) return false;
    try {
      return ctx.sys.pollSync([fd], [1], left)[0] !== 0;
    } catch (e) {
      if (!(e instanceof SysError) || e.code !== 'EINTR') throw e;
      ctx.stdin.check();
      runner.runTraps();
    }
  }
}

export const reading: Builtin[] = [
  {
    name: 'read',
    run(call) {
      const { runner, shell, args, ctx } = call;
      let raw = false;
      let silent = false;
      let array: string | null = null;
      let delimiter = '\n';
      let prompt = '';
      let max = Infinity;
      let timeout = -1;
      let source = ctx.stdin;
      let i = 0;
      for (; i < args.length && /^-[^-]/.test(args[i]!); i++) {
        const arg = args[i]!;
        for (let k = 1; k < arg.length; k++) {
          const c = arg[k]!;
          if (c === 'r') raw = true;
          else if (c === 's') silent = true;
          else if (c === 'e') continue;
          else if ('adnNptui'.includes(c)) {
            const value = arg.slice(k + 1) || args[++i] || '';
            if (c === 'a') array = value;
            else if (c === 'd') delimiter = value === '' ? '\0' : value[0]!;
            else if (c === 'n' || c === 'N') {
              max = Number(value);
              if (c === 'N') delimiter = '\uffff';
            } else if (c === 'p') prompt = value;
            else if (c === 't') timeout = Number(value) * 1000;
            else if (c === 'u') {
              if (ctx.handles[Number(value)] === undefined) return ctx.fail(`${value}: invalid file descriptor: Bad file descriptor`);
              source = new Input(ctx.sys, ctx.handles[Number(value)]);
            }
            break;
          } else return ctx.fail(`-${c}: invalid option`, 2);
        }
      }
      if (args[i] === '--') i++;
      const names = args.slice(i);
      for (const name of names) if (!/^[A-Za-z_]\w*(?:\[.*\])?$/.test(name)) return ctx.fail(`\`${name}': not a valid identifier`);
      if (prompt !== '' && source.isTty) ctx.err(prompt);
      // Only asks whether there is something.
      if (timeout === 0) return typeof source.handle !== 'number' || ctx.sys.pollSync([source.handle], [1], 0)[0] !== 0 ? 0 : 1;
      // A key at a time where not a whole line is asked for.
      const cleared = (silent ? TTY.ECHO : 0) | (max !== Infinity || delimiter !== '\n' ? TTY.ICANON : 0);
      const modes = cleared !== 0 && source.isTty && typeof source.handle === 'number' ? { fd: source.handle, old: ctx.sys.tcgetattr(source.handle) } : null;
      if (modes) ctx.sys.tcsetattr(modes.fd, modes.old & ~cleared);
      let line = '';
      let ended = false;
      let expired = false;
      const until = timeout > 0 ? performance.now() + timeout : Infinity;
      // Also between the parts of a line: what has come until then is what was read.
      const late = (): boolean => until !== Infinity && typeof source.handle === 'number' && (expired = !readyBy(call, source.handle, until));
      try {
        for (;;) {
          const got = readUntil(ctx, source, delimiter === '\uffff' ? -1 : delimiter.charCodeAt(0), max, late);
          ended = got.ended;
          const text = decode(got.text);
          if (raw) {
            line += text;
            break;
          }
          const trailing = /\\*$/.exec(text)![0].length % 2 === 1;
          line += (trailing ? text.slice(0, -1) : text).replace(/\\([\s\S])/g, '\0$1');
          if (!trailing || ended || expired || delimiter !== '\n') break;
        }
      } finally {
        if (modes) ctx.sys.tcsetattr(modes.fd, modes.old);
      }
      const set = (name: string, value: string): void => {
        const element = /^([A-Za-z_]\w*)\[(.*)\]$/.exec(name);
        if (element) shell.vars.setElement(element[1]!, runner.expander.key(element[1]!, element[2]!), value);
        else shell.vars.set(name, value);
      };
      if (array !== null) shell.vars.setList(array, splitFields(line, shell.ifs(), Infinity).map((v, k): [string, string] => [String(k), v]), false);
      else if (names.length === 0) shell.vars.set('REPLY', line.replaceAll('\0', ''));
      else {
        const fields = delimiter === '\uffff' ? [line] : splitFields(line, shell.ifs(), names.length);
        names.forEach((name, k) => set(name, fields[k] ?? ''));
      }
      return expired ? 142 : ended ? 1 : 0;
    },
  },
  ...['mapfile', 'readarray'].map((name): Builtin => ({
    name,
    run({ runner, shell, args, ctx }) {
      let strip = false;
      let delimiter = '\n';
      let limit = Infinity;
      let skip = 0;
      let origin: number | null = null;
      let callback: string | null = null;
      let quantum = 5000;
      let stdin = ctx.stdin;
      let i = 0;
      for (; i < args.length && /^-./.test(args[i]!); i++) {
        if (args[i] === '--') {
          i++;
          break;
        }
        for (let k = 1; k < args[i]!.length; k++) {
          const letter = args[i]![k]!;
          if (letter === 't') {
            strip = true;
            continue;
          }
          if (!'dnsOCcu'.includes(letter)) return ctx.fail(`-${letter}: invalid option`, 2);
          const value = args[i]!.slice(k + 1) || args[++i];
          if (value === undefined) return ctx.fail(`-${letter}: option requires an argument`, 2);
          if (letter === 'd') delimiter = value[0] ?? '\0';
          else if (letter === 'n') limit = Number(value) || Infinity;
          else if (letter === 's') skip = Number(value);
          else if (letter === 'O') origin = Number(value);
          else if (letter === 'C') callback = value;
          else if (letter === 'c') quantum = Number(value) || 1;
          else stdin = new Input(ctx.sys, ctx.handles[Number(value)]);
          break;
        }
      }
      const text = decode(stdin.handle instanceof MemoryIn ? stdin.handle.rest() : stdin.all());
      const lines = text.split(delimiter);
      const unfinished = lines.pop()!;
      const all = [...lines.map((l) => (strip ? l : l + delimiter)), ...(unfinished === '' ? [] : [unfinished])].slice(skip).slice(0, limit);
      const name = args[i] ?? 'MAPFILE';
      if (origin === null) shell.vars.setList(name, [], false);
      all.forEach((line, k) => {
        const index = String(k + (origin ?? 0));
        if (callback !== null && (k + 1) % quantum === 0) {
          ctx.stdout.flush();
          runner.withHandles(ctx.handles, () => runner.text(`${callback} ${index} ${quoteForShell(line, true)}`, { firstLine: shell.line, label: 'mapfile' }));
        }
        shell.vars.setElement(name, index, line);
      });
      return 0;
    },
  })),
];
