// node: --enable-source-maps
// A trace from within a graph of modules goes on to the frames of the library below it.
import './first.mjs';
import { deep } from './second.mjs';
try { deep(3); } catch (e) { console.log(e.stack); }
await null;
try { deep(5); } catch (e) { console.log(e.stack); }
deep(4);
