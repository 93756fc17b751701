/** The customer's name, where the number of the order is shown beside it. It is empty once it was removed. */
export function customerName({ name }: { name: string }): string {
  return name || 'Name removed';
}

/** The customer's name, or the number of the order in its place: `Order 4KX7WP`. */
export function nameOrNumber({ name, number }: { name: string; number: string }): string {
  return name || `Order ${number}`;
}
