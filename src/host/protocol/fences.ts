/** Locks on files, as the page tells the tool host of them: the host refuses changes whose writer has lost its lock. */
import * as z from 'zod/mini';

/** A lock on a part of the project. */
export const fileLease = z.strictObject({
  /** Its whole name; two locks may be about one path. */
  key: z.string(),
  /** Relative to the project, `.` for all of it. */
  path: z.string(),
  /** Fencing number: of two leases of one key the later one has the greater. */
  fence: z.int().check(z.minimum(0)),
  run: z.string(),
  agent: z.string(),
});

/** Whose change it is, and what that run believes of its locks. */
export const guard = z.strictObject({
  run: z.string(),
  /** The run's own locks. `ended`: it stood no more when the page looked, right before this request. */
  held: z.array(z.extend(fileLease, { ended: z.optional(z.boolean()) })),
  /** All locks on files that stood when the page looked. */
  leases: z.array(fileLease),
});

export type FileLease = z.infer<typeof fileLease>;
export type Guard = z.infer<typeof guard>;

/** For the parameters of operations that change files. */
export const guarded = { guard: z.optional(guard) };

export const fenceOperations = {
  /** Locks that were just given, or that a new host has to know of; writes that began before are done when this returns. */
  fences: z.strictObject({ leases: z.array(fileLease) }),
} as const;

export const fenceResults = {
  /** How many locks the host knows of. */
  fences: z.object({ known: z.int() }),
} as const;
