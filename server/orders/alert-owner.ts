import { takeTurn } from '#server/emails/take-turn.ts';
import type { Ports } from '#server/ports.ts';
import { openProblems, type Problem, type ProblemPorts } from './problems.ts';

/** After a crash or a rejected alert it is sent again, so often: an outage of the e-mail service ends. */
const LEASE_SECONDS = 15 * 60;

type AlertPorts = ProblemPorts &
  Pick<Ports, 'mailer' | 'emailTurns' | 'emailSpacingSeconds' | 'alerts' | 'trader' | 'log'>;

/** Tells the cafe of new problems: one e-mail for all that are new, from one of the servers. */
export async function alertOwner(ports: AlertPorts): Promise<void> {
  const { mailer, alerts, clock, log } = ports;
  const problems = await openProblems(ports);
  const claimed = await alerts.claim(problems.map(alertKey), LEASE_SECONDS);
  const fresh = problems.filter((problem) => claimed.includes(alertKey(problem)));
  if (fresh.length === 0) return;
  const count = fresh.length === 1 ? 'A problem needs you' : `${fresh.length} problems need you`;
  const trader = await ports.trader();
  if (!(await takeTurn(ports))) return;
  const delivery = await mailer.send({
    messageId: `alert-${clock.now().replaceAll(/\D/g, '')}`,
    to: 'cafe',
    subject: `${trader.name}: ${count.toLowerCase()}`,
    text: [
      `${count}.`,
      ...new Set(fresh.map(alertText)),
      `See all: ${trader.origin}/owner/needs-you`,
    ].join('\n\n'),
  });
  if (delivery.ok) await alerts.sent(claimed);
  else log.error({ reason: delivery.reason, problems: fresh.length }, 'the alert was not sent');
}

/** Another one if the problem is closed and raised again. */
function alertKey({ key, raisedAt }: Problem): string {
  return `${key} ${raisedAt}`;
}

/** A mailbox is read by more people than Needs you: no personal data. */
function alertText({ title, advice, orderNumber }: Problem): string {
  return [title, ...(orderNumber ? [`Order ${orderNumber}.`] : []), advice].join(' ');
}
