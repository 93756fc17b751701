import { data, href, redirect } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import { allWords, currentWords, editWords, restoreWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/edit-words';
import { PieceEditor } from './piece-editor.tsx';
import { readPieceForm } from './piece-form.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const piece = (await allWords(shop)).find(({ key }) => key === params.words);
  if (!piece) throw data(null, { status: 404 });
  const { key, typed, version, edited } = piece;
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
    isSaved: new URL(request.url).searchParams.has('saved'),
  };
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

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const person = context.get(personContext);
  const piece = (await allWords(shop)).find(({ key }) => key === params.words);
  if (!piece) throw data(null, { status: 404 });
  const { key } = piece;
  const form = wordsForms[key];
  const { typed, version, button } = await readPieceForm(form, request);
  const answer = { typed, version, problems: {}, isOutdated: false, isRestored: false };
  if (button === 'restore') {
    const isRestored = (await restoreWords(shop, { key, number: 0, version }, person)).ok;
    // With the words as they were, for Undo. If it is sent twice, only the form has them.
    const before = piece.edited ? piece.typed : typed;
    return data({ ...answer, typed: before, isRestored, isOutdated: !isRestored });
  }
  if (button === 'save') {
    const change = await editWords(shop, { key, typed, version }, person);
    if (change.ok) return redirect(`${href('/owner/words/:words', { words: key })}?saved`);
    const isOutdated = change.reason === 'changed';
    const problems = change.reason === 'invalid' ? change.problems : {};
    const status = isOutdated ? 409 : 422;
    return data({ ...answer, typed: change.typed, problems, isOutdated }, { status });
  }
  return answer;
}

export default function EditWords({ loaderData, actionData }: Route.ComponentProps) {
  const { key, photos } = loaderData;
  const form = wordsForms[key];
  return (
    <PieceEditor
      // Another piece is another form.
      key={key}
      form={form}
      title={form.title}
      summary={form.note}
      page={form.page}
      back={{ path: href('/owner/words'), title: 'Words and pictures' }}
      versions={href('/owner/words/:words/versions', { words: key })}
      piece={loaderData}
      answer={actionData}
      first={photos.length > 0 ? 'pictures' : 'words'}
    />
  );
}
