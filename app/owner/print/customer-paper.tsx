import type { ReactNode } from 'react';
import { useCafe } from '#app/ui/cafe.ts';
import styles from './customer-paper.module.css';
import { PrintPage } from './print-page.tsx';

interface CustomerPaperProps {
  /** The screen that it was opened from. */
  back: string;
  name: string;
  today: string;
  children: ReactNode;
}

/** A paper for a customer who asks what the shop knows of them. */
export function CustomerPaper({ back, name, today, children }: CustomerPaperProps) {
  const { name: cafe, contact } = useCafe();
  return (
    <PrintPage title={`What we know of ${name}`} back={back}>
      <div className={styles.paper}>
        <header>
          <h2>
            What {cafe} knows of {name}
          </h2>
          <p>
            {today} · {cafe}, {contact.phone.display}
          </p>
        </header>
        {children}
        <p>
          Stripe, which takes card payments for us, and the service that sends our e-mails have
          parts of this as well. Our privacy page says why we keep it and for how long, and what you
          can ask for.
        </p>
      </div>
    </PrintPage>
  );
}
