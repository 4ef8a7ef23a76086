import { isMainThread, isInternalThread, threadId } from 'node:worker_threads';
export async function load(url, context, next) {
  if (url.endsWith('leaf.mjs')) console.log('in hooks', isMainThread, isInternalThread, threadId > 0, context.format, Object.keys(context));
  return next(url, context);
}
