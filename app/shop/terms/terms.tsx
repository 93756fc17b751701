import { href, Link } from 'react-router';
import { pageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { useCafe } from '#app/ui/cafe.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { PolicyParts, TextPage } from '#app/ui/text-page.tsx';
import { noticeInWords } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { clockTime } from '#domain/words/hours.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/terms';

export async function loader({ context }: Route.LoaderArgs) {
  return (await currentWords(context.get(shopContext))).terms;
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches[0].loaderData, {
    path: href('/terms'),
    title: 'Terms',
    description:
      'What you can expect when you order a cake: changing and cancelling, allergens, and how to collect it.',
  });
}

export default function Terms({ loaderData, matches }: Route.ComponentProps) {
  const { introduction, parts } = loaderData;
  const { calendarRules } = matches[0].loaderData;
  const { name, contact, hours, allergenNote } = useCafe();
  const address = contact.address.join(', ');
  return (
    <TextPage title="Terms" introduction={introduction}>
      <PolicyParts
        parts={parts}
        values={{
          name,
          address,
          map: <a href={contact.mapUrl}>{address}</a>,
          phone: <PhoneLink />,
          email: <a href={`mailto:${contact.email}`}>{contact.email}</a>,
          hours: hours.readable.join('. '),
          notice: wholeNotice(calendarRules),
          'allergen note': allergenNote,
          privacy: <Link to={href('/privacy')}>Privacy</Link>,
        }}
      />
    </TextPage>
  );
}

/** `3 days’ notice, and an order after 6pm counts as the next day’s` */
function wholeNotice(rules: CalendarRules): string {
  const { cutOff, noticeInBakingDays } = rules;
  return [
    noticeInWords(rules),
    noticeInBakingDays && ', not counting days on which we are closed',
    cutOff && `, and an order after ${clockTime(cutOff)} counts as the next day’s`,
  ]
    .filter(Boolean)
    .join('');
}
