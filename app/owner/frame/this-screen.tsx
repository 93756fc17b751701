import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import kit from '#app/ui/kit/kit.module.css';
import { WithScripts } from '#app/ui/text.tsx';
import { browserSwitch, SwitchBox, useSwitch } from './browser-switch.tsx';

// For the tablet in the kitchen.

const stayingAwake = browserSwitch('owner-stay-awake', false);
const sounding = browserSwitch('owner-sound', false);

/** Whether the screen of Today stays on, and whether a new order is heard. @param orders the numbers of the last day's. */
export function ThisScreen({ orders }: { orders: string[] }) {
  const isAwake = useSwitch(stayingAwake);
  const isHeard = useSwitch(sounding);
  const canStayAwake = useSyncExternalStore(
    () => () => {},
    () => 'wakeLock' in navigator,
    () => false,
  );
  const isRefused = useWakeLock(isAwake && canStayAwake);
  const isMuted = useSound(isHeard, orders);
  return (
    <WithScripts className={kit.section}>
      <h2>This screen</h2>
      {canStayAwake && <SwitchBox of={stayingAwake}>Keep it on while Today is open</SwitchBox>}
      <SwitchBox of={sounding}>A sound for each new order</SwitchBox>
      <p role="status" className={kit.quiet}>
        {[
          isAwake && isRefused && 'The device does not stay on: it may be saving its battery.',
          isMuted && 'Tap anywhere once, so that the browser plays the sound.',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </WithScripts>
  );
}

/** @returns whether the device refuses. */
function useWakeLock(isWanted: boolean): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    let lock: WakeLockSentinel | undefined;
    async function keepAwake(): Promise<void> {
      // The browser ends the lock of a page that is not seen.
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (leaving.signal.aborted) await lock.release();
        setRefused(false);
      } catch {
        setRefused(true);
      }
    }
    document.addEventListener('visibilitychange', keepAwake, { signal: leaving.signal });
    void keepAwake();
    return () => {
      leaving.abort();
      void lock?.release();
    };
  }, [isWanted]);
  return isRefused;
}

/**
 * Plays a sound when an order is there that was not.
 * @returns whether the browser plays none before a person touches the page.
 */
function useSound(isWanted: boolean, orders: string[]): boolean {
  const [isMuted, setMuted] = useState(false);
  const audio = useRef<AudioContext>(undefined);
  const known = useRef(new Set(orders));
  useEffect(() => {
    const isNew = orders.some((order) => !known.current.has(order));
    for (const order of orders) known.current.add(order);
    // What a suspended context is given would be heard much later.
    if (isNew && audio.current?.state === 'running') ring(audio.current);
  }, [orders]);
  useEffect(() => {
    if (!isWanted) return;
    const context = new AudioContext();
    const leaving = new AbortController();
    const { signal } = leaving;
    const say = () => setMuted(context.state !== 'running');
    const resume = () => void context.resume();
    context.addEventListener('statechange', say, { signal });
    // Also after an iPad was locked.
    for (const touch of ['pointerup', 'keydown']) {
      document.addEventListener(touch, resume, { signal });
    }
    say();
    audio.current = context;
    return () => {
      leaving.abort();
      audio.current = undefined;
      setMuted(false);
      void context.close();
    };
  }, [isWanted]);
  return isMuted;
}

/** The notes of a doorbell: Hz, and seconds from now. */
const NOTES = [
  [988, 0],
  [784, 0.35],
] as const;
const NOTE_SECONDS = 0.9;

function ring(audio: AudioContext): void {
  for (const [frequency, after] of NOTES) {
    const starts = audio.currentTime + after;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.5, starts);
    volume.gain.exponentialRampToValueAtTime(0.001, starts + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(starts);
    tone.stop(starts + NOTE_SECONDS);
  }
}
