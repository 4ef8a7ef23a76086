'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.x = exports.default = void 0;
exports.default = 'the default';
exports.x = 'x';
