module.exports = 'own index';
