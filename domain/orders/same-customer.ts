/** With fewer digits it would be other people's number too. */
const FEWEST_DIGITS = 6;

/** Whether two texts are one e-mail address. Two customers without one are two customers. */
export function isSameEmail(one: string, other: string): boolean {
  return one.trim() !== '' && folded(one) === folded(other);
}

/** Whether two texts are one phone number: `+44 7700 900123` is `07700 900123`. */
export function isSamePhone(one: string, other: string): boolean {
  return isWholePhone(one) && nationalDigits(one) === nationalDigits(other);
}

/** Whether a phone number is long enough to be one customer's. */
export function isWholePhone(phone: string): boolean {
  return nationalDigits(phone).length >= FEWEST_DIGITS;
}

function folded(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

function nationalDigits(phone: string): string {
  return phone
    .replaceAll(/\D/g, '')
    .replace(/^(00)?44/, '')
    .replace(/^0/, '');
}
