import { useRef } from 'react';
import { PhotoPicker } from '#app/owner/cafe/photos/photo-picker.tsx';
import { AllergenChoices } from '#app/owner/frame/allergen-choices.tsx';
import { Button } from '#app/ui/button.tsx';
import { Check, Choices, DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { usualVat, VAT_PERCENT } from '#domain/ledger/vat.ts';
import { Availability } from './availability.tsx';
import styles from './cake-editor.module.css';
import type { editorChoices } from './cake-form.ts';
import { PagePreview, PreviewButton } from './page-preview.tsx';
import { Sizes } from './sizes.tsx';

interface CakeEditorProps {
  to: string;
  /** Empty for a new cake. */
  id: string;
  kind: Cake['kind'];
  draft: CakeDraft;
  version: number;
  /** By the place of the size: why it is not sold at its price. */
  unmade?: (string | undefined)[];
  choices: Awaited<ReturnType<typeof editorChoices>>;
  /** The allergens of a cake that has not named them precisely. */
  words?: string[] | undefined;
}

/** The form of a cake. It works without scripts, and shows the page beside it with them. */
export function CakeEditor({
  to,
  id,
  kind,
  draft,
  version,
  unmade = [],
  choices,
  words,
}: CakeEditorProps) {
  const isCake = kind === 'cake';
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.editor}>
      <ActionForm to={to} version={version} className={kit.form} noValidate>
        <DefaultButton />
        <input type="hidden" name="cake" value={id} />
        <Field label="Name" name="title" defaultValue={draft.title} maxLength={200} />
        <Field label="Description" name="desc" defaultValue={draft.desc} rows={4} />
        <Check name="forSale" value="on" isChosen={draft.forSale !== ''}>
          For sale
        </Check>
        {isCake && (
          <Choices
            legend="Categories"
            name="category"
            type="checkbox"
            options={choices.categories.map(({ slug, title }) => ({ value: slug, title }))}
            chosen={draft.category}
            className="tiles"
          />
        )}
        <Sizes draft={draft} kind={kind} unmade={unmade} />
        {isCake && (
          <Field
            label="Tiers"
            hint="Only for a tall cake: 2 to 5. Its sizes are drawn with them."
            name="tiers"
            defaultValue={draft.tiers}
            inputMode="numeric"
          />
        )}
        <PhotoPicker name="photo" chosen={draft.photo} photos={choices.photos} />
        {words && (
          <p className={kit.quoted}>
            Its page says now: {words.join(', ') || 'none'}. Tick the exact ones below, or leave all
            empty to keep these words.
          </p>
        )}
        <AllergenChoices
          names={{ contains: 'contains', none: 'containsNone', mayContain: 'mayContain' }}
          allergens={choices.allergens}
          chosen={{ ...draft, isNone: draft.containsNone !== '' }}
        />
        <Choices
          legend="Serving info"
          name="servingInfo"
          type="checkbox"
          options={optionsOf(choices.servingInfo)}
          chosen={draft.servingInfo}
          className="tiles"
        />
        {isCake && <KeepingFields draft={draft} />}
        <Field
          label="Ingredients"
          hint="Only shown if you write them."
          name="ingredients"
          defaultValue={draft.ingredients}
          rows={3}
        />
        <VatFields vat={draft.vat || usualVat(kind)} isShown={choices.hasVat} />
        {isCake && <Availability draft={draft} shopLeadDays={choices.shopLeadDays} />}
        {isCake && id !== '' && (
          <Field
            label="Address of its page"
            hint="Old addresses lead to the new one."
            name="slug"
            defaultValue={draft.slug}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <div ref={bar} className={kit.bar}>
          <Button type="submit">Save</Button>
          {isCake && <PreviewButton className={kit.action} />}
        </div>
      </ActionForm>
      {isCake && <PagePreview within={bar} />}
    </div>
  );
}

/** Customers read it on the cake's page and in the confirmation. */
function KeepingFields({ draft }: { draft: CakeDraft }) {
  return (
    <>
      <Field label="How to carry it" name="carry" defaultValue={draft.carry} rows={2} />
      <Field
        label="How to keep it"
        hint="Also on the label of its box."
        name="keep"
        defaultValue={draft.keep}
        rows={2}
      />
      <Field label="How to cut it" name="cut" defaultValue={draft.cut} rows={2} />
      <Field
        label="Days it keeps after the collection"
        hint="The label says the day. Write 0 if it is for that day only."
        name="keepsDays"
        defaultValue={draft.keepsDays}
        inputMode="numeric"
      />
    </>
  );
}

/** For a cafe with a VAT number. */
function VatFields({ vat, isShown }: { vat: string; isShown: boolean }) {
  if (!isShown) return <input type="hidden" name="vat" value={vat} />;
  return (
    <Choices
      legend="VAT"
      hint="If you are not sure, ask your accountant."
      name="vat"
      type="radio"
      options={[
        {
          value: 'zero',
          title: `${VAT_PERCENT.zero}%: cakes, sponges, pastries, doughnuts, meringues and bread, even covered in chocolate`,
        },
        {
          value: 'standard',
          title: `${VAT_PERCENT.standard}%: biscuits covered in chocolate, sweets, and what is not eaten, such as candles`,
        },
      ]}
      chosen={[vat]}
    />
  );
}

function optionsOf(values: string[]) {
  return values.map((value) => ({ value, title: value }));
}
