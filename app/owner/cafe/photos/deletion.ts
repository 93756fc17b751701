import { data, href } from 'react-router';
import * as z from 'zod';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { deletePhoto } from '#server/content/photos.ts';
import type { Route } from './+types/deletion';
import { photoDeleted } from './photo-deleted.ts';

export { default, loader } from './photo.tsx';

/** Deletes a photo that nothing shows. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const file = args.params.photo;
    const result = await deletePhoto(shop, file, by);
    if (result.ok) return { to: href('/owner/photos'), ...photoDeleted(file) };
    if (result.reason === 'unknown') throw data(null, { status: 404 });
    return refused(
      `It cannot be deleted yet: it is shown with ${result.by.join(', ')}. Take it away there first.`,
    );
  });
}
