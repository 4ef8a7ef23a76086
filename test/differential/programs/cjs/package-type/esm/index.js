export const kind = typeof require; 
