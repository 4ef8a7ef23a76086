const require = 5; await 1;
