/** How a page of results says that there is more, in the words of the name that was called. */
import type { ToolBounds } from '../result.ts';

/** Names whose own parameters have no cursor: for them the way on is a larger limit. Their texts are the third document's system's. */
const limited: Record<string, { unit: string; parameter?: string; most?: number }> = {
  search_text: { unit: 'matches', parameter: 'limit', most: 1_000 }, grep: { unit: 'matches', parameter: 'limit', most: 1_000 }, content_search: { unit: 'matches' },
  find: { unit: 'results', parameter: 'limit', most: 10_000 }, file_search: { unit: 'results' }, ls: { unit: 'entries', parameter: 'limit', most: 10_000 }, directory_list: { unit: 'entries' },
};

export interface Page {
  returned: number;
  total: number;
  truncated: boolean;
  next_cursor?: string | undefined;
  /** The page ended because of its size in bytes. */
  full?: boolean;
  /** What is counted, in the plural. */
  unit: string;
  /** What else would make the answer smaller. */
  narrow: string;
}

/** The bounds of the envelope, and the line below the results; the empty string where everything is there. */
export function paging(called_as: string, page: Page): { bounds: ToolBounds; note: string } {
  const { returned, total, truncated, next_cursor, full } = page;
  const bounds: ToolBounds = { returned, truncated, total };
  if (!truncated) return { bounds, note: '' };
  const own = limited[called_as];
  if (own) {
    const { parameter, most = Infinity } = own;
    // What the parameter does not take would only be refused.
    const more = parameter === undefined || full || returned >= most ? page.narrow : `Use ${parameter}=${Math.min(returned * 2, most)} for more, or ${page.narrow.charAt(0).toLowerCase()}${page.narrow.slice(1)}`;
    const hint = `${full ? '50.0KB' : `${returned} ${own.unit}`} limit reached. ${more}`;
    return { bounds: { ...bounds, refinement_hint: hint }, note: `\n\n[${hint}]` };
  }
  return {
    bounds: { ...bounds, ...(next_cursor === undefined ? { refinement_hint: page.narrow } : { next_cursor }) },
    note: `\n[${returned} of ${total} ${page.unit} shown. ${page.narrow}${next_cursor === undefined ? '.' : `, or use cursor=${JSON.stringify(next_cursor)} to continue.`}]`,
  };
}
