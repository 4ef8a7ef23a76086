import './d2.cjs';
