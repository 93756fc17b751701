// Without schemas, because browsers show the fields (decision 010).

/** The form of an option group, as typed. */
export interface OptionDraft {
  name: string;
  most: string;
  limit: string;
  choices: ChoiceDraft[];
}

export interface ChoiceDraft {
  /** The id of a stored choice, or what else names its fields. */
  key: string;
  name: string;
  price: string;
  units: string;
  soldOutUntil: string;
  contains: string[];
  /** Ticked if it adds none of the allergens. */
  isNone: boolean;
  mayContain: string[];
  isVegan: boolean;
  /** Ticked if it has standard VAT, whatever that of the cake. */
  hasOwnVat: boolean;
}

/** The fields of a choice. Boxes send nothing unless ticked, so their names contain the key. */
export const choiceFields = (key: string) => ({
  contains: `contains ${key}`,
  none: `containsNone ${key}`,
  mayContain: `mayContain ${key}`,
  vegan: `vegan ${key}`,
  vat: `vat ${key}`,
});

/** The other fields of a choice: one value a row. */
export const CHOICE_ROW = ['choice', 'choiceName', 'choicePrice', 'choiceUnits', 'soldOutUntil'];
