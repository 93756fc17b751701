import { shopContext } from '#app/shop-context.ts';
import { cafe } from '#cafe/cafe.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Route } from './+types/today';

export function loader({ context }: Route.LoaderArgs) {
  return { today: context.get(shopContext).today() };
}

export default function Today({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>{`Today · ${cafe.name}`}</title>
      <h1>{dayInWords(loaderData.today)}</h1>
    </>
  );
}
