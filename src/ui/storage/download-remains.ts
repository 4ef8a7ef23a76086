/** What is left of files that could not be read, for whoever can make something of it. */
import type { DamagedRecord } from '../../project/durable-store.ts';
import { offer, zipName } from '../files/download.ts';

/** Offers the remains as a zip, with a list of what was wrong with each. */
export async function downloadRemains(damaged: readonly DamagedRecord[], project: string): Promise<void> {
  offer(await zipRemains(damaged), `${project}, damaged files.zip`, 'application/zip');
}

export async function zipRemains(damaged: readonly DamagedRecord[]): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  const files = Object.create(null) as Record<string, Uint8Array>;
  damaged.forEach(({ path, pieces }, index) => {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    // Each in a folder of its own: the same file may have been damaged twice.
    if (bytes.length > 0) files[`${index + 1}/${path.split('/').map((name) => zipName(name)).join('/')}`] = bytes;
  });
  const list = damaged.map(({ path, reason, found }, index) => `${index + 1}. ${path}: ${reason} Found ${new Date(found).toISOString()}.`);
  files['damaged.txt'] = new TextEncoder().encode(`${list.join('\n')}\n`);
  return zipSync(files);
}
