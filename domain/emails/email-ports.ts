import type { Instant } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Claim, Resend } from '#domain/orders/order-ports.ts';
import type { CustomerEmailKind, WrittenKind } from './email-kinds.ts';

/** How long staff can undo a change or an e-mail before it is sent to the customer. */
export const UNDO_SECONDS = 20;

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
    };

export interface Mailer {
  /** Never throws: every failure is a reason. */
  send(email: Email): Promise<Delivery>;
}

export interface PlannedEmail {
  kind: CustomerEmailKind;
  /** Default: at once. */
  notBefore?: Instant;
}

export interface EmailRevision {
  orderId: OrderId;
  /** A newer version may have written other kinds. */
  kind: string;
  revision: number;
}

export interface ClaimedEmail extends EmailRevision {
  /** Counts from 1. */
  attempt: number;
  /** What staff have written. */
  words: string | null;
}

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
 * E-mails to customers that wait to be sent. They never change an order's state. Apart from the outbox, so
 * that the cafe's notifications never wait for them. All times are the database's.
 */
export interface CustomerEmails {
  /** Leases the e-mails that have been due longest, so that no other server claims them. */
  claim(wanted: Claim): Promise<ClaimedEmail[]>;
  /** Records that the e-mail was accepted. Retries until it is written. */
  sent(email: ClaimedEmail): Promise<void>;
  /** Postpones an e-mail, unless it has been claimed again, requeued or ended since. */
  postpone(email: ClaimedEmail, pauseSeconds: number, reason: string): Promise<void>;
  /** Records that the e-mail will not be sent. */
  drop(email: EmailRevision, reason: string): Promise<void>;
  /**
   * Makes the order's e-mail of this kind due again, which it gets if it has none, and its others that have
   * failed; never one that is being sent, or has been sent within the pause.
   * @returns false if nothing was changed.
   */
  requeue(orderId: OrderId, kind: CustomerEmailKind, resend: Resend): Promise<boolean>;
  /** Plans an e-mail that staff have written. */
  write(email: WrittenEmail, afterSeconds: number): Promise<EmailWritten>;
  /** @param written of the order: its number, from 1, and the person's id. */
  takeBack(written: { orderId: OrderId; number: number; by: string }): Promise<EmailTakenBack>;
  /** E-mails that have failed for about a quarter of an hour, oldest first. */
  failing(limit: number): Promise<FailingEmail[]>;
}

export interface FailingEmail extends EmailRevision {
  attempts: number;
  /** A code. */
  reason: string;
  /** When the order was placed. */
  since: Instant;
}
