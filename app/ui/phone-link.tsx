import { cafe } from '#cafe/cafe.ts';
import styles from './phone-link.module.css';

/** The cafe's number, to be rung with a press. */
export function PhoneLink() {
  const { display, tel } = cafe.contact.phone;
  return (
    <a className={styles.phone} href={`tel:${tel}`}>
      {display}
    </a>
  );
}
