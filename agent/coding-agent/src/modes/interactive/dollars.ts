/** An amount with as many digits as the price of a request needs. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`;
}
