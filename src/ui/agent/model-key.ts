import { AppError } from '../../shared/errors.ts';

/** Under this name the key of the model's service is kept. */
export const MODEL_KEY = 'model-key';

/** Whether the key that was given for the address `before` may be used with `after`. @throws AppError `invalid` with the sentence to show. */
export function checkKeyAddress(before: string, after: string): void {
  if (before === '' || !URL.canParse(before)) return;
  const [from, to] = [new URL(before).origin, new URL(after).origin];
  if (from !== to) throw new AppError('invalid', `The key was given for ${from}. Type the key for ${to}, or forget the old one.`);
}
