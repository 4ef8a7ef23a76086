import { Worker } from 'node:worker_threads';
const worker = new Worker(new URL('./st.mjs', import.meta.url), { stderr: true });
worker.on('exit', (code) => console.log('exit', code));
