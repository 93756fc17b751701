/** The content of a drawer until its module has loaded. */
export function OnItsWay({ failed }: { failed: boolean }) {
  return (
    <p role="status">
      {failed
        ? 'This could not be fetched. Please check your connection, close it and open it again.'
        : 'One moment'}
    </p>
  );
}
