import { Fragment, type ReactNode } from 'react';
import type { Policy } from '#domain/words/words.ts';
import styles from './text-page.module.css';

interface TextPageProps {
  title: string;
  introduction: string;
  children: ReactNode;
}

/** A page of titled paragraphs. */
export function TextPage({ title, introduction, children }: TextPageProps) {
  return (
    <article className={`${styles.page} page`}>
      <header>
        <h1>{title}</h1>
        <p>{introduction}</p>
      </header>
      {children}
    </article>
  );
}

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.words}>{children}</div>
    </section>
  );
}

interface PolicyPartsProps {
  parts: Policy['parts'];
  /** The text on the page for each name in braces. */
  values: Record<string, ReactNode>;
}

export function PolicyParts({ parts, values }: PolicyPartsProps) {
  return parts.map(({ title, paragraphs }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Part key={index} id={`part-${index + 1}`} title={title}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{fillIn(paragraph, values)}</p>
      ))}
    </Part>
  ));
}

/** `{names}`, `**bold**`, and the spaces that were text nodes of their own when the terms were JSX. */
const MARKS = /(\{[^{}]*\}|\*\*.+?\*\*|(?<=\*\*) | (?=\{map\}))/s;

function fillIn(text: string, values: PolicyPartsProps['values']): ReactNode {
  return text.split(MARKS).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text has no other order.
    <Fragment key={index}>
      {piece.startsWith('**') && piece.length > 4 ? (
        <strong>{fillIn(piece.slice(2, -2), values)}</strong>
      ) : (
        (values[piece.slice(1, -1)] ?? piece)
      )}
    </Fragment>
  ));
}
