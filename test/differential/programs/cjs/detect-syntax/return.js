exports.r = 1; return; await x;
