await null;
throw { code: 7, toString: () => 'an object' };
