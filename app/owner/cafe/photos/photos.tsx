import { href, Link, useRevalidator } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { listPhotos } from '#server/content/photos.ts';
import type { Route } from './+types/photos';
import styles from './photos.module.css';
import { UploadField } from './upload-field.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const photos = await listPhotos(context.get(shopContext));
  return photos.map(({ file, alt, isUploaded, version }) => ({ file, alt, isUploaded, version }));
}

export default function Photos({ loaderData: photos }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <Screen title="Photos">
      {/* server/photos answers it. */}
      <form method="post" encType="multipart/form-data" className={kit.below}>
        <UploadField name="photo" label="Add photos" onAdded={revalidate} />
        <noscript>
          <Submit>Send</Submit>
        </noscript>
      </form>
      <PhotosWithoutAltText photos={photos.filter(({ alt }) => alt === '')} />
      <PhotoGrid title="Yours" photos={photos.filter(({ isUploaded }) => isUploaded)} />
      <PhotoGrid title="From the demo" photos={photos.filter(({ isUploaded }) => !isUploaded)} />
      <WithScripts className={`${kit.quiet} ${kit.below}`}>
        A photo is shown to visitors when a cake, a category, the home page or the gallery has it.
      </WithScripts>
    </Screen>
  );
}

type ListedPhoto = Route.ComponentProps['loaderData'][number];

/** One at a time, so that saving one loses no words of another. The oldest first: an upload does not change it. */
function PhotosWithoutAltText({ photos }: { photos: ListedPhoto[] }) {
  const photo = photos.findLast(({ isUploaded }) => isUploaded) ?? photos[0];
  if (!photo) return null;
  const { file, version } = photo;
  return (
    <Section title="What is to be seen?">
      <p>
        For people who cannot see the picture, and for search engines. Describe what is seen: “A
        pink cake with berries on a white plate, one slice cut out.”
      </p>
      <div key={file} className={`${kit.below} ${styles.wordless}`}>
        <Photo file={file} sizes="(max-width: 40rem) 40vw, 16rem" alt="" />
        <ActionForm
          to={href('/owner/photos/:photo', { photo: file })}
          version={version}
          className="lines"
        >
          <Field name="alt" label="What is seen" rows={3} maxLength={250} required />
          <Submit>{photos.length > 1 ? 'Save and next' : 'Save'}</Submit>
          {photos.length > 1 && (
            <p className={kit.quiet}>{photos.length} photos have no words yet.</p>
          )}
        </ActionForm>
      </div>
    </Section>
  );
}

function PhotoGrid({ title, photos }: { title: string; photos: ListedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={`tiles ${styles.grid}`}>
        {photos.map(({ file, alt }) => (
          <li key={file}>
            <Link to={href('/owner/photos/:photo', { photo: file })}>
              <Photo
                file={file}
                alt={alt || 'A photo without words'}
                sizes="8rem"
                className={kit.square}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
