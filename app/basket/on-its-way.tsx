/** Stands in a drawer until its script has come. */
export function OnItsWay({ failed }: { failed: boolean }) {
  return (
    <p role="status">
      {failed
        ? 'This could not be fetched. Please check your connection, close it and open it again.'
        : 'One moment'}
    </p>
  );
}
