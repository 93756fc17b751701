import type { Instant } from '#domain/clock.ts';
import type { WrittenKind } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { EmailKind } from './email-table.ts';

/** No e-mail is retried later. */
export const LONGEST_PAUSE_SECONDS = 15 * 60;

export interface Email {
  /** Of an e-mail about an order. */
  orderId?: OrderId;
  /** The same in each copy of one revision, so that mail clients recognise a second one. */
  messageId: string;
  /** The cafe's own address, a customer's, or a staff member's. */
  to: 'cafe' | { customer: string } | { person: string };
  subject: string;
  text: string;
  /** Without it the e-mail is plain text. */
  html?: string;
  /** Where an answer goes; omitted if no service would accept it. */
  replyTo?: string | undefined;
  /** An iCalendar file. */
  calendar?: { name: string; content: string };
}

export type Delivery =
  | { ok: true }
  | {
      ok: false;
      /**
       * A code such as `status 403` or `smtp 550`, never the service's own text, which may contain
       * personal data.
       */
      reason: string;
      /** The service will never accept this recipient. */
      isRecipientRejected?: boolean;
      /** The service takes no e-mail sooner. */
      retryAfterSeconds?: number;
    };

export interface Mailer {
  /** Never throws: every failure is a reason. */
  send(email: Email): Promise<Delivery>;
}

export type Recipient = 'cafe' | 'customer';

export interface PlannedEmail {
  kind: EmailKind;
  /** Default: at once. */
  notBefore?: Instant;
}

export interface EmailRevision {
  orderId: OrderId;
  /** An `EmailKind`. */
  kind: string;
  revision: number;
}

export interface ClaimedEmail extends EmailRevision {
  /** Counts from 1. */
  attempt: number;
  /** Why the previous attempt failed, if there was one. */
  lastReason: string | null;
  /** What staff have written. */
  words: string | null;
}

export interface Claim {
  most: number;
  leaseSeconds: number;
  /** The longest lease or pause; an e-mail due later was scheduled by a wrong clock. */
  longestWaitSeconds: number;
}

/** A request of staff to send an e-mail again. */
export interface Resend {
  /** Missing for the command line. */
  personId?: string | undefined;
  /** No e-mail is sent again sooner. */
  pauseSeconds: number;
}

/** `no-email`: the order was not paid by card, or has no address. */
export type Requeued = 'requeued' | 'just-sent' | 'no-email';

/** What staff write to the customer of an order. */
export interface WrittenEmail {
  orderId: OrderId;
  kind: WrittenKind;
  words: string;
  /** How many had been written about the order when the screen was shown. */
  seen: number;
  /** The person's id. */
  by: string;
}

/**
 * `unchanged`: the same form was sent before. `conflict`: another has been written meanwhile. `unknown`: the order
 * has no address, or was anonymised.
 */
export type EmailWritten = 'written' | 'unchanged' | 'conflict' | 'unknown';

/** `sent`: too late, or on its way. */
export type EmailTakenBack = 'taken-back' | 'unchanged' | 'sent' | 'unknown';

/**
 * The queue of all e-mails about orders. The cafe's come first. Delivery is at least once. All times are the
 * database's, so that servers with different clocks agree.
 */
export interface Outbox {
  /**
   * Leases e-mails that are due, so that no other server claims them: the cafe's first, reminders last, otherwise those
   * due longest.
   */
  claim(wanted: Claim): Promise<ClaimedEmail[]>;
  /**
   * Records that this revision was accepted. The cafe's e-mail about an order also makes it paid, both or neither. An
   * e-mail that was requeued since stays due. Retries until it is written.
   */
  sent(email: EmailRevision): Promise<void>;
  /** Postpones an e-mail, unless it has been claimed again, requeued or ended since. */
  postpone(email: ClaimedEmail, pauseSeconds: number, reason: string): Promise<void>;
  /** Makes an e-mail that was not tried after all due for any server. */
  release(email: ClaimedEmail): Promise<void>;
  /** Records that the e-mail will not be sent. */
  drop(email: EmailRevision, reason: string): Promise<void>;
  /**
   * Makes the order's e-mail of this kind due again with the next revision, and the others to the same recipient that
   * have failed; never one that is being sent, or has been sent within the pause. A customer who has none of the kind
   * gets it.
   */
  requeue(orderId: OrderId, kind: EmailKind, resend: Resend): Promise<Requeued>;
  /** Plans an e-mail that staff have written. */
  write(email: WrittenEmail, afterSeconds: number): Promise<EmailWritten>;
  /** @param written of the order: its number, from 1, and the person's id. */
  takeBack(written: { orderId: OrderId; number: number; by: string }): Promise<EmailTakenBack>;
  /** What is due and not accepted yet, those that fail first. Every screen that tells of it reads it here. */
  backlog(limit: number): Promise<Backlog>;
  /** Makes all of the backlog due now, except what is being sent. */
  retryAll(): Promise<void>;
}

export interface Backlog {
  /** All that are due, also beyond the limit. */
  due: number;
  /** Of these: all whose last attempt failed. */
  failing: number;
  emails: WaitingEmail[];
}

export interface WaitingEmail extends EmailRevision {
  recipient: Recipient;
  attempts: number;
  /** Undefined for one that has not failed. */
  failure?: EmailFailure | undefined;
}

export interface EmailFailure {
  /** The first of the attempts that have failed. */
  since: Instant;
  /** A code: why the last attempt failed. */
  reason: string;
  /** It has failed for a quarter of an hour. */
  isLong: boolean;
  /** Others were accepted between its failures. */
  isAlone: boolean;
  /** Another has been accepted since it last failed. */
  isOver: boolean;
}
