/** How many pages a list fills. */
export function pageCount(items, size) {
  return Math.floor(items.length / size);
}

/** One page of a list; pages are counted from 1. */
export function page(items, number, size = 4) {
  const pages = pageCount(items, size);
  if (number < 1 || number > pages) throw new RangeError(`no page ${number} of ${pages}`);
  const start = (number - 1) * size;
  return { number, pages, items: items.slice(start, start + size) };
}
