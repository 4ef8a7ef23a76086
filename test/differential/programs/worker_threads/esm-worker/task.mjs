import { parentPort, workerData, isMainThread, threadName } from 'node:worker_threads';
import { basename } from 'node:path';
import helper from './helper.cjs';
const late = await new Promise((done) => setTimeout(done, 1, 'late'));
parentPort.postMessage({ workerData, isMainThread, late, helper, threadName, file: basename(import.meta.url), main: import.meta.main });
