import { href } from 'react-router';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Section } from '#app/ui/kit/screen.tsx';
import type { NextThingsView } from './next-things-view.ts';

/** What an owner of a new shop does next. It stays until it is done. */
export function NextThings({ things, left }: NextThingsView) {
  if (things.length === 0) return null;
  return (
    <Section title="Before you open">
      <Rows>
        {things.map(({ to, title, why }) => (
          <Row key={title} to={to}>
            <strong>{title}</strong>
            <br />
            <span className={kit.quiet}>{why}</span>
          </Row>
        ))}
      </Rows>
      {left && <QuietLink to={href('/owner/before-you-open')}>{left}</QuietLink>}
    </Section>
  );
}
