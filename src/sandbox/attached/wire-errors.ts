/** Errors on a link: whoever catches one sees the same as beside the sandbox, the stack apart. */
import * as z from 'zod/mini';
import { AppError } from '../../shared/errors.ts';

export const wireError = z.object({
  /** `AppError`, or the name of another class. */
  name: z.string(),
  message: z.string(),
  /** Node's (`ENOENT`) or ours. */
  code: z.optional(z.string()),
  data: z.optional(z.json()),
  // What Node's errors of the filesystem carry besides.
  errno: z.optional(z.number()),
  syscall: z.optional(z.string()),
  path: z.optional(z.string()),
  dest: z.optional(z.string()),
});
export type WireError = z.infer<typeof wireError>;

export function toWire(thrown: unknown): WireError {
  if (thrown instanceof AppError) return { name: 'AppError', ...thrown.toJSON() };
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { code, errno, syscall, path, dest } = thrown as Error & { [key: string]: unknown };
  const texts = Object.entries({ code, syscall, path, dest }).filter(([, value]) => typeof value === 'string');
  return { name: thrown.name, message: thrown.message, ...Object.fromEntries(texts), ...(typeof errno === 'number' ? { errno } : {}) };
}

export function fromWire({ name, message, data, ...rest }: WireError): Error {
  if (name === 'AppError') return new AppError(rest.code ?? 'internal', message, data === undefined ? {} : { data });
  return Object.assign(new Error(message), { name }, rest);
}
