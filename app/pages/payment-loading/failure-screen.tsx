import { href } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/open-dialog-button.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import styles from './payment-loading.module.css';
import { Screen } from './screen.tsx';
import type { Stopped } from './use-checkout.ts';

type Failure = Exclude<Stopped, { reason: 'changed' }>;

const REASONS: Record<Exclude<Failure['reason'], 'partly-paid' | 'invalid-request'>, string> = {
  'payments-unavailable': 'The card payment cannot be reached at the moment.',
  'bot-check':
    'Our check that you are a person did not go through. It is nothing you did: a blocker or an older browser can be in its way.',
  unreachable: 'We could not reach the cafe’s server. Are you connected to the internet?',
  'too-large': 'The order is too large to be sent in one go. Please make two orders of it.',
  unexpected: 'Something went wrong on our side.',
};

interface FailureScreenProps {
  why: Failure;
  onTryAgain: () => void;
}

export function FailureScreen({ why, onTryAgain }: FailureScreenProps) {
  if (why.reason === 'partly-paid') return <PartlyPaid orderId={why.orderId} />;
  return (
    <Screen title="The payment did not start">
      {why.reason === 'invalid-request' ? (
        <ul className={styles.problems}>
          {why.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : (
        <p>{REASONS[why.reason]}</p>
      )}
      <p>
        Nothing has been charged, and your basket and details are kept. You can also ring us on{' '}
        <PhoneLink />.
      </p>
      <div className={styles.ways}>
        <Button onClick={onTryAgain}>Try again</Button>
        <OpenDialogButton opens="pick-up" look="outline">
          Change your details
        </OpenDialogButton>
        <OpenDialogButton opens="basket" look="outline">
          Open the basket
        </OpenDialogButton>
      </div>
    </Screen>
  );
}

function PartlyPaid({ orderId }: { orderId: string }) {
  return (
    <Screen title="Part of this basket is paid for">
      <p>
        An earlier order from this browser has been paid, so we stopped before anything was charged
        twice. Once that order is confirmed its items leave your basket by themselves, and you can
        order the rest.
      </p>
      <ButtonLink to={href('/thank-you-page/:order', { order: orderId })}>
        See the paid order
      </ButtonLink>
    </Screen>
  );
}
