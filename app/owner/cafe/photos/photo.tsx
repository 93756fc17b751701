import { use } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { Photo } from '#app/ui/photo.tsx';
import { photoUrl } from '#app/ui/photo-url.ts';
import { photoWidthUpTo } from '#app/ui/photo-variants.ts';
import { SiteDataContext } from '#app/ui/site-data.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import {
  changePhoto,
  deletePhoto,
  findPhoto,
  photoUses,
  restorePhoto,
} from '#server/content/photos.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/photo';
import styles from './photo.module.css';

/** The width of the picture to tap on, in CSS pixels: the browser sends where it was tapped in these. */
const TAP_WIDTH = 280;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const photo = await findPhoto(shop, params.photo);
  if (!photo) {
    // An order that arrives after the deletion loads this screen once more before the browser leaves it.
    const record = (await shop.content()).photos.get(params.photo);
    if (record?.deletedAt) throw redirect(deletedAddress(params.photo));
    throw data(null, { status: 404 });
  }
  const [names, usedBy] = await Promise.all([namesOfPeople(shop), photoUses(shop.db, photo.file)]);
  const { changed } = photo;
  return {
    photo,
    usedBy,
    changed: changed
      ? `${nameOf(names, changed.personId)} changed it, ${instantInWords(changed.at)}`
      : '',
    saved: new URL(request.url).searchParams.has('saved'),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const field = await readForm(request);
  const shop = context.get(shopContext);
  const { id: personId } = context.get(personContext);
  const file = params.photo;
  const address = href('/owner/photos/:photo', { photo: file });
  switch (field('do') || 'focus') {
    case 'describe': {
      const alt = field('alt');
      const change = { alt, focus: readFocus(field), version: Number(field('version')) };
      const result = await changePhoto(shop, file, change, personId);
      if (result.ok) {
        return redirect(`${field('from') === 'list' ? href('/owner/photos') : address}?saved`, 303);
      }
      if (result.reason === 'unknown') throw data(null, { status: 404 });
      const problem =
        result.reason === 'invalid'
          ? result.problem
          : `Somebody else has changed it meanwhile. It says now: “${result.photo.alt}” Save again to replace that.`;
      return data({ problem, alt }, { status: 422 });
    }
    case 'focus': {
      const photo = await findPhoto(shop, file);
      if (!photo) throw data(null, { status: 404 });
      const [left, top] = [Number(field('tap.x')), Number(field('tap.y'))];
      // Keys press the picture as a button, and the browser sends its corner.
      const isTapped = left > 0 || top > 0;
      if (isTapped) {
        const x = percent(left / TAP_WIDTH);
        const y = percent((top * photo.width) / (TAP_WIDTH * photo.height));
        // It says nothing of the words, so it overwrites nobody's.
        await changePhoto(shop, file, { focus: { x, y } }, personId);
      }
      // The picture sends what was typed below it too.
      const alt = field('alt');
      if (alt.trim() !== photo.alt) return data({ alt, isTapped });
      return redirect(isTapped ? `${address}?saved` : address, 303);
    }
    case 'delete': {
      const result = await deletePhoto(shop, file, personId);
      if (result.ok) return redirect(deletedAddress(file), 303);
      if (result.reason === 'unknown') throw data(null, { status: 404 });
      const problem = `It stays, because it is shown with ${result.by.join(', ')}. Take it away there first.`;
      return data({ deleteProblem: problem }, { status: 409 });
    }
    case 'restore':
      await restorePhoto(shop, file, personId);
      return redirect(address, 303);
    default:
      throw data(null, { status: 400 });
  }
}

/** @returns undefined for a form without sliders. */
function readFocus(field: (name: string) => string) {
  const [x, y] = [field('x'), field('y')];
  return x === '' || y === '' ? undefined : { x: Number(x), y: Number(y) };
}

function deletedAddress(file: string): string {
  return `${href('/owner/photos')}?deleted=${file}`;
}

function percent(part: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, part)));
}

export default function PhotoScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { photo, usedBy, changed, saved } = loaderData;
  const answer = useInitial(actionData);
  // What is typed answers this one, also after a live update of the screen.
  const version = useInitial(photo.version);
  const problem = answer && 'problem' in answer ? answer.problem : undefined;
  return (
    <>
      <ScreenTitle title="Photo" />
      <p>
        <Link to={href('/owner/photos')} className={screen.quietLink}>
          All photos
        </Link>
      </p>
      <h1 className={screen.title}>Photo</h1>
      <div role="status">
        {saved && !answer && <p className={styles.saved}>Saved. Visitors see it now.</p>}
        {answer && 'isTapped' in answer && (
          <p className={styles.saved}>
            {answer.isTapped && 'The spot is saved. '}What you typed below is not saved yet.
          </p>
        )}
      </div>

      <section className={screen.section} aria-labelledby="focus">
        <h2 id="focus">What must be seen</h2>
        <p>Tap the most important spot. Cards and thumbnails show what is around it.</p>
        <Picture photo={photo} />
        <ul className={styles.crops} aria-label="How it is cut">
          {[styles.square, styles.wide, styles.tall].map((shape) => (
            <li key={shape}>
              <Photo file={photo.file} sizes="10rem" alt="" className={shape} />
            </li>
          ))}
        </ul>
      </section>

      <section className={screen.section} aria-labelledby="words">
        <h2 id="words">What is seen</h2>
        <form id={WORDS_FORM} method="post" className={styles.words}>
          <input type="hidden" name="version" value={version} />
          <Field
            name="alt"
            label="Describe it in one sentence"
            hint="For people who cannot see it: “A pink cake with berries on a white plate, one slice cut out.” Leave out “photo of”."
            problem={problem}
            defaultValue={answer && 'alt' in answer ? answer.alt : photo.alt}
            rows={3}
            maxLength={250}
            required
          />
          <details>
            <summary>Set the important spot with sliders</summary>
            <label>
              From left to right
              <input type="range" name="x" min={0} max={100} defaultValue={photo.focus?.x ?? 50} />
            </label>
            <label>
              From top to bottom
              <input type="range" name="y" min={0} max={100} defaultValue={photo.focus?.y ?? 50} />
            </label>
          </details>
          <button type="submit" name="do" value="describe" className={screen.action}>
            Save
          </button>
        </form>
        <p className={screen.quiet}>{changed}</p>
      </section>

      <section className={screen.section} aria-labelledby="used">
        <h2 id="used">Where it is shown</h2>
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
          <form method="post" className={screen.actions}>
            <button type="submit" name="do" value="delete" className={screen.action}>
              Delete
            </button>
          </form>
        )}
        {answer && 'deleteProblem' in answer && <Problem text={answer.deleteProblem} />}
      </section>
    </>
  );
}

type ShownPhoto = Route.ComponentProps['loaderData']['photo'];

const WORDS_FORM = 'words-form';

/** A tap on an `<input type="image">` submits its place, also without scripts. */
function Picture({ photo }: { photo: ShownPhoto }) {
  const { photoDelivery } = use(SiteDataContext);
  const { x, y } = photo.focus ?? { x: 50, y: 50 };
  const width = photoWidthUpTo(photo, 2 * TAP_WIDTH);
  return (
    <div className={styles.tap}>
      <input
        type="image"
        name="tap"
        form={WORDS_FORM}
        formNoValidate
        src={photoUrl(photoDelivery, photo.file, { width, format: 'jpeg' })}
        alt="Tap the most important spot"
        width={TAP_WIDTH}
        height={Math.round((TAP_WIDTH * photo.height) / photo.width)}
      />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M${x} 0V100M0 ${y}H100`} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
