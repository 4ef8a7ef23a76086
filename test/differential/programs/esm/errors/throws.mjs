throw new TypeError('on purpose');
