await 0; const x = 1;
