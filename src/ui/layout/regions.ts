/** The page's regions, and F6 to go around them as in desktop programs. */

export const regions = [
  { id: 'files', label: 'Files' },
  { id: 'editor', label: 'Editor' },
  // There while it is open, and always on a phone.
  { id: 'work', label: 'Work' },
  { id: 'terminal', label: 'Terminal' },
  // There only while a server is shown.
  { id: 'preview', label: 'Preview' },
  { id: 'agent', label: 'Agent' },
] as const;
export type RegionId = (typeof regions)[number]['id'];

/** What of a region should have the focus: its working part rather than its first button. The first of these that is there: in one selector, the first in the page would be it. */
const entries: { [Region in RegionId]: readonly string[] } = {
  files: ['[role="treeitem"][tabindex="0"]', '[role="treeitem"]'],
  editor: ['.native-edit-context', '.monaco-editor textarea', '[role="tab"][tabindex="0"]'],
  // A question that waits, if there is one.
  work: ['[data-answer]', '[role="tab"][tabindex="0"]'],
  terminal: ['.xterm-helper-textarea'],
  preview: ['#preview-path'],
  agent: ['#agent-task'],
};

export function regionElement(id: RegionId): HTMLElement | null {
  return document.getElementById(`region-${id}`);
}

/** Focuses the region's working part, or the region itself when it has none yet. */
export function focusRegion(id: RegionId): void {
  const region = regionElement(id);
  if (!region) return;
  const inside = entries[id].flatMap((selector) => [...region.querySelectorAll<HTMLElement>(selector)]).find((element) => element.closest('[hidden]') === null);
  (inside ?? region).focus();
}

/** The region after (or before) the one that has the focus. */
export function nextRegion(backwards: boolean): RegionId {
  const present = regions.filter(({ id }) => regionElement(id));
  const at = present.findIndex(({ id }) => regionElement(id)!.contains(document.activeElement));
  const from = at < 0 ? (backwards ? 0 : -1) : at;
  return present[(from + (backwards ? -1 : 1) + present.length) % present.length]!.id;
}
