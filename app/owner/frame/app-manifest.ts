import { href } from 'react-router';

/** For the `links` of every layout of the owner's side. The root has it before the shop's: browsers take the first. */
export function appManifest() {
  return [{ rel: 'manifest', href: href('/owner.webmanifest') }];
}
