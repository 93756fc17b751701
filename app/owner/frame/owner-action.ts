import { data, type Params, type RouterContextProvider, redirect } from 'react-router';
import type * as z from 'zod';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { readFormData, valuesIn } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { changeRows } from '#app/ui/kit/change-rows.ts';
import type { Conflict, Problems, Refusal } from '#app/ui/kit/refusal.ts';
import type { Person } from '#domain/staff/person.ts';
import type { Shop } from '#server/shop.ts';
import { ownPath } from './own-path.ts';

export interface Args {
  context: Readonly<RouterContextProvider>;
  params: Params;
  request: Request;
}

interface Sent<Form> {
  shop: Shop;
  form: Form;
  /** All of the form, for fields whose names depend on the screen. */
  values: Record<string, string[]>;
}

export interface SentBy<Form> extends Sent<Form> {
  person: Person;
  by: Person['id'];
}

/** What became of a form. */
export type Outcome =
  /** Done: the next screen, and what the notice on it says. */
  | Done
  /** Not done, because of what was entered. */
  | { problems: Problems }
  /** Not done, because of what somebody else has done. */
  | { conflict: Conflict; problems?: Problems }
  /** Done: secrets that are shown once, in the form (`useOnce`). */
  | { once: string[] };

interface Done {
  /** A path of the owner's side; default: the screen that sent the form (`ActionForm`). */
  to?: string;
  words?: string | undefined;
  /** What Undo takes back (`writeUndoables`). */
  undo?: string | undefined;
}

/**
 * Answers a form of the owner's side: reads it by a schema, runs the operation and redirects with a notice, or answers
 * 422 or 409 with what was entered. A button that only changes the rows of the form gets the form back (`useRows`).
 * @param run runs the operation. It throws `data(null, { status })` for an address that does not exist.
 */
export async function ownerAction<Shape extends z.ZodRawShape>(
  args: Args,
  schema: z.ZodObject<Shape>,
  run: (sent: SentBy<z.output<z.ZodObject<Shape>>>) => Promise<Outcome>,
) {
  const person = args.context.get(personContext);
  return formAction(args, schema, (sent) => run({ ...sent, person, by: person.id }));
}

/** `ownerAction` of a page to sign in, where nobody is signed in yet. */
export async function formAction<Shape extends z.ZodRawShape>(
  { context, request }: Args,
  schema: z.ZodObject<Shape>,
  run: (sent: Sent<z.output<z.ZodObject<Shape>>>) => Promise<Outcome>,
) {
  const values = valuesIn(await readFormData(request));
  const change = first(values.change);
  if (change) return data<Refusal>({ values: changeRows(values, change), problems: {} });
  const read = schema.safeParse(fieldsOf(values, schema));
  if (!read.success) return data<Refusal>({ values, problems: problemsIn(read.error) }, 422);
  const outcome = await run({ shop: context.get(shopContext), form: read.data, values });
  if ('conflict' in outcome) return data<Refusal>({ values, problems: {}, ...outcome }, 409);
  if ('problems' in outcome) return data<Refusal>({ values, ...outcome }, 422);
  if ('once' in outcome) return data<Refusal>({ problems: {}, ...outcome });
  const { to, words, undo } = outcome;
  if (words) context.get(staffBrowserContext).keepFlash({ words, undo });
  throw redirect(to ?? ownPath(first(values.back)), 303);
}

/** A form that is not done for a reason of none of its fields. */
export function refused(problem: string): { problems: Problems } {
  return { problems: { '': problem } };
}

function problemsIn({ issues }: z.ZodError): Problems {
  const first = issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]);
  return Object.fromEntries(first);
}

/** The fields of the schema: all values of a list, the text of any other. */
function fieldsOf(
  values: Record<string, string[]>,
  { shape }: z.ZodObject,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      'type' in field && field.type === 'array' ? (values[name] ?? []) : first(values[name]),
    ]),
  );
}

function first(values: string[] = []): string {
  return values[0] ?? '';
}
