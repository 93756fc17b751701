/** With fewer digits it would be other people's number too. */
const FEWEST_DIGITS = 6;

/** Whether two texts are one e-mail address. Two customers without one are two customers. */
export function isSameEmail(one: string, other: string): boolean {
  const key = emailKey(one);
  return key !== undefined && key === emailKey(other);
}

/** Whether two texts are one phone number: `+44 7700 900123` is `07700 900123`. */
export function isSamePhone(one: string, other: string): boolean {
  const key = phoneKey(one);
  return key !== undefined && key === phoneKey(other);
}

/** Whether a phone number is long enough to be one customer's. */
export function isWholePhone(phone: string): boolean {
  return phoneKey(phone) !== undefined;
}

/** The same text for each writing of an e-mail address; undefined for none. */
export function emailKey(email: string): string | undefined {
  return email.trim().normalize('NFKC').toLowerCase() || undefined;
}

/** The same text for each writing of a phone number; undefined for one that is too short. */
export function phoneKey(phone: string): string | undefined {
  const digits = phone
    .replaceAll(/\D/g, '')
    .replace(/^(00)?44/, '')
    .replace(/^0/, '');
  return digits.length >= FEWEST_DIGITS ? digits : undefined;
}
