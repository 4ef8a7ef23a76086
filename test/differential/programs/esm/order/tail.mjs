import { log } from './log.mjs'; log('tail');
