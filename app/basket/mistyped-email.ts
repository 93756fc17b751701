/**
 * Whether an e-mail address lacks what every address has. Only for a hint: the shop takes any address,
 * and nothing filled in is no mistake yet.
 */
export function looksMistyped(email: string): boolean {
  const typed = email.trim();
  return typed !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed);
}
