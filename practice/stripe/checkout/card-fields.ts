import { html } from 'hono/html';
import type { Html } from '../../page.ts';
import type { SessionRecord } from '../records/session.ts';
import type { CardErrors, CardField, CardValues } from './card-form.ts';

type Field = { name: CardField; label: string; attributes: Html };

/** The fields of the card page, each with its error; what was typed is kept, except the security code. */
export function cardFields(
  session: SessionRecord,
  values: Partial<CardValues>,
  errors: CardErrors,
): Html {
  const email = session.customer_email ?? values.email ?? '';
  const fields = [emailField(session), ...(session.phone_number_collection ? [phone] : [])];
  const firstWrong = [...fields, cardNumber, expiry, cvc, name].find(
    (field) => errors[field.name] !== undefined,
  );
  const show = (field: Field) =>
    inputFor(field, {
      value: { ...values, email, cvc: '' }[field.name] ?? '',
      error: errors[field.name],
      focused: field === firstWrong,
    });

  return html`${fields.map(show)} ${show(cardNumber)}
    <div class="pair">${show(expiry)} ${show(cvc)}</div>
    ${show(name)}`;
}

function emailField({ customer_email }: SessionRecord): Field {
  return {
    name: 'email',
    label: 'Email',
    attributes: html`type="email" autocomplete="email" ${customer_email === null ? '' : 'readonly'}`,
  };
}

const phone: Field = {
  name: 'phone',
  label: 'Phone',
  attributes: html`type="tel" autocomplete="tel"`,
};

const cardNumber: Field = {
  name: 'card_number',
  label: 'Card number',
  attributes: html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"`,
};

const expiry: Field = {
  name: 'expiry',
  label: 'Expiry (MM / YY)',
  attributes: html`inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34"`,
};

const cvc: Field = {
  name: 'cvc',
  label: 'CVC',
  attributes: html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`,
};

const name: Field = {
  name: 'name',
  label: 'Name on card',
  attributes: html`autocomplete="cc-name"`,
};

function inputFor(
  { name, label, attributes }: Field,
  { value, error, focused }: { value: string; error: string | undefined; focused: boolean },
): Html {
  const errorId = `${name}-error`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      ${attributes}
      ${focused ? 'autofocus' : ''}
      ${error === undefined ? '' : html`aria-invalid="true" aria-describedby="${errorId}"`}
    />
    ${error === undefined ? '' : html`<p class="error" id="${errorId}" role="alert">${error}</p>`}
  </div>`;
}
