/** Operations that look through the project: folders, trees, names and texts. */
import * as z from 'zod/mini';

const count = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const path = z.string();
const cursor = z.optional(z.string());

const entryType = z.enum(['file', 'dir', 'symlink', 'other']);

/** What a page of results says about itself. `total` counts everything that fits, on whatever page. */
const page = { truncated: z.boolean(), next_cursor: z.optional(z.string()), total: count };

export const searchOperations = {
  tree: z.strictObject({ path, max_depth: positive, limit: positive, cursor }),
  /** One folder's own entries, ignored ones included and marked. */
  ls: z.strictObject({ path, limit: positive }),
  /** Files whose path below `path` matches. */
  glob: z.strictObject({ pattern: z.string().check(z.minLength(1)), path, limit: positive, sort: z.enum(['path', 'newest']), cursor }),
  search: z.strictObject({
    query: z.string().check(z.minLength(1)),
    literal: z.boolean(),
    path,
    /** Only files whose path matches; a pattern without a slash means names at any depth, one that begins with `!` means all others. */
    glob: z.optional(z.string()),
    ignore_case: z.boolean(),
    /** What a page counts: matching lines, or files. */
    unit: z.enum(['lines', 'files']),
    /** Lines around each match; only with unit `lines`. */
    before: count,
    after: count,
    /** A page ends at this many units, or when their text with its paths has about this many bytes, whichever comes first. */
    max_results: positive,
    max_bytes: positive,
    cursor,
  }),
} as const;

export const searchResults = {
  tree: z.object({ entries: z.array(z.object({ path: z.string(), type: z.enum(['file', 'dir']), depth: count })), ...page }),
  ls: z.object({
    path: z.string(), rel_path: z.string(),
    entries: z.array(z.object({ name: z.string(), type: entryType, size: z.optional(count), ignored: z.optional(z.literal(true)) })),
    truncated: z.boolean(), total: count,
  }),
  glob: z.object({ files: z.array(z.string()), ...page }),
  search: z.object({
    matches: z.array(z.object({ path: z.string(), line: count, text: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
    /** Files of this page in order, with the number of their matching lines (of the whole file, also where the page shows only some). */
    files: z.array(z.object({ path: z.string(), count })),
    /** Of all pages. */
    total_files: count,
    files_searched: count,
    /** Files that were left out because they are binary or too large. */
    binary: count,
    too_large: count,
    /** Whether lines of this page were cut. */
    lines_cut: z.boolean(),
    /** Why the page ended. */
    ended_by: z.enum(['end', 'results', 'size']),
    ...page,
  }),
} as const;
