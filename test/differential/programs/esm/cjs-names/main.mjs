import def, { named, fnExport, ifAssigned } from './c.cjs';
import * as ns from './c.cjs';
import * as star from './reexport.cjs';
import * as whole from './whole.cjs';
import * as babel from './babel.cjs';
console.log(def === ns.default, ns['module.exports'] === def, named, fnExport(), ifAssigned);
for (const m of [ns, star, whole, babel]) console.log(Object.keys(m), typeof m.default);
console.log(babel.default, babel.x);
