// Parents that become ready together run in the order in which they were reached, not in which they were attached.
import './p1.mjs';
import './p2.mjs';
import './p3.mjs';
console.log('main');
