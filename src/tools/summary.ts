/** Summaries of arguments for cards. The arguments are as a model sent them: any field may be missing or of another kind. */

/** The first of the fields that is a text, as it is. */
export function firstText(...names: string[]): (args: Record<string, unknown>) => string {
  return (args) => names.map((name) => args[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? '';
}

/** Texts of a list, or of one field of its items, with spaces between. */
export function listed(value: unknown, field?: string): string {
  if (!Array.isArray(value)) return '';
  const texts = value.map((item: unknown) => (field === undefined ? item : (item as Record<string, unknown> | null)?.[field]));
  return [...new Set(texts.filter((text): text is string => typeof text === 'string'))].join(' ');
}
