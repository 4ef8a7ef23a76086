module.exports = () => { throw new Error('unmapped'); };
//# sourceMappingURL=data:application/json,{"version":3,"sources":[],"names":[],"mappings":""}
