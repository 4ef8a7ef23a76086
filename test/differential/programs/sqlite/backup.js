const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table big(x); with recursive c(i) as (select 1 union all select i+1 from c where i < 2000) insert into big select printf(\'%040d\', i) from c');
(async () => {
  for (const a of [[db], [db, 1], [db, 'b.db', 1], [db, 'b.db', { rate: 'x' }], [db, 'b.db', { rate: 0 }], [db, 'b.db', { source: 1 }], [db, 'b.db', { progress: 1 }], [db, 'b.db', { target: 1 }], [db, '/no/x/b.db'], [db, 'b.db', { source: 'x' }]]) { try { console.log('backup', await backup(...a)); } catch (e) { console.log('backup THROWS', e.code, e.message, JSON.stringify(Object.assign({}, e))); } }
  console.log(await backup(db, 'b2.db', { rate: 10, progress: (p) => console.log(p) }));
  console.log(new DatabaseSync('b2.db').prepare('select count(*) c, sum(x) s from big').get());
})();
