import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { Photo } from '#app/ui/photo.tsx';
import type { Photo as PhotoFile } from '#domain/catalogue/photo.ts';
import type { TypedWords, WordsForm } from '#domain/words/words-forms.ts';
import styles from './words.module.css';
import { filesIn, HiddenWords, WordsFields, wordsDifferences } from './words-form.tsx';

interface PieceEditorProps {
  form: Pick<WordsForm, 'fields' | 'rows' | 'placeholders'>;
  title: string;
  summary: ReactNode;
  /** Where visitors see it. */
  page?: string | undefined;
  back: { path: string; title: string };
  /** The path of its versions. */
  versions?: string | undefined;
  piece: {
    typed: TypedWords;
    version: number;
    edited: { by: string; at: string } | undefined;
    cakes: { id: string; title: string }[];
    photos: Pick<PhotoFile, 'file' | 'alt'>[];
    note: string | undefined;
    isSaved: boolean;
    /** Missing: visitors see it. */
    isShown?: boolean;
  };
  answer: PieceAnswer | undefined;
  /** What there was before anybody edited it, if that can be put back. */
  first?: 'words' | 'pictures';
}

/** The form that is shown again. */
interface PieceAnswer {
  typed: TypedWords;
  version: number;
  problems: Record<string, string>;
  isOutdated: boolean;
  isRestored?: boolean;
}

/** Edits a piece of the words, or another document with such a form. */
export function PieceEditor({
  form,
  title,
  summary,
  page,
  back,
  versions,
  first,
  ...given
}: PieceEditorProps) {
  const {
    typed,
    version,
    edited,
    cakes,
    photos,
    note,
    isSaved,
    isShown = true,
  } = useInitial(given.piece);
  const answer = useInitial(given.answer);
  const problems: Record<string, string> = answer?.problems ?? {};
  const shown = answer && !answer.isRestored ? answer.typed : typed;
  return (
    <div className={styles.page}>
      <ScreenTitle title={title} />
      <header>
        <p>
          <Link to={back.path} className={screen.quietLink}>
            ‹ {back.title}
          </Link>
        </p>
        <h1 className={screen.title}>{title}</h1>
        <p className={screen.summary}>{summary}</p>
        <p className={screen.actions}>
          {page && (
            <a href={page} className={screen.quietLink}>
              See the page
            </a>
          )}
          {versions && (
            <Link to={versions} className={screen.quietLink}>
              Versions
            </Link>
          )}
        </p>
        {edited && (
          <p className={screen.quiet}>
            {edited.by} changed this on {edited.at}.
          </p>
        )}
      </header>

      <div role="status">
        {isSaved && !answer && (
          <p className={styles.notice}>Saved.{isShown && ' Visitors see it now.'}</p>
        )}
        {answer?.isRestored && (
          <form method="post" encType="multipart/form-data" className={styles.notice}>
            <p>Your first {first} are back. Visitors see them now.</p>
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
          value={answer && !answer.isOutdated && !answer.isRestored ? answer.version : version}
        />
        <WordsFields form={form} typed={shown} problems={problems} cakes={cakes} photos={photos} />
        {form.placeholders && <Placeholders placeholders={form.placeholders} />}
        <div className={screen.actions}>
          <Button type="submit" name="do" value="save">
            Save
          </Button>
          {first && edited && (
            <button type="submit" name="do" value="restore" className={screen.action}>
              Put back our first {first}
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

interface OutdatedProps {
  form: PieceEditorProps['form'];
  mine: TypedWords;
  theirs: TypedWords;
  edited: { by: string; at: string } | undefined;
  photos: Pick<PhotoFile, 'file' | 'alt'>[];
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
        {wordsDifferences(form, mine, theirs).map(({ field, label, after, kind }) => (
          <div key={field}>
            <dt>{label}</dt>
            {kind === 'photos' ? (
              <dd>
                {filesIn(after).map((file) => (
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
              <dd>{after || 'Nothing'}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
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
