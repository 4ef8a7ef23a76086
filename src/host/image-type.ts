/** The media type of a picture by its first bytes; undefined for everything else. Drawings in SVG are text. */
export function imageType(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
