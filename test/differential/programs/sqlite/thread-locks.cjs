// node: --no-warnings
// Locks of a database belong to the thread that has it open: they go with it, and stay when another one closes the file.
const { DatabaseSync } = require('node:sqlite');
const { execFileSync } = require('node:child_process');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

if (!isMainThread) {
  const db = new DatabaseSync(workerData.file);
  if (workerData.hold) {
    db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (99)');
    parentPort.postMessage('held');
    setInterval(() => {}, 1000);
  } else {
    console.log('worker reads', db.prepare('SELECT count(*) AS n FROM t').get().n);
    db.close();
  }
} else {
  const tell = (run) => {
    try {
      return run();
    } catch (error) {
      return error.message;
    }
  };
  const elsewhere = (file) => execFileSync(process.execPath, ['--no-warnings', '-e', `
    const { DatabaseSync } = require('node:sqlite');
    try { new DatabaseSync(${JSON.stringify(file)}).exec('INSERT INTO t VALUES (2)'); console.log('written'); } catch (error) { console.log(error.message); }
  `], { encoding: 'utf8' }).trim();
  const ended = (data, onMessage = () => {}) => new Promise((done) => {
    const worker = new Worker(__filename, { workerData: data });
    worker.on('message', () => onMessage(worker)).on('exit', done);
  });
  (async () => {
    for (const mode of ['DELETE', 'WAL']) {
      const file = `${mode}.db`;
      const db = new DatabaseSync(file);
      db.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE t (n); INSERT INTO t VALUES (1)`);
      db.close();
      await ended({ file, hold: true }, (worker) => worker.terminate());
      console.log(mode, 'after the worker was ended:', tell(() => { const db = new DatabaseSync(file); db.exec('INSERT INTO t VALUES (3)'); const { n } = db.prepare('SELECT count(*) AS n FROM t').get(); db.close(); return n; }));
    }
    const db = new DatabaseSync('DELETE.db');
    db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (4)');
    console.log('another process:', elsewhere('DELETE.db'));
    await ended({ file: 'DELETE.db' });
    console.log('another process after a worker closed the file:', elsewhere('DELETE.db'));
    db.exec('COMMIT');
    db.close();
  })();
}
