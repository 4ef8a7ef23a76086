/** Options that Node hands on to V8. The engine here is the browser's and takes none; which there are, and what each takes, comes from the real binary (`shapes.__engineFlags`). */

/** type -> names with spaces between. */
export type EngineFlags = { readonly [type: string]: string };

/** What Node itself sets behind the user's (src/node.cc). Of what V8 has not read when it finds a mistake, each is called a bad option. */
const NODES_OWN = ['--harmony-import-attributes', '--js-source-phase-imports', '--experimental-wasm-jspi'];

/** They write something of the engine's, to the terminal or into files. */
const SHOWS = /^(trace|print|log|dump|profile-|gdbjit|runtime-call-stats|rcs|serialization-statistics|histogram-interval|(?:turbo|maglev|code|gc)-stats|gc-verbose|ll-prof|prof-cpp|map-counters|native-code-counters|turbo-profiling|heap-snapshot-on|parse-only)|-print-|(?<!stack)-trace-/;
/** They change what a program means, or what it finds. Features that this engine has all the same are not among them. */
const MEANS = /^(use-strict|jitless|wasm-jitless$|allow-natives|expose-(?!gc$)|random-seed|predictable|js-decorators|harmony-(temporal|shadow-realm|struct|intl-best-fit-matcher)|experimental-(?!wasm-jspi$|wasm-imported-strings$|wasm-exnref$|wasm-legacy-eh$|wasm-branch-hinting$|flush-|regexp-)|(?:default-to-|enable-)experimental-regexp|builtins-in-stack-traces|correctness-fuzzer|allow-unsafe-function|use-original-message|testing-|sandbox-|disallow-code-generation-from-strings)/;
/** Features that are on: without them a program finds less. */
const FEATURES = /^(js-|harmony-|async-stack-traces|validate-asm|experimental-wasm|enable-sharedarraybuffer|builtin-subclassing)/;

/** A flag whose effect a program, or who runs it, would notice: going on without it would be a wrong answer. The others tune an engine that runs already. */
const isNoticed = (name: string, negated: boolean): boolean => (negated ? FEATURES.test(name) : SHOWS.test(name) || MEANS.test(name));

/** How the engine reads one: a leading `no` takes it back, underscores are dashes. */
function split(argument: string): { name: string; negated: boolean; value: string | undefined } {
  const parts = /^--?(?:(no)[-_]?)?([^=]*)(?:=(.*))?$/s.exec(argument);
  return { name: (parts?.[2] ?? '').replaceAll('_', '-'), negated: parts?.[1] !== undefined, value: parts?.[3] };
}

/** Whether a switch of the engine's is on: of several the last counts. `given` as in `judgeEngineFlags`. */
export function engineSwitch(given: readonly string[], wanted: string): boolean {
  for (let i = given.length - 1; i >= 0; i--) {
    const { name, negated } = split(given[i]!);
    if (name === wanted) return !negated;
  }
  return false;
}

const BOUNDS: { readonly [type: string]: bigint } = { uint: 2n ** 32n - 1n, size_t: 2n ** 64n - 1n, uint64: 2n ** 64n - 1n };

/** What a value is not; empty when it is one. */
function valueFault(type: string, value: string): string {
  if (type === 'string' || value === '') return '';
  if (type === 'float') return Number.isNaN(Number(value)) ? 'illegal' : '';
  if (!/^\s*[+-]?\d+$/.test(value)) return 'illegal';
  const bound = BOUNDS[type];
  return bound !== undefined && (BigInt(value) < 0n || BigInt(value) > bound || BigInt(value) >= 2n ** 63n) ? `[0-${bound}]` : '';
}

export interface EngineVerdict {
  /** The engine's own words, for standard error. */
  printed: string;
  /** Node calls each a bad option. */
  bad: string[];
  /** Flags whose effect would be missing. */
  noticed: string[];
}

/** @param given arguments that are none of Node's own options, or that are the engine's too, in the user's order */
export function judgeEngineFlags(flags: EngineFlags, given: readonly string[]): EngineVerdict {
  const types = new Map(Object.entries(flags).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));
  const all = [...given, ...NODES_OWN];
  const verdict: EngineVerdict = { printed: '', bad: [], noticed: [] };
  for (let i = 0; i < given.length; i++) {
    const argument = given[i]!;
    const { name, negated, value } = split(argument);
    const type = types.get(name);
    if (type === undefined) {
      verdict.bad.push(argument);
      continue;
    }
    const at = i;
    const isSwitch = type === 'bool' || type === 'maybe_bool';
    // The next argument is its value, whatever that is.
    const text = value ?? (isSwitch ? undefined : all[++i]);
    const fault = isSwitch ? (value === undefined ? '' : 'illegal') : negated ? 'illegal' : valueFault(type, text ?? '');
    if (fault === 'illegal') {
      verdict.printed += `Error: illegal value for flag ${argument} of type ${type}\n${isSwitch ? 'To set or unset a boolean flag, use --flag or --no-flag.\n' : ''}Try --help for options\n`;
      verdict.bad.push(...all.slice(at));
      return verdict;
    }
    // Complained of, and left as it was.
    if (fault !== '') verdict.printed += `Error: Value for flag ${argument} of type ${type} is out of bounds ${fault}\nTry --help for options\n`;
    else if (isNoticed(name, negated)) verdict.noticed.push(argument);
  }
  return verdict;
}

/** `node --v8-options`: Node's V8 tells what each does; here that would be told of another engine. */
export function listEngineFlags(flags: EngineFlags): string {
  const rows = Object.entries(flags).flatMap(([type, names]) => names.split(' ').map((name) => ({ name, type, refused: isNoticed(name, false) })));
  const line = ({ name, type }: { name: string; type: string }): string => `  --${name}\n        type: ${type}\n`;
  return 'The engine is the browser\'s: no flag changes it while it runs programs of this sandbox.\n'
    + '\nThese flags of Node\'s V8 are taken and have no effect:\n' + rows.filter(({ refused }) => !refused).map(line).join('')
    + '\nThese are refused, since what they show or change would be missing:\n' + rows.filter(({ refused }) => refused).map(line).join('');
}
