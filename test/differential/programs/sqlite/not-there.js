// Parts that Node's build of SQLite has and the sandbox's has not.
const { DatabaseSync } = require('node:sqlite');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code, e.message); } };
const db = new DatabaseSync(':memory:', { allowExtension: true });
told('geopoly', () => db.exec('CREATE VIRTUAL TABLE shapes USING geopoly(name)'));
told('extension', () => db.loadExtension('./no-such-library'));
for (const module of ['fts3', 'fts4']) told(module, () => db.exec(`CREATE VIRTUAL TABLE text_${module} USING ${module}(body)`));
told('rbu', () => db.prepare('SELECT rbu_fossil_delta(?, ?) IS NOT NULL AS made').get('one text', 'another text').made);
