import './a.mjs';
