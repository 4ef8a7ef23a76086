export default class { static who = this.name; }
