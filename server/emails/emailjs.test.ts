import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPracticeEmailJs } from '#practice/emailjs/start.ts';
import { openMailService, type Responder, toCafe, toCustomer } from '#test/mail-service.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { createEmailJsMailer } from './emailjs.ts';

describe('EmailJS', () => {
  async function open() {
    const practice = await startPracticeEmailJs({ port: 0, limit: 'off', publicHost: '127.0.0.1' });
    onTestFinished(() => practice.close());
    const mailer = createEmailJsMailer({
      origin: practice.origin,
      serviceId: 'service',
      templateId: 'template',
      customerTemplateId: 'customer',
      publicKey: 'public',
      privateKey: 'private',
    });
    const answerWith = (sending: string) => postPractice(practice.origin, 'settings', { sending });
    return { practice, mailer, answerWith };
  }

  test('delivers the order text as it is', async () => {
    const { practice, mailer } = await open();
    expect(await mailer.send(toCafe)).toEqual({ ok: true });
    const inbox = await (await fetch(`${practice.origin}/practice/inbox`)).json();
    expect(inbox).toMatchObject([
      { templateParams: { orderText: toCafe.text, subject: toCafe.subject } },
    ]);
  });

  test('sends customers the text, the HTML and the calendar file by their own template', async () => {
    const { practice, mailer } = await open();
    expect(await mailer.send(toCustomer)).toEqual({ ok: true });
    const [received] = await (await fetch(`${practice.origin}/practice/inbox`)).json();
    const { calendar, ...params } = received.templateParams;
    expect(params).toEqual({
      order_id: toCafe.orderId,
      to_email: 'ada@example.org',
      reply_to: 'hello@cafe.example',
      subject: toCafe.subject,
      text: toCafe.text,
      html: '<p>Berry Drip Cake</p>',
      calendar_name: 'collection.ics',
    });
    const file = await (await fetch(calendar)).text();
    expect(file).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
  });

  test('says when the service will never accept the recipient', async () => {
    const { mailer, service } = await openMailService();
    const corrupted = 'The recipients address is corrupted';
    service.respond = (response) => response.writeHead(422).end(corrupted);
    const rejected = { ok: false, reason: 'status 422', isRecipientRejected: true };
    expect(await mailer.send(toCustomer)).toEqual(rejected);
  });

  test.each(['The recipients address is empty', 'One or more dynamic variables are corrupted', ''])(
    'a 422 that says %j is about the template, not about the recipient',
    async (why) => {
      const { mailer, service } = await openMailService();
      service.respond = (response) => response.writeHead(422).end(why);
      expect(await mailer.send(toCustomer)).toEqual({ ok: false, reason: 'status 422' });
    },
  );

  test.each(['403', '429', '451'])('a %s is a rejection that says so', async (status) => {
    const { mailer, answerWith } = await open();
    await answerWith(status);
    expect(await mailer.send(toCafe)).toMatchObject({ ok: false, reason: `status ${status}` });
  });

  const page = '<!doctype html><title>OK</title>We are back soon.';
  test.each<[string, Responder, string]>([
    ['a maintenance page', (response) => response.end(page), 'unexpected body'],
    ['an empty answer', (response) => response.end(), 'unexpected body'],
    ['OK and more', (response) => response.end('OK, but not yet'), 'unexpected body'],
    ['another 2xx', (response) => response.writeHead(202).end('OK'), 'status 202'],
    ['a 204', (response) => response.writeHead(204).end(), 'status 204'],
    [
      'a redirect to a page that says OK',
      (response, _, { headers }) =>
        response.writeHead(302, { Location: `http://${headers.host}/login` }).end('OK'),
      'status 302',
    ],
    ['an endless rejection', (response) => endless(response.writeHead(500)), 'status 500'],
    ['an answer that breaks off', breakOff, 'status 0: UND_ERR_SOCKET'],
  ])('%s is no acceptance', async (_, answer, reason) => {
    const { mailer, service } = await openMailService();
    service.respond = answer;
    expect(await mailer.send(toCafe)).toEqual({ ok: false, reason });
    expect(service.emails).toHaveLength(1);
  });

  test('a line that is cut is status 0', async () => {
    const { mailer, answerWith } = await open();
    await answerWith('hangs-up');
    expect(await mailer.send(toCafe)).toEqual({ ok: false, reason: 'status 0: UND_ERR_SOCKET' });
  });
});

/** Writes until nobody reads. */
function endless(response: ServerResponse): void {
  const more = () => {
    if (response.destroyed) return;
    if (response.write(' '.repeat(1_000))) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': 2 });
  response.write('O', () => response.destroy());
}
