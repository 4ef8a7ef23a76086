/** The origins whose pages may send webhooks to this page when it is shown inside of them. */

/** @returns the origins of a list as a person writes it, by commas, spaces or lines; and what in it is none */
export function readOrigins(text: string): { origins: string[]; wrong: string[] } {
  const origins: string[] = [];
  const wrong: string[] = [];
  for (const word of text.split(/[\s,]+/)) {
    if (word === '') continue;
    const origin = originOf(word);
    (origin === undefined ? wrong : origins).push(origin ?? word);
  }
  return { origins: [...new Set(origins)], wrong };
}

/** Of an address without path. `null`, the origin of pages without one, is none: anybody can have it. */
function originOf(text: string): string | undefined {
  try {
    const url = new URL(text);
    const plain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return plain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
