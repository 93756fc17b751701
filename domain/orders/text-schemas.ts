import * as z from 'zod';
import { MAX_OPTION_TEXT } from '#domain/catalogue/catalogue.ts';
import { isEmailAddress } from './email-address.ts';
import { lineProblem, messageProblem } from './plain-text.ts';

export const MISTYPED_EMAIL = 'This address cannot work. Is there a slip in it?';

/** An address to which e-mails can be sent. @param problem if it is none. */
export function emailSchema(problem: string) {
  return z.string().refine(isEmailAddress, problem);
}

/** One line of a visitor's text, stored and sent as it was typed. */
export const PlainLine = z.string().superRefine(refineBy(lineProblem));

export const MessageOnCake = z.string().superRefine(refineBy(messageProblem));

/** What is written on an option, such as a topper; its group may allow less. */
export const OptionText = z
  .string()
  .trim()
  .min(1)
  .superRefine(refineBy((text) => messageProblem(text, MAX_OPTION_TEXT)));

/** A refinement by a check that pages also run without zod. */
export function refineBy(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx<string>) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}
