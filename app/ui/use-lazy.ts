import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

interface Lazy<Props> {
  Part: ComponentType<Props> | undefined;
  /** It could not be fetched (on a train, say). It is tried again the next time it is wanted. */
  failed: boolean;
}

/** A part of a page whose script comes when it is first wanted. `wanted` counts up, or goes on and off. */
export function useLazy<Props>(
  wanted: boolean | number,
  load: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);

  const fetchPart = useEffectEvent(async () => {
    setFailed(false);
    try {
      const part = await load();
      setPart(() => part);
    } catch {
      setFailed(true);
    }
  });
  useEffect(() => {
    if (wanted) void fetchPart();
  }, [wanted]);

  return { Part, failed };
}
