import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from '../collection.ts';

const email = z.object({
  id: z.string(),
  receivedAt: z.string(),
  templateParams: z.record(z.string(), z.unknown()),
});

export type Email = z.infer<typeof email>;

export type Inbox = {
  receive(templateParams: Email['templateParams']): void;
  /** Counts a send that was refused or cut off. */
  countFailure(): void;
  failures(): number;
  /** Newest first. */
  list(): Email[];
  /** Forgets the e-mails and the count of failures. */
  empty(): void;
};

const countRow = z.object({ count: z.number() });

/** An inbox shows this many; older e-mails are kept, but nobody reads them in practice. */
const SHOWN = 200;

export function openInbox(database: DatabaseSync): Inbox {
  const emails = openCollection(database, 'email', email);
  database.exec('create table if not exists failures (id integer primary key)');

  return {
    receive(templateParams) {
      emails.add({ id: randomUUID(), receivedAt: new Date().toISOString(), templateParams });
    },
    countFailure() {
      database.exec('insert into failures default values');
    },
    failures() {
      const row = database.prepare('select count(*) as count from failures').get();
      return countRow.parse(row).count;
    },
    list: () => emails.list({ limit: SHOWN }),
    empty() {
      emails.clear();
      database.exec('delete from failures');
    },
  };
}

/** A parameter as the reader of the e-mail sees it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** What an inbox shows on one line: the subject, or else the first line that says anything. */
export function subjectOf({ templateParams }: Email): string {
  const texts = [templateParams.subject, templateParams.title, ...Object.values(templateParams)];
  const [first] = texts
    .filter((text) => text !== undefined)
    .flatMap((text) => textOf(text).split('\n'))
    .filter((line) => line.trim() !== '');
  return first ?? '(empty)';
}
