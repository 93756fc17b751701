import { type ReactNode, useId, useState } from 'react';
import kit from '#app/ui/kit/kit.module.css';
import { WithScripts } from '#app/ui/text.tsx';

interface LinkToCopyProps {
  /** Says who may use it. */
  label: string;
  link: string;
  children: ReactNode;
}

/** A secret link in a field, with a button that copies it. */
export function LinkToCopy({ label, link, children }: LinkToCopyProps) {
  const id = useId();
  return (
    <div className={`${kit.field} ${kit.section}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className={kit.actions}>
        <CopyButton text={link} otherwise="Please copy it from the field" />
        {children}
      </div>
    </div>
  );
}

interface CopyButtonProps {
  text: string;
  /** Says how to copy it where the browser does not let a page do it. */
  otherwise: string;
}

export function CopyButton({ text, otherwise }: CopyButtonProps) {
  const [words, setWords] = useState('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWords('Copied');
    } catch {
      // Forbidden, or plain http.
      setWords(otherwise);
    }
  };
  return (
    <WithScripts>
      <button type="button" className={kit.action} onClick={copy} aria-live="polite">
        {words}
      </button>
    </WithScripts>
  );
}
