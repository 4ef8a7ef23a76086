/** curl's command line. */
import { CommandExit, type Context } from '../../run/context.ts';

export interface Settings {
  urls: string[];
  /** By the URL they belong to: a file's name, true for the remote name, undefined for standard output. */
  outputs: (string | true | undefined)[];
  flags: Set<string>;
  values: Map<string, string>;
  headers: string[];
  data: { kind: string; text: string }[];
  forms: { text: string; literal: boolean }[];
}

/** Long names by letter; `:` after a letter says that it takes a value. Long names without a letter stand for themselves. */
const LETTERS: { [letter: string]: string } = {
  s: 'silent', S: 'show-error', f: 'fail', L: 'location', i: 'include', I: 'head', k: 'insecure', v: 'verbose', G: 'get', O: 'remote-name', N: 'no-buffer', g: 'globoff', j: 'junk-session-cookies', J: 'remote-header-name',
  '#': 'progress-bar', 4: 'ipv4', 6: 'ipv6', 0: 'http1.0', a: 'append', n: 'netrc', q: 'disable', R: 'remote-time', V: 'version', h: 'help', Z: 'parallel',
  'o:': 'output', 'X:': 'request', 'H:': 'header', 'd:': 'data', 'F:': 'form', 'u:': 'user', 'w:': 'write-out', 'A:': 'user-agent', 'e:': 'referer', 'b:': 'cookie', 'c:': 'cookie-jar', 'T:': 'upload-file', 'm:': 'max-time',
  'r:': 'range', 'x:': 'proxy', 'K:': 'config', 'D:': 'dump-header', 'z:': 'time-cond', 'E:': 'cert', 'C:': 'continue-at', 'y:': 'speed-time', 'Y:': 'speed-limit',
};
const LONG_FLAGS = [
  'fail-with-body', 'compressed', 'http1.1', 'http2', 'http2-prior-knowledge', 'no-progress-meter', 'create-dirs', 'path-as-is', 'remote-name-all', 'location-trusted', 'retry-connrefused', 'retry-all-errors', 'fail-early', 'tcp-nodelay',
  'no-keepalive', 'raw', 'ssl-reqd', 'tlsv1.2', 'tlsv1.3', 'post301', 'post302', 'post303', 'show-headers', 'skip-existing', 'styled-output', 'no-styled-output', 'basic', 'anyauth', 'digest', 'no-buffer',
];
const LONG_VALUES = [
  'data-raw', 'data-binary', 'data-ascii', 'data-urlencode', 'json', 'form-string', 'connect-timeout', 'max-redirs', 'retry', 'retry-delay', 'retry-max-time', 'url', 'output-dir', 'oauth2-bearer', 'cacert', 'capath', 'key', 'ciphers',
  'resolve', 'connect-to', 'noproxy', 'limit-rate', 'max-filesize', 'url-query', 'stderr', 'interface', 'proto', 'proto-redir', 'proto-default', 'trace', 'trace-ascii', 'expect100-timeout', 'keepalive-time', 'unix-socket', 'rate',
];
const byLetter = new Map(Object.entries(LETTERS).map(([key, name]) => [key[0]!, { name, takes: key.length > 1 }]));
const byName = new Map([
  ...[...byLetter.values()].map(({ name, takes }) => [name, takes] as const), ...LONG_FLAGS.map((name) => [name, false] as const), ...LONG_VALUES.map((name) => [name, true] as const),
]);

/** @throws CommandExit 2 with curl's message */
export function parseArguments(ctx: Context): Settings {
  const settings: Settings = { urls: [], outputs: [], flags: new Set(), values: new Map(), headers: [], data: [], forms: [] };
  const outputs: (string | true)[] = [];
  const bad = (option: string, problem: string): never => {
    ctx.err(`curl: option ${option}: ${problem}\ncurl: try 'curl --help' or 'curl --manual' for more information\n`);
    throw new CommandExit(2);
  };
  const apply = (name: string, value: string): void => {
    if (name === 'header') settings.headers.push(value);
    else if (name === 'data' || name.startsWith('data-') || name === 'json') settings.data.push({ kind: name, text: value });
    else if (name === 'form' || name === 'form-string') settings.forms.push({ text: value, literal: name === 'form-string' });
    else if (name === 'url') settings.urls.push(value);
    else if (name === 'output') outputs.push(value);
    else if (name === 'remote-name') outputs.push(true);
    else if (byName.get(name)) settings.values.set(name, value);
    else settings.flags.add(name);
  };
  const { args } = ctx;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      settings.urls.push(...args.slice(i + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const plain = arg.slice(2);
      if (plain.startsWith('no-') && byName.has(plain.slice(3)) && !byName.has(plain)) {
        settings.flags.delete(plain.slice(3));
        continue;
      }
      const matches = byName.has(plain) ? [plain] : [...byName.keys()].filter((name) => name.startsWith(plain));
      if (matches.length !== 1) bad(arg, matches.length === 0 ? 'is unknown' : 'is ambiguous');
      const name = matches[0]!;
      if (!byName.get(name)) apply(name, '');
      else if (i + 1 < args.length) apply(name, args[++i]!);
      else bad(arg, 'requires parameter');
    } else if (arg.startsWith('-') && arg.length > 1) {
      for (let k = 1; k < arg.length; k++) {
        const option = byLetter.get(arg[k]!);
        if (!option) return bad(arg, 'is unknown');
        if (!option.takes) {
          apply(option.name, '');
          continue;
        }
        const glued = arg.slice(k + 1);
        if (glued !== '') apply(option.name, glued);
        else if (i + 1 < args.length) apply(option.name, args[++i]!);
        else bad(arg, 'requires parameter');
        break;
      }
    } else settings.urls.push(arg);
  }
  settings.outputs = settings.urls.map((_url, i) => outputs[i] ?? (settings.flags.has('remote-name-all') ? true : undefined));
  return settings;
}
