console.table([{ name: '日本', v: '😀' }, { name: 'é', v: 'e\u0301' }]);
console.log(require('util').inspect(['日本語', '한국어', 'ｆｕｌｌ', 'a', 'b', 'c', 'd', 'e', 'f', 'g']));
