import styles from './brand.module.css';

interface MarkProps {
  className?: string | undefined;
  /** Animates the squares, as a loading indicator. */
  assembling?: boolean;
}

/** The logo, a Battenberg slice. Decorative: the text beside it names it. */
export function Mark({ className, assembling = false }: MarkProps) {
  return (
    <svg
      className={[styles.mark, assembling && styles.assembling, className]
        .filter(Boolean)
        .join(' ')}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="38" height="38" rx="7" />
      <rect x="6" y="6" width="14" height="14" />
      <rect x="20" y="6" width="14" height="14" />
      <rect x="20" y="20" width="14" height="14" />
      <rect x="6" y="20" width="14" height="14" />
      <path d="M20 6v28M6 20h28" />
    </svg>
  );
}

/** A chequered ornament. The page sets its place and, with `--two-squares`, its scale. */
export function Chequer({ className = '' }: { className?: string | undefined }) {
  return <div className={`${styles.chequer} ${className}`} aria-hidden="true" />;
}
