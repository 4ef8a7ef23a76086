globalThis.loads = (globalThis.loads || 0) + 1; module.exports = { loads: globalThis.loads, parent: module.parent && module.parent.id };
