try { eval('import.meta'); } catch (e) { console.log(e.name, e.message); }
try { new Function('import.meta'); } catch (e) { console.log(e.name, e.message); }
import('./m.mjs').then((ns) => console.log(ns.default));
