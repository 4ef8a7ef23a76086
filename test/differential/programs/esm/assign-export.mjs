// Assigning to an export from outside.
import * as self from './assign-export.mjs';
export let value = 1;
try { self.value = 2; } catch (e) { console.log(e.name, e.message); }
try { delete self.value; } catch (e) { console.log(e.name, e.message); }
try { self.other = 2; } catch (e) { console.log(e.name, e.message); }
console.log(value);
