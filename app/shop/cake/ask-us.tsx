import { href } from 'react-router';
import { useCafe } from '#app/ui/cafe.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import styles from './ask-us.module.css';

interface AskUsProps {
  question: string;
  /** What the message asks for: a cake, as far as it has been chosen. */
  wanted: string;
  /** When; undefined if it is not known. */
  day?: Day | undefined;
}

/** The ways to ask the cafe for what cannot be chosen here. The message has what the visitor wants. */
export function AskUs({ question, wanted, day }: AskUsProps) {
  const { whatsapp } = useCafe().contact;
  const asked = new URLSearchParams({ about: wanted, ...(day && { day }) });
  const message = `Hello, I would like ${wanted}${day ? `, on ${dayInWords(day)}` : ''}.`;
  return (
    <p className={`${styles.askUs} cluster`}>
      <strong>{question}</strong>{' '}
      <span className={styles.ways}>
        <a href={`${href('/ask')}?${asked}`}>Ask us</a>
        {', '}
        <PhoneLink />
        {whatsapp && (
          <>
            {' or '}
            <a href={`https://wa.me/${whatsapp.number}?text=${encodeURIComponent(message)}`}>
              WhatsApp
            </a>
          </>
        )}
      </span>
    </p>
  );
}
