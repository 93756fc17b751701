import { NeedsScripts, WithScripts } from '#app/ui/text.tsx';

/** The content of a drawer until its module has loaded. */
export function OnItsWay({ failed }: { failed: boolean }) {
  return (
    <>
      <WithScripts role="status">
        {failed
          ? 'This could not be fetched. Please check your connection, close it and open it again. If it happens again, reload the page: your basket is kept.'
          : 'One moment'}
      </WithScripts>
      <NeedsScripts />
    </>
  );
}
