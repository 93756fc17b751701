import styles from './notes.module.css';

interface NotesProps {
  /** The customer's; may be empty. */
  note: string;
  staffNote: string;
  className?: string | undefined;
}

/** What there is to know of an order, on screens and on paper. */
export function Notes({ note, staffNote, className = '' }: NotesProps) {
  if (note === '' && staffNote === '') return null;
  return (
    <div className={`${styles.notes} ${className}`}>
      {note !== '' && (
        <p>
          <strong>Customer’s note:</strong> <bdi>{note}</bdi>
        </p>
      )}
      {staffNote !== '' && (
        <p>
          <strong>Our note:</strong> <bdi>{staffNote}</bdi>
        </p>
      )}
    </div>
  );
}
