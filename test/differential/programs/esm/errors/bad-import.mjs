import { nope } from './good.mjs';
