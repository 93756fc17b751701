import { href } from 'react-router';
import { Fact } from '#app/ui/kit/fact.tsx';
import type { RequestOnPaper } from './read-requests.ts';

/** Their photos are part of the paper, and of the PDF that is made of it. */
export function RequestsOnPaper({ requests }: { requests: RequestOnPaper[] }) {
  return requests.map(({ number, facts, photos, emails, messages }) => (
    <section key={number} aria-labelledby={`request-${number}`}>
      <h3 id={`request-${number}`}>Request {number}</h3>
      <dl>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {photos.map(({ position, width, height }) => (
        <p key={position}>
          <img
            src={href('/owner/requests/:request/photos/:position', {
              request: number,
              position: String(position),
            })}
            alt={`Sent with it, ${position + 1} of ${photos.length}`}
            width={width}
            height={height}
          />
        </p>
      ))}
      <h4>Messages</h4>
      {messages.length === 0 && <p>None.</p>}
      <ul>
        {messages.map((message) => (
          <li key={message.number}>
            {message.head}: {message.words}
          </li>
        ))}
      </ul>
      <h4>E-mails</h4>
      {emails.length === 0 && <p>None.</p>}
      <ul>
        {emails.map(({ kind, what, state }) => (
          <li key={kind}>
            {what}: {state}
          </li>
        ))}
      </ul>
    </section>
  ));
}
