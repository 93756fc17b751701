import { data, href, redirect } from 'react-router';
import * as z from 'zod';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { deletePhoto, findPhoto } from '#server/content/photos.ts';
import type { Route } from './+types/deletion';
import { photoDeleted } from './photo-deleted.ts';

/** The photo's form without the photo: the answer to a form that was sent without scripts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const photo = await findPhoto(context.get(shopContext), params.photo);
  if (!photo) throw redirect(href('/owner/photos'));
  return { file: photo.file };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const file = args.params.photo;
    const result = await deletePhoto(shop, file, by);
    if (result.ok) {
      return { to: href('/owner/photos'), ...photoDeleted(file) };
    }
    if (result.reason === 'unknown') throw data(null, { status: 404 });
    return refused(
      `It cannot be deleted yet: it is shown with ${result.by.join(', ')}. Take it away there first.`,
    );
  });
}

export default function Deletion({ loaderData: { file } }: Route.ComponentProps) {
  return (
    <Screen
      title="Delete the photo"
      above={{ path: href('/owner/photos/:photo', { photo: file }), title: 'Photo' }}
    >
      <DeleteAction file={file} />
    </Screen>
  );
}

export function DeleteAction({ file }: { file: string }) {
  return (
    <Action to={href('/owner/photos/:photo/deletion', { photo: file })} className={kit.actions}>
      Delete
    </Action>
  );
}
