import './c.cjs';
