import { href } from 'react-router';
import { cafe } from '#cafe/cafe.ts';

export default function More() {
  return (
    <>
      <title>{`More · ${cafe.name}`}</title>
      <h1>More</h1>
      <p>
        <a href={href('/')}>The shop as visitors see it</a>
      </p>
    </>
  );
}
