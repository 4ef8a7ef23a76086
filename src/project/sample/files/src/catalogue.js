export const catalogue = [
  { id: 'apple', name: 'Apple', cents: 45 },
  { id: 'bread', name: 'Rye bread', cents: 320 },
  { id: 'butter', name: 'Butter', cents: 289 },
  { id: 'cheese', name: 'Cheese', cents: 640 },
  { id: 'coffee', name: 'Coffee', cents: 899 },
  { id: 'eggs', name: 'Ten eggs', cents: 379 },
  { id: 'honey', name: 'Honey', cents: 550 },
  { id: 'milk', name: 'Milk', cents: 119 },
  { id: 'rice', name: 'Rice', cents: 249 },
  { id: 'tea', name: 'Tea', cents: 425 },
];
