import { href } from 'react-router';
import { pageMeta } from '#app/seo/page-meta.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { useCafe } from '#app/ui/cafe.ts';
import type { PhotoDelivery } from '#app/ui/photo-url.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { Part, PolicyParts, TextPage } from '#app/ui/text-page.tsx';
import type { Words } from '#domain/words/words.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/privacy';

/** From the settings, so that the text matches what the shop does. */
export async function loader({ context }: Route.LoaderArgs) {
  const words = await currentWords(context.get(shopContext));
  return {
    ...words.privacy,
    retentionDays: context.get(siteContext).retentionDays,
    withGoogle: context.get(siteContext).botCheck.proof.kind === 'recaptcha',
    pictures: context.get(siteContext).photoDelivery.cdn,
    told: whatCustomersAreTold(words),
  };
}

/** Here, so that the page's script does not grow by it. */
function whatCustomersAreTold({ collection: { ready, reviews } }: Words): string {
  return [
    ready && 'When your order is ready, we may tell you so by email.',
    reviews &&
      'On the day after you have collected it we ask you by email, once and never again, for a review.',
  ]
    .filter(Boolean)
    .join(' ');
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches[0].loaderData, {
    path: href('/privacy'),
    title: 'Privacy',
    description:
      'What we keep of you when you order a cake, why and for how long, who else sees it, and how to have it removed.',
  });
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { introduction, parts, retentionDays, withGoogle, pictures, told } = loaderData;
  const { name, contact } = useCafe();
  const days = retentionDays === 1 ? 'one day' : `${retentionDays} days`;
  return (
    <TextPage title="Privacy" introduction={introduction}>
      <Part id="kept" title="What we keep, and why">
        <p>
          With an order we keep your name, your email address, your phone number, what you have us
          write on a cake, and a note if you leave us one: to make the right cake, to hand it to the
          right person, to send you a confirmation and a reminder, and to reach you when there is
          something to ask. {told}
        </p>
        <p>
          If you ask us to tell you of a free place on a full day, we keep your email address for
          that alone, until you order or leave the list, and no longer than that day.
        </p>
        <p>
          If you ask us for a cake, we keep what you write, your photos and how to reach you, to
          answer you. Where and when a photo was taken is removed from it, and nobody but you and us
          can see it.
        </p>
        <p>
          Your card details never reach us. To tell people from robots{' '}
          {withGoogle
            ? 'we ask Google, of which more below.'
            : 'we have your browser do a sum when you look at a cake or open your basket; it says nothing about you.'}
        </p>
        <p>
          To keep the site available to everybody, we count how often each internet address calls.
          These counts are separate from names and orders, and we do not record who viewed what.
        </p>
      </Part>

      <Part id="how-long" title="For how long">
        <p>
          For <strong>{days}</strong> after the last collection day of the order, paid or not. Then
          the shop takes your name, email address, phone number, messages and notes out of it by
          itself, and we delete the email that told us of it. The same is true of what you have
          asked us for, from the day for which you wanted it, and of its photos.
        </p>
        <p>
          What was sold, when it was ordered, paid for and collected, and for how much stays in our
          books, as the tax office wants it. It no longer says to whom.
        </p>
        <p>Internet addresses that we have counted are forgotten within an hour and a half.</p>
      </Part>

      <Part id="who-else" title="Who else sees it">
        <WhoElse withGoogle={withGoogle} pictures={pictures} />
      </Part>

      <Part id="browser" title="What your browser keeps">
        <p>We set no cookies, and do not follow you about. For itself, your browser keeps</p>
        <ul>
          <li>your basket, with the messages in it, until it has been paid or you empty it;</li>
          <li>the number of the order that you are paying, until it has been paid;</li>
          <li>
            the place that we keep for you on a full day, once you have put it into your basket,
            until you have ordered it;
          </li>
          <li>
            a link to each order that you place, which opens it without a password, until its last
            day of collection has passed or you take it out on the page “My order”: do that on a
            computer that others use;
          </li>
          <li>
            a token which says that you are not a robot, and nothing else: it runs out, as a rule
            after an hour, and lies there until another takes its place;
          </li>
          <li>
            your name, your email address, your phone number and your note as you typed them, until
            the order has been paid, so that you need not type them twice;
          </li>
          <li>
            the details of your order, what you chose for a cake, what you typed to ask us for one
            and how far you had scrolled, for this tab alone and until you close it.
          </li>
        </ul>
        <p>Clearing this site’s data in the browser removes all of it.</p>
      </Part>

      <PolicyParts
        parts={parts}
        values={{
          name,
          address: contact.address.join(', '),
          phone: <PhoneLink />,
          email: <a href={`mailto:${contact.email}`}>{contact.email}</a>,
          retention: days,
        }}
      />

      <Part id="removal" title="Have it removed, or see it">
        <p>
          Ring us on <PhoneLink />, or write to{' '}
          <a href={`mailto:${contact.email}`}>{contact.email}</a>, and tell us the email address you
          ordered with. We remove your details at once, but for an order that is still to be
          collected: for that one we need your name until you have your cake. In the same way you
          can see what we keep, and have a mistake in it corrected.
        </p>
        <p>
          If you think that we do not keep our word, the{' '}
          <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a> will
          hear your complaint.
        </p>
      </Part>
    </TextPage>
  );
}

interface WhoElseProps {
  /** Whether reCAPTCHA is used. */
  withGoogle: boolean;
  pictures: PhotoDelivery['cdn'];
}

/** Undefined where the shop's own server sends the pictures. */
const IMAGE_SERVICES = { ipx: undefined, cloudinary: 'Cloudinary', imgix: 'imgix' } as const;

/** The processors of personal data, according to the settings. */
function WhoElse({ withGoogle, pictures }: WhoElseProps) {
  const imageService = IMAGE_SERVICES[pictures];
  return (
    <>
      <ul>
        <li>
          <strong>Our card processor</strong>, Stripe: it takes the payment on its own pages. With
          the payment it stores your order, your name, email address and phone number, so that your
          order can be restored if our own records are lost.
        </li>
        <li>
          <strong>Our email service</strong>: it carries your order, with your name and how to reach
          you, to our inbox, and the confirmation and the reminder to yours.
        </li>
        {withGoogle && (
          <li>
            <strong>Google</strong>: from the first cake you look at, or when you open your basket,
            its reCAPTCHA judges whether you are a person. It learns your internet address and what
            your browser tells of itself, may keep something in your browser, and deals with it by
            its <a href="https://policies.google.com/privacy">privacy policy</a> and{' '}
            <a href="https://policies.google.com/terms">terms</a>. We tell it neither what you order
            nor who you are. If your browser does not let it in, you can order all the same.
          </li>
        )}
        {imageService && (
          <li>
            <strong>Our image service</strong>, {imageService}: it sends your browser our
            photographs, and so learns your internet address and which of them you saw.
          </li>
        )}
      </ul>
      <p>Nobody else. We send no advertising, and sell cakes only.</p>
    </>
  );
}
