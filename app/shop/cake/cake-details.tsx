import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { type Declared, shownAllergens } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import styles from './cake-details.module.css';
import drawings from './drawings.svg?no-inline';
import { Keeping } from './keeping.tsx';

export interface CakeDetailsProps {
  cake: Declared & Pick<Cake, 'servingInfo'>;
  keeping: ComponentProps<typeof Keeping>['lines'];
}

export function CakeDetails({ cake, keeping }: CakeDetailsProps) {
  return (
    <Tabs
      label="About this cake"
      tabs={[
        {
          id: 'allergens',
          title: 'Allergens',
          content: (
            <>
              <div className="stack">
                <Allergens of={cake}>
                  <Facts
                    facts={shownAllergens(cake)}
                    none="None of the allergens we name is in the recipe."
                  />
                </Allergens>
              </div>
              <p className={`${styles.note} quiet`}>{useCafe().allergenNote}</p>
            </>
          ),
        },
        {
          id: 'serving-info',
          title: 'Serving info',
          content: (
            <>
              <Facts facts={cake.servingInfo} none="Please ask us." />
              <Keeping lines={keeping} />
            </>
          ),
        },
      ]}
    />
  );
}

function Facts({ facts, none }: { facts: readonly string[]; none: string }) {
  if (facts.length === 0) return <p>{none}</p>;
  return (
    <ul className={`${styles.facts} cluster`}>
      {facts.map((fact) => (
        <li key={fact} className={`${styles.fact} cluster`}>
          <FactIcon fact={fact} />
          {fact}
        </li>
      ))}
    </ul>
  );
}

interface TabsProps {
  label: string;
  tabs: { id: string; title: string; content: ReactNode }[];
}

/** The tabs pattern of the ARIA Authoring Practices: one tab stop, arrow keys between tabs. */
function Tabs({ label, tabs }: TabsProps) {
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`${styles.list} cluster`}
        onKeyDown={move}
      >
        {tabs.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${id}-tab`}
            className={styles.tab}
            aria-controls={id}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={id}
          className={styles.panel}
          aria-labelledby={`${id}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it holds nothing else that Tab could reach.
          tabIndex={0}
          hidden={index !== chosen}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/**
 * The icon of an allergen or a serving fact, beside its text. The drawings are an SVG sprite, to
 * keep them out of the scripts. A precise allergen has the icon of its word.
 */
function FactIcon({ fact }: { fact: string }) {
  return (
    <svg className={`${styles.factIcon} icon`} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="24" />
      <use href={`${drawings}#${fact.split(' ')[0]}`} />
    </svg>
  );
}
