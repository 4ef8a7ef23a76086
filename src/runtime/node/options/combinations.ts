/** What a single option cannot say: which go together, and which values each takes (`CheckOptions` of PerProcessOptions and EnvironmentOptions, src/node_options.cc). */
import type { OptionValue } from './parse.ts';

/** In Node's order. */
export function combinationErrors(values: ReadonlyMap<string, OptionValue>): string[] {
  const errors: string[] = [];
  const on = (name: string): boolean => values.get(name) === true;
  const text = (name: string): string => (values.get(name) as string | undefined) ?? '';
  const number = (name: string): number => (values.get(name) as number | undefined) ?? 0;
  const oneOf = (name: string, known: readonly string[], sentence = `invalid value for ${name}`): void => {
    if (text(name) !== '' && !known.includes(text(name))) errors.push(sentence);
  };
  const notBoth = (one: string, other: string): void => void errors.push(`either ${one} or ${other} can be used, not both`);
  const powerOfTwo = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;
  const evaluates = on('[has_eval_string]');

  if (on('--use-openssl-ca') && on('--use-bundled-ca')) notBoth('--use-openssl-ca', '--use-bundled-ca');
  // Less than two turns it off.
  if (number('--secure-heap') >= 2) {
    if (!powerOfTwo(number('--secure-heap'))) errors.push('--secure-heap must be a power of 2');
    if (!powerOfTwo(Math.max(2, Math.min(number('--secure-heap'), number('--secure-heap-min'))))) errors.push('--secure-heap-min must be a power of 2');
  }
  oneOf('--use-largepages', ['off', 'on', 'silent']);
  oneOf('--input-type', ['commonjs', 'module', 'commonjs-typescript', 'module-typescript'], '--input-type must be "module","commonjs", "module-typescript" or "commonjs-typescript"');
  if (on('--check') && evaluates) notBoth('--check', '--eval');
  oneOf('--unhandled-rejections', ['warn-with-error-code', 'throw', 'strict', 'warn', 'none']);
  if (on('--tls-min-v1.3') && on('--tls-max-v1.2')) notBoth('--tls-min-v1.3', '--tls-max-v1.2');
  if (number('--heapsnapshot-near-heap-limit') < 0) errors.push('--heapsnapshot-near-heap-limit must not be negative');
  oneOf('--trace-require-module', ['all', 'no-node-modules']);
  if (on('--test')) {
    oneOf('--test-isolation', ['none', 'process']);
    if (on('--check')) notBoth('--test', '--check');
    if (evaluates) notBoth('--test', '--eval');
    if (on('--interactive')) notBoth('--test', '--interactive');
    if ((values.get('--watch-path') as string[]).length > 0) errors.push('--watch-path cannot be used in combination with --test');
  }
  if (on('--watch')) {
    if (on('--check')) notBoth('--watch', '--check');
    else if (evaluates) notBoth('--watch', '--eval');
    else if (on('--interactive')) notBoth('--watch', '--interactive');
  }
  for (const profile of ['--cpu-prof', '--heap-prof']) {
    if (on(profile)) continue;
    for (const part of ['name', 'dir']) if (text(`${profile}-${part}`) !== '') errors.push(`${profile}-${part} must be used with ${profile}`);
  }
  const share = text('--max-old-space-size-percentage');
  if (share !== '' && !(Number(share) > 0 && Number(share) <= 100)) errors.push(`--max-old-space-size-percentage must be greater than 0 and up to 100. Got: ${share}`);
  return errors;
}
