import { isString, objectOf } from '#domain/guard.ts';
import type { Customer } from './order.ts';
import { lineProblem, messageProblem } from './plain-text.ts';

export type CustomerField = keyof Customer;

/** Only non-empty is required (spec §5); the limits prevent abuse. */
export const CUSTOMER_FIELDS: Record<CustomerField, { label: string; max: number }> = {
  name: { label: 'your name', max: 100 },
  email: { label: 'your email address', max: 254 },
  phone: { label: 'your phone number', max: 40 },
};

/** As the owner's forms order them. */
export const CUSTOMER_FIELD_NAMES = ['name', 'phone', 'email'] as const satisfies CustomerField[];

export function missingText(field: CustomerField): string {
  return `Please fill in ${CUSTOMER_FIELDS[field].label}.`;
}

export function tooLongText(field: CustomerField): string {
  return `Please use at most ${CUSTOMER_FIELDS[field].max} letters.`;
}

/** @returns what is wrong with a detail: the first message of the schema `CustomerDetails`, or undefined. */
export function detailProblem(field: CustomerField, text: string): string | undefined {
  const problem = lineProblem(text);
  if (problem) return problem;
  const trimmed = text.trim();
  if (trimmed === '') return missingText(field);
  return trimmed.length > CUSTOMER_FIELDS[field].max ? tooLongText(field) : undefined;
}

/** Of a note about an order: the customer's, or that of staff. */
export const NOTE_MAX = 200;

/** @returns why the text cannot be a note, or undefined. */
export function noteProblem(text: string): string | undefined {
  return messageProblem(inOneLine(text), NOTE_MAX);
}

/** Joins the lines of a text field: a note is one line. */
export function inOneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').trim();
}

/** What a customer types in the pick-up panel. */
export interface CustomerDetails extends Customer {
  /** Anything that the cafe should know; may be empty. */
  note: string;
}

const isDetails = objectOf<CustomerDetails>({
  name: isString,
  email: isString,
  phone: isString,
  note: isString,
});

/** Agrees with the schema of the same name. @returns the trimmed details; undefined if one is invalid. */
export function readCustomerDetails(value: unknown): CustomerDetails | undefined {
  if (!isDetails(value) || Object.keys(value).length !== 4) return undefined;
  const { name, email, phone, note } = value;
  const isValid =
    detailProblem('name', name) === undefined &&
    detailProblem('email', email) === undefined &&
    detailProblem('phone', phone) === undefined &&
    noteProblem(note) === undefined;
  return isValid
    ? { name: name.trim(), email: email.trim(), phone: phone.trim(), note: inOneLine(note) }
    : undefined;
}

/**
 * What a visitor should know of an email address; empty if nothing. A hint only: the server takes any text
 * (`deliverableAddress`).
 */
export function emailHint(email: string): string {
  if (looksMistyped(email)) return 'Is this right? It looks mistyped.';
  // Other letters in the domain can be encoded.
  return /[^\p{ASCII}].*@/u.test(email)
    ? 'We cannot send email to an address with accents or other special letters before the @. Please give another one.'
    : '';
}

/** Whether an email address lacks a part that every address has. A hint only: the server takes any text. */
export function looksMistyped(email: string): boolean {
  const typed = email.trim();
  return typed !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed);
}
