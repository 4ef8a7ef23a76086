// A module that throws runs once; everyone who asks gets the very same error.
let first;
try { await import('./throws.mjs'); } catch (e) { first = e; console.log(e.message); }
try { await import('./user.mjs'); } catch (e) { console.log(e === first); }
try { await import('./throws.mjs'); } catch (e) { console.log(e === first); }
await import('./user.mjs').catch((e) => console.log(e === first));
