import './fourth.mjs';
