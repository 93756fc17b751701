import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 8_000;
const COMMAND = 'server/commands/owner.ts';

/**
 * Signs an owner in: a link from the server's machine, opened in the browser.
 * @param environment of the shop's database.
 * @returns the `Cookie` header.
 */
export async function signInAsOwner(
  origin: string,
  environment: NodeJS.ProcessEnv,
  email: string,
): Promise<string> {
  const command = [COMMAND, 'invite', email];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment });
  const [, token] = /#(\S+)/.exec(stdout) ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${stdout}`);
  const response = await postForm(`${origin}/owner/welcome?person`, { token });
  await response.arrayBuffer();
  const cookies = response.headers.getSetCookie().flatMap((each) => each.split(';')[0] ?? []);
  const cookie = cookies.find((each) => each.startsWith('staff='));
  if (cookie === undefined) throw new Error('The link did not sign in.');
  return cookie;
}

/** Adds a device of the practice push service to the notifications of who is signed in. */
export async function addPracticeDevice(origin: string, cookie: string): Promise<void> {
  const response = await postForm(`${origin}/owner/you/notifications/practice`, {}, cookie);
  await response.arrayBuffer();
  const { status } = response;
  if (status !== 303) throw new Error(`Adding a practice device returned ${status}.`);
}

/** Sends a form, as the browser of a page of the shop does. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  cookie?: string,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', ...(cookie !== undefined && { Cookie: cookie }) },
    body: new URLSearchParams(fields),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
