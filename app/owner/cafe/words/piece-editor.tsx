import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Fact } from '#app/ui/kit/fact.tsx';
import { DefaultButton } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { Photo as PhotoFile } from '#domain/catalogue/photo.ts';
import type { TypedWords, WordsForm } from '#domain/words/words-forms.ts';
import { WordsFields } from './words-form.tsx';

interface PieceEditorProps {
  form: Pick<WordsForm, 'fields' | 'rows' | 'placeholders'>;
  to: string;
  title: string;
  summary: ReactNode;
  above: ComponentProps<typeof Screen>['above'];
  /** Where visitors see it. */
  page?: string | undefined;
  versions?: string | undefined;
  piece: {
    typed: TypedWords;
    version: number;
    edited: { by: string; at: string } | undefined;
    cakes: { id: string; title: string }[];
    photos: Pick<PhotoFile, 'file' | 'alt'>[];
  };
  /** Above its fields: what else visitors' pages depend on. */
  note?: ReactNode;
}

/** Edits a piece of the words, or another document with such a form. */
export function PieceEditor(props: PieceEditorProps) {
  const { form, to, title, summary, above, page, versions, piece, note } = props;
  const { typed, version, edited, cakes, photos } = piece;
  return (
    <Screen title={title} above={above} summary={summary}>
      <p className={kit.actions}>
        {page && (
          <a href={page} className="word-button">
            See the page
          </a>
        )}
        {versions && <QuietLink to={versions}>Versions</QuietLink>}
      </p>
      {edited && (
        <Notice kind="quiet">
          {edited.by} changed this on {edited.at}.
        </Notice>
      )}
      {note && <Notice kind="warning">{note}</Notice>}
      <ActionForm
        to={to}
        version={version}
        // The longest texts are larger than a body of the other type may be.
        encType="multipart/form-data"
        noValidate
        className={kit.form}
      >
        <DefaultButton />
        <WordsFields form={form} typed={typed} cakes={cakes} photos={photos} />
        {form.placeholders && <Placeholders placeholders={form.placeholders} />}
        <div className={kit.actions}>
          <Button type="submit">Save</Button>
        </div>
      </ActionForm>
    </Screen>
  );
}

/** What a text may name in braces. */
function Placeholders({ placeholders }: { placeholders: Record<string, string> }) {
  return (
    <details className={kit.more}>
      <summary>What fills itself in</summary>
      <dl className={`${kit.facts} ${kit.typed}`}>
        {Object.entries(placeholders).map(([name, meaning]) => (
          <Fact key={name} label={`{${name}}`}>
            {meaning}
          </Fact>
        ))}
      </dl>
    </details>
  );
}
