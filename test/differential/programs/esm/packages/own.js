export default 'own';
