/** Amounts are whole cents: sums of 0.1 would not be. */
export function euros(cents) {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${sign}${whole}.${rest} EUR`;
}

/** A discount in percent, rounded to the customer's favour. */
export function discounted(cents, percent) {
  return Math.floor((cents * (100 - percent)) / 100);
}
