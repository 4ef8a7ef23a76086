enum E { A, B = 5, C } console.log(E.A, E.C, E[5]);
