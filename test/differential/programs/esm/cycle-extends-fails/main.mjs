import('./base.mjs').catch((e) => console.log(e.name, e.message));
