import { log } from './log.mjs'; log('base before'); await 0; await 0; log('base after');
