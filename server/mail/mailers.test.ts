import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import * as fc from 'fast-check';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPracticeEmailJs } from '#practice/emailjs/start.ts';
import { type Answer, openMailService } from '#test/mail-service.ts';
import { createEmailJsMailer } from './emailjs.ts';
import { createSmtpMailer } from './smtp.ts';

const email = {
  orderId: '8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
  orderText: '1. Berry Drip Cake\n   Message on cake: <b>Ada</b> & Zoë 🎂',
  replyTo: 'ada@example.org',
};

describe('EmailJS', () => {
  async function open() {
    const practice = await startPracticeEmailJs({ port: 0, publicHost: '127.0.0.1' });
    onTestFinished(() => practice.close());
    const mailer = createEmailJsMailer({
      origin: practice.origin,
      serviceId: 'service',
      templateId: 'template',
      publicKey: 'public',
      privateKey: 'private',
    });
    const answerWith = (sending: string) =>
      fetch(`${practice.origin}/practice/settings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sending }),
      });
    return { practice, mailer, answerWith };
  }

  test('delivers the order text as it is', async () => {
    const { practice, mailer } = await open();
    expect(await mailer.send(email)).toEqual({ ok: true });
    const inbox = await (await fetch(`${practice.origin}/practice/inbox`)).json();
    expect(inbox).toMatchObject([{ templateParams: { orderText: email.orderText } }]);
  });

  test.each(['403', '429', '451'])('a %s is a refusal that says so', async (status) => {
    const { mailer, answerWith } = await open();
    await answerWith(status);
    expect(await mailer.send(email)).toEqual({ ok: false, reason: `status ${status}` });
  });

  const page = '<!doctype html><title>OK</title>We are back soon.';
  test.each<[string, Answer, string]>([
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
    ['an endless answer', (response) => endless(response, 'OK'), 'unexpected body'],
    ['an endless refusal', (response) => endless(response.writeHead(500), ''), 'status 500'],
    ['an answer that breaks off', breakOff, 'status 0: UND_ERR_SOCKET'],
  ])('%s is no acceptance', async (_, answer, reason) => {
    const { mailer, service } = await openMailService();
    service.answer = answer;
    expect(await mailer.send(email)).toEqual({ ok: false, reason });
    expect(service.emails).toHaveLength(1);
  });

  test('a line that is cut is status 0', async () => {
    const { mailer, answerWith } = await open();
    await answerWith('hangs-up');
    expect(await mailer.send(email)).toEqual({
      ok: false,
      reason: expect.stringMatching(/^status 0/),
    });
  });
});

/** Writes until nobody reads. */
function endless(response: ServerResponse, start: string): void {
  const more = () => {
    if (response.destroyed) return;
    if (response.write(' '.repeat(1_000))) setImmediate(more);
    else response.once('drain', more);
  };
  response.write(start);
  more();
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': 2 });
  response.write('O', () => response.destroy());
}

/** All that a letter to the cafe says of itself. */
const HEADERS = [
  ...['From', 'To', 'Reply-To', 'Subject', 'Message-ID', 'Date'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
];

describe('SMTP', () => {
  const settings = { from: 'shop@cafe.example', to: 'owner@cafe.example' };

  async function openServer(refusal?: string) {
    const received: { to: string[]; text: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, text: Buffer.concat(chunks).toString() });
          done(refusal ? new Error(refusal) : null);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const mailer = createSmtpMailer({ ...settings, url: `smtp://127.0.0.1:${address.port}` });
    return { mailer, received };
  }

  test('delivers plain text to the cafe alone, with an answer going to the customer', async () => {
    const { mailer, received } = await openServer();
    expect(await mailer.send(email)).toEqual({ ok: true });
    const [letter] = received;
    expect(letter?.to).toEqual(['owner@cafe.example']);
    expect(letter?.text).toContain('Reply-To: ada@example.org');
    expect(letter?.text).toContain(`Message-ID: <order-${email.orderId}@cafe.example>`);
    expect(letter?.text).toContain('Content-Type: text/plain');
  });

  test.each([
    'ada@example.org\r\nBcc: everybody@example.org',
    'ada@example.org, everybody@example.org',
    'not an address',
  ])(
    'whatever stands in the e-mail field, the cafe is told and nobody else: %j',
    async (replyTo) => {
      const { mailer, received } = await openServer();
      expect(await mailer.send({ ...email, replyTo })).toEqual({ ok: true });
      expect(received.map(({ to }) => to)).toEqual([['owner@cafe.example']]);
      expect(received[0]?.text).not.toMatch(/^Bcc:/m);
    },
  );

  test('no text in the e-mail field makes a header or a recipient of its own', async () => {
    const { mailer, received } = await openServer();
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'ab@<>",;: \r\n\t=?') }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (replyTo) => {
        received.length = 0;
        expect(await mailer.send({ ...email, replyTo })).toEqual({ ok: true });
        expect(received.map(({ to }) => to)).toEqual([['owner@cafe.example']]);
        const [head = ''] = received[0]?.text.split('\r\n\r\n') ?? [];
        // A line that starts with a blank continues the header above it.
        const headers = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
        const names = new Set(headers.map((header) => header.split(':')[0]));
        expect(names.size).toBe(headers.length);
        expect([...names].filter((name) => !HEADERS.includes(name ?? ''))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  test('a refusal and a dead line are reasons', async () => {
    const { mailer } = await openServer('Mailbox full');
    expect(await mailer.send(email)).toEqual({
      ok: false,
      reason: expect.stringContaining('Mailbox full'),
    });
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const address = nobody.address();
    await new Promise((resolve) => nobody.close(resolve));
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const dead = createSmtpMailer({ ...settings, url: `smtp://127.0.0.1:${address.port}` });
    expect(await dead.send(email)).toEqual({
      ok: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
