import { type ChangeEvent, useId, useState } from 'react';
import { href } from 'react-router';
import kit from '#app/ui/kit/kit.module.css';
import { uploadPhoto } from './upload.ts';
import styles from './upload-field.module.css';

interface UploadFieldProps {
  /** For a form that sends the files itself, without scripts. */
  name?: string;
  label: string;
  /** Called after each new photo. */
  onAdded: (file: string) => void;
}

interface Sending {
  key: string;
  name: string;
  part: number;
  /** Undefined while it is being sent. */
  outcome: string | undefined;
}

/** Sends photos as soon as they are chosen. Without scripts the form around it sends them. */
export function UploadField({ name, label, onAdded }: UploadFieldProps) {
  const id = useId();
  const [sending, setSending] = useState<Sending[]>([]);

  async function send({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])].map((file, place) => ({
      file,
      key: `${Date.now()} ${place}`,
    }));
    // The same photo can be chosen again, and the form around it does not send them too.
    input.value = '';
    setSending(
      files.map(({ file, key }) => ({ key, name: file.name, part: 0, outcome: undefined })),
    );
    const change = (key: string, changes: Partial<Sending>) =>
      setSending((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
    // One after another: the server takes one at a time, and a phone has little to give.
    for (const { file, key } of files) {
      const result = await uploadPhoto(href('/owner/photos'), file, (part) =>
        change(key, { part }),
      );
      change(key, { outcome: 'problem' in result ? result.problem : 'Added.' });
      if ('file' in result) onAdded(result.file);
    }
  }

  return (
    <div className={`lines ${styles.field}`}>
      <label htmlFor={id} className={kit.action}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        name={name}
        accept="image/*"
        multiple
        className={styles.input}
        aria-describedby={`${id}-note`}
        onChange={send}
      />
      <p id={`${id}-note`} className={kit.quiet}>
        JPEG, PNG, WebP or AVIF, up to 15 MB each. Where and when it was taken is removed.
      </p>
      <div role="status">
        <ul className="lines">
          {sending.map(({ key, name: file, part, outcome }) => (
            <li key={key}>
              <strong>{file}</strong>{' '}
              {outcome ?? (
                <>
                  {part < 1 ? 'Sending' : 'Preparing'}{' '}
                  <progress value={part < 1 ? part : undefined} aria-label={file} />
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
