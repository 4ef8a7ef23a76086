export const arrow = () => {}, cls = class {}, fn = function () {};
