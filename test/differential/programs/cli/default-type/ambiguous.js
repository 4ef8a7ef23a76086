console.log(typeof require, this === undefined);
