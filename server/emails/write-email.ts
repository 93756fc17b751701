import { WRITTEN_MAX } from '#domain/orders/message.ts';
import { readableLines } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Ports } from '#server/ports.ts';
import type { EmailTakenBack, EmailWritten, WrittenEmail } from './email-ports.ts';

/**
 * Sends the customer what a person has written, after the time in which it can be taken back. A form that is sent
 * twice sends one e-mail.
 */
export async function writeEmail(
  { outbox, log }: Pick<Ports, 'outbox' | 'log'>,
  { words: typed, ...email }: WrittenEmail,
): Promise<EmailWritten | { problem: string }> {
  const words = readableLines(typed).join('\n').trim();
  if (words === '') return { problem: 'Please write something.' };
  const { length } = [...words];
  if (length > WRITTEN_MAX) {
    return { problem: `This has ${length} characters, and ${WRITTEN_MAX} fit. Make it shorter.` };
  }
  const result = await outbox.write({ ...email, words }, UNDO_SECONDS);
  const { orderId, kind } = email;
  if (result === 'written') log.info({ orderId, kind }, 'e-mail to a customer written');
  return result;
}

/** @param written of the order: its number, from 1, and the person's id. */
export async function takeBackEmail(
  { outbox, log }: Pick<Ports, 'outbox' | 'log'>,
  written: Parameters<Ports['outbox']['takeBack']>[0],
): Promise<EmailTakenBack> {
  const result = await outbox.takeBack(written);
  const { orderId } = written;
  if (result === 'taken-back') log.info({ orderId }, 'e-mail to a customer taken back');
  return result;
}
