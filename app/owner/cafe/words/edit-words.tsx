import { data, href } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import { allWords, currentWords, editWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/edit-words';
import { PieceEditor } from './piece-editor.tsx';
import { conflictWith, notSaved, PieceForm, typedIn } from './piece-form.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { key, typed, version, edited } = await findPiece(shop, params.words);
  const cakes = key === 'testimonials' ? (await shop.content()).catalogue.entries : [];
  const hasPhotos = wordsForms[key].fields.some(({ kind }) => kind === 'photos');
  const photos = hasPhotos ? await listPhotos(shop) : [];
  return {
    key,
    typed,
    version,
    edited: edited && { ...edited, at: instantInWords(edited.at) },
    cakes: cakes
      .filter(({ cake }) => cake.kind === 'cake')
      .map(({ cake }) => ({ id: cake.id, title: cake.title })),
    photos: photos.map(({ file, alt }) => ({ file, alt })),
    note: key === 'hours' ? await calendarNote(shop) : undefined,
  };
}

/** @throws a 404 page if there is no such piece. */
async function findPiece(shop: Shop, key: string) {
  const piece = (await allWords(shop)).find((each) => each.key === key);
  if (!piece) throw data(null, { status: 404 });
  return piece;
}

/** Hours say when the cafe is open, the calendar on which days cakes can be collected. */
async function calendarNote(shop: Shop): Promise<string | undefined> {
  const [{ hours }, { closedWeekdays }] = await Promise.all([
    currentWords(shop),
    calendarRules(shop),
  ]);
  const isClosed = (day: number) => !hours.week.some(({ weekday }) => weekday === day);
  const days = WEEKDAYS.filter((day) => isClosed(day) !== closedWeekdays.includes(day));
  if (days.length === 0) return undefined;
  const lines = days.map((day) =>
    isClosed(day)
      ? `You are closed on ${weekdayName(day)}s, but cakes can be collected then.`
      : `You are open on ${weekdayName(day)}s, but cakes cannot be collected then.`,
  );
  return `${lines.join(' ')} If that is wrong, change the calendar too.`;
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, PieceForm, async ({ shop, person, form: { version }, values }) => {
    const { key } = await findPiece(shop, args.params.words);
    const typed = typedIn(wordsForms[key], values);
    const change = await editWords(shop, { key, typed, version }, person);
    if (change.ok) {
      return {
        to: href('/owner/words/:words', { words: key }),
        words: 'Saved. Visitors see it now.',
      };
    }
    if (change.reason === 'invalid') return notSaved(change.problems);
    return conflictWith(shop, wordsForms[key], await findPiece(shop, key), change.typed);
  });
}

export default function EditWords({ loaderData }: Route.ComponentProps) {
  const { key, photos, edited } = loaderData;
  const form = wordsForms[key];
  return (
    <PieceEditor
      // Another piece is another form.
      key={key}
      form={form}
      to={href('/owner/words/:words', { words: key })}
      title={form.title}
      summary={form.note}
      page={form.page}
      above={{ path: href('/owner/words'), title: '‹ Words and pictures' }}
      versions={href('/owner/words/:words/versions', { words: key })}
      piece={loaderData}
      first={
        edited && {
          path: href('/owner/words/:words/first', { words: key }),
          what: photos.length > 0 ? 'pictures' : 'words',
        }
      }
    />
  );
}
