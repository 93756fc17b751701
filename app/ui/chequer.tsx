import styles from './chequer.module.css';

/** The pink and yellow of the battenberg, as an ornament. Its place is the page's, and `--two-squares` too. */
export function Chequer({ className = '' }: { className?: string | undefined }) {
  return <div className={`${styles.chequer} ${className}`} aria-hidden="true" />;
}
