import { useLocation } from 'react-router';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { VersionRow } from './version-rows.ts';
import styles from './versions.module.css';

interface VersionsScreenProps {
  /** Of whatever has the versions, with the path of its kit. */
  title: string;
  path: string;
  /** What the differences are from. */
  version: number;
  versions: VersionRow[];
  /** What restoring leaves as it is. */
  kept?: string;
}

/** Who changed a document and what, with a form that restores a version. */
export function VersionsScreen({ title, path, version, versions, kept }: VersionsScreenProps) {
  const { pathname } = useLocation();
  return (
    <Screen
      title={`Versions of ${title}`}
      heading="Versions"
      above={{ path, title }}
      summary="Who changed what, and when. You can put any of it back."
    >
      {versions.length === 0 && <Notice kind="empty">It has not been changed yet.</Notice>}
      <ActionForm to={pathname} version={version}>
        <ol className={`${kit.rows} ${styles.versions}`}>
          {versions.map((each) => (
            <li key={each.number} className="lines">
              <VersionItem version={each} kept={kept} />
            </li>
          ))}
        </ol>
      </ActionForm>
    </Screen>
  );
}

function VersionItem({ version, kept }: { version: VersionRow; kept: string | undefined }) {
  const { number, isCurrent, when, who, changes, differences, problem } = version;
  return (
    <>
      <h2>
        {changes || who ? `${when}, ${who || 'by the server'}` : 'Before the first change'}
        {isCurrent && ' (now)'}
      </h2>
      {changes === undefined && who && <p>Added.</p>}
      <Changes changes={changes} />
      {!isCurrent && !problem && differences.length === 0 && (
        <Notice kind="quiet">This is how it is now{kept && `, apart from ${kept}`}.</Notice>
      )}
      {!isCurrent && problem && <Notice kind="quiet">{problem}</Notice>}
      {!problem && differences.length > 0 && (
        <details className={kit.more}>
          <summary>
            Put back…
            <VisuallyHidden> what it was: {when || 'before the first change'}</VisuallyHidden>
          </summary>
          <p>
            Putting it back changes this.
            {kept && ` ${kept.charAt(0).toUpperCase()}${kept.slice(1)} stays as it is.`}
          </p>
          <Changes changes={differences} />
          <p className={kit.actions}>
            <Submit name="number" value={number}>
              Put back
            </Submit>
          </p>
        </details>
      )}
    </>
  );
}

function Changes({ changes = [] }: { changes: FieldChange[] | undefined }) {
  return (
    <ul>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <strong>{label}</strong>: <del>{before}</del> → <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}
