import { href, Link } from 'react-router';
import { Chequer, Mark } from '#app/ui/brand.tsx';
import { useCafe, useHoursInWords } from '#app/ui/cafe.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import styles from './footer.module.css';

/** Address and contact details. The navbar's CONTACT leads here, and its arrival is focused. */
export function Footer() {
  const { contact } = useCafe();
  const hours = useHoursInWords();
  const { whatsapp, email, address, mapUrl, instagram, facebook } = contact;
  return (
    <footer id="contact" className={`${styles.footer} on-screen`} tabIndex={-1}>
      <Chequer className={styles.edge} />
      <div className={`${styles.columns} page`}>
        <div className={styles.invitation}>
          <Mark className={styles.mark} />
          <p>Come and collect it.</p>
        </div>
        <div>
          <h2>Contact</h2>
          <ul>
            <li>
              <PhoneLink />
            </li>
            {whatsapp && (
              <li>
                <a href={`https://wa.me/${whatsapp.number}`}>WhatsApp {whatsapp.display}</a>
                <small>message only</small>
              </li>
            )}
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
            <li>
              <a href={href('/ask')}>Ask for another cake</a>
            </li>
          </ul>
        </div>
        <div>
          <h2>Cafe</h2>
          <address>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <a href={mapUrl}>Plan a route</a>
          <p className={styles.hours}>
            {hours.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <div>
          {(instagram || facebook) && <h2>Follow</h2>}
          <ul>
            {instagram && (
              <li>
                <a href={instagram}>Instagram</a>
              </li>
            )}
            {facebook && (
              <li>
                <a href={facebook}>Facebook</a>
              </li>
            )}
          </ul>
          <ul className={styles.legal}>
            <li>
              <Link to={href('/privacy')}>Privacy</Link>
            </li>
            <li>
              <Link to={href('/terms')}>Terms</Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}
