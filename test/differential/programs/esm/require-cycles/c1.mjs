import './c2.mjs';
