export default class Named { static name = 'own'; }
