import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The whole schema; `Tables` describes the columns. */
export const schema: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const statements = [
      ...CONTENT,
      photoFiles(isPostgres),
      ...DAYS,
      ...ORDERS,
      ...orderHistory(isPostgres),
      ...WAITING,
      ...REQUESTS,
      ...requestHistory(isPostgres),
      ...MONEY,
      ...EMAILS,
      ...STAFF,
      ...PUSHES,
      ...BOT_CHECK,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const CONTENT = [
  // What the payment provider knows of prices. What is saved with another price is sold at this one.
  `create table prices (
    lookup_key text not null primary key,
    price integer not null check (price > 0),
    stripe_price_id text not null
  )`,

  `create table documents (
    kind text not null,
    id text not null,
    body text not null,
    version integer not null,
    position integer not null,
    updated_at text not null,
    updated_by text,
    primary key (kind, id)
  )`,

  `create table document_versions (
    kind text not null,
    id text not null,
    version integer not null,
    body text not null,
    at text not null,
    person_id text,
    primary key (kind, id, version)
  )`,

  `create table content_version (
    id integer primary key check (id = 1),
    version integer not null
  )`,
  'insert into content_version (id, version) values (1, 1)',

  // One row per record, however often it changes, so it needs no cleaning.
  `create table changes (
    path text not null primary key,
    version integer not null
  )`,
  'create index changes_version on changes (version)',
];

function photoFiles(isPostgres: boolean): string {
  return `create table photo_files (
    file text not null primary key,
    bytes ${isPostgres ? 'bytea' : 'blob'} not null
  )`;
}

const DAYS = [
  `create table printed_sheets (
    day text not null primary key,
    event_id integer not null,
    printed_at text not null
  )`,
];

// Of the partial indexes: few of all orders are in them.
const ORDERS = [
  `create table orders (
    id text not null primary key,
    number text not null unique,
    state text not null check
      (state in ('quoted', 'accepting', 'placed', 'expired', 'agreed', 'paying', 'funded', 'paid')),
    name text not null,
    email text not null,
    phone text not null,
    payment_email text,
    collector text,
    note text,
    staff_note text,
    total integer not null check (total >= 0),
    paid integer not null default 0,
    surplus integer not null default 0 check (surplus between 0 and paid),
    taken_off text,
    deposit integer check (deposit > 0 and deposit < total),
    rest_by text,
    placed_at text not null,
    pay_by text not null,
    cancelled_at text,
    anonymised_at text,
    checkout_id text,
    replaced_by text,
    request_id text,
    payment text not null default 'none',
    email_corrected_at text,
    email_refused integer not null default 0 check (email_refused in (0, 1)),
    search text,
    search_contact text,
    caller text,
    check (paid between 0 and total + surplus)
  )`,
  'create index orders_request on orders (request_id) where request_id is not null',
  'create index orders_caller on orders (caller) where caller is not null',
  'create index orders_placed on orders (placed_at, id)',
  `create index orders_open on orders (placed_at, id)
    where state in ('placed', 'paying', 'accepting')`,
  "create index orders_quoted on orders (placed_at, id) where state in ('quoted', 'accepting')",
  `create index orders_unpaid on orders (placed_at, id)
    where state in ('placed', 'agreed', 'paying')`,
  'create index orders_cancelled on orders (placed_at, id) where cancelled_at is not null',
  'create index orders_named on orders (placed_at, id) where anonymised_at is null',
  'create index orders_checkout on orders (checkout_id) where checkout_id is not null',

  `create table quotes (
    order_id text not null primary key references orders (id),
    valid_until text not null,
    holds_day integer not null check (holds_day in (0, 1)),
    even_if_full integer not null check (even_if_full in (0, 1)),
    message text not null
  )`,

  // No foreign key to cakes or sizes: an order keeps its copy after they are deleted. A free line has none.
  `create table order_items (
    order_id text not null references orders (id),
    position integer not null,
    cake_id text,
    size_id text,
    is_add_on integer not null check (is_add_on in (0, 1)),
    api text,
    title text not null,
    img text,
    size text not null,
    slices text,
    options text,
    price integer not null,
    vat_rate integer not null,
    units integer not null,
    message text not null,
    day text not null,
    time text,
    first_day text,
    moves integer not null default 0,
    allergens text not null,
    may_contain text,
    primary key (order_id, position),
    check ((cake_id is null) = (size_id is null)),
    check ((cake_id is null) = (api is null)),
    check ((cake_id is null) = (img is null)),
    check (cake_id is not null or options is null)
  )`,
  'create index order_items_day on order_items (day, order_id)',

  // What customers add and have not paid yet: one at a time, collected with the item of the position.
  `create table additions (
    order_id text not null primary key references orders (id),
    id text not null,
    position integer not null,
    lines text not null,
    units integer not null check (units >= 0),
    pay_by text not null,
    checkout_id text,
    is_processing integer not null default 0 check (is_processing in (0, 1))
  )`,
  'create index additions_checkout on additions (checkout_id) where checkout_id is not null',
  'create index additions_due on additions (pay_by, order_id)',

  `create table collections (
    order_id text not null references orders (id),
    day text not null,
    fulfilment text not null check (fulfilment in ('to-make', 'ready', 'collected', 'missed')),
    at text not null,
    person_id text,
    primary key (order_id, day)
  )`,
  `create index collections_open on collections (fulfilment, order_id)
    where fulfilment in ('ready', 'missed')`,

  `create table customer_links (
    hash text not null primary key,
    order_id text not null references orders (id),
    address_hash text,
    sent_as text not null,
    unique (order_id, sent_as)
  )`,

  `create table pay_links (
    hash text not null primary key,
    order_id text not null references orders (id),
    made_at text not null,
    sent_as text,
    unique (order_id, sent_as)
  )`,

  `create table text_changes (
    order_id text not null references orders (id),
    number integer not null,
    position integer,
    before text not null,
    after text not null,
    primary key (order_id, number)
  )`,

  `create table note_changes (
    order_id text not null references orders (id),
    number integer not null,
    before text not null,
    after text not null,
    primary key (order_id, number)
  )`,

  `create table incidents (
    key text not null primary key,
    kind text not null,
    order_id text,
    facts text not null,
    raised_at text not null,
    closed_at text
  )`,
  'create index incidents_open on incidents (raised_at, key) where closed_at is null',
];

function orderHistory(isPostgres: boolean): string[] {
  return [
    `create table order_events (
      id ${numbered(isPostgres)},
      order_id text not null references orders (id),
      at text not null,
      actor text not null,
      person_id text,
      kind text not null,
      facts text not null
    )`,
    'create index order_events_order on order_events (order_id, id)',
    // `BOOKING` repeats the condition.
    `create index order_events_booking on order_events (at, id)
      where kind in ('funded', 'agreed', 'part-paid', 'restored')`,
    // `CHANGED_BY_CUSTOMER` repeats the condition.
    `create index order_events_by_customer on order_events (order_id)
      where actor = 'customer' and kind in ('moved', 'text-changed', 'added', 'cancel-requested')`,
  ];
}

const WAITING = [
  `create table waiting (
    id text not null primary key,
    day text not null,
    items text not null,
    units integer not null check (units > 0),
    email text not null,
    state text not null check
      (state in ('waiting', 'offered', 'ordered', 'left', 'lapsed', 'over')),
    joined_at text not null,
    offered_until text,
    check ((email <> '') = (state in ('waiting', 'offered')))
  )`,
  // `IN_LINE` repeats the condition.
  `create index waiting_line on waiting (day, joined_at, id)
    where state in ('waiting', 'offered')`,
  'create index waiting_day on waiting (day)',

  `create table waiting_links (
    hash text not null primary key,
    entry_id text not null references waiting (id),
    sent_as text not null,
    unique (entry_id, sent_as)
  )`,
];

const REQUESTS = [
  `create table requests (
    id text not null primary key,
    number text not null unique,
    state text not null check
      (state in ('open', 'answered', 'quoted', 'ordered', 'declined', 'closed')),
    occasion text not null,
    people integer not null check (people > 0),
    day text not null,
    ideas text not null,
    budget text not null,
    name text not null,
    email text not null,
    phone text not null,
    email_refused integer not null default 0 check (email_refused in (0, 1)),
    created_at text not null,
    anonymised_at text
  )`,
  'create index requests_created on requests (created_at, id)',
  "create index requests_open on requests (created_at, id) where state = 'open'",
  'create index requests_named on requests (day, id) where anonymised_at is null',

  `create table request_links (
    hash text not null primary key,
    request_id text not null references requests (id),
    sent_as text not null,
    unique (request_id, sent_as)
  )`,
];

function requestHistory(isPostgres: boolean): string[] {
  return [
    `create table request_photos (
      request_id text not null references requests (id),
      position integer not null,
      width integer not null,
      height integer not null,
      bytes ${isPostgres ? 'bytea' : 'blob'} not null,
      primary key (request_id, position)
    )`,

    `create table request_messages (
      id ${numbered(isPostgres)},
      request_id text not null references requests (id),
      number integer not null check (number > 0),
      kind text not null check
        (kind in ('written', 'declined', 'quoted', 'accepted', 'ordered', 'closed', 'reopened')),
      author text not null check (author in ('customer', 'staff')),
      person_id text,
      text text not null,
      at text not null,
      unique (request_id, number),
      check ((person_id is null) = (author = 'customer')),
      check (author = 'staff' or kind in ('written', 'accepted'))
    )`,
  ];
}

const MONEY = [
  `create table ledger (
    order_id text not null references orders (id),
    kind text not null,
    id text not null,
    payment_id text,
    amount integer not null,
    parts text not null,
    at text not null,
    primary key (order_id, kind, id)
  )`,
  'create index ledger_at on ledger (at, order_id)',
  // `readMoves` repeats the condition.
  "create index ledger_payments on ledger (payment_id) where kind = 'charge'",
  // `orderOfCheckout` repeats the condition.
  "create index ledger_charges on ledger (id) where kind = 'charge'",

  `create table reversals (
    order_id text not null references orders (id),
    id text not null,
    kind text not null check (kind in ('refund', 'dispute')),
    payment text not null,
    provider_id text,
    amount integer not null check (amount >= 0),
    is_pending integer not null check (is_pending in (0, 1)),
    claimed_amount integer,
    claimed_currency text,
    state text not null,
    reason text,
    at text not null,
    answer_by text,
    next_attempt_at text,
    primary key (order_id, id)
  )`,
  // `REFUNDED` repeats the condition.
  `create index reversals_refunds on reversals (order_id)
    where kind = 'refund' and state not in ('requested', 'refused')`,
  'create index reversals_pending on reversals (order_id) where is_pending = 1',
  "create index reversals_requested on reversals (next_attempt_at) where state = 'requested'",

  // The payment provider's account, whether orders have moved it or not.
  `create table balance_transactions (
    id text not null primary key,
    kind text not null,
    source text,
    payment_id text,
    payout_id text,
    amount integer not null,
    fee integer not null,
    words text,
    at text not null
  )`,
  'create index balance_transactions_at on balance_transactions (at, id)',
  // `findPayout` repeats the condition.
  `create index balance_transactions_returned on balance_transactions (source)
    where kind = 'payout_reversal'`,
  `create index balance_transactions_payout on balance_transactions (payout_id)
    where payout_id is not null`,

  `create table payouts (
    id text not null primary key,
    amount integer not null,
    arrives text not null,
    state text not null check (state in ('on-its-way', 'arrived', 'returned', 'cancelled')),
    failure text,
    is_by_hand integer not null check (is_by_hand in (0, 1)),
    is_complete integer not null default 0 check (is_complete in (0, 1)),
    at text not null
  )`,
  'create index payouts_arrives on payouts (arrives, id)',
  'create index payouts_incomplete on payouts (id) where is_complete = 0 and is_by_hand = 0',
];

const EMAILS = [
  // `about` is an order, an entry of the waiting list or a request, in the transaction that adds an e-mail. Orders are
  // never deleted, and an entry with its e-mails.
  `create table emails (
    about text not null,
    kind text not null,
    recipient text not null check (recipient in ('cafe', 'customer')),
    not_before text not null,
    attempts integer not null check (attempts >= 0),
    next_attempt_at text not null,
    claimed_until text,
    revision integer not null,
    last_error text,
    failing_since text,
    failed_at text,
    sent_at text,
    dropped_at text,
    words text,
    primary key (about, kind)
  )`,
  `create index emails_due on emails (not_before, next_attempt_at)
    where sent_at is null and dropped_at is null`,
  'create index emails_sent on emails (sent_at) where sent_at is not null',

  `create table email_throttle (
    id integer primary key check (id = 1),
    next_email_at text not null
  )`,
  `insert into email_throttle (id, next_email_at) values (1, '1970-01-01T00:00:00.000Z')`,

  `create table alerts (
    key text not null primary key,
    next_attempt_at text not null,
    sent_at text
  )`,
];

// Of secrets only hashes are stored.
const STAFF = [
  `create table people (
    id text not null primary key,
    name text not null,
    email text not null unique,
    role text not null check (role in ('owner', 'counter', 'kitchen')),
    added_at text not null,
    disabled_at text,
    confirmed_email text,
    notifications text
  )`,

  `create table sessions (
    hash text not null primary key,
    id text not null unique,
    person_id text not null references people (id),
    device text not null,
    signed_in_at text not null,
    proved_at text not null,
    seen_at text not null,
    ends_at text not null
  )`,
  'create index sessions_person on sessions (person_id)',
  'create index sessions_end on sessions (ends_at)',

  `create table sign_in_tokens (
    hash text not null primary key,
    kind text not null,
    person_id text references people (id),
    code_hash text,
    tries integer not null,
    made_at text not null,
    expires_at text not null
  )`,
  'create index sign_in_tokens_person on sign_in_tokens (person_id, made_at)',
  'create index sign_in_tokens_end on sign_in_tokens (expires_at)',

  `create table recovery_codes (
    hash text not null primary key,
    person_id text not null references people (id),
    used_at text,
    kept_at text
  )`,
  'create index recovery_codes_person on recovery_codes (person_id)',

  `create table passkeys (
    id text not null primary key,
    person_id text not null references people (id),
    public_key text not null,
    counter integer not null,
    transports text not null,
    device text not null,
    added_at text not null,
    used_at text
  )`,
  'create index passkeys_person on passkeys (person_id)',
];

const PUSHES = [
  `create table push_subscriptions (
    id text not null primary key,
    person_id text not null references people (id),
    session_id text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    device text not null,
    added_at text not null,
    attempts integer not null default 0,
    next_attempt_at text not null,
    last_error text,
    failing_since text,
    sent_at text
  )`,
  'create index push_subscriptions_person on push_subscriptions (person_id)',

  // No foreign key: that a subscription is removed at the same moment must not undo an order's payment.
  `create table pushes (
    subscription_id text not null,
    about text not null,
    kind text not null,
    revision integer not null,
    planned_at text not null,
    primary key (subscription_id, about)
  )`,
];

const BOT_CHECK = [
  `create table secrets (
    name text not null primary key,
    value text not null
  )`,

  // A token has numbered slots: two concurrent orders cannot take the same one.
  `create table bot_check_uses (
    id text not null,
    slot integer not null,
    purpose text not null,
    expires_at text not null,
    primary key (id, slot),
    unique (id, purpose)
  )`,
  'create index bot_check_uses_until on bot_check_uses (expires_at)',
];

/** SQLite numbers the rows of an integer primary key itself. */
function numbered(isPostgres: boolean): string {
  return isPostgres
    ? 'integer generated always as identity primary key'
    : 'integer not null primary key';
}
