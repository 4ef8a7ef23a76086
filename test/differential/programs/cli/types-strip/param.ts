class P { constructor(public a: number) {} } console.log(new P(1).a);
