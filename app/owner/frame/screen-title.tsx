import { useCafe } from '#app/ui/cafe.ts';

/** The document's title: `Week · Battenberg`. */
export function ScreenTitle({ title }: { title: string }) {
  return <title>{`${title} · ${useCafe().name}`}</title>;
}
