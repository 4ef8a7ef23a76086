/** Where the build reads and writes. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const dist = join(root, 'dist');
/** Downloads and intermediate results, kept between builds and safe to delete. */
export const cache = join(root, 'node_modules', '.cache', 'tabloom');
