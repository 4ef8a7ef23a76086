import { nope } from './ok.mjs';
