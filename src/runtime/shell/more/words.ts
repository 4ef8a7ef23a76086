/** strings, factor, tsort, envsubst, numfmt, base32. */
import { eachInput, eachLine, readAll, readText } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import { type Command, CommandExit } from '../run/context.ts';
import { decode } from '../text.ts';

const strings: Command = {
  name: 'strings',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'an:ft:', long: { all: 'a', 'bytes:': 'n', 'print-file-name': 'f', 'radix:': 't' }, digits: 'n' });
    const least = Number(o.value('n') ?? 4);
    const radix = { d: 10, o: 8, x: 16 }[o.value('t') ?? ''];
    return eachInput(ctx, o.rest, (input, name) => {
      const data = input.all();
      let start = -1;
      for (let i = 0; i <= data.length; i++) {
        const printable = i < data.length && (data[i] === 9 || (data[i]! >= 32 && data[i]! < 127));
        if (printable && start < 0) start = i;
        else if (!printable && start >= 0) {
          if (i - start >= least) ctx.out(`${o.has('f') ? `${name}: ` : ''}${radix === undefined ? '' : `${start.toString(radix).padStart(7)} `}${decode(data.slice(start, i))}\n`);
          start = -1;
        }
      }
    }, 1, (file, text) => (text === 'No such file or directory' ? `'${file}': No such file` : `${file}: ${text}`));
  },
};

const factor: Command = {
  name: 'factor',
  run(ctx) {
    let status = 0;
    const one = (text: string): void => {
      if (!/^\+?\d+$/.test(text)) {
        status = ctx.fail(`‘${text}’ is not a valid positive integer`);
        return;
      }
      const n = BigInt(text.replace('+', ''));
      ctx.out(`${n}:${factors(n).map((p) => ` ${p}`).join('')}\n`);
    };
    const words = ctx.args.filter((a) => a !== '--');
    if (words.length > 0) words.forEach(one);
    else eachLine(ctx.stdin, (line) => line.split(/\s+/).filter(Boolean).forEach(one));
    return status;
  },
};

function factors(n: bigint): bigint[] {
  const out: bigint[] = [];
  let rest = n;
  for (let p = 2n; p * p <= rest && p < 100_000n; p += p === 2n ? 1n : 2n) {
    while (rest % p === 0n) {
      out.push(p);
      rest /= p;
    }
  }
  if (rest < 2n) return out;
  const split = (m: bigint): void => {
    if (m === 1n) return;
    if (isPrime(m)) {
      out.push(m);
      return;
    }
    const d = divisor(m);
    split(d);
    split(m / d);
  };
  split(rest);
  return out.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let b = base % modulus;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % modulus;
    b = (b * b) % modulus;
  }
  return result;
}

/** Miller-Rabin; certain below 3.3e24. */
function isPrime(n: bigint): boolean {
  const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];
  for (const p of bases) if (n % p === 0n) return n === p;
  let d = n - 1n;
  let r = 0;
  for (; d % 2n === 0n; d /= 2n) r++;
  return bases.every((a) => {
    let x = power(a, d, n);
    if (x === 1n || x === n - 1n) return true;
    for (let i = 1; i < r; i++) {
      x = (x * x) % n;
      if (x === n - 1n) return true;
    }
    return false;
  });
}

/** Pollard's rho. */
function divisor(n: bigint): bigint {
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
  for (let c = 1n; ; c++) {
    let x = 2n;
    let y = 2n;
    let d = 1n;
    while (d === 1n) {
      x = (x * x + c) % n;
      y = (y * y + c) % n;
      y = (y * y + c) % n;
      d = gcd(x > y ? x - y : y - x, n);
    }
    if (d !== n) return d;
  }
}

