import { href, redirect } from 'react-router';
import type { Route } from './+types/verbs';

// Around the addresses that are only for forms (`app/routes.ts`).

/** Of one order, cake or document, or of a room. */
const SCREEN =
  /^\/owner\/(?:(?:orders|requests|cakes|categories|words|photos)\/[^/]+|calendar|capacity|times|needs-you|before-you-open|people|you\/notifications|you)(?=\/)/i;

/** An address that is opened and not sent, such as after signing in, leads to the screen with its form, or to Today. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    if (request.method === 'POST') return;
    const [screen = href('/owner')] = SCREEN.exec(new URL(request.url).pathname) ?? [];
    throw redirect(screen);
  },
];
