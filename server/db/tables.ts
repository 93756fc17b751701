import { FULFILMENTS } from '#domain/book/collection.ts';
import type { WaitingState } from '#domain/capacity/waiting.ts';
import type { PayoutState } from '#domain/ledger/balance.ts';
import { OrderState } from '#domain/orders/order.ts';
import type { MessageKind, RequestState } from '#domain/requests/request.ts';
import { Role } from '#domain/staff/person.ts';
import {
  bytes,
  flag,
  integer,
  key,
  nullable,
  numbered,
  oneOf,
  type RowOf,
  table,
  text,
  withDefault,
} from './table.ts';

/**
 * All tables, in an order in which they can be created. Columns are text or integers, the same on SQLite and PostgreSQL,
 * except the bytes of photos. Lists are JSON, booleans 0 or 1, instants ISO-8601 in UTC, days `YYYY-MM-DD`.
 */
export const tables = {
  /** Of the present sizes and choices, at the payment provider. What is saved with another price is sold at this one. */
  prices: table({
    /** `Product.lookupKey` */
    lookup_key: key(text()),
    /** Which the provider's price charges. */
    price: integer('check (price > 0)'),
    stripe_price_id: text(),
  }),
  /** All content (server/content/documents.ts). */
  documents: table({
    /** `DocumentKind` */
    kind: key(text()),
    id: key(text()),
    /** JSON, by the schema of the kind. */
    body: text(),
    /** Counted from 1 for each document. */
    version: integer(),
    /** The order of the documents of a kind. */
    position: integer(),
    updated_at: text(),
    /** Null for the first contents of a shop. */
    updated_by: nullable(text()),
  }),
  /** Append-only. */
  document_versions: table({
    kind: key(text()),
    id: key(text()),
    version: key(integer()),
    body: text(),
    at: text(),
    person_id: nullable(text()),
  }),
  content_version: table({
    /** Always 1: all content has one version. */
    id: key(integer('check (id = 1)')),
    /** Incremented by each change of content. */
    version: integer(),
  }).row({ id: 1, version: 1 }),
  /** One row per record, however often it changes, so it needs no cleaning. */
  changes: table({
    /** `/cakes/{id}`, `/calendar/forbiddenDays/{day}`, or a whole topic: `/cakes`, `/words`. */
    path: key(text()),
    /** The version of its last change. */
    version: integer(),
  }).index('version', '(version)'),
  /** The contents of uploaded photos. */
  photo_files: table({
    file: key(text()),
    bytes: bytes(),
  }),
  printed_sheets: table({
    day: key(text()),
    /** The last of all orders' events when the sheet was read. */
    event_id: integer(),
    printed_at: text(),
  }),
  /** Few of all orders are in the partial indexes. */
  orders: table({
    id: key(text()),
    number: text('unique'),
    state: oneOf(OrderState.options),
    name: text(),
    email: text(),
    phone: text(),
    /** `Order.paymentEmail`; null once anonymised. */
    payment_email: nullable(text()),
    /** Who collects the order instead of the customer; null once anonymised. */
    collector: nullable(text()),
    /** The customer's; null once anonymised. */
    note: nullable(text()),
    /** That of staff; null once anonymised. */
    staff_note: nullable(text()),
    total: integer('check (total >= 0)'),
    /** The sum of its payments in the ledger. */
    paid: withDefault(0, integer()),
    surplus: withDefault(0, integer('check (surplus between 0 and paid)')),
    kept: withDefault(0, integer('check (kept between 0 and surplus)')),
    /** JSON: `TakenItem[]`; null if nothing was taken off. */
    taken_off: nullable(text()),
    /** `Order.deposit` */
    deposit: nullable(integer('check (deposit > 0 and deposit < total)')),
    rest_by: nullable(text()),
    placed_at: text(),
    pay_by: text(),
    /** Beside the state, which is about money. */
    cancelled_at: nullable(text()),
    /** When the personal data was removed; its columns are empty then. */
    anonymised_at: nullable(text()),
    checkout_id: nullable(text()),
    /** The order with which the same browser replaced this one. */
    replaced_by: nullable(text()),
    /** The request for which staff have taken it. */
    request_id: nullable(text()),
    /** `PaymentStatus`: the payment provider's last answer. */
    payment: withDefault('none', text()),
    /** 1: the mail service has refused `email`. */
    email_refused: withDefault(0, flag()),
    /** `SearchTexts`; both null once anonymised. */
    search: nullable(text()),
    search_contact: nullable(text()),
    /** The address of who placed it; null once it is paid or has expired. */
    caller: nullable(text()),
  })
    .constraint('check (paid between 0 and total + surplus)')
    .index('request', '(request_id) where request_id is not null')
    .index('caller', '(caller) where caller is not null')
    .index('placed', '(placed_at, id)')
    .index('open', "(placed_at, id) where state in ('placed', 'paying', 'accepting')")
    .index('quoted', "(placed_at, id) where state in ('quoted', 'accepting')")
    .index('unpaid', "(placed_at, id) where state in ('placed', 'agreed', 'paying')")
    .index('cancelled', '(placed_at, id) where cancelled_at is not null')
    .index('named', '(placed_at, id) where anonymised_at is null')
    .index('checkout', '(checkout_id) where checkout_id is not null'),
  /** `Quote`, of the orders that were quoted first. */
  quotes: table({
    order_id: key(text('references orders (id)')),
    valid_until: text(),
    holds_day: flag(),
    even_if_full: flag(),
    /** Empty once the order is anonymised. */
    message: text(),
  }),
  /** No foreign key to cakes or sizes: an order keeps its copy after they are deleted. A free line has none. */
  order_items: table({
    order_id: key(text('references orders (id)')),
    position: key(integer()),
    /** Null of a free line, like all that is of the catalogue. */
    cake_id: nullable(text()),
    size_id: nullable(text()),
    is_add_on: flag(),
    api: nullable(text()),
    title: text(),
    img: nullable(text()),
    size: text(),
    slices: nullable(text()),
    /** JSON: `OrderedOption[]`; null if it has none. */
    options: nullable(text()),
    /** With that of the options, like `units` and the allergens. */
    price: integer(),
    /** In percent. */
    vat_rate: integer(),
    /** What it takes of its day's capacity. */
    units: integer(),
    message: text(),
    day: text(),
    /** `CollectionTime`: the same for all items of an order's day. */
    time: nullable(text()),
    /** The customer's own choice, if the cafe has moved the item since. */
    first_day: nullable(text()),
    moves: withDefault(0, integer()),
    allergens: text(),
    /** JSON: `string[]`; null if none were named. */
    may_contain: nullable(text()),
  })
    .constraint('check ((cake_id is null) = (size_id is null))')
    .constraint('check ((cake_id is null) = (api is null))')
    .constraint('check ((cake_id is null) = (img is null))')
    .constraint('check (cake_id is not null or options is null)')
    .index('day', '(day, order_id)'),
  /**
   * `PendingAddition`: what customers add and have not paid yet, one at a time, collected with the item of the position. A
   * row is deleted when it is paid, or its checkout has ended.
   */
  additions: table({
    order_id: key(text('references orders (id)')),
    /** Of its form. */
    id: text(),
    position: integer(),
    /** JSON: `AddedLine[]` */
    lines: text(),
    units: integer('check (units >= 0)'),
    pay_by: text(),
    checkout_id: nullable(text()),
    /** A bank is paying it. */
    is_processing: withDefault(0, flag()),
  })
    .index('checkout', '(checkout_id) where checkout_id is not null')
    .index('due', '(pay_by, order_id)'),
  collections: table({
    order_id: key(text('references orders (id)')),
    day: key(text()),
    /** Without a row it is `to-make`. */
    fulfilment: oneOf(FULFILMENTS),
    at: text(),
    person_id: nullable(text()),
  }).index('open', "(fulfilment, order_id) where fulfilment in ('ready', 'missed')"),
  customer_links: table({
    /** Of the token. */
    hash: key(text()),
    order_id: text('references orders (id)'),
    /**
     * Of the token and the address that it was sent to. Null: the browser that ordered has it, whatever the address is.
     */
    address_hash: nullable(text()),
    /** The e-mail, and the number of its copy, that contains the link; or the browser. */
    sent_as: text(),
  }).constraint('unique (order_id, sent_as)'),
  /** Append-only, until the order is anonymised. */
  pay_links: table({
    /** Of the link's token. */
    hash: key(text()),
    order_id: text('references orders (id)'),
    made_at: text(),
    sent_as: nullable(text()),
  }).constraint('unique (order_id, sent_as)'),
  incidents: table({
    key: key(text()),
    kind: text(),
    order_id: nullable(text()),
    /** JSON: codes, ids and amounts. */
    facts: text(),
    raised_at: text(),
    closed_at: nullable(text()),
  }).index('open', '(raised_at, key) where closed_at is null'),
  /** Append-only, but for the texts. */
  order_events: table({
    id: numbered(),
    order_id: text('references orders (id)'),
    at: text(),
    actor: text(),
    person_id: nullable(text()),
    /** A kind of `NewEvent`. */
    kind: text(),
    /** JSON: codes, ids, days and amounts. */
    facts: text(),
    /** JSON: `OrderEvent.texts`; null once the order is anonymised. */
    texts: nullable(text()),
  })
    .index('order', '(order_id, id)')
    // `BOOKING` repeats the condition.
    .index('booking', "(at, id) where kind in ('funded', 'agreed', 'part-paid', 'restored')")
    // `CHANGED_BY_CUSTOMER` repeats the condition.
    .index(
      'by_customer',
      "(order_id) where actor = 'customer' and kind in ('moved', 'text-changed', 'added', 'cancel-requested')",
    ),
  /** The waiting list of full days (server/orders/waiting.ts). */
  waiting: table({
    id: key(text()),
    day: text(),
    /** JSON: `WaitingItem[]` */
    items: text(),
    /** What the items take of the day. */
    units: integer('check (units > 0)'),
    /** Empty once it is over. */
    email: text(),
    state: oneOf<WaitingState>(['waiting', 'offered', 'ordered', 'left', 'lapsed', 'over']),
    joined_at: text(),
    /** Set when the offer is e-mailed. */
    offered_until: nullable(text()),
  })
    .constraint("check ((email <> '') = (state in ('waiting', 'offered')))")
    // `IN_LINE` repeats the condition.
    .index('line', "(day, joined_at, id) where state in ('waiting', 'offered')")
    .index('day', '(day)'),
  waiting_links: table({
    /** Of the token. */
    hash: key(text()),
    entry_id: text('references waiting (id)'),
    /** The e-mail, and the number of its copy, that contains the link. */
    sent_as: text(),
  }).constraint('unique (entry_id, sent_as)'),
  /** `CakeRequest` */
  requests: table({
    id: key(text()),
    number: text('unique'),
    state: oneOf<RequestState>(['open', 'answered', 'quoted', 'ordered', 'declined', 'closed']),
    /** Texts are empty once it is anonymised. */
    occasion: text(),
    people: integer('check (people > 0)'),
    day: text(),
    ideas: text(),
    budget: text(),
    name: text(),
    email: text(),
    phone: text(),
    /** 1: the mail service has refused `email`. */
    email_refused: withDefault(0, flag()),
    created_at: text(),
    anonymised_at: nullable(text()),
  })
    .index('created', '(created_at, id)')
    .index('open', "(created_at, id) where state = 'open'")
    .index('named', '(day, id) where anonymised_at is null'),
  request_links: table({
    /** Of the token. */
    hash: key(text()),
    request_id: text('references requests (id)'),
    /** The e-mail, and the number of its copy, that contains the link; or the browser. */
    sent_as: text(),
  }).constraint('unique (request_id, sent_as)'),
  /** Deleted once the request is anonymised. */
  request_photos: table({
    request_id: key(text('references requests (id)')),
    /** From 0. */
    position: key(integer()),
    width: integer(),
    height: integer(),
    /** A JPEG without metadata. */
    bytes: bytes(),
  }),
  request_messages: table({
    id: numbered(),
    request_id: text('references requests (id)'),
    number: integer('check (number > 0)'),
    kind: oneOf<MessageKind>([
      'written',
      'declined',
      'quoted',
      'accepted',
      'ordered',
      'closed',
      'reopened',
    ]),
    author: oneOf(['customer', 'staff']),
    /** Null of the customer. */
    person_id: nullable(text()),
    /** Empty of what has none, and once the request is anonymised. */
    text: text(),
    at: text(),
  })
    .constraint('unique (request_id, number)')
    .constraint("check ((person_id is null) = (author = 'customer'))")
    .constraint("check (author = 'staff' or kind in ('written', 'accepted'))"),
  /** `StoredEntry`. Rows are added; only the time of a charge may change, to that of the payment provider's balance. */
  ledger: table({
    order_id: key(text('references orders (id)')),
    /** `EntryKind` */
    kind: key(text()),
    id: key(text()),
    payment_id: nullable(text()),
    amount: integer(),
    /** JSON: `VatPart[]`. */
    parts: text(),
    at: text(),
  })
    .index('at', '(at, order_id)')
    // `readMoves` repeats the condition.
    .index('payments', "(payment_id) where kind = 'charge'")
    // `orderOfCheckout` repeats the condition.
    .index('charges', "(id) where kind = 'charge'"),
  /** `Reversal`: refunds that staff have asked for, and refunds and disputes found at the payment provider. */
  reversals: table({
    order_id: key(text('references orders (id)')),
    /** Of a refund that staff have asked for, the id of the form; otherwise as `Reversal.id`. */
    id: key(text()),
    kind: oneOf<string>(['refund', 'dispute']),
    /** `Reversal.payment` */
    payment: text(),
    /** Null until the provider has accepted a refund, and at the counter. */
    provider_id: nullable(text()),
    amount: integer('check (amount >= 0)'),
    is_pending: flag(),
    claimed_amount: nullable(integer()),
    claimed_currency: nullable(text()),
    state: text(),
    reason: nullable(text()),
    at: text(),
    answer_by: nullable(text()),
  })
    // `REFUNDED` repeats the condition.
    .index('refunds', "(order_id) where kind = 'refund' and state not in ('requested', 'refused')")
    .index('pending', '(order_id) where is_pending = 1')
    .index('requested', "(at) where state = 'requested'"),
  /**
   * What has moved on the payment provider's account in pounds, also for nothing of the shop's. Rows are added, and only
   * `payout_id` changes.
   */
  balance_transactions: table({
    id: key(text()),
    /** `Moved.kind` */
    kind: text(),
    source: nullable(text()),
    payment_id: nullable(text()),
    payout_id: nullable(text()),
    /** Negative for money that left, before the fee. */
    amount: integer(),
    fee: integer(),
    words: nullable(text()),
    at: text(),
  })
    .index('at', '(at, id)')
    // `findPayout` repeats the condition.
    .index('returned', "(source) where kind = 'payout_reversal'")
    .index('payout', '(payout_id) where payout_id is not null'),
  /** `Payout` */
  payouts: table({
    id: key(text()),
    amount: integer(),
    /** A day. */
    arrives: text(),
    state: oneOf<PayoutState>(['on-its-way', 'arrived', 'returned', 'cancelled']),
    failure: nullable(text()),
    is_by_hand: flag(),
    /** 1: its transactions have been read. */
    is_complete: withDefault(0, flag()),
    at: text(),
  })
    .index('arrives', '(arrives, id)')
    .index('incomplete', '(id) where is_complete = 0 and is_by_hand = 0'),
  /** The queue of all e-mails to the cafe and to customers. */
  emails: table({
    /**
     * The order's id; of the kinds of the waiting list, the entry's; of those of requests, the request's. It is there in
     * the transaction that adds an e-mail. Orders are never deleted, and an entry with its e-mails.
     */
    about: key(text()),
    /** An `EmailKind`. */
    kind: key(text()),
    recipient: oneOf(['cafe', 'customer']),
    /** Empty: at once. */
    not_before: text(),
    attempts: integer('check (attempts >= 0)'),
    /** When it may be tried again. */
    next_attempt_at: text(),
    /** The end of the lease; null unless it is being sent. */
    claimed_until: nullable(text()),
    /** Incremented each time the e-mail is sent again. */
    revision: integer(),
    last_error: nullable(text()),
    /** When the first attempt failed; null before, and when it is sent again. */
    failing_since: nullable(text()),
    /** When the last attempt failed. */
    failed_at: nullable(text()),
    sent_at: nullable(text()),
    /** When it turned out that the e-mail cannot be sent or is no longer needed. */
    dropped_at: nullable(text()),
    /** What staff have written; null for an e-mail that the shop words. */
    words: nullable(text()),
  })
    .index('due', '(not_before, next_attempt_at) where sent_at is null and dropped_at is null')
    .index('sent', '(sent_at) where sent_at is not null'),
  email_throttle: table({
    /** Always 1: all servers send through one service. */
    id: key(integer('check (id = 1)')),
    /** When the next e-mail may start. */
    next_email_at: text(),
  }).row({ id: 1, next_email_at: '1970-01-01T00:00:00.000Z' }),
  alerts: table({
    /** The incident's key and when it was raised. */
    key: key(text()),
    next_attempt_at: text(),
    sent_at: nullable(text()),
  }),

  // Of staff's secrets only hashes are stored.

  people: table({
    id: key(text()),
    name: text(),
    /** In lower case; unique. */
    email: text('unique'),
    role: oneOf(Role.options),
    added_at: text(),
    /** Null while the person may sign in. */
    disabled_at: nullable(text()),
    /** The address at which a code has reached the person. Confirms `email` only if it is the same. */
    confirmed_email: nullable(text()),
    /** JSON: `NotificationChoices`; null until the person has chosen. */
    notifications: nullable(text()),
  }),
  sessions: table({
    /** Of the token in the browser's cookie. */
    hash: key(text()),
    id: text('unique'),
    person_id: text('references people (id)'),
    device: text(),
    signed_in_at: text(),
    seen_at: text(),
    ends_at: text(),
  })
    .index('person', '(person_id)')
    .index('end', '(ends_at)'),
  sign_in_tokens: table({
    /** Of the token. */
    hash: key(text()),
    /** `TokenKind` */
    kind: text(),
    /** Null for the first owner's link, a sign-in by passkey, and a code for an address that nobody has. */
    person_id: nullable(text('references people (id)')),
    /** Of the e-mailed code and the token: a reader of the table cannot try all codes. */
    code_hash: nullable(text()),
    tries: integer(),
    made_at: text(),
    /** The time of its use, once it has been used. */
    expires_at: text(),
  })
    .index('person', '(person_id, made_at)')
    .index('end', '(expires_at)'),
  recovery_codes: table({
    hash: key(text()),
    person_id: text('references people (id)'),
    used_at: nullable(text()),
    /** When the person said that they have kept them. */
    kept_at: nullable(text()),
  }).index('person', '(person_id)'),
  passkeys: table({
    /** The credential's id. */
    id: key(text()),
    person_id: text('references people (id)'),
    public_key: text(),
    /** The authenticator's signature counter. */
    counter: integer(),
    /** JSON: `string[]`. */
    transports: text(),
    device: text(),
    added_at: text(),
    used_at: nullable(text()),
  }).index('person', '(person_id)'),
  /** Browsers that show notifications (decision 060). */
  push_subscriptions: table({
    /** The hash of the endpoint. */
    id: key(text()),
    person_id: text('references people (id)'),
    /** Signing this session out removes the subscription. */
    session_id: text(),
    /** The address at the browser's push service. Who knows it can send to it, but nothing that the browser accepts. */
    endpoint: text(),
    /** The browser's public key, and the secret that it shares with the shop; base64url. */
    p256dh: text(),
    auth: text(),
    device: text(),
    added_at: text(),
    /** How many attempts have failed since a push was last accepted. */
    failures: withDefault(0, integer()),
    /** The end of the lease while its pushes are being sent. */
    next_attempt_at: text(),
    /** When the first of the attempts failed; null once a push is accepted. */
    failing_since: nullable(text()),
    sent_at: nullable(text()),
  }).index('person', '(person_id)'),
  /**
   * What a subscription has still to be sent: one row for each order, request or incident. No foreign key: that a
   * subscription is removed at the same moment must not undo an order's payment.
   */
  pushes: table({
    subscription_id: key(text()),
    /** As that of the cafe's e-mail, or the key of an incident. */
    about: key(text()),
    /** An `EmailKind` or `INCIDENT`. */
    kind: text(),
    /** Later news, which replaces this one, has another time. */
    planned_at: text(),
  }),
  secrets: table({
    name: key(text()),
    value: text(),
  }),
  /**
   * What a challenge or a token of the bot check is used for. A token has numbered slots: two concurrent orders cannot take
   * the same one.
   */
  bot_check_uses: table({
    /** A challenge's nonce, or a token's id. */
    id: key(text()),
    slot: key(integer()),
    /** For a token, an order's id. */
    purpose: text(),
    expires_at: text(),
  })
    .constraint('unique (id, purpose)')
    .index('until', '(expires_at)'),
};

type Described = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };

/** For Kysely: the columns of each table. */
export interface Tables extends Described {
  /** Kysely's own: the applied migrations. */
  kysely_migration: {
    name: string;
    timestamp: string;
  };
}