const tsort: Command = {
  name: 'tsort',
  run(ctx) {
    const file = ctx.args.find((a) => a === '-' || !a.startsWith('-')) ?? '-';
    const words = readText(ctx, file).split(/\s+/).filter(Boolean);
    if (words.length % 2 !== 0) return ctx.fail(`${file}: input contains an odd number of tokens`);
    const after = new Map<string, string[]>();
    const count = new Map<string, number>();
    for (const w of words) if (!count.has(w)) count.set(w, 0);
    for (let i = 0; i < words.length; i += 2) {
      const [a, b] = [words[i]!, words[i + 1]!];
      if (a === b) continue;
      after.set(a, [...(after.get(a) ?? []), b]);
      count.set(b, count.get(b)! + 1);
    }
    let status = 0;
    let ready = [...count.keys()].filter((w) => count.get(w) === 0).sort();
    while (count.size > 0) {
      const next: string[] = [];
      for (const w of ready) {
        ctx.out(`${w}\n`);
        count.delete(w);
        for (const b of [...(after.get(w) ?? [])].reverse()) {
          if (!count.has(b)) continue;
          count.set(b, count.get(b)! - 1);
          if (count.get(b) === 0) next.push(b);
        }
      }
      ready = next;
      if (ready.length === 0 && count.size > 0) {
        const loop = loopIn(after, count);
        status = ctx.fail(`${file}: input contains a loop:`);
        for (const w of loop) ctx.fail(w);
        count.set(loop[0]!, 0);
        ready = [loop[0]!];
      }
    }
    return status;
  },
};

function loopIn(after: Map<string, string[]>, left: Map<string, number>): string[] {
  const path: string[] = [];
  let at = [...left.keys()][0]!;
  while (!path.includes(at)) {
    path.push(at);
    // Backwards: what remains has something before it, but need not have anything behind.
    at = [...left.keys()].find((w) => (after.get(w) ?? []).includes(at)) ?? at;
  }
  return path.slice(path.indexOf(at)).reverse();
}

const envsubst: Command = {
  name: 'envsubst',
  run(ctx) {
    const format = ctx.args.find((a) => !a.startsWith('-'));
    const named = (text: string): string[] => [...text.matchAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)].map((m) => (m[1] ?? m[2])!);
    if (ctx.args[0] === '-v' || ctx.args[0] === '--variables') {
      for (const name of named(format ?? '')) ctx.out(`${name}\n`);
      return 0;
    }
    const wanted = format === undefined ? null : new Set(named(format));
    ctx.out(decode(ctx.stdin.all()).replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (all, a?: string, b?: string) => {
      const name = (a ?? b)!;
      return wanted && !wanted.has(name) ? all : Object.hasOwn(ctx.env, name) ? ctx.env[name]! : '';
    }));
    return 0;
  },
};

const SCALES: { [unit: string]: [number, string] } = { si: [1000, 'KMGTPEZY'], iec: [1024, 'KMGTPEZY'], 'iec-i': [1024, 'KMGTPEZY'] };

function toUnit(value: number, unit: string): string {
  const scale = SCALES[unit];
  if (!scale) return String(value);
  let n = Math.abs(value);
  let at = -1;
  while (n >= scale[0] && at < scale[1].length - 1) {
    n /= scale[0];
    at++;
  }
  const sign = value < 0 ? '-' : '';
  if (at < 0) return sign + String(Math.ceil(n));
  let shown = n < 10 ? Math.ceil(n * 10) / 10 : Math.ceil(n);
  if (shown >= scale[0] && at < scale[1].length - 1) {
    shown /= scale[0];
    at++;
  }
  return `${sign}${shown < 10 ? shown.toFixed(1) : shown}${scale[1][at]}${unit === 'iec-i' ? 'i' : ''}`;
}

