// Parts that Node's build of SQLite has and the sandbox's has not.
const { DatabaseSync } = require('node:sqlite');
const told = (name, ask) => { try { console.log(name, ask()); } catch (e) { console.log(name, e.code, e.message); } };
const db = new DatabaseSync(':memory:', { allowExtension: true });
told('geopoly', () => db.exec('CREATE VIRTUAL TABLE shapes USING geopoly(name)'));
told('extension', () => db.loadExtension('./no-such-library'));
