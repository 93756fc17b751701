import { WEEKDAYS } from '#domain/calendar/days.ts';
import { changeContent, writeDocument } from '#server/content/documents.ts';
import type { OpenDatabase } from './open-database.ts';

/** Opening hours without a closed weekday, so that the calendar alone closes days. */
export async function openEveryDay({ db }: Pick<OpenDatabase, 'db'>): Promise<void> {
  const week = WEEKDAYS.map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
  const hours = { week };
  const edit = { at: new Date().toISOString(), by: null };
  await changeContent(db, (trx) =>
    writeDocument(trx, { kind: 'text', id: 'hours', body: hours }, edit),
  );
}
