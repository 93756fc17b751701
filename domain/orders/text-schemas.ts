import * as z from 'zod';
import { messageProblem } from './message.ts';
import { lineProblem } from './plain-text.ts';

/** One line of text from a visitor: shown and sent as it was typed. */
export const PlainLine = z.string().superRefine(hold(lineProblem));

export const MessageOnCake = z.string().superRefine(hold(messageProblem));

/** A rule that is also asked where a schema would be too heavy: on the first view of a page. */
function hold(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx<string>) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}
