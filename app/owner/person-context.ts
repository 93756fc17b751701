import { createContext } from 'react-router';
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
}

/** Holds what was last searched for among the orders. It ends with the session: the next person may not see it. */
export const SEARCH_COOKIE = { name: 'staff-search', path: '/owner' };

export const staffBrowserContext = createContext<StaffBrowser>();
