import { parseDateTime, toZoned } from '@internationalized/date';
import type { Instant } from '#domain/clock.ts';
import type { Day } from './day.ts';
import { addDays, LONDON } from './days.ts';

export interface IcsEvent {
  /** Stable for an event, so that importing it twice leaves one. */
  uid: string;
  /** How often the event has been changed. */
  sequence: number;
  day: Day;
  /** London times such as `08:00`; without them the event lasts all day. */
  time: { starts: string; ends: string } | undefined;
  summary: string;
  /** Empty: none. */
  location: string;
  description: string;
  /** The page about the event; without one there is no alarm either. */
  url?: string;
  /** It disappears from a calendar that has it. */
  isCancelled?: true;
}

interface IcsOptions {
  calendarName?: string;
}

const LINE_END = '\r\n';

/**
 * Formats events as an iCalendar file (RFC 5545). If all of them are cancelled it is a cancellation (RFC 5546).
 * @param calendarName of a feed, which calendar programs read again and again.
 */
export function icsFile(
  events: IcsEvent[],
  writtenAt: Instant,
  { calendarName }: IcsOptions = {},
): string {
  const isCancellation = events.length > 0 && events.every(({ isCancelled }) => isCancelled);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Collection days//EN',
    ...(isCancellation ? ['METHOD:CANCEL'] : []),
    ...(calendarName === undefined ? [] : feedLines(calendarName)),
    ...events.flatMap((event) => eventLines(event, writtenAt)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => fold(line) + LINE_END).join('');
}

/** Each name and interval twice: RFC 7986's, and the older one that most programs read. */
function feedLines(name: string): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ];
}

function eventLines(event: IcsEvent, writtenAt: Instant): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${compact(writtenAt)}`,
    ...(event.sequence > 0 ? [`SEQUENCE:${event.sequence}`] : []),
    ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
    ...whenLines(event),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    // The visitor stays free during this time.
    'TRANSP:TRANSPARENT',
    ...(event.url === undefined || event.isCancelled ? [] : alarmLines(event)),
    'END:VEVENT',
  ];
}

/** On the day before: at the same time, or at 6 pm before an event that lasts all day. */
function alarmLines({ time, summary }: IcsEvent): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${time ? '-P1D' : '-PT6H'}`,
    `DESCRIPTION:${escapeText(summary)}`,
    'END:VALARM',
  ];
}

function whenLines({ day, time }: IcsEvent): string[] {
  if (!time) {
    return [
      `DTSTART;VALUE=DATE:${compact(day)}`,
      // The end date is exclusive.
      `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    ];
  }
  return [`DTSTART:${londonMoment(day, time.starts)}`, `DTEND:${londonMoment(day, time.ends)}`];
}

/** In UTC, so that the file needs no time zone definition. */
function londonMoment(day: Day, time: string): string {
  return compact(toZoned(parseDateTime(`${day}T${time}`), LONDON).toAbsoluteString());
}

/** `2026-12-05T08:00:00.000Z` → `20261205T080000Z` */
function compact(isoText: string): string {
  return isoText.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');
}

const LINE_OCTETS = 75;

/** Folds lines at 75 octets, never inside a character; continuation lines start with a space. */
function fold(line: string): string {
  let folded = '';
  let room = LINE_OCTETS;
  for (const letter of line) {
    const octets = utf8Octets(letter);
    if (octets > room) {
      folded += `${LINE_END} `;
      room = LINE_OCTETS - 1;
    }
    folded += letter;
    room -= octets;
  }
  return folded;
}

/** Counted, because encoding every character took half of the time of writing an e-mail. */
function utf8Octets(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
