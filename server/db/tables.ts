import type { Generated } from 'kysely';
import type { Fulfilment } from '#domain/book/collection.ts';
import type { WaitingState } from '#domain/capacity/waiting.ts';
import type { PayoutState } from '#domain/ledger/balance.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { MessageKind, RequestMessage, RequestState } from '#domain/requests/request.ts';
import type { Role } from '#domain/staff/person.ts';

/**
 * All tables of `schema.ts`. Columns are text or integers, the same on SQLite and PostgreSQL, except the bytes of
 * photos. Lists are JSON, booleans 0 or 1, instants ISO-8601 in UTC, days `YYYY-MM-DD`.
 */
export interface Tables {
  /** Of the present sizes and choices, at the payment provider. */
  prices: {
    /** `Product.lookupKey` */
    lookup_key: string;
    /** Which the provider's price charges. */
    price: number;
    stripe_price_id: string;
  };
  /** The contents of uploaded photos. */
  photo_files: {
    file: string;
    bytes: Uint8Array;
  };
  /** All content (server/content/documents.ts). */
  documents: {
    /** `DocumentKind` */
    kind: string;
    id: string;
    /** JSON, by the schema of the kind. */
    body: string;
    /** Counted from 1 for each document. */
    version: number;
    /** The order of the documents of a kind. */
    position: number;
    updated_at: string;
    /** Null for the first contents of a shop. */
    updated_by: string | null;
  };
  /** Append-only. */
  document_versions: {
    kind: string;
    id: string;
    version: number;
    body: string;
    at: string;
    person_id: string | null;
  };
  content_version: {
    /** Always 1: all content has one version. */
    id: number;
    /** Incremented by each change of content. */
    version: number;
  };
  changes: {
    /** `/cakes/{id}`, `/calendar/forbiddenDays/{day}`, or a whole topic: `/cakes`, `/words`. */
    path: string;
    /** The version of its last change. */
    version: number;
  };
  orders: {
    id: string;
    state: OrderState;
    name: string;
    email: string;
    phone: string;
    total: number;
    /** The sum of its payments in the ledger. */
    paid: Generated<number>;
    surplus: Generated<number>;
    /** JSON: `TakenItem[]`; null if nothing was taken off. */
    taken_off: string | null;
    /** `Order.deposit` */
    deposit: number | null;
    rest_by: string | null;
    placed_at: string;
    pay_by: string;
    checkout_id: string | null;
    /** When the personal data was removed; its columns are empty then. */
    anonymised_at: string | null;
    /** When the customer corrected the e-mail address, which is possible once. */
    email_corrected_at: string | null;
    /** `PaymentStatus`: the payment provider's last answer. */
    payment: Generated<string>;
    /** The order with which the same browser replaced this one. */
    replaced_by: string | null;
    /** The request for which staff have taken it. */
    request_id: Generated<string | null>;
    number: string;
    /** Beside the state, which is about money. */
    cancelled_at: string | null;
    /** The address of who placed it; null once it is paid or has expired. */
    caller: string | null;
    /** `SearchTexts`; both null once anonymised. */
    search: string | null;
    search_contact: string | null;
    /** Who collects the order instead of the customer; null once anonymised. */
    collector: string | null;
    /** The customer's; null once anonymised. */
    note: string | null;
    /** That of staff; null once anonymised. */
    staff_note: string | null;
    /** `Order.paymentEmail`; null once anonymised. */
    payment_email: string | null;
    /** 1: the mail service has refused `email`. */
    email_refused: Generated<number>;
  };
  /** `Quote`, of the orders that were quoted first. */
  quotes: {
    order_id: string;
    valid_until: string;
    holds_day: number;
    even_if_full: number;
    /** Empty once the order is anonymised. */
    message: string;
  };
  /** `PendingAddition`: a row is deleted when it is paid, or its checkout has ended. */
  additions: {
    order_id: string;
    /** Of its form. */
    id: string;
    position: number;
    /** JSON: `AddedLine[]` */
    lines: string;
    units: number;
    pay_by: string;
    checkout_id: string | null;
    /** A bank is paying it. */
    is_processing: Generated<number>;
  };
  /** Append-only, until the order is anonymised. */
  pay_links: {
    /** Of the link's token. */
    hash: string;
    order_id: string;
    made_at: string;
    sent_as: string | null;
  };
  /** `Reversal`: refunds that staff have asked for, and refunds and disputes found at the payment provider. */
  reversals: {
    order_id: string;
    /** Of a refund that staff have asked for, the id of the form; otherwise as `Reversal.id`. */
    id: string;
    kind: string;
    /** `Reversal.payment` */
    payment: string;
    /** Null until the provider has accepted a refund, and at the counter. */
    provider_id: string | null;
    amount: number;
    is_pending: number;
    claimed_amount: number | null;
    claimed_currency: string | null;
    state: string;
    reason: string | null;
    at: string;
    answer_by: string | null;
    /** When a server may ask the provider again for a `requested` refund. */
    next_attempt_at: string | null;
  };
  /** `StoredEntry`. Rows are added; only the time of a charge may change, to that of the payment provider's balance. */
  ledger: {
    order_id: string;
    /** `EntryKind` */
    kind: string;
    id: string;
    payment_id: string | null;
    amount: number;
    /** JSON: `VatPart[]`. */
    parts: string;
    at: string;
  };
  /**
   * What has moved on the payment provider's account in pounds, also for nothing of the shop's. Rows are added, and only
   * `payout_id` changes.
   */
  balance_transactions: {
    id: string;
    /** `Moved.kind` */
    kind: string;
    source: string | null;
    payment_id: string | null;
    payout_id: string | null;
    /** Negative for money that left, before the fee. */
    amount: number;
    fee: number;
    words: string | null;
    at: string;
  };
  /** `Payout` */
  payouts: {
    id: string;
    amount: number;
    /** A day. */
    arrives: string;
    state: PayoutState;
    failure: string | null;
    is_by_hand: number;
    /** 1: its transactions have been read. */
    is_complete: Generated<number>;
    at: string;
  };
  /** Append-only. */
  order_events: {
    id: Generated<number>;
    order_id: string;
    at: string;
    actor: string;
    person_id: string | null;
    /** A kind of `NewEvent`. */
    kind: string;
    /** JSON: codes, ids, days and amounts. */
    facts: string;
  };
  collections: {
    order_id: string;
    day: string;
    /** Without a row it is `to-make`. */
    fulfilment: Fulfilment;
    at: string;
    person_id: string | null;
  };
  order_items: {
    order_id: string;
    position: number;
    /** Null of a free line, like all that is of the catalogue. */
    cake_id: string | null;
    size_id: string | null;
    is_add_on: number;
    api: string | null;
    title: string;
    img: string | null;
    size: string;
    slices: string | null;
    /** JSON: `OrderedOption[]`; null if it has none. */
    options: string | null;
    /** With that of the options, like `units` and the allergens. */
    price: number;
    message: string;
    day: string;
    allergens: string;
    /** JSON: `string[]`; null if none were named. */
    may_contain: string | null;
    /** The customer's own choice, if the cafe has moved the item since. */
    first_day: string | null;
    /** `CollectionTime`: the same for all items of an order's day. */
    time: string | null;
    moves: Generated<number>;
    /** In percent. */
    vat_rate: number;
    /** What it takes of its day's capacity. */
    units: number;
  };
  /** The queue of all e-mails to the cafe and to customers. */
  emails: {
    /** The order's id; of the kinds of the waiting list, the entry's; of those of requests, the request's. */
    about: string;
    /** An `EmailKind`. */
    kind: string;
    recipient: 'cafe' | 'customer';
    /** Empty: at once. */
    not_before: string;
    attempts: number;
    /** When it may be tried again. */
    next_attempt_at: string;
    /** The end of the lease; null unless it is being sent. */
    claimed_until: string | null;
    /** Incremented each time the e-mail is sent again. */
    revision: number;
    last_error: string | null;
    /** When the first attempt failed; null before, and when it is sent again. */
    failing_since: string | null;
    /** When the last attempt failed. */
    failed_at: string | null;
    sent_at: string | null;
    /** When it turned out that the e-mail cannot be sent or is no longer needed. */
    dropped_at: string | null;
    /** What staff have written; null for an e-mail that the shop words. */
    words: string | null;
  };
  /** The waiting list of full days (server/orders/waiting.ts). */
  waiting: {
    id: string;
    day: string;
    /** JSON: `WaitingItem[]` */
    items: string;
    /** What the items take of the day. */
    units: number;
    /** Empty once it is over. */
    email: string;
    state: WaitingState;
    joined_at: string;
    /** Set when the offer is e-mailed. */
    offered_until: string | null;
  };
  waiting_links: {
    /** Of the token. */
    hash: string;
    entry_id: string;
    /** The e-mail, and the number of its copy, that contains the link. */
    sent_as: string;
  };
  /** `CakeRequest` */
  requests: {
    id: string;
    number: string;
    state: RequestState;
    /** Texts are empty once it is anonymised. */
    occasion: string;
    people: number;
    day: string;
    ideas: string;
    budget: string;
    name: string;
    email: string;
    phone: string;
    /** 1: the mail service has refused `email`. */
    email_refused: Generated<number>;
    created_at: string;
    anonymised_at: string | null;
  };
  request_messages: {
    id: Generated<number>;
    request_id: string;
    number: number;
    kind: MessageKind;
    author: RequestMessage['author'];
    /** Null of the customer. */
    person_id: string | null;
    /** Empty of what has none, and once the request is anonymised. */
    text: string;
    at: string;
  };
  /** Deleted once the request is anonymised. */
  request_photos: {
    request_id: string;
    /** From 0. */
    position: number;
    width: number;
    height: number;
    /** A JPEG without metadata. */
    bytes: Uint8Array;
  };
  request_links: {
    /** Of the token. */
    hash: string;
    request_id: string;
    /** The e-mail, and the number of its copy, that contains the link; or the browser. */
    sent_as: string;
  };
  customer_links: {
    /** Of the token. */
    hash: string;
    order_id: string;
    /**
     * Of the token and the address that it was sent to. Null: the browser that ordered has it, whatever the address is.
     */
    address_hash: string | null;
    /** The e-mail, and the number of its copy, that contains the link; or the browser. */
    sent_as: string;
  };
  /** Deleted once the order is anonymised. */
  text_changes: {
    order_id: string;
    /** From 1, in order. */
    number: number;
    /** The item whose message was changed; null: who collects. */
    position: number | null;
    before: string;
    after: string;
  };
  /** Of the note of staff. Deleted once the order is anonymised. */
  note_changes: {
    order_id: string;
    /** From 1, in order. */
    number: number;
    before: string;
    after: string;
  };
  email_throttle: {
    /** Always 1: all servers send through one service. */
    id: number;
    /** When the next e-mail may start. */
    next_email_at: string;
  };
  incidents: {
    key: string;
    kind: string;
    order_id: string | null;
    /** JSON: codes, ids and amounts. */
    facts: string;
    raised_at: string;
    closed_at: string | null;
  };
  printed_sheets: {
    day: string;
    /** The last of all orders' events when the sheet was read. */
    event_id: number;
    printed_at: string;
  };
  alerts: {
    /** The incident's key and when it was raised. */
    key: string;
    next_attempt_at: string;
    sent_at: string | null;
  };
  /** What a challenge or a token of the bot check is used for. */
  bot_check_uses: {
    /** A challenge's nonce, or a token's id. */
    id: string;
    slot: number;
    /** For a token, an order's id. */
    purpose: string;
    expires_at: string;
  };
  secrets: {
    name: string;
    value: string;
  };
  people: {
    id: string;
    name: string;
    /** In lower case; unique. */
    email: string;
    role: Role;
    added_at: string;
    /** Null while the person may sign in. */
    disabled_at: string | null;
    /** The address at which a code has reached the person. Confirms `email` only if it is the same. */
    confirmed_email: Generated<string | null>;
    /** JSON: `NotificationChoices`; null until the person has chosen. */
    notifications: Generated<string | null>;
  };
  /** Browsers that show notifications (decision 060). */
  push_subscriptions: {
    /** The hash of the endpoint. */
    id: string;
    person_id: string;
    /** Signing this session out removes the subscription. */
    session_id: string;
    /** The address at the browser's push service. Who knows it can send to it, but nothing that the browser accepts. */
    endpoint: string;
    /** The browser's public key, and the secret that it shares with the shop; base64url. */
    p256dh: string;
    auth: string;
    device: string;
    added_at: string;
    /** Since a push was last accepted; 0 while none fails. */
    attempts: Generated<number>;
    /** The end of the lease while its pushes are being sent. */
    next_attempt_at: string;
    last_error: Generated<string | null>;
    /** When the first of the attempts failed; null once a push is accepted. */
    failing_since: Generated<string | null>;
    sent_at: Generated<string | null>;
  };
  /** What a subscription has still to be sent: one row for each order, request or incident. */
  pushes: {
    subscription_id: string;
    /** As that of the cafe's e-mail, or the key of an incident. */
    about: string;
    /** An `EmailKind`, `INCIDENT` or `TEST`. */
    kind: string;
    /** Incremented by each later news, which replaces this one. */
    revision: number;
    planned_at: string;
  };
  sessions: {
    /** Of the token in the browser's cookie. */
    hash: string;
    id: string;
    person_id: string;
    device: string;
    signed_in_at: string;
    proved_at: string;
    seen_at: string;
    ends_at: string;
  };
  sign_in_tokens: {
    /** Of the token. */
    hash: string;
    /** `TokenKind` */
    kind: string;
    /** Null for the first owner's link, a sign-in by passkey, and a code for an address that nobody has. */
    person_id: string | null;
    /** Of the e-mailed code and the token: a reader of the table cannot try all codes. */
    code_hash: string | null;
    tries: number;
    made_at: string;
    /** The time of its use, once it has been used. */
    expires_at: string;
  };
  recovery_codes: {
    hash: string;
    person_id: string;
    used_at: string | null;
    /** When the person said that they have kept them. */
    kept_at: Generated<string | null>;
  };
  passkeys: {
    /** The credential's id. */
    id: string;
    person_id: string;
    public_key: string;
    /** The authenticator's signature counter. */
    counter: number;
    /** JSON: `string[]`. */
    transports: string;
    device: string;
    added_at: string;
    used_at: string | null;
  };
  /** Kysely's table of applied migrations. */
  kysely_migration: {
    name: string;
    timestamp: string;
  };
}
