import { href, Link } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { isDay } from '#domain/calendar/days.ts';
import type { Route } from './+types/capacity';
import { capacityView } from './capacity-view.ts';
import { DayCapacity } from './day.tsx';
import { TurnLimitsOff } from './off.tsx';
import { WeekForm } from './week.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const view = await capacityView(context.get(shopContext));
  const asked = new URL(request.url).searchParams.get('day');
  return { ...view, asked: isDay(asked) && asked >= view.today ? asked : undefined };
}

export default function Capacity({ loaderData }: Route.ComponentProps) {
  const { version, isOn } = loaderData;
  return (
    <Screen
      title="How much you can make"
      summary={
        isOn
          ? 'A day is full for customers when its points are taken.'
          : 'No limits: customers can order any number of cakes for a day.'
      }
    >
      <div className={kit.section}>
        <Notice kind="quiet">
          Cakes count by the work they make: 6 inches is 1 point, 8 is 2, 10 is 3, 12 is 5, a box is
          1, candles are none. You can give a size other points on{' '}
          <Link to={href('/owner/cakes')}>its cake</Link>.
        </Notice>
      </div>
      <Section title="Every week">
        <WeekForm {...loaderData} />
        {isOn && <TurnLimitsOff version={version} />}
      </Section>
      {isOn && (
        <Section title="A single day" id="day">
          <DayCapacity {...loaderData} />
        </Section>
      )}
    </Screen>
  );
}
