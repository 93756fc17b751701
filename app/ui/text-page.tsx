import type { ReactNode } from 'react';
import styles from './text-page.module.css';

interface TextPageProps {
  title: string;
  introduction: string;
  children: ReactNode;
}

/** A page of titled paragraphs. */
export function TextPage({ title, introduction, children }: TextPageProps) {
  return (
    <article className={styles.page}>
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
