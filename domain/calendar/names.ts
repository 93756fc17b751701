// The platform's `Intl` knows these too, but a browser pays for its first use with more time than the
// rest of a cake's page takes to start, and an older one writes some of them differently from the
// server.

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @param isoWeekday Monday 1 to Sunday 7. */
export function weekdayName(isoWeekday: number): string {
  return WEEKDAYS[isoWeekday - 1] ?? '';
}

/** @param month January 1 to December 12. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}
