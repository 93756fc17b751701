import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { publicView } from '#domain/orders/order.ts';
import { sampleOrder } from '#test/samples.ts';
import { EmailNote } from './email-note.tsx';

const order = sampleOrder();

test.each([
  ['a paid order', false, true],
  ['an order whose day has passed', true, false],
])(
  'the note names the number of %s, and a confirmation only if one comes',
  (_, isOver, isAnnounced) => {
    const html = renderToStaticMarkup(<EmailNote order={publicView(order)} isOver={isOver} />);
    expect(html).toContain(order.number);
    expect(html.includes('on its way')).toBe(isAnnounced);
  },
);
