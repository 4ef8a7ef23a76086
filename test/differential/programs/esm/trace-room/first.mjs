import { deep } from './second.mjs'; import './third.mjs'; try { deep(4); } catch (e) { console.log(e.stack); }
