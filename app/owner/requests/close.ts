import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import type { Route } from './+types/close';
import { answerSilently } from './answer-request.ts';

const Form = z.object({ version: Version, kind: z.enum(['closed', 'reopened']) });

/** Closes a request that was settled in another way, or opens it again. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, ({ shop, by, form }) =>
    answerSilently(shop, args.params.request, { by, ...form }),
  );
}
