// What programs see of a call site itself: libraries know the class by its name.
'use strict';
const util = require('util');
Error.prepareStackTrace = (error, sites) => sites;
const [site] = (function named() { return new Error('x').stack; })();
console.log(site.constructor.name, site.constructor.length, Object.prototype.toString.call(site), Object.getOwnPropertyNames(Object.getPrototypeOf(site)).sort().join(), Object.keys(site).length, JSON.stringify(site), util.inspect(site));
console.log(site.getFunctionName(), site.getLineNumber(), site.isEval(), site.getEvalOrigin(), site.getThis(), site.getFunction(), site.getTypeName(), site.isToplevel(), site.isConstructor(), site.isAsync());
try { new site.constructor(); console.log('made'); } catch (error) { console.log(typeof error); }
