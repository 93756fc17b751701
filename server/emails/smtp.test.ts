import { createServer } from 'node:net';
import * as fc from 'fast-check';
import { SMTPServer } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toCafe, toCustomer } from '#test/mail-service.ts';
import { createSmtpMailer } from './smtp.ts';

/** All headers of an e-mail to the cafe. */
const HEADERS = [
  ...['From', 'To', 'Reply-To', 'Subject', 'Message-ID', 'Date'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'Auto-Submitted'],
];

describe('SMTP', () => {
  const settings = {
    from: { name: 'Battenberg', address: 'shop@cafe.example' },
    to: 'owner@cafe.example',
  };

  interface Server {
    /** What is said to a message, after it has been taken. */
    rejection?: Error;
    /** Recipients that are refused. */
    unknown?: string[];
    /** What is said to RCPT TO of these. */
    unknownRejection?: Error;
    /** What is said to MAIL FROM. */
    senderRejection?: Error;
    needsPassword?: boolean;
    to?: string;
    host?: string;
  }

  async function openServer(options: Server = {}) {
    const { rejection, unknown = [], senderRejection, needsPassword = false, to } = options;
    const { host = '127.0.0.1', unknownRejection = withCode(550, 'No mailbox here') } = options;
    const received: { to: string[]; text: string }[] = [];
    const server = new SMTPServer({
      authOptional: !needsPassword,
      disabledCommands: ['STARTTLS'],
      onMailFrom(_address, _session, done) {
        done(senderRejection ?? null);
      },
      onRcptTo({ address }, _session, done) {
        done(unknown.includes(address) ? unknownRejection : null);
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, text: Buffer.concat(chunks).toString() });
          done(rejection ?? null);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const url = `smtp://${host}:${address.port}`;
    const mailer = createSmtpMailer({ ...settings, ...(to && { to }), url });
    return { mailer, received };
  }

  /** An error that the server answers with this code. */
  const withCode = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });

  test('delivers plain text to the cafe alone, with an answer going to the customer', async () => {
    const { mailer, received } = await openServer();
    expect(await mailer.send(toCafe)).toEqual({ ok: true });
    const [sent] = received;
    expect(sent?.to).toEqual(['owner@cafe.example']);
    expect(sent?.text).toContain('Reply-To: ada@example.org');
    expect(sent?.text).toContain(`Message-ID: <order-${toCafe.orderId}@cafe.example>`);
    expect(sent?.text).toContain('Content-Type: text/plain');
  });

  test('reaches an international domain by its A-label', async () => {
    const { mailer, received } = await openServer();
    const address = 'ada@bäckerei.example';
    await mailer.send({ ...toCustomer, to: { address }, replyTo: address });
    expect(received[0]?.text).toContain('To: ada@xn--bckerei-5wa.example');
    expect(received[0]?.text).toContain('Reply-To: ada@xn--bckerei-5wa.example');
  });

  test('names the cafe as the sender, and says that nobody has typed the e-mail', async () => {
    const { mailer, received } = await openServer();
    await mailer.send(toCustomer);
    expect(received[0]?.text).toContain('From: Battenberg <shop@cafe.example>');
    // RFC 3834: no program answers it.
    expect(received[0]?.text).toContain('Auto-Submitted: auto-generated');
  });

  test.each([
    [
      'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n',
      /text\/calendar;[^;]*; method=CANCEL/,
    ],
    ['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', /text\/calendar; charset=utf-8(?!; method)/],
  ])(
    'gives the calendar the method of its contents, if it has one: %j',
    async (content, header) => {
      const { mailer, received } = await openServer();
      await mailer.send({ ...toCustomer, calendar: { name: 'collection.ics', content } });
      expect(received[0]?.text.replaceAll('\r\n ', ' ')).toMatch(header);
    },
  );

  test.each([
    'ada@example.org\r\nBcc: everybody@example.org',
    'ada@example.org, everybody@example.org',
    'not an address',
  ])(
    'whatever stands in the e-mail field, the cafe is told and nobody else: %j',
    async (replyTo) => {
      const { mailer, received } = await openServer();
      expect(await mailer.send({ ...toCafe, replyTo })).toEqual({ ok: true });
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
        expect(await mailer.send({ ...toCafe, replyTo })).toEqual({ ok: true });
        expect(received.map(({ to }) => to)).toEqual([['owner@cafe.example']]);
        const [head = ''] = received[0]?.text.split('\r\n\r\n') ?? [];
        // A line that starts with a blank continues the header above it.
        const headers = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
        const names = new Set(headers.map((header) => header.split(':')[0]));
        expect(names.size).toBe(headers.length);
        expect([...names].filter((name) => !HEADERS.includes(name ?? ''))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test.each([450, 550, 554])('a %d is a rejection whose code is the reason', async (code) => {
    const { mailer } = await openServer({
      rejection: withCode(code, 'ada@example.org is unwanted'),
    });
    expect(await mailer.send(toCafe)).toEqual({ ok: false, reason: `smtp ${code}` });
  });

  test('one recipient that is refused is a failure, even if another is accepted', async () => {
    const to = 'owner@cafe.example, kitchen@cafe.example';
    const { mailer } = await openServer({ to, unknown: ['kitchen@cafe.example'] });
    expect(await mailer.send(toCafe)).toMatchObject({ ok: false, reason: 'smtp 550' });
    const known = await openServer({ to });
    expect(await known.mailer.send(toCafe)).toEqual({ ok: true });
  });

  test('sends customers text, HTML and a calendar file, and nothing to the cafe', async () => {
    const { mailer, received } = await openServer();
    expect(await mailer.send(toCustomer)).toEqual({ ok: true });
    const [message] = received;
    expect(message?.to).toEqual(['ada@example.org']);
    expect(message?.text).toContain('Content-Type: text/plain; charset=utf-8');
    expect(message?.text).toContain('<p>Berry Drip Cake</p>');
    expect(message?.text).toMatch(/Content-Type: text\/calendar;/);
    expect(message?.text).toContain('filename=collection.ics');
    const content = toCustomer.calendar?.content.replace('\r\n', '\r\nMETHOD:CANCEL\r\n') ?? '';
    await mailer.send({ ...toCustomer, calendar: { name: 'collection.ics', content } });
    expect(received[1]?.text).toMatch(/Content-Type: text\/calendar;.*\n? ?.*method=CANCEL/);
  });

  test('says when a server will never accept the recipient, but not when it may later', async () => {
    const { mailer } = await openServer({ unknown: ['ada@example.org'] });
    const rejected = { ok: false, reason: 'smtp 550', isRecipientRejected: true };
    expect(await mailer.send(toCustomer)).toEqual(rejected);
    const { mailer: full } = await openServer({ rejection: withCode(552, 'Mailbox full') });
    expect(await full.send(toCustomer)).toEqual({ ok: false, reason: 'smtp 552' });
  });

  test('blames no customer when the server rejects the sender', async () => {
    const senderRejection = withCode(550, 'Not permitted to send as this sender');
    const { mailer } = await openServer({ senderRejection });
    expect(await mailer.send(toCustomer)).toEqual({ ok: false, reason: 'smtp 550' });
    const { mailer: unauthorized } = await openServer({ needsPassword: true });
    expect(await unauthorized.send(toCustomer)).toEqual({ ok: false, reason: 'smtp 530' });
  });

  test.each([
    [550, '5.1.1 No such user', true],
    [554, '5.7.1 <ada@example.org>: Relay access denied', false],
    [553, '5.7.1 Sender address rejected', false],
    [550, 'relay not permitted', false],
    [550, 'Unknown user', true],
  ])('%d %s at the recipient blames the customer: %s', async (code, text, isBlamed) => {
    const rejection = withCode(code, text);
    const { mailer } = await openServer({
      unknown: ['ada@example.org'],
      unknownRejection: rejection,
    });
    const delivery = await mailer.send(toCustomer);
    expect(delivery).toMatchObject({ ok: false, reason: `smtp ${code}` });
    expect('isRecipientRejected' in delivery).toBe(isBlamed);
  });

  test('an e-mail goes without a reply-to when there is none', async () => {
    const { mailer, received } = await openServer();
    expect(await mailer.send({ ...toCafe, replyTo: undefined })).toEqual({ ok: true });
    expect(received[0]?.text).not.toMatch(/^Reply-To:/im);
  });

  test('nothing is sent without TLS to a server that is not on this machine', async () => {
    // Every address of this machine: reachable here, and not one of the loopback addresses.
    const { mailer, received } = await openServer({ host: '0.0.0.0' });
    expect(await mailer.send(toCafe)).toEqual({ ok: false, reason: 'smtp 500' });
    expect(received).toEqual([]);
  });

  test('a server that nobody listens at is a failure', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const address = nobody.address();
    await new Promise((resolve) => nobody.close(resolve));
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const dead = createSmtpMailer({ ...settings, url: `smtp://127.0.0.1:${address.port}` });
    expect(await dead.send(toCafe)).toEqual({ ok: false, reason: 'smtp ESOCKET' });
  });
});
