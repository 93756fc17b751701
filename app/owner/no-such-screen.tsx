import { data } from 'react-router';

/** Below `/owner`, so that the owner's layout shows the error. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NoSuchScreen() {
  return null;
}
