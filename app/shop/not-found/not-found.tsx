import { data } from 'react-router';

/** Any URL that is not in `routes.ts`. The error boundary of the root, or of the owner's layout, renders the page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never rendered. Without a component the router would treat this as a resource route. */
export default function NotFound() {
  return null;
}
