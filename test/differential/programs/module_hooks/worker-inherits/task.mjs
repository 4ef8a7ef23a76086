const { default: value } = await import('virtual');
console.log(value);
