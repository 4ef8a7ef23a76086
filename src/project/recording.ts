/** A saved run: what a model said, and what the tools have to return for those words to make sense. */
import * as z from 'zod';

/** Facts about the result of one call. Everything that varies from run to run, such as times and hashes, is left out by whoever writes them. */
const expectation = z.strictObject({
  /** Id of a call of the turn before. */
  call: z.string(),
  ok: z.boolean(),
  /** Texts that the output must contain. */
  contains: z.array(z.string()).default([]),
  lacks: z.array(z.string()).default([]),
});

const call = z.strictObject({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.json()) });

const turn = z.strictObject({
  expect: z.array(expectation).default([]),
  text: z.string(),
  calls: z.array(call).default([]),
});

const format = z.strictObject({
  format: z.literal('tabloom-recording/1'),
  title: z.string(),
  task: z.string(),
  turns: z.array(turn).min(1),
});

export type Recording = z.output<typeof format>;

/** @throws ZodError when the data is no recording. */
export function parseRecording(data: unknown): Recording {
  return format.parse(data);
}
