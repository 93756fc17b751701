import { type RefObject, useEffect, useRef } from 'react';
import { href } from 'react-router';
import { WithScripts } from '#app/ui/text.tsx';
import styles from './cake-editor.module.css';
import { showPreview } from './show-preview.ts';

/** The cake's page beside a form, as it would be with what is typed. @param within in the form. */
export function PagePreview({ within }: { within: RefObject<HTMLElement | null> }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const form = within.current?.closest('form');
    if (!form || !frame.current) return;
    return showPreview(form, href('/owner/cakes/preview'), frame.current);
  }, [within]);
  return (
    <WithScripts className={styles.preview}>
      <h2>Its page</h2>
      {/* Of our origin, so that it may be filled in; without scripts. */}
      <iframe ref={frame} title="Preview of the page" sandbox="allow-same-origin" />
    </WithScripts>
  );
}

/** Opens the preview in another tab, where there is no room beside the form. */
export function PreviewButton({ className }: { className: string | undefined }) {
  return (
    <button
      type="submit"
      className={className}
      formAction={href('/owner/cakes/preview')}
      formTarget="_blank"
    >
      Preview
    </button>
  );
}
