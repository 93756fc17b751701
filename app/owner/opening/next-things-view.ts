import { href } from 'react-router';
import { beforeOpening, type FirstContent } from '#server/content/before-opening.ts';
import type { Shop } from '#server/shop.ts';
import { readFirstSteps } from '#server/staff/sign-in.ts';

const MOST = 3;
const OTHERS: FirstContent[] = ['cakes', 'photos', 'calendar'];

export type NextThingsView = Awaited<ReturnType<typeof nextThings>>;

/** On the server: what the owner of a new shop does next, the most urgent first. */
export async function nextThings(shop: Shop, personId: string) {
  const [{ content, stage, count }, { isEmailConfirmed, hasKeptCodes }] = await Promise.all([
    beforeOpening(shop),
    readFirstSteps(shop, personId),
  ]);
  const list = href('/owner/before-you-open');
  const has = (...keys: FirstContent[]) => keys.some((key) => content.includes(key));
  const things = [
    !isEmailConfirmed && {
      to: href('/owner/you/address'),
      title: 'Confirm your e-mail address',
      why: 'So that codes reach you when you sign in.',
    },
    !hasKeptCodes && {
      to: href('/owner/you/recovery-codes'),
      title: 'Keep your recovery codes',
      why: 'They let you in when nothing else does.',
    },
    (content.some((key) => !OTHERS.includes(key)) || has('photos')) && {
      to: list,
      title: 'Put in your own words and photos',
      why: 'Your name, address and hours first.',
    },
    has('cakes') && {
      to: href('/owner/cakes'),
      title: 'Set your cakes and prices',
      why: 'Hide what you do not bake.',
    },
    has('calendar') && {
      to: href('/owner/calendar'),
      title: 'Choose your days',
      why: 'How much notice you need, and when nobody can collect.',
    },
    (stage.payments !== 'live' || stage.emails !== 'real') && {
      to: list,
      title: 'Take real money and send real e-mails',
      why: 'The shop only practises now.',
    },
  ];
  return {
    things: things.filter((thing) => thing !== false).slice(0, MOST),
    /** How much of the demo is left. */
    left: leftInWords(count),
  };
}

/** Empty if nothing is. */
export function leftInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One thing to look at' : `${count} things to look at`;
}
