import { type ReactNode, useId } from 'react';
import { useCafe } from '#app/ui/cafe.ts';
import kit from './kit.module.css';
import { QuietLink } from './links.tsx';

interface ScreenProps {
  /** The document's title: `Week · Battenberg`. */
  title: string;
  /** The screen to which this one belongs, as a link above the heading. */
  above?: { path: string; title: string } | undefined;
  /** The heading if it differs from the title. */
  heading?: ReactNode;
  /** Below the heading. */
  summary?: ReactNode;
  children?: ReactNode;
}

/** A screen of the owner's side: its title, heading, summary and what is on it. */
export function Screen({ title, above, heading = title, summary, children }: ScreenProps) {
  return (
    <>
      <title>{`${title} · ${useCafe().name}`}</title>
      {above && (
        <p>
          <QuietLink to={above.path}>‹ {above.title}</QuietLink>
        </p>
      )}
      <h1>{heading}</h1>
      {summary && <p className={kit.summary}>{summary}</p>}
      {children}
    </>
  );
}

interface SectionProps {
  title: ReactNode;
  /** That links lead to. */
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen with its heading. */
export function Section({ title, id, className, children }: SectionProps) {
  const own = useId();
  const heading = id ?? own;
  return (
    <section
      className={[kit.section, className].filter(Boolean).join(' ')}
      aria-labelledby={heading}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

interface NoticeProps {
  /** `warning`: it needs a decision. `quiet`: how something works. `empty`: why there is nothing here. */
  kind: 'warning' | 'quiet' | 'empty';
  children: ReactNode;
}

/** A sentence of a screen. */
export function Notice({ kind, children }: NoticeProps) {
  return <p className={kit[kind]}>{children}</p>;
}
