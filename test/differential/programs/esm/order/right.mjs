import './base.mjs'; import './tail.mjs'; import { log } from './log.mjs'; log('right');
