import def, { count, inc, swap as exchange, obj, destructured, letLater } from './c.mjs';
import * as ns from './c.mjs';
const read = () => [count, ns.count, def, obj.n, destructured, letLater];
console.log(read());
inc(); exchange('new');
console.log(read());
try { count = 5; } catch (e) { console.log(e.name, e.message); }
try { ns.count = 5; } catch (e) { console.log(e.name); }
try { count++; } catch (e) { console.log(e.message); }
try { [count] = [1]; } catch (e) { console.log(e.message); }
try { for (count of [1]); } catch (e) { console.log(e.message); }
try { delete ns.count; } catch (e) { console.log(e.name); }
const f = (count = 3) => count;
{ const inc = 'shadow'; console.log(f(), inc, typeof count, `${count}`, { count }, [count, ...[count]]); }