const numfmt: Command = {
  name: 'numfmt',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'd:z', long: { 'from:': 'from', 'to:': 'to', 'suffix:': 'suffix', 'padding:': 'padding', 'field:': 'field', 'delimiter:': 'd', 'header::': 'header', grouping: 'grouping', 'round:': 'round', 'format:': 'format', 'from-unit:': 'fu', 'to-unit:': 'tu', 'invalid:': 'invalid' } });
    const from = o.value('from') ?? 'none';
    const suffix = o.value('suffix') ?? '';
    const padding = Number(o.value('padding') ?? 0);
    let status = 0;
    const convert = (text: string): string => {
      const bare = suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
      const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))([KMGTPEZYk]?)(i?)$/.exec(bare);
      if (!match || (match[2] !== '' && from === 'none')) {
        const mode = o.value('invalid') ?? 'abort';
        if (mode !== 'ignore') ctx.fail(match ? `rejecting suffix in input: '${text}' (consider using --from)` : `invalid number: '${text}'`);
        if (mode === 'abort') throw new CommandExit(2);
        if (mode === 'fail') status = 2;
        return text;
      }
      const base = from === 'si' ? 1000 : from === 'auto' && match[3] === '' ? 1000 : 1024;
      const power = match[2] === '' ? 0 : 'KMGTPEZY'.indexOf(match[2]!.toUpperCase()) + 1;
      const value = (Number(match[1]) * base ** power * Number(o.value('fu') ?? 1)) / Number(o.value('tu') ?? 1);
      const shown = o.has('to') ? toUnit(value, o.value('to')!) : Number.isInteger(value) ? String(value) : match[1]!.includes('.') && power === 0 ? match[1]! : String(Math.ceil(value));
      const whole = shown + suffix;
      return padding > 0 ? whole.padStart(padding) : padding < 0 ? whole.padEnd(-padding) : whole;
    };
    const field = Number(o.value('field') ?? 1);
    const delimiter = o.value('d');
    const line = (text: string): string => {
      if (delimiter !== undefined) return text.split(delimiter).map((f, i) => (i === field - 1 ? convert(f) : f)).join(delimiter);
      let n = 0;
      return text.replace(/(\s*)(\S+)/g, (all, space: string, word: string) => {
        if (++n !== field) return n === 1 ? all : ` ${all.slice(1)}`;
        const out = convert(word);
        if (out === word) return n === 1 ? all : ` ${all.slice(1)}`;
        // A number that is not the first keeps its column where it fits.
        return n === 1 && space === '' ? out : padding !== 0 ? `${space.slice(0, 1)}${out}` : ` ${out.padStart(space.length - 1 + word.length)}`;
      });
    };
    if (o.rest.length > 0) for (const word of o.rest) ctx.out(`${line(word)}\n`);
    else {
      let skip = o.has('header') ? Number(o.value('header') || 1) : 0;
      eachLine(ctx.stdin, (text, whole) => ctx.out(`${skip-- > 0 ? text : line(text)}${whole ? '\n' : ''}`));
    }
    return status;
  },
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const base32: Command = {
  name: 'base32',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'diw:', long: { decode: 'd', 'ignore-garbage': 'i', 'wrap:': 'w' } });
    const data = readAll(ctx, o.rest[0] ?? '-');
    if (o.has('d')) {
      let bits = 0;
      let value = 0;
      const out: number[] = [];
      for (const ch of decode(data).replace(/[\s=]/g, '')) {
        const n = ALPHABET.indexOf(ch);
        if (n < 0) {
          if (o.has('i')) continue;
          ctx.out(Uint8Array.from(out));
          return ctx.fail('invalid input');
        }
        value = (value << 5) | n;
        bits += 5;
        if (bits >= 8) {
          bits -= 8;
          out.push((value >> bits) & 0xff);
          value &= (1 << bits) - 1;
        }
      }
      ctx.out(Uint8Array.from(out));
      return 0;
    }
    let text = '';
    let bits = 0;
    let value = 0;
    for (const byte of data) {
      value = (value << 8) | byte;
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        text += ALPHABET[(value >> bits) & 31];
      }
      value &= (1 << bits) - 1;
    }
    if (bits > 0) text += ALPHABET[(value << (5 - bits)) & 31];
    text = text.padEnd(Math.ceil(text.length / 8) * 8, '=');
    const wrap = Number(o.value('w') ?? 76);
    ctx.out(wrap === 0 ? text : text.replace(new RegExp(`.{1,${wrap}}`, 'g'), '$&\n'));
    return 0;
  },
};

export const words: readonly Command[] = [strings, factor, tsort, envsubst, numfmt, base32];
