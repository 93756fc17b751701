import { data } from 'react-router';

/** Any address that is not in `routes.ts`. The root's error boundary is the page that is shown. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never rendered, but without a component the router would answer as if this were a file. */
export default function NotFound() {
  return null;
}
