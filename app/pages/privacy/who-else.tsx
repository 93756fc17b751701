import type { PhotoDelivery } from '#app/ui/photo-delivery.ts';

interface WhoElseProps {
  /** Whether Google judges who is a person. */
  withGoogle: boolean;
  pictures: PhotoDelivery['cdn'];
}

/** None where the shop's own server sends them. */
const IMAGE_SERVICES = { ipx: undefined, cloudinary: 'Cloudinary', imgix: 'imgix' } as const;

/** Everybody whom this shop, set up as it is, has look at something of a visitor's. */
export function WhoElse({ withGoogle, pictures }: WhoElseProps) {
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
          you, to our inbox.
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
