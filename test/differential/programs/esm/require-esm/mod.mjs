export const value = { x: 1 }; export default function named() {} export let late = 1;
