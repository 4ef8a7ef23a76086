export default function () { return 3; }
