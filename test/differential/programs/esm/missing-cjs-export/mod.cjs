exports.present = 1; Object.assign(exports, { absent: 2 });
