throw new Error('thrown in module');
