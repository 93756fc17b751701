import { type ComponentProps, type ReactNode, useState } from 'react';
import { href, useRevalidator } from 'react-router';

export type Send = (
  fields: FormData,
  focus?: string,
  onDone?: (done: URLSearchParams) => void,
) => Promise<void>;

/**
 * Sends a quick change with scripts: the list stays where it is, and the focus on its button.
 * @returns what the last change has done, from the address or from the answer to the script, and the number of
 * the change.
 */
export function useQuickChanges(search: string) {
  const { revalidate } = useRevalidator();
  const [{ answer, count }, setAnswer] = useState({ answer: search, count: 0 });

  const send: Send = async (fields, focus, onDone) => {
    const notify = (next: string) => {
      setAnswer((last) => ({ answer: next, count: last.count + 1 }));
      onDone?.(new URLSearchParams(next));
    };
    try {
      const response = await fetch(href('/owner/cakes/change'), {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])),
        redirect: 'manual',
      });
      const done: unknown = response.ok ? await response.json() : undefined;
      notify(typeof done === 'string' ? done : `did=${failure(response.status)}`);
    } catch {
      notify('did=offline');
    }
    await revalidate();
    if (focus) document.getElementById(focus)?.focus();
    // The button is gone, such as that of a notice.
    else if (document.activeElement === document.body) document.getElementById('main')?.focus();
  };

  return { done: new URLSearchParams(answer), count, send };
}

function failure(status: number): string {
  return status === 401 ? 'signed-out' : 'failed';
}

interface QuickFormProps extends ComponentProps<'form'> {
  send: Send;
  /** Hidden fields. */
  fields: Record<string, string>;
  /** The id of the element that keeps the focus. */
  focus?: string;
  children: ReactNode;
}

/** A form that works without scripts too. */
export function QuickForm({ send, fields, focus, children, ...form }: QuickFormProps) {
  return (
    <form
      {...form}
      method="post"
      action={href('/owner/cakes/change')}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget), focus);
      }}
    >
      {Object.entries({ ...fields, ...(focus && { focus }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
