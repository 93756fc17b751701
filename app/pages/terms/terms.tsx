import { href, Link } from 'react-router';
import { pageMeta } from '#app/seo/page-meta.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { Part, TextPage } from '#app/ui/text-page.tsx';
import { cafe } from '#cafe/cafe.ts';
import type { Route } from './+types/terms';

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta({
    origin: matches[0].loaderData.origin,
    path: href('/terms'),
    title: 'Terms',
    description:
      'What you can expect when you order a cake: changing and cancelling, allergens, and how to collect it.',
  });
}

export default function Terms({ matches }: Route.ComponentProps) {
  const { leadDays } = matches[0].loaderData.calendarRules;
  const { email, address, mapUrl } = cafe.contact;
  const notice = leadDays === 1 ? 'one day’s notice' : `${leadDays} days’ notice`;
  return (
    <TextPage
      title="Terms"
      introduction="You order, we bake, you collect. This page says what we promise, and what cannot be undone."
    >
      <Part id="ordering" title="Your order">
        <p>
          You buy from {cafe.name}, {address.join(', ')}. The price on the page is all you pay. Your
          order is binding for both of us once it is paid: the page then says “Thank you”.
        </p>
        <p>
          We need {notice}. If we cannot make your order after all, we tell you at once and pay all
          of it back.
        </p>
        <p>
          Every cake is made by hand, so colours and decoration may differ a little from the
          picture.
        </p>
      </Part>

      <Part id="cancelling" title="Changing and cancelling">
        <p>
          <strong>
            The 14 days in which you can send back most things bought online do not apply to cakes.
          </strong>{' '}
          The law leaves out food that soon spoils, and things made to your wishes, such as a cake
          with a name on it. Candles that you have not opened you can bring back within 14 days.
        </p>
        <p>
          Still, ring us on <PhoneLink /> as soon as you know. If we have not begun, we change your
          order or cancel it and pay you back. Once we have begun, we can do neither.
        </p>
        <p>
          If something is wrong with your cake, tell us as soon as you can, with a photograph if you
          have one. You have the right to have it put right or to get your money back. Nothing on
          this page takes away your rights as a consumer.
        </p>
      </Part>

      <Part id="allergens" title="Allergens">
        <p>
          The page of each cake names the allergens in its recipe. We show them again before you
          pay.
        </p>
        <p>
          <strong>{cafe.allergenNote.text}</strong>
        </p>
      </Part>

      <Part id="collecting" title="Collecting">
        <p>
          We do not deliver. Collect on the day you chose from{' '}
          <a href={mapUrl}>{address.join(', ')}</a>. {cafe.hours.readable.join('. ')}.
        </p>
        <p>
          If you cannot come that day, ring us before we close. A fresh cake does not keep, so we
          cannot pay back one that nobody has collected. Once it has left the counter, its journey
          is in your hands.
        </p>
      </Part>

      <Part id="questions" title="Questions">
        <p>
          Ring us on <PhoneLink /> or write to <a href={`mailto:${email}`}>{email}</a>. What we keep
          of you is on the page <Link to={href('/privacy')}>Privacy</Link>. These terms are under
          the law of England and Wales.
        </p>
      </Part>
    </TextPage>
  );
}
