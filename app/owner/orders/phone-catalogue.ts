import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { rulesAt } from '#domain/calendar/collection-days.ts';
import { declaredTogether } from '#domain/catalogue/allergens.ts';
import { type Cake, PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { sizeInWords, slicesInWords } from '#domain/catalogue/sizes.ts';
import { VAT_PERCENT } from '#domain/ledger/vat.ts';
import { formatPence } from '#domain/money.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { writePriced } from './phone-draft.ts';

const ADD_ONS = 'personal-touches';

/** What the fields of an item offer that staff sell. On the server. */
export async function phoneCatalogue(shop: Shop) {
  const today = todayAt(shop);
  const [{ catalogue }, calendar, { vatNumber }] = await Promise.all([
    shop.content(),
    calendarRules(shop),
    shop.merchant(),
  ]);
  const { categories } = catalogue;
  const rules = rulesAt(shop.clock.now(), calendar);
  const cakes = [...catalogue.cakes, ...catalogue.addOns].map((cake) => ({
    id: cake.id,
    title: cake.title,
    group: cake.kind === 'cake' ? (cake.category[0] ?? '') : ADD_ONS,
    takesMessage: !cake.offMessage,
    declared: declaredTogether([cake]),
    options: cake.options ?? [],
    notice: rulesFor(cake, rules, today).notice ?? '',
    sizes: cake.sizes.map((size) => ({
      value: writePriced(size),
      words: sizeInWords(size),
      note: [slicesInWords(size), formatPence(size.price)].filter(Boolean).join(' · '),
    })),
  }));
  return {
    cakes,
    groups: [
      ...categories.map(({ slug, title }) => ({ slug, title })),
      { slug: ADD_ONS, title: 'Personal touches' },
    ].filter(({ slug }) => cakes.some(({ group }) => group === slug)),
    free: {
      allergens: PreciseAllergen.options,
      usual: usualAllergens(catalogue.cakes),
      hasLimits: rules.capacity !== undefined,
      // Only a cafe that is registered for it says what has VAT.
      vatRate: vatNumber === undefined ? undefined : VAT_PERCENT.standard,
    },
  };
}

/** What more than half of the cakes contain. */
function usualAllergens(cakes: readonly Cake[]): PreciseAllergen[] {
  const declared = cakes.map((cake) => declaredTogether([cake]).allergens);
  return PreciseAllergen.options.filter((name) => {
    return declared.filter((allergens) => allergens.includes(name)).length > declared.length / 2;
  });
}
