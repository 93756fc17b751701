import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Collection, openCollection } from '../../store.ts';

const eventRecord = z.object({
  id: z.string(),
  type: z.string(),
  /** The control page lists the event under this session. */
  session: z.string().nullable(),
  /** The exact bytes to send: every attempt signs the same ones. */
  payload: z.string(),
});

const deliveryRecord = z.object({
  id: z.number(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'given-up', 'withheld']),
  attempts: z.number(),
  last_result: z.string().nullable(),
  created: z.number(),
  due: z.number(),
});

export type EventRecord = z.infer<typeof eventRecord>;
export type Delivery = z.infer<typeof deliveryRecord>;

/** Events and their webhook deliveries. Times are in milliseconds. */
export type EventLog = {
  events: Collection<EventRecord>;
  plan(event: string, delivery: { status: Delivery['status']; created: number; due: number }): void;
  update(delivery: Delivery): void;
  due(now: number): Delivery[];
  dueOf(event: string, now: number): Delivery[];
  of(event: string): Delivery[];
};

export function openEventLog(database: DatabaseSync): EventLog {
  database.exec(`
    create table if not exists deliveries (
      id integer primary key,
      event text not null,
      status text not null,
      attempts integer not null default 0,
      last_result text,
      created integer not null,
      due integer not null
    );
    create index if not exists deliveries_due on deliveries (status, due);
    create index if not exists deliveries_event on deliveries (event);
  `);

  const insert = database.prepare(
    'insert into deliveries (event, status, created, due) values (?, ?, ?, ?)',
  );
  const update = database.prepare(
    'update deliveries set status = ?, attempts = ?, last_result = ?, due = ? where id = ?',
  );
  const selectDue = database.prepare(
    "select * from deliveries where status = 'pending' and due <= ? order by due, id",
  );
  const selectOf = database.prepare('select * from deliveries where event = ? order by id');
  const deliveriesOf = (event: string) =>
    selectOf.all(event).map((row) => deliveryRecord.parse(row));

  return {
    events: openCollection(database, 'event', eventRecord, [['session']]),
    plan(event, { status, created, due }) {
      insert.run(event, status, created, due);
    },
    update({ id, status, attempts, last_result, due }) {
      update.run(status, attempts, last_result, due, id);
    },
    due: (now) => selectDue.all(now).map((row) => deliveryRecord.parse(row)),
    dueOf: (event, now) =>
      deliveriesOf(event).filter(({ status, due }) => status === 'pending' && due <= now),
    of: deliveriesOf,
  };
}
