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
});
export type WireError = z.infer<typeof wireError>;

export function toWire(thrown: unknown): WireError {
  if (thrown instanceof AppError) return { name: 'AppError', ...thrown.toJSON() };
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const { code } = thrown as { code?: unknown };
  return { name: thrown.name, message: thrown.message, ...(typeof code === 'string' ? { code } : {}) };
}

export function fromWire({ name, message, code, data }: WireError): Error {
  if (name === 'AppError') return new AppError(code ?? 'internal', message, data === undefined ? {} : { data });
  const error = new Error(message);
  error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}
