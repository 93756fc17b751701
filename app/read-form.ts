import { data } from 'react-router';

/** @throws a 400 page if the body is no form. */
export async function readFormData(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => undefined);
  if (!form) throw data(null, { status: 400 });
  return form;
}

/** The fields of a submitted form. @throws a 400 page if the body is no form. */
export async function readForm(request: Request): Promise<(field: string) => string> {
  return fieldsOf(await readFormData(request));
}

export function fieldsOf(form: FormData): (field: string) => string {
  return (field) => textOf(form.get(field));
}

/** All fields of a form, by name. */
export function valuesIn(form: FormData): Record<string, string[]> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(names.map((name) => [name, form.getAll(name).map(textOf)]));
}

/** PostgreSQL rejects a NUL, also in an id that is only compared. */
function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
}
