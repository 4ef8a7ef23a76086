/** Pictures that a tool attached for the person: models read text. */
import { isRecord } from '../../shared/json.ts';
import type { ToolResult } from '../../tools/result.ts';
import css from './agent.module.css';

/** What comes from the sandbox is shown only as one of the kinds that the tool attaches; never drawings that could hold scripts. */
const KINDS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function AttachedPictures({ result }: { result: ToolResult }) {
  return (result.server_data ?? []).map(({ kind, data }, index) => {
    if (kind !== 'image' || !isRecord(data)) return null;
    const { mime_type, base64, path } = data;
    if (typeof mime_type !== 'string' || !KINDS.has(mime_type) || typeof base64 !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(base64)) return null;
    return <img key={index} className={css.picture} src={`data:${mime_type};base64,${base64}`} alt={typeof path === 'string' ? path : 'Attached picture'} />;
  });
}
