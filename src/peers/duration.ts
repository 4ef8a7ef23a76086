import { AppError } from '../shared/errors.ts';

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A span such as `30s`, `5m`, `1h30m`, `500ms` or `2d`, in milliseconds. Anything else is refused: the system that the grammar comes from
 * took `500ms` for 500 minutes and `1d` for its default.
 * @throws AppError `invalid_arguments`
 */
export function parseDuration(text: string): number {
  if (!/^(?:\d{1,9}(?:ms|s|m|h|d))+$/.test(text)) throw new AppError('invalid_arguments', `timeout: "${text}" is no duration. Use numbers with ms, s, m, h or d, such as 30s, 5m or 1h30m.`);
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+)(ms|s|m|h|d)/g)) total += Number(number) * UNITS[unit!]!;
  return total;
}
