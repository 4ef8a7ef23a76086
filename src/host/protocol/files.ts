/** Operations behind the tools that read and change files. Paths are relative to the project or absolute below it. */
import * as z from 'zod/mini';
import { guarded } from './fences.ts';

const count = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const finalNewline = z.enum(['ensure', 'preserve']);

const edit = z.strictObject({
  path: z.string(),
  /** Empty: the file is created, if there is none. */
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.optional(z.boolean()),
});

/** Old and new text between tags, instead of two fields. */
const taggedEdit = z.strictObject({ path: z.string(), content: z.string(), replace_all: z.optional(z.boolean()) });

export const fileOperations = {
  /** A window of lines; `max_chars` counts code points, `max_bytes` UTF-8. `with_image` returns a picture's bytes. */
  read: z.strictObject({
    path: z.string(), offset: positive, limit: z.optional(positive), max_chars: positive, max_bytes: z.optional(positive),
    /** A larger file is described, unless a range is asked for; 10 MiB by default. */
    max_whole: z.optional(positive),
    with_image: z.optional(z.boolean()),
  }),
  write: z.strictObject({ ...guarded, path: z.string(), content: z.string(), final_newline: finalNewline }),
  append: z.strictObject({ ...guarded, path: z.string(), content: z.string() }),
  edit: z.strictObject({ ...guarded, edits: z.array(z.union([edit, taggedEdit])).check(z.minLength(1)), final_newline: finalNewline }),
  /** `only` restricts the patch to that one file. */
  patch: z.strictObject({ ...guarded, patch: z.string(), only: z.optional(z.string()) }),
} as const;

const change = { added: count, removed: count, /** Empty when the texts are too large to be shown. */ diff: z.string() };

const editedFile = z.object({
  path: z.string(),
  created: z.boolean(),
  match_strategy: z.enum(['exact', 'line_endings', 'trailing_space', 'indentation', 'create']),
  occurrences: z.number(),
  bytes_written: z.number(),
  ...change,
});

const placedHunk = z.object({
  /** Counted from 1 within the file's part of the patch. */
  hunk: positive,
  /** Where it was applied, a line of the new file. */
  line: positive,
  /** Lines between where it says it belongs and where it was applied. */
  offset: z.int(),
  /** Outer context lines that were left out of the comparison. */
  fuzz: count,
  /** In what the compared lines differed. */
  ignored: z.optional(z.enum(['line_endings', 'trailing_space', 'file_edges'])),
});

export const fileResults = {
  read: z.object({
    path: z.string(), rel_path: z.string(), content: z.string(), size: z.number(), file_type: z.enum(['text', 'binary', 'image']),
    start_line: z.number(), end_line: z.number(), total_lines: z.number(), truncated: z.boolean(),
    /** Base64 of a picture of moderate size. */
    image: z.optional(z.object({ mime_type: z.string(), base64: z.optional(z.string()) })),
  }),
  write: z.object({ path: z.string(), rel_path: z.string(), bytes_written: z.number(), created: z.boolean(), ...change }),
  append: z.object({ path: z.string(), rel_path: z.string(), bytes_written: z.number(), size: z.number(), ...change }),
  edit: z.object({ files: z.array(editedFile) }),
  patch: z.object({
    files: z.array(z.object({
      path: z.string(),
      op: z.enum(['modify', 'create', 'delete', 'rename', 'copy', 'mode']),
      from: z.optional(z.string()),
      mode: z.optional(z.string()),
      /** How many hunks were applied; the ones that were not where they say, or not exactly, are in `placed`. */
      hunks: count,
      fuzz: count,
      placed: z.array(placedHunk),
      added: count,
      removed: count,
      binary: z.boolean(),
    })),
    diff: z.string(),
  }),
} as const;
