const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
register('./hooks.mjs', pathToFileURL(__filename));
import('virtual').then((ns) => console.log(ns.default));
try { require('virtual'); } catch (error) { console.log(error.code); }
