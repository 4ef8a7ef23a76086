/** The arguments of the client's `setPreviewScript`. */
import type { PreviewScript } from '../../preview/messages.ts';
import { invalidArgument } from '../headless/errors.ts';

/** What the pages get; null for an empty script, which takes an earlier one away. @throws ApiError for arguments of a wrong kind */
export function previewScript(source: unknown, options: unknown): PreviewScript | null {
  if (typeof source !== 'string') throw invalidArgument('scriptSrc', 'a string');
  if (options !== undefined && options !== null && typeof options !== 'object') throw invalidArgument('options', 'an object');
  const { type, async: loadAsync, defer } = (options ?? {}) as { type?: unknown; async?: unknown; defer?: unknown };
  if (type !== undefined && type !== 'module' && type !== 'importmap') throw invalidArgument('options.type', "'module' or 'importmap'");
  if (source === '') return null;
  return { source, ...(type ? { type } : {}), ...(loadAsync ? { async: true } : {}), ...(defer ? { defer: true } : {}) };
}
