import settings, { host, port } from './settings.mjs';
import again from './again.mjs';
console.log(settings, host, port, again);
