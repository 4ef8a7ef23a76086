import type { World } from './world.ts';

/** Lets the world go on until a promise of one of its peers is settled. */
export async function play<T>(world: World, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = (): void => { settled = true; };
  promise.then(done, done);
  await world.run(() => settled);
  if (!settled) throw new Error('the world came to rest before that happened');
  return promise;
}
