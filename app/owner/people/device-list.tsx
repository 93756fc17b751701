import { instantInWords } from '#app/owner/frame/london-time.ts';
import screen from '#app/ui/kit/kit.module.css';
import type { Device } from '#server/staff/sessions.ts';
import styles from './people.module.css';

interface DeviceListProps {
  devices: Device[];
  /** The session of this browser. */
  current: string | undefined;
}

/** The browsers with a session of the person. */
export function DeviceList({ devices, current }: DeviceListProps) {
  return (
    <ul className={styles.rows}>
      {devices.map(({ sessionId, device, signedInAt, seenAt }) => (
        <li key={sessionId}>
          <p>
            <strong>{device}</strong>
            <span>
              {sessionId === current ? 'This browser' : `Last seen ${instantInWords(seenAt)}`},
              signed in {instantInWords(signedInAt)}
            </span>
          </p>
          {sessionId !== current && (
            <form method="post">
              <input type="hidden" name="session" value={sessionId} />
              <button
                type="submit"
                name="do"
                value="end-session"
                aria-label={`Sign out ${device}`}
                className={screen.quietButton}
              >
                Sign out
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
