import { data, href, Link } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { weekdayName } from '#domain/calendar/days.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import { beforeOpening } from '#server/content/before-opening.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import { allWords, editWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/edit-words';
import { PieceEditor } from './piece-editor.tsx';
import { changeWords, conflictWith, notSaved, PieceForm, typedIn } from './piece-form.ts';

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { key, typed, version, edited } = await findPiece(shop, params.words);
  const cakes = key === 'testimonials' ? (await shop.content()).catalogue.entries : [];
  const hasPhotos = wordsForms[key].fields.some(({ kind }) => kind === 'photos');
  const photos = hasPhotos ? await listPhotos(shop) : [];
  return {
    key,
    isListed: isBeforeOpening(request),
    typed,
    version,
    edited: edited && { ...edited, at: instantInWords(edited.at) },
    cakes: cakes
      .filter(({ cake }) => cake.kind === 'cake')
      .map(({ cake }) => ({ id: cake.id, title: cake.title })),
    photos: photos.map(({ file, alt }) => ({ file, alt })),
    isDemo: (await beforeOpening(shop)).content.includes(key),
    withoutCollection: key === 'hours' ? await openWithoutCollection(shop) : '',
  };
}

/** @throws a 404 page if there is no such piece. */
async function findPiece(shop: Shop, key: string) {
  const piece = (await allWords(shop)).find((each) => each.key === key);
  if (!piece) throw data(null, { status: 404 });
  return piece;
}

/** The weekdays on which the cafe is open and the calendar lets nobody collect: `Sundays and Mondays`. */
async function openWithoutCollection(shop: Shop): Promise<string> {
  const { openWithoutCollection: days = [] } = await calendarRules(shop);
  return days.map((day) => `${weekdayName(day)}s`).join(' and ');
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, PieceForm, async ({ shop, person, form: { version }, values }) => {
    const { key } = await findPiece(shop, args.params.words);
    const typed = typedIn(wordsForms[key], values);
    const { change, closes } = await changeWords(shop, key, () =>
      editWords(shop, { key, typed, version }, person),
    );
    if (change.ok) {
      return {
        to: isBeforeOpening(args.request)
          ? href('/owner/before-you-open')
          : href('/owner/words/:words', { words: key }),
        words: [
          'Saved. Visitors see it now.',
          change.isMapLeftOut && 'The map is left out: it shows the address from before.',
          closes,
        ]
          .filter(Boolean)
          .join(' '),
      };
    }
    if (change.reason === 'invalid') return notSaved(change.problems);
    return conflictWith(shop, wordsForms[key], await findPiece(shop, key), change.typed);
  });
}

/** Opened from the list of what is still the demo's, which follows when it is saved. */
const BEFORE_OPENING = 'before-you-open';

function isBeforeOpening({ url }: Request): boolean {
  return new URL(url).searchParams.has(BEFORE_OPENING);
}

export default function EditWords({ loaderData }: Route.ComponentProps) {
  const { key, isDemo, withoutCollection, isListed } = loaderData;
  const form = wordsForms[key];
  return (
    <PieceEditor
      // Another piece is another form.
      key={key}
      form={form}
      to={href('/owner/words/:words', { words: key }) + (isListed ? `?${BEFORE_OPENING}` : '')}
      title={form.title}
      summary={form.note}
      page={form.page}
      above={
        isListed
          ? { path: href('/owner/before-you-open'), title: 'Before you open' }
          : { path: href('/owner/words'), title: 'Words and pictures' }
      }
      versions={href('/owner/words/:words/versions', { words: key })}
      piece={loaderData}
      note={
        withoutCollection ? (
          <>
            You are open on {withoutCollection}, but the calendar lets nobody collect then.{' '}
            <Link to={`${href('/owner/calendar')}#rules`}>Change it in the calendar</Link>
          </>
        ) : (
          isDemo && (
            <>
              This is from the demo. Put in your own, or say that{' '}
              <Link to={href('/owner/before-you-open')}>it is right as it is</Link>.
            </>
          )
        )
      }
    />
  );
}
