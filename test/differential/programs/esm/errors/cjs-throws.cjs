throw new Error('cjs threw');
