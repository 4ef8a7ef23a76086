import './good.mjs';
import './bad.mjs';
