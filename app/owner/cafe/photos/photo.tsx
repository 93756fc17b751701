import { data, href, redirect } from 'react-router';
import * as z from 'zod';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { photoUrl } from '#app/ui/photo-url.ts';
import { photoWidthUpTo } from '#app/ui/photo-variants.ts';
import { useSiteData } from '#app/ui/site-data.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { changePhoto, findPhoto, photoUses } from '#server/content/photos.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/photo';
import styles from './photo.module.css';
import { photoDeleted } from './photo-deleted.ts';

/** The width of the picture to tap on, in CSS pixels: the browser sends where it was tapped in these. */
export const TAP_WIDTH = 280;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const photo = await findPhoto(shop, params.photo);
  if (!photo) {
    if (!(await shop.content()).photos.has(params.photo)) throw data(null, { status: 404 });
    context.get(staffBrowserContext).keepFlash(photoDeleted(params.photo));
    throw redirect(href('/owner/photos'));
  }
  const [names, usedBy] = await Promise.all([namesOfPeople(shop), photoUses(shop.db, photo.file)]);
  const { changed } = photo;
  return {
    photo,
    usedBy,
    changed: changed
      ? `${nameOf(names, changed.personId)} changed it, ${instantInWords(changed.at)}`
      : '',
  };
}

const Form = z.object({ alt: Text, version: Version });

/** Says what is seen in a photo. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) => {
    const result = await changePhoto(shop, args.params.photo, form, by);
    if (result.ok) return { words: 'Saved. Visitors see it now.' };
    if (result.reason === 'unknown') throw data(null, { status: 404 });
    if (result.reason === 'invalid') return { problems: { alt: result.problem } };
    const { alt, version, changed } = result.photo;
    const who = changed && nameOf(await namesOfPeople(shop), changed.personId);
    return { conflict: { version, who, theirs: [{ label: 'What is seen', now: alt }] } };
  });
}

export default function PhotoScreen({ loaderData }: Route.ComponentProps) {
  const { photo, usedBy, changed } = loaderData;
  const path = href('/owner/photos/:photo', { photo: photo.file });
  return (
    <Screen title="Photo" above={{ path: href('/owner/photos'), title: 'All photos' }}>
      <Section title="What must be seen">
        <p>Tap the most important spot. Cards and thumbnails show what is around it.</p>
        <Spot photo={photo} />
        <ul className={`cluster ${styles.crops}`} aria-label="How it is cut">
          {[styles.square, styles.wide, styles.tall].map((shape) => (
            <li key={shape}>
              <Photo file={photo.file} sizes="10rem" alt="" className={shape} />
            </li>
          ))}
        </ul>
      </Section>

      <Section title="What is seen">
        <ActionForm to={path} version={photo.version} className={kit.form}>
          <Field
            name="alt"
            label="Describe it in one sentence"
            hint="For people who cannot see it: “A pink cake with berries on a white plate, one slice cut out.” Leave out “photo of”."
            defaultValue={photo.alt}
            rows={3}
            maxLength={250}
            required
          />
          <Submit>Save</Submit>
        </ActionForm>
        <p className={kit.quiet}>{changed}</p>
      </Section>

      <Section title="Where it is shown">
        {usedBy.length === 0 ? (
          <p>Nothing that you have edited shows it.</p>
        ) : (
          <ul>
            {usedBy.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        )}
        {photo.isUploaded && (
          <Action
            to={href('/owner/photos/:photo/deletion', { photo: photo.file })}
            className={kit.actions}
          >
            Delete
          </Action>
        )}
      </Section>
    </Screen>
  );
}

/** A tap on an `<input type="image">` submits its place, also without scripts. */
function Spot({ photo }: Pick<Route.ComponentProps['loaderData'], 'photo'>) {
  const { photoDelivery } = useSiteData();
  const { x, y } = photo.focus ?? { x: 50, y: 50 };
  const width = photoWidthUpTo(photo, 2 * TAP_WIDTH);
  return (
    <ActionForm
      to={href('/owner/photos/:photo/focus', { photo: photo.file })}
      version={photo.version}
      className={kit.form}
    >
      <DefaultButton />
      <div className={styles.tap}>
        <input
          type="image"
          name="tap"
          src={photoUrl(photoDelivery, photo.file, { width, format: 'jpeg' })}
          alt="Tap the most important spot"
          width={TAP_WIDTH}
          height={Math.round((TAP_WIDTH * photo.height) / photo.width)}
        />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${x} 0V100M0 ${y}H100`} vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <details className={`${kit.more} ${styles.sliders}`}>
        <summary>Set the important spot with sliders</summary>
        <label>
          From left to right
          <input type="range" name="x" min={0} max={100} defaultValue={x} />
        </label>
        <label>
          From top to bottom
          <input type="range" name="y" min={0} max={100} defaultValue={y} />
        </label>
        <Submit>Save the spot</Submit>
      </details>
    </ActionForm>
  );
}
