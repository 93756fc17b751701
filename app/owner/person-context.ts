import { createContext } from 'react-router';
import * as z from 'zod';
import type { Person, Session } from '#domain/staff/person.ts';
import type { NewToken } from '#server/staff/sessions.ts';

/** Who is signed in. Reading it throws if nobody is: no screen renders without a session. */
export const personContext = createContext<Person>();

/** What the browser that sends the request holds; server/staff reads and writes its cookies. */
export interface StaffBrowser {
  session: Session | undefined;
  /** The token that binds an e-mailed code to this browser. */
  pendingToken: string | undefined;
  /** Such as "Chrome on Android". */
  device: string;
  /** Signs the browser in, or out. */
  keepSession(session: NewToken | undefined): void;
  keepPending(pending: NewToken | undefined): void;
  /** What this person's last form has done, for `UNDO_SECONDS`. */
  flash: Flash | undefined;
  /** Shows it on the next screen. */
  keepFlash(done: Pick<Flash, 'words' | 'undo'>): void;
  /** What was last searched for among the orders; empty if nothing was. The next person may not see it. */
  search: string;
  keepSearch(text: string): void;
}

/** The notice about what a form has done. */
export const Flash = z.object({
  words: z.string(),
  /** What Undo takes back (`writeUndoables`). */
  undo: z.string().optional(),
  /** When it was done, in milliseconds. */
  at: z.number(),
});
export type Flash = z.output<typeof Flash>;

export const staffBrowserContext = createContext<StaffBrowser>();
