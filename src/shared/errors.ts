import { isRecord } from './json.ts';
import type { Json } from './json.ts';

/** The form in which an error crosses a border between threads, processes or frames. */
export interface AppErrorJson {
  code: string;
  message: string;
  data?: Json;
}

/** The one error class of the app: a code for programs, a sentence for people, and data for whoever can use it. */
export class AppError extends Error {
  readonly code: string;
  readonly data: Json | undefined;

  constructor(code: string, message: string, options: { data?: Json; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = options.data;
  }

  toJSON(): AppErrorJson {
    return { code: this.code, message: this.message, ...(this.data === undefined ? {} : { data: this.data }) };
  }

  static fromJSON(json: AppErrorJson): AppError {
    return new AppError(json.code, json.message, json.data === undefined ? {} : { data: json.data });
  }

  /** Any thrown value as an AppError: its own `code` is kept when it has one, an abort becomes `aborted`, all else is `internal`. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown;
    if (thrown instanceof Error) {
      if (thrown.name === 'AbortError') return new AppError('aborted', thrown.message, { cause: thrown });
      const code = (thrown as { code?: unknown }).code;
      return new AppError(typeof code === 'string' ? code : 'internal', thrown.message, { cause: thrown });
    }
    if (isRecord(thrown) && typeof thrown.message === 'string') {
      return new AppError(typeof thrown.code === 'string' ? thrown.code : 'internal', thrown.message, { cause: thrown });
    }
    return new AppError('internal', String(thrown), { cause: thrown });
  }
}

/** Whether something failed because it was asked to stop. */
export function isAbort(thrown: unknown): boolean {
  return AppError.from(thrown).code === 'aborted';
}
