import { AppError } from '../shared/errors.ts';

/** A service of the page that a tool needs. @throws AppError `not_configured` with the documented text when the page has none */
export function configured<T>(service: T | undefined, message: string): T {
  if (service === undefined) throw new AppError('not_configured', message);
  return service;
}
