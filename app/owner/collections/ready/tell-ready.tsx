import { href } from 'react-router';
import { useFulfilment } from '#app/owner/collections/ticks/fulfilment-form.tsx';
import type { Ticked } from '#app/owner/collections/ticks/ticks.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { ReadyView } from './ready-view.ts';

/** That the customer gets the e-mail, or the button that sends it. */
export function TellReady({ collection }: { collection: Ticked & { ready: ReadyView } }) {
  const { fulfilment } = useFulfilment(collection);
  const { number, day, name, ready } = collection;
  if (ready.told) return <p className={kit.quiet}>{ready.told}</p>;
  if (!ready.canTell || fulfilment !== 'ready') return null;
  return (
    <Action to={href('/owner/orders/:order/ready', { order: number })} fields={{ day }}>
      Tell the customer<VisuallyHidden> that it is ready: {name}</VisuallyHidden>
    </Action>
  );
}
