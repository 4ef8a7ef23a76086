/** Operations behind the tools that check a project: what it consists of, which files a pattern means, and the report that a program wrote. */
import * as z from 'zod/mini';

const count = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));

export const checkOperations = {
  /** A folder's own entries (`.gitignore` does not count here: a configuration may be ignored), the texts of some, and where programs are. */
  project: z.strictObject({ path: z.string(), read: z.array(z.string()), programs: z.array(z.string()) }),
  /** Files that patterns mean: names, folders, and globs (`!` in front excludes). */
  expand: z.strictObject({ patterns: z.array(z.string()).check(z.minLength(1)), limit: positive }),
  /** What a program wrote into a file of `.tabloom/out/`; the file is gone afterwards. `prepare` makes the folder and removes an older report instead. */
  report: z.strictObject({ name: z.string().check(z.regex(/^\w[\w.-]*$/)), max_bytes: positive, prepare: z.optional(z.boolean()) }),
} as const;

export const checkResults = {
  project: z.object({
    path: z.string(), rel_path: z.string(),
    entries: z.array(z.object({ name: z.string(), type: z.enum(['file', 'dir', 'other']) })),
    /** By name; those that are not there, or are above 1 MB, are missing. */
    texts: z.record(z.string(), z.string()),
    /** By name, absolute: from `node_modules/.bin` of the folder or one above it, else from the PATH. */
    programs: z.record(z.string(), z.string()),
  }),
  expand: z.object({
    /** Relative to the project. */
    entries: z.array(z.object({ path: z.string(), type: z.enum(['file', 'dir']) })),
    unmatched: z.array(z.string()), truncated: z.boolean(),
  }),
  report: z.object({ path: z.string(), rel_path: z.string(), size: count, content: z.optional(z.string()) }),
} as const;
