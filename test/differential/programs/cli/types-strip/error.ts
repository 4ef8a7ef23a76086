type X = number;

function thrower(a: X): never { throw new Error('typed ' + a); }
thrower(1 as X);
