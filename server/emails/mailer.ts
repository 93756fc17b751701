import type { OrderId } from '#domain/orders/order.ts';

/** No e-mail is retried later. */
export const LONGEST_PAUSE_SECONDS = 15 * 60;

/** Sends e-mails: through EmailJS (emailjs.ts) or over SMTP (smtp.ts). */
export interface Mailer {
  /** Never throws: every failure is a reason. */
  send(email: Email): Promise<Delivery>;
}

export interface Email {
  /** Of an e-mail about an order. */
  orderId?: OrderId;
  /** The same in each copy of one revision, so that mail clients recognise a second one. */
  messageId: string;
  /** The cafe's own address, or that of a customer or a person who works there. */
  to: 'cafe' | { address: string };
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
