import { data, href, Link, redirect } from 'react-router';
import { DefaultButton } from '#app/owner/field.tsx';
import { instantInWords } from '#app/owner/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import { movedPhotos } from '#app/owner/photos/move-photo.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { useInitial } from '#app/owner/use-initial.ts';
import { fieldsOf, readFormData } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { type TypedWords, type WordsForm, wordsForms } from '#domain/words/words-forms.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listPhotos } from '#server/content/photos.ts';
import { allWords, currentWords, editWords, putBackWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/edit-words';
import styles from './words.module.css';
import { changeWordsRows, filesIn, HiddenWords, readTyped, WordsFields } from './words-form.tsx';

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
  const form = await readFormData(request);
  const field = fieldsOf(form);
  const typed = readTyped(wordsForms[key], form);
  const version = Number.parseInt(field('version'), 10) || 0;
  const answer = { typed, version, problems: {}, isOutdated: false, isPutBack: false };
  if (field('do') === 'put-back') {
    const isPutBack = await putBackWords(shop, { key, version }, person);
    // With the words as they were, for Undo. If it is sent twice, only the form has them.
    const before = piece.edited ? piece.typed : typed;
    return data({ ...answer, typed: before, isPutBack, isOutdated: !isPutBack });
  }
  if (field('do') === 'save') {
    const change = await editWords(shop, { key, typed, version }, person);
    if (change.ok) return redirect(`${href('/owner/words/:words', { words: key })}?saved`);
    const isOutdated = change.reason === 'changed';
    const problems = change.reason === 'invalid' ? change.problems : {};
    const status = isOutdated ? 409 : 422;
    return data({ ...answer, typed: change.typed, problems, isOutdated }, { status });
  }
  const moved = movedPhotos(form, 'photos')?.join(' ');
  const changed =
    moved === undefined
      ? changeWordsRows(typed, field('do'))
      : { ...typed, fields: { ...typed.fields, photos: moved } };
  if (!changed) throw data(null, { status: 400 });
  return data({ ...answer, typed: changed });
}

export default function EditWords({ loaderData, actionData }: Route.ComponentProps) {
  // Another piece is another form.
  return <Editor key={loaderData.key} loaderData={loaderData} actionData={actionData} />;
}

type EditorProps = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>;

function Editor({ loaderData, actionData }: EditorProps) {
  const { key, typed, version, edited, cakes, photos, note, isSaved } = useInitial(loaderData);
  const answer = useInitial(actionData);
  const form = wordsForms[key];
  const problems: Record<string, string> = answer?.problems ?? {};
  const what = photos.length > 0 ? 'pictures' : 'words';
  const shown = answer && !answer.isPutBack ? answer.typed : typed;
  return (
    <div className={styles.page}>
      <ScreenTitle title={form.title} />
      <header>
        <p>
          <Link to={href('/owner/words')} className={screen.quietLink}>
            ‹ Words and pictures
          </Link>
        </p>
        <h1 className={screen.title}>{form.title}</h1>
        <p className={screen.summary}>{form.note}</p>
        <p>
          <a href={form.page} className={screen.quietLink}>
            See the page
          </a>
        </p>
        {edited && (
          <p className={screen.quiet}>
            {edited.by} changed this on {edited.at}.
          </p>
        )}
      </header>

      <div role="status">
        {isSaved && !answer && <p className={styles.notice}>Saved. Visitors see it now.</p>}
        {answer?.isPutBack && (
          <form method="post" encType="multipart/form-data" className={styles.notice}>
            <p>Your first {what} are back. Visitors see them now.</p>
            <input type="hidden" name="version" value={version} />
            <HiddenWords form={form} typed={answer.typed} />
            <button type="submit" name="do" value="save" className={screen.action}>
              Undo
            </button>
          </form>
        )}
        {Object.keys(problems).length > 0 && (
          <p className={styles.notice}>Not saved yet. Please look at what is marked below.</p>
        )}
      </div>
      {answer?.isOutdated && (
        <Outdated form={form} mine={answer.typed} theirs={typed} edited={edited} photos={photos} />
      )}
      {note && <p className={styles.notice}>{note}</p>}

      <form
        method="post"
        encType="multipart/form-data"
        noValidate
        className={`${screen.fields} ${styles.form}`}
      >
        <DefaultButton value="save" />
        {/* After another's change, the form is about what is shown above it. */}
        <input
          type="hidden"
          name="version"
          value={answer && !answer.isOutdated && !answer.isPutBack ? answer.version : version}
        />
        <WordsFields form={form} typed={shown} problems={problems} cakes={cakes} photos={photos} />
        {form.placeholders && <Placeholders placeholders={form.placeholders} />}
        <div className={screen.actions}>
          <Button type="submit" name="do" value="save">
            Save
          </Button>
          {edited && (
            <button type="submit" name="do" value="put-back" className={screen.action}>
              Put back our first {what}
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

interface OutdatedProps {
  form: WordsForm;
  mine: TypedWords;
  theirs: TypedWords;
  edited: { by: string; at: string } | undefined;
  photos: { file: string; alt: string }[];
}

/** Another person has saved the piece since: their words, and what to do. */
function Outdated({ form, mine, theirs, edited, photos }: OutdatedProps) {
  const who = edited
    ? `${edited.by} changed this on ${edited.at}`
    : 'The first words were put back';
  return (
    <section role="alert" className={styles.notice}>
      <h2>Not saved: {who}</h2>
      <p>Below is what you typed. If you save it, it replaces this:</p>
      <dl>
        {differences(form, mine, theirs).map(({ label, text, kind }) => (
          <div key={label}>
            <dt>{label}</dt>
            {kind === 'photos' ? (
              <dd>
                {filesIn(text ?? '').map((file) => (
                  <Photo
                    key={file}
                    file={file}
                    sizes="4rem"
                    alt={photos.find((photo) => photo.file === file)?.alt}
                    className={styles.picture}
                  />
                ))}
              </dd>
            ) : (
              <dd>{text || 'Nothing'}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

function differences(form: WordsForm, mine: TypedWords, theirs: TypedWords) {
  const fields = form.fields.map(({ name, label, kind }) => ({
    label,
    kind,
    mine: mine.fields[name],
    text: theirs.fields[name],
  }));
  const { rows } = form;
  const count = Math.max(mine.rows.length, theirs.rows.length);
  const rowFields = Array.from({ length: rows ? count : 0 }, (_, index) => ({
    kind: undefined,
    label: rows?.titles?.[index] ?? `${rows?.title} ${index + 1}`,
    mine: rowText(mine.rows[index]),
    text: rowText(theirs.rows[index]),
  }));
  return [...fields, ...rowFields].filter(({ mine, text }) => mine !== text);
}

function rowText(row: Record<string, string> = {}): string {
  return Object.values(row).filter(Boolean).join(' · ');
}

/** What a text may name in braces. */
function Placeholders({ placeholders }: { placeholders: Record<string, string> }) {
  return (
    <details className={styles.placeholders}>
      <summary>What fills itself in</summary>
      <dl>
        {Object.entries(placeholders).map(([name, meaning]) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
