import { data, href, Link, useRevalidator } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { Photo } from '#app/ui/photo.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { listPhotos } from '#server/content/photos.ts';
import type { Route } from './+types/photos';
import styles from './photos.module.css';
import { isRejection, REJECTION_TEXTS } from './rejections.ts';
import { UploadField } from './upload-field.tsx';

/** Of the results of a form without scripts, which the address carries. */
const MOST_RESULTS = 20;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { searchParams } = new URL(request.url);
  const photos = await listPhotos(shop);
  return {
    photos: photos.map(({ file, alt, isUploaded, version }) => ({
      file,
      alt,
      isUploaded,
      version,
    })),
    added: searchParams.getAll('added').length,
    rejected: searchParams.getAll('refused').slice(0, MOST_RESULTS).flatMap(readRejection),
    deleted: searchParams.get('deleted'),
    saved: searchParams.has('saved'),
  };
}

/** `too-large:IMG_0001.jpg` */
function readRejection(text: string): { name: string; reason: keyof typeof REJECTION_TEXTS }[] {
  const [reason = '', ...name] = text.split(':');
  return isRejection(reason) ? [{ reason, name: name.join(':') }] : [];
}

/** Photos arrive in server/photos, which reads their form before a page could. */
export function action() {
  throw data(null, { status: 400 });
}

export default function Photos({ loaderData }: Route.ComponentProps) {
  const { photos, added, rejected, deleted, saved } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <>
      <ScreenTitle title="Photos" />
      <h1 className={screen.title}>Photos</h1>
      <form method="post" encType="multipart/form-data" className={styles.upload}>
        <UploadField name="photo" label="Add photos" onAdded={revalidate} />
        <noscript>
          <button type="submit" className={screen.action}>
            Send
          </button>
        </noscript>
      </form>
      <div role="status" className={styles.results}>
        {added > 0 && <p>{added === 1 ? 'The photo is added.' : `${added} photos are added.`}</p>}
        {saved && <p>Saved. Visitors see it now.</p>}
        {deleted && (
          <form method="post" action={href('/owner/photos/:photo', { photo: deleted })}>
            The photo is deleted.{' '}
            <button type="submit" name="do" value="restore" className={screen.quietButton}>
              Undo
            </button>
          </form>
        )}
        {rejected.map(({ name, reason }) => (
          <p key={`${reason} ${name}`} className={styles.rejected}>
            {name && <strong>{name}: </strong>}
            {REJECTION_TEXTS[reason]}
          </p>
        ))}
      </div>

      <PhotosWithoutAltText photos={photos.filter(({ alt }) => alt === '')} />
      <PhotoGrid title="Yours" photos={photos.filter(({ isUploaded }) => isUploaded)} />
      <PhotoGrid
        title="Came with the shop"
        photos={photos.filter(({ isUploaded }) => !isUploaded)}
      />
      <WithScripts className={`${screen.quiet} ${styles.note}`}>
        A photo is shown to visitors when a cake, a category, the home page or the gallery has it.
      </WithScripts>
    </>
  );
}

type ListedPhoto = Route.ComponentProps['loaderData']['photos'][number];

/** One at a time, so that saving one loses no words of another. The oldest first: an upload does not change it. */
function PhotosWithoutAltText({ photos }: { photos: ListedPhoto[] }) {
  const photo = photos.findLast(({ isUploaded }) => isUploaded) ?? photos[0];
  if (!photo) return null;
  const { file, version } = photo;
  return (
    <section className={screen.section} aria-labelledby="wordless">
      <h2 id="wordless">What is to be seen?</h2>
      <p>
        For people who cannot see the picture, and for search engines. Describe what is seen: “A
        pink cake with berries on a white plate, one slice cut out.”
      </p>
      <div key={file} className={styles.wordless}>
        <Photo file={file} sizes="(max-width: 40rem) 40vw, 16rem" alt="" />
        <form method="post" action={href('/owner/photos/:photo', { photo: file })}>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="from" value="list" />
          <Field name="alt" label="What is seen" rows={3} maxLength={250} required />
          <button type="submit" name="do" value="describe" className={screen.action}>
            {photos.length > 1 ? 'Save and next' : 'Save'}
          </button>
          {photos.length > 1 && (
            <p className={screen.quiet}>{photos.length} photos have no words yet.</p>
          )}
        </form>
      </div>
    </section>
  );
}

function PhotoGrid({ title, photos }: { title: string; photos: ListedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section className={screen.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.grid}>
        {photos.map(({ file, alt }) => (
          <li key={file}>
            <Link to={href('/owner/photos/:photo', { photo: file })}>
              <Photo
                file={file}
                alt={alt || 'A photo without words'}
                sizes="8rem"
                className={styles.picture}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
