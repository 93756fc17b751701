import { useEffect, useEffectEvent } from 'react';
import type { LargePhotoProps } from './large-photo.tsx';
import { useLazy } from './use-lazy.ts';

interface PhotoOverlayProps extends Omit<LargePhotoProps, 'shown'> {
  shown: string | undefined;
}

/** One photo over the page, as long as one is `shown`. Its script comes with the first. */
export function PhotoOverlay({ shown, ...rest }: PhotoOverlayProps) {
  const { Part: LargePhoto, failed } = useLazy(shown !== undefined, loadLargePhoto);
  // As if it had been closed: the next click tries again.
  const giveUp = useEffectEvent(rest.onClose);
  useEffect(() => {
    if (failed) giveUp();
  }, [failed]);
  return LargePhoto && shown ? <LargePhoto shown={shown} {...rest} /> : null;
}

async function loadLargePhoto() {
  return (await import('./large-photo.tsx')).LargePhoto;
}
