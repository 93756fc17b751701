import { data, Link } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { readForm } from '#app/read-form.ts';
import { Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { Version } from '#server/content/documents.ts';
import styles from './versions.module.css';

const MOST_SHOWN = 50;

/** How many versions a loader reads: one more, to say what changed in the last one that is shown. */
export const VERSIONS_TO_READ = MOST_SHOWN + 1;

interface VersionRow {
  number: number;
  isCurrent: boolean;
  /** Empty for what the shop began with. */
  when: string;
  /** Empty for a command. */
  who: string;
  /** Since the version before; undefined for the first one. */
  changes: FieldChange[] | undefined;
  /** What restoring it changes now. */
  differences: FieldChange[];
  /** Why it cannot be restored. */
  problem: string | undefined;
}

interface RowsOf<Content> {
  /** The newest first, `VERSIONS_TO_READ` at most. */
  versions: Version<Content>[];
  /** By the person's id. */
  names: ReadonlyMap<string, string>;
  describe(before: Content, after: Content): FieldChange[];
  differences(content: Content): FieldChange[];
  problem?(content: Content): string | undefined;
}

/** On the server: what the screen shows of a document's versions; nothing if it is as the shop began. */
export function versionRows<Content>(rows: RowsOf<Content>): VersionRow[] {
  const { versions, names, describe, differences, problem } = rows;
  if (versions.length === 1 && versions[0]?.by === null) return [];
  return versions.slice(0, MOST_SHOWN).map(({ number, at, by, content }, index) => {
    const before = versions[index + 1]?.content;
    return {
      number,
      isCurrent: index === 0,
      when: before || by ? instantInWords(at) : '',
      who: by === null ? '' : (names.get(by) ?? 'A person who has left'),
      changes: before && describe(before, content),
      differences: differences(content),
      problem: problem?.(content),
    };
  });
}

/** Reads the screen's form. @throws a 400 page for another one. */
export async function readRestore(request: Request): Promise<{ number: number; base: string }> {
  const field = await readForm(request);
  if (!/^\d{1,9}$/.test(field('version'))) throw data(null, { status: 400 });
  return { number: Number(field('version')), base: field('base') };
}

interface VersionsScreenProps {
  /** Of whatever has the versions, with the path of its screen. */
  title: string;
  path: string;
  /** What the differences are from. The form sends it back. */
  base: string;
  versions: VersionRow[];
  /** What restoring leaves as it is. */
  kept?: string;
  /** Why nothing was restored. */
  problem: string | undefined;
}

/** Who changed a document and what, with a form that restores a version. */
export function VersionsScreen(props: VersionsScreenProps) {
  const { title, path, base, versions, kept } = props;
  const problem = useInitial(props.problem);
  return (
    <>
      <ScreenTitle title={`Versions of ${title}`} />
      <p>
        <Link to={path} className={screen.quietLink}>
          {title}
        </Link>
      </p>
      <h1 className={screen.title}>Versions</h1>
      <Problem text={problem} />
      <p className={screen.summary}>
        Who changed what. Putting one back makes a new version of it.
      </p>
      {versions.length === 0 && <p className={screen.empty}>It has not been changed yet.</p>}
      <form method="post">
        <input type="hidden" name="base" value={base} />
        <ol className={styles.versions}>
          {versions.map((version) => (
            <li key={version.number}>
              <VersionItem version={version} kept={kept} />
            </li>
          ))}
        </ol>
      </form>
    </>
  );
}

function VersionItem({ version, kept }: { version: VersionRow; kept: string | undefined }) {
  const { number, isCurrent, when, who, changes, differences, problem } = version;
  return (
    <>
      <h2>
        {changes || who ? `${when}, ${who || 'by a command'}` : 'Before the first change'}
        {isCurrent && ' (now)'}
      </h2>
      {changes === undefined && who && <p>Added.</p>}
      <Changes changes={changes} />
      {!isCurrent && !problem && differences.length === 0 && (
        <p className={screen.quiet}>So it is now{kept && `, but for ${kept}`}.</p>
      )}
      {!isCurrent && problem && <p className={screen.quiet}>{problem}</p>}
      {!problem && differences.length > 0 && (
        <details className={screen.more}>
          <summary>
            Put back…
            <VisuallyHidden> what it was: {when || 'before the first change'}</VisuallyHidden>
          </summary>
          <p>
            This changes what it is now.
            {kept && ` ${kept.charAt(0).toUpperCase()}${kept.slice(1)} stays as it is.`}
          </p>
          <Changes changes={differences} />
          <p className={screen.actions}>
            <button type="submit" name="version" value={number} className={screen.action}>
              Put back
            </button>
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
