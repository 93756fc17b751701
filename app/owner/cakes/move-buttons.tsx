import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import styles from './cakes.module.css';
import { QuickForm, type Send } from './quick-form.tsx';
import { useDrag } from './use-drag.ts';

/** @param fields what the form of a movement sends besides the row and its place. */
export function useMoves(fields: Record<string, string>, send: Send) {
  const { drag, handleOf } = useDrag((cake, before = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, cake, before })) form.set(name, value);
    void send(form);
  });
  return {
    fields,
    send,
    handleOf,
    rowProps: (id: string) => ({
      'data-id': id,
      'data-dragged': drag?.id === id || undefined,
      'data-drop': (drag && drag.id !== id && drag.before === id) || undefined,
    }),
  };
}

interface MoveButtonsProps {
  moves: ReturnType<typeof useMoves>;
  rows: { id: string; title: string }[];
  /** Of the row in the list. */
  place: number;
  focus: string;
}

/** Moves a row of a list by a handle or with buttons. */
export function MoveButtons({ moves, rows, place, focus }: MoveButtonsProps) {
  const row = rows[place];
  if (!row) return null;
  const isLast = place === rows.length - 1;
  // The row before which it moves, empty for the end; undefined at the edge.
  const ways = [
    { way: 'up', sign: '↑', before: rows[place - 1]?.id },
    { way: 'down', sign: '↓', before: isLast ? undefined : (rows[place + 2]?.id ?? '') },
  ];
  return (
    <div className={styles.order}>
      <WithScripts>
        <span className={styles.handle} aria-hidden="true" {...moves.handleOf(row.id)}>
          ⠿
        </span>
      </WithScripts>
      {ways.map(({ way, sign, before }) => {
        const id = `${way}-${moves.fields.list ?? ''}-${row.id}`;
        return (
          <QuickForm
            key={way}
            send={moves.send}
            fields={{ ...moves.fields, cake: row.id, before: before ?? '' }}
            focus={id}
          >
            <button
              type={before === undefined ? 'button' : 'submit'}
              id={id}
              className={styles.move}
              aria-disabled={before === undefined}
              // biome-ignore lint/a11y/noAutofocus: it is where a form without scripts was sent from.
              autoFocus={focus === id}
            >
              <span aria-hidden="true">{sign}</span>
              <VisuallyHidden>
                Move {row.title} {way}
              </VisuallyHidden>
            </button>
          </QuickForm>
        );
      })}
    </div>
  );
}
