await null; throw new Error('from throws');
