/** Finds the envelope in an answer. Strict first; then without thinking, and among all its objects the one that is a valid envelope. */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import type { Decoded } from './dialect.ts';
import { jsonCandidates, withoutThinking } from './json-candidates.ts';
import { hasTrailingTokens, parseStrictJson } from './strict-json.ts';

export type DecodeFailure = Extract<Decoded, { kind: 'failure' }>;

export const failure = (kind: DecodeFailure['class'], message: string, hint?: string): DecodeFailure => ({ kind: 'failure', class: kind, message, ...(hint === undefined ? {} : { hint }) });

/** @param read checks a parsed object and plans its calls. */
export function findEnvelope(text: string, read: (value: Record<string, unknown>) => Decoded): Decoded {
  const strict = readOne(text.trim(), read);
  if (strict.kind === 'calls') return strict;
  const spoken = withoutThinking(text);
  // Two envelopes in a row: which of them was meant, nobody knows.
  if (hasTrailingTokens(spoken)) return failure('parse', 'unexpected trailing JSON tokens');
  let best = strict;
  let envelope: { decoded: Decoded; text: string } | undefined;
  for (const candidate of jsonCandidates(spoken)) {
    const decoded = readOne(candidate, read);
    if (decoded.kind === 'calls') {
      // A draft and what became of it: executing the wrong one cannot be taken back, asking costs a turn.
      if (envelope && !sameJson(envelope.text, candidate)) return failure('parse', 'unexpected trailing JSON tokens', 'The answer holds two different envelopes. Send exactly one JSON object.');
      envelope ??= { decoded, text: candidate };
      continue;
    }
    // What could be read but was wrong says more than what could not be read.
    if (best.class === 'parse' || (decoded.class === 'validation' && !best.message.startsWith('action['))) best = decoded;
  }
  return envelope?.decoded ?? best;
}

const sameJson = (one: string, other: string): boolean => JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));

function readOne(text: string, read: (value: Record<string, unknown>) => Decoded): Decoded {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    const { message } = AppError.from(error);
    if (message.startsWith('json: ')) return failure('validation', message);
    return failure('parse', message === 'unexpected trailing JSON tokens' ? message : `the answer is not a JSON object: ${message}`);
  }
  return isRecord(value) ? read(value) : failure('parse', 'the answer is not a JSON object');
}
