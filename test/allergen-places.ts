/**
 * The files that show allergens, with the screens that show them so. `allergens.e2e.ts` opens each, and
 * `allergen-places.test.ts` finds a file that is not listed.
 */
export const allergenPlaces: Record<string, string> = {
  'app/shop/category/shown-cakes.ts': 'the cards of cakes',
  'app/shop/cake/cake-details.tsx': "a cake's page",
  'app/shop/cake/shown-options.ts': 'the choices of an option',
  'app/shop/cake/option-choice.tsx': 'a cake as it is chosen',
  'app/buy/basket/basket-content.tsx': 'the basket',
  'app/buy/checkout/pick-up-content.tsx': 'the panel before payment',
  'app/buy/checkout/basket-changes.ts': 'what has changed since the basket was filled',
  'app/buy/thank-you/order-summary.tsx': 'the thank-you page',
  'app/buy/thank-you/order-again.tsx': 'ordering again',
  'app/buy/my-order/order-page.tsx': "the customer's link",
  'app/buy/my-order/add-forms.tsx': 'what a customer adds to an order',
  'app/buy/my-order/addition-form.ts': 'the options of what a customer adds',
  'app/buy/pay/pay.tsx': 'the page that pays an order on the phone',
  'app/owner/collections/collection-card.tsx': "Today's and a day's cards, and an order",
  'app/owner/orders/new-order-item.tsx': 'an order on the phone',
  'app/owner/orders/pay-link.tsx': 'making a pay link',
  'app/owner/print/bake-sheet.tsx': 'the bake sheet',
  'app/owner/print/tickets.tsx': 'the tickets',
  'app/owner/print/labels.tsx': 'the label of a box',
  'domain/orders/order-text.ts': "the cafe's e-mail",
  'server/emails/customer-sections.ts': "the customer's e-mails",
};
