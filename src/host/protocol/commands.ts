/** Operations that run commands: to their end, or in the background. */
import * as z from 'zod/mini';
import { guarded } from './fences.ts';

const count = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const name = z.string().check(z.regex(/^[\w.-]+$/));

/** What is to be run: a command line for the shell, or a program with its arguments. */
const what = {
  ...guarded,
  command: z.union([z.string(), z.array(z.string()).check(z.minLength(1))]),
  cwd: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
};

/** Code points kept from the beginning and the end of each stream, and of both together. */
const kept = { keep_head: count, keep_tail: count };

export const commandOperations = {
  exec: z.strictObject({
    ...what,
    ...kept,
    /** Wall clock; the whole tree is killed and the exit code is 124. */
    timeout_ms: positive,
    /** Name of the full log below `.tabloom/out/`; there is one only when something may have to be cut. */
    log_name: name,
    /** What stands in place of the text left out: a line that names the log (the default), one with the number of characters alone, or nothing. */
    marker: z.optional(z.enum(['log', 'count', 'none'])),
    /** There is a log also above this many lines, or bytes. */
    log_lines: z.optional(positive),
    log_bytes: z.optional(positive),
    progress: z.optional(z.boolean()),
  }),
  /** Starts a command and does not wait for it. The host ends it when it ends itself. */
  background_start: z.strictObject({ ...what, ...kept, handle: name, timeout_ms: z.optional(positive) }),
  /** What came since the last look, after waiting for the end for at most `wait_ms`, or after ending the command. */
  background_look: z.strictObject({ handle: name, wait_ms: count, stop: z.boolean() }),
  /** Ends a command; what nobody has read of its output stays for the next look. */
  background_stop: z.strictObject({ handle: name }),
  background_list: z.strictObject({}),
} as const;

const end = { exit_code: z.number(), signal: z.nullable(z.string()), timed_out: z.boolean() };

const backgroundCommand = z.object({
  handle: z.string(),
  command: z.string(),
  pid: count,
  running: z.boolean(),
  /** Null while it runs. */
  exit_code: z.nullable(z.number()),
  signal: z.nullable(z.string()),
  timed_out: z.boolean(),
  duration_ms: z.number(),
  /** Relative to the project. */
  log_path: z.string(),
  /** Code points of all output so far. */
  total_chars: count,
});

export const commandResults = {
  exec: z.object({
    ...end,
    stdout: z.string(),
    stderr: z.string(),
    /** Both streams in the order in which they arrived. */
    combined: z.string(),
    duration_ms: z.number(),
    /** Of both together, and of each. */
    truncated: z.boolean(),
    stdout_truncated: z.boolean(),
    stderr_truncated: z.boolean(),
    /** Code points and lines of the whole combined output. */
    total_chars: z.number(),
    total_lines: z.number(),
    /** Relative to the project; always there when something was cut. */
    log_path: z.optional(z.string()),
  }),
  background_start: backgroundCommand,
  background_look: z.extend(backgroundCommand, {
    /** Both streams, as they came since the last look. */
    output: z.string(),
    truncated: z.boolean(),
  }),
  background_stop: backgroundCommand,
  background_list: z.object({ commands: z.array(backgroundCommand) }),
} as const;
