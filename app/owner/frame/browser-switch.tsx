import { type ReactNode, useSyncExternalStore } from 'react';
import kit from '#app/ui/kit/kit.module.css';
import { stored } from '#app/ui/stored.ts';
import { oneOf } from '#domain/guard.ts';

/** Something that is on or off in this browser alone: the next one has another person, or no keyboard. */
export interface BrowserSwitch {
  isOnAtFirst: boolean;
  isOn(): boolean;
  set(isOn: boolean): void;
  subscribe(listener: () => void): () => void;
}

const SET = 'owner-switch-set';

export function browserSwitch(key: string, isOnAtFirst: boolean): BrowserSwitch {
  const saved = stored('localStorage', key, oneOf(['on', 'off']));
  return {
    isOnAtFirst,
    isOn: () => (saved.read() ?? (isOnAtFirst ? 'on' : 'off')) === 'on',
    set(isOn) {
      saved.write(isOn ? 'on' : 'off');
      dispatchEvent(new Event(SET));
    },
    subscribe(listener) {
      const stop = saved.subscribe(listener);
      addEventListener(SET, listener);
      return () => {
        stop();
        removeEventListener(SET, listener);
      };
    },
  };
}

export function useSwitch({ subscribe, isOn, isOnAtFirst }: BrowserSwitch): boolean {
  return useSyncExternalStore(subscribe, isOn, () => isOnAtFirst);
}

export function SwitchBox({ of, children }: { of: BrowserSwitch; children: ReactNode }) {
  const isOn = useSwitch(of);
  return (
    <label className={kit.check}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => of.set(target.checked)} />
      {children}
    </label>
  );
}
