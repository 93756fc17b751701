import { fromDate, toZoned } from '@internationalized/date';
import ICAL from 'ical.js';
import { LONDON } from '#domain/calendar/days.ts';

/** Reads an e-mail's attachment, a data URL. */
export function attachedEvents(attachment: string) {
  const file = Buffer.from(attachment.replace('data:text/calendar;base64,', ''), 'base64');
  return eventsOf(file.toString('utf8'));
}

/** Reads a file as calendar programs do, with times in London. */
export function eventsOf(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary, location, description, startDate, endDate } = new ICAL.Event(
      component,
    );
    return {
      uid,
      sequence: sequence ?? 0,
      summary,
      location,
      description,
      start: inLondon(startDate),
      end: inLondon(endDate),
    };
  });
}

function inLondon(time: ICAL.Time): string {
  if (time.isDate) return time.toString();
  return toZoned(fromDate(time.toJSDate(), 'UTC'), LONDON)
    .toString()
    .slice(0, 16)
    .replace('T', ' ');
}
