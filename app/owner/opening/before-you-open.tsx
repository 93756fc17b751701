import { href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { wordsForms } from '#domain/words/words-forms.ts';
import {
  type BeforeOpening,
  beforeOpening,
  type FirstContent,
} from '#server/content/before-opening.ts';
import type { Route } from './+types/before-you-open';
import { leftInWords } from './next-things-view.ts';

/** What an owner looks at together. */
const GROUPS: { title: string; keys: FirstContent[] }[] = [
  { title: 'Who and where you are', keys: ['name', 'contact', 'hours', 'collection'] },
  {
    title: 'What visitors read',
    keys: ['welcome', 'story', 'team', 'timeline', 'testimonials', 'importantInformation'],
  },
  { title: 'What the law asks for', keys: ['allergenNote', 'terms', 'privacy'] },
  { title: 'Pictures', keys: ['homePicture', 'gallery', 'photos'] },
  { title: 'Cakes, prices and days', keys: ['cakes', 'calendar'] },
];

export async function loader({ context }: Route.LoaderArgs) {
  const opening = await beforeOpening(context.get(shopContext));
  const groups = GROUPS.map(({ title, keys }) => ({
    title,
    rows: keys.filter((key) => opening.content.includes(key)).map((key) => rowOf(key, opening)),
  }));
  return {
    left: leftInWords(opening.count),
    groups: groups.filter(({ rows }) => rows.length > 0),
    stage: opening.stage,
  };
}

/** What of the demo a row is about, where it is changed, and the button that leaves it as it is. */
function rowOf(key: FirstContent, { cakes, photos, stage }: BeforeOpening) {
  const row = { key, button: 'It is right as it is', note: '' };
  switch (key) {
    case 'cakes':
      return {
        ...row,
        title: `Cakes and prices: ${cakes} as in the demo`,
        note: 'Change a cake, or hide it if you do not bake it.',
        to: href('/owner/cakes'),
      };
    case 'photos':
      return {
        ...row,
        title: `Photos of cakes: ${photos} from the demo`,
        note: 'They show cakes that you have not baked. Put in photos of yours, cake by cake.',
        to: href('/owner/cakes'),
      };
    case 'calendar':
      return {
        ...row,
        title: 'Calendar',
        note: 'How many days of notice you need, and when nobody can collect.',
        to: href('/owner/calendar'),
      };
    case 'testimonials':
      return {
        ...row,
        title: wordsForms[key].title,
        note: `Nobody has said these: we wrote them for the demo. ${
          stage.payments === 'live'
            ? 'Visitors do not see them.'
            : 'Once you take real money, visitors do not see them.'
        }`,
        button: 'They are real',
        to: wordsPath(key),
      };
    default:
      return { ...row, title: wordsForms[key].title, to: wordsPath(key) };
  }
}

/** The editor, which leads back here. */
function wordsPath(key: FirstContent): string {
  return `${href('/owner/words/:words', { words: key })}?before-you-open`;
}

export default function BeforeYouOpen({
  loaderData: { left, groups, stage },
}: Route.ComponentProps) {
  return (
    <Screen
      title="Before you open"
      above={{ path: href('/owner'), title: 'Today' }}
      summary={left || 'Everything here is yours. You can open.'}
    >
      {groups.map(({ title, rows }) => (
        <Section key={title} title={title}>
          <Rows>
            {rows.map(({ key, title: what, to, note, button }) => (
              <ActionRow
                key={key}
                to={href('/owner/before-you-open/right')}
                fields={{ key }}
                button={button}
                what={what}
              >
                <QuietLink to={to}>{what} ›</QuietLink>
                {note && (
                  <>
                    <br />
                    <span className={kit.quiet}>{note}</span>
                  </>
                )}
              </ActionRow>
            ))}
          </Rows>
        </Section>
      ))}
      {stage.payments !== 'live' && (
        <Section title="Taking money">
          <Notice kind="quiet">
            {stage.payments === 'practice'
              ? 'The shop practises: no money moves. Ask the person who runs its server to put in the keys of your Stripe account.'
              : 'Stripe is in test mode: no money moves. Ask the person who runs the shop’s server to put in your live keys.'}
          </Notice>
          <p className={kit.actions}>
            <a className={kit.action} href="https://dashboard.stripe.com/apikeys" rel="noreferrer">
              Keys at Stripe
            </a>
          </p>
        </Section>
      )}
      {stage.emails !== 'real' && (
        <Section title="Sending e-mails">
          <Notice kind="quiet">
            The shop practises: its e-mails reach nobody. Ask the person who runs its server to
            connect your mail service, then send yourself a test e-mail.
          </Notice>
          <p className={kit.actions}>
            <ActionLink to={href('/owner/you')}>Test e-mail</ActionLink>
          </p>
        </Section>
      )}
    </Screen>
  );
}
