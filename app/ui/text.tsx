import type { ComponentProps } from 'react';
import { useCafe } from './cafe.ts';

/** The cafe's phone number as a link. */
export function PhoneLink() {
  const { display, tel } = useCafe().contact.phone;
  return <a href={`tel:${tel}`}>{display}</a>;
}

/** Text for screen readers. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className="unseen" {...props} />;
}

/** For visitors whose scripts are off or did not come, in place of what needs them. */
export function NeedsScripts({ className }: { className?: string | undefined }) {
  return (
    <>
      <noscript>
        <p className={className}>
          Ordering here needs JavaScript. Without it, please ring us on <PhoneLink />.
        </p>
      </noscript>
      <p role="alert" className={['without-scripts', className].filter(Boolean).join(' ')}>
        Part of this page did not come. Please reload it: your basket is kept.
      </p>
    </>
  );
}

/** Hidden where scripts are off or did not come. */
export function WithScripts({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={['with-scripts', className].filter(Boolean).join(' ')} {...rest} />;
}
