import { redirect } from 'react-router';

/** The loader of an address that is only for a form: it leads to the screen that has the form. */
export function onlyPosted(screen: string) {
  return () => {
    throw redirect(screen);
  };
}
