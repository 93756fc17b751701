import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import kit from './kit.module.css';

/** A link that looks like the button of an `Action`. */
export function ActionLink(link: ComponentProps<typeof Link>) {
  return <Link {...link} className={kit.action} />;
}

/** A link that is no more than its words, as large as a finger. */
export function QuietLink(link: ComponentProps<typeof Link>) {
  return <Link {...link} className="word-button" />;
}
