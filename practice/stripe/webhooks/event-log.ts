import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Collection, openCollection } from '../../collection.ts';

const eventRecord = z.object({
  id: z.string(),
  type: z.string(),
  /** The session it concerns, under which the control page lists it. */
  session: z.string().nullable(),
  /** The event exactly as it is sent: every attempt signs the same bytes. */
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

/** What has happened, and whether the shop has been told; times are in milliseconds. */
export type EventLog = {
  events: Collection<EventRecord>;
  plan(event: string, delivery: { status: Delivery['status']; created: number; due: number }): void;
  update(delivery: Delivery): void;
  due(now: number): Delivery[];
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

  return {
    events: openCollection(database, 'event', eventRecord),
    plan(event, { status, created, due }) {
      database
        .prepare('insert into deliveries (event, status, created, due) values (?, ?, ?, ?)')
        .run(event, status, created, due);
    },
    update({ id, status, attempts, last_result, due }) {
      database
        .prepare(
          'update deliveries set status = ?, attempts = ?, last_result = ?, due = ? where id = ?',
        )
        .run(status, attempts, last_result, due, id);
    },
    due(now) {
      return database
        .prepare("select * from deliveries where status = 'pending' and due <= ? order by due, id")
        .all(now)
        .map((row) => deliveryRecord.parse(row));
    },
    of(event) {
      return database
        .prepare('select * from deliveries where event = ? order by id')
        .all(event)
        .map((row) => deliveryRecord.parse(row));
    },
  };
}
