import { href } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { shopContext } from '#app/shop-context.ts';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { describeWeek } from '#domain/words/hours.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import { beforeOpening } from '#server/content/before-opening.ts';
import { allWords, currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/words-list';
import styles from './words.module.css';
import { filesIn } from './words-form.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [all, { hours }, { content }] = await Promise.all([
    allWords(shop),
    currentWords(shop),
    beforeOpening(shop),
  ]);
  return all.map(({ key, typed, edited }) => ({
    key,
    files: wordsForms[key].fields.flatMap(({ name, kind }) =>
      kind === 'photos' ? filesIn(typed.fields[name] ?? '') : [],
    ),
    beginning: beginningOf(
      key === 'hours'
        ? describeWeek(hours.week)
        : [typed.fields, ...typed.rows].flatMap((each) => Object.values(each)),
    ),
    edited: edited
      ? `${edited.by} changed this on ${instantInWords(edited.at)}.`
      : content.includes(key) && 'From the demo',
  }));
}

const MAX_CHARACTERS = 90;

function beginningOf(texts: string[]): string {
  const characters = [...texts.filter(Boolean).join(' · ').replaceAll('\n', ' ')];
  const shown = characters.slice(0, MAX_CHARACTERS).join('');
  return characters.length > MAX_CHARACTERS ? `${shown.trimEnd()}…` : shown;
}

export default function WordsList({ loaderData }: Route.ComponentProps) {
  return (
    <Screen
      title="Words and pictures"
      summary="What visitors and customers read and see. They see a change at once."
    >
      <Rows>
        {loaderData.map(({ key, files, beginning, edited }) => (
          <Row key={key} to={href('/owner/words/:words', { words: key })} className={styles.piece}>
            <strong>{wordsForms[key].title}</strong>
            {files.length > 0 ? (
              files.map((file) => (
                <Photo
                  key={file}
                  file={file}
                  sizes="3rem"
                  alt=""
                  className={`thumbnail ${styles.picture}`}
                />
              ))
            ) : (
              <span>{beginning || 'Nothing yet'}</span>
            )}
            {edited && <small>{edited}</small>}
          </Row>
        ))}
      </Rows>
    </Screen>
  );
}
