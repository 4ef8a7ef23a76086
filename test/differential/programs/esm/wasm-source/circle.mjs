import source circle from './add.wasm';
import { untouched } from './uses.mjs';
export const dynamic = () => [import.source('./add.wasm'), untouched];
export { circle };
