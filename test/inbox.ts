import * as z from 'zod';

const Inbox = z.array(z.object({ templateParams: z.record(z.string(), z.string()) }));

/** The parameters of all e-mails that the practice EmailJS has accepted, newest first. */
export async function readInbox(mail: string) {
  const response = await fetch(`${mail}/practice/inbox`);
  return Inbox.parse(await response.json()).map(({ templateParams }) => templateParams);
}

/** The texts of the e-mails to the cafe that contain the order's id. */
export async function emailsAbout(mail: string, orderId: string): Promise<string[]> {
  return (await readInbox(mail))
    .map(({ orderText = '' }) => orderText)
    .filter((text) => text.includes(orderId));
}
