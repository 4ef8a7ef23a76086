exports.x = 1; exports = { lost: true };
