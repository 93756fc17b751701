import { Button } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/open-dialog-button.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import type { EarlierOrder } from './earlier-order-screen.tsx';
import styles from './payment-loading.module.css';
import { Screen } from './screen.tsx';
import type { Stopped } from './use-checkout.ts';

type Failure = Exclude<Stopped, { reason: 'changed' } | EarlierOrder>;

type WithWords = 'invalid-request' | 'too-many-requests';

const REASONS: Record<Exclude<Failure['reason'], WithWords>, string> = {
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
  return (
    <Screen title="The payment did not start">
      <Reason why={why} />
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

function Reason({ why }: { why: Failure }) {
  switch (why.reason) {
    case 'invalid-request':
      return (
        <ul className={styles.problems}>
          {why.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      );
    case 'too-many-requests':
      return (
        <p>
          A great many orders have come from your internet connection just now, perhaps from others
          who share it. Please wait {why.wait}, then try again.
        </p>
      );
    default:
      return <p>{REASONS[why.reason]}</p>;
  }
}
