/** The script of the rare bindings (`node-rare.js`): leaves them where `shared-modules.ts` takes them up. */
import { rareBindings } from './bindings/rare.ts';

(globalThis as { __tabloomRare?: unknown }).__tabloomRare = rareBindings;
