import { x } from './missing-reexport.mjs';
