import { href } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import type { Device } from '#server/staff/sessions.ts';

interface DeviceListProps {
  devices: Device[];
  /** The session of this browser. */
  current: string | undefined;
}

/** The browsers with a session of the person. */
export function DeviceList({ devices, current }: DeviceListProps) {
  if (devices.length === 0) return null;
  return (
    <Rows>
      {devices.map(({ sessionId, device, signedInAt, seenAt }) => (
        <ActionRow
          key={sessionId}
          to={sessionId === current ? undefined : href('/owner/devices/sign-out')}
          fields={{ session: sessionId }}
          button="Sign out"
          what={device}
        >
          <strong>{device}</strong>
          <br />
          <span className={kit.quiet}>
            {sessionId === current ? 'This browser' : `Last seen ${instantInWords(seenAt)}`}, signed
            in {instantInWords(signedInAt)}
          </span>
        </ActionRow>
      ))}
    </Rows>
  );
}
