export const shared = 'same binding';
