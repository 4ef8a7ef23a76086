import './base.mjs'; import { log } from './log.mjs'; log('left before'); await 0; log('left after');
