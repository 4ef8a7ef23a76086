exports.deep = 'deep value';
