import { channel } from 'node:diagnostics_channel';

/** A call of a port, as it is published when it starts and when it has ended, however it ended. */
interface PortCall {
  port: string;
  method: string;
  phase: 'start' | 'end';
  /** The arguments: personal data, so a subscriber must not record them. */
  given: unknown[];
}

const calls = channel('battenberg:port');

/**
 * Publishes each call of a port on the diagnostics channel `battenberg:port`: for tracing tools, which
 * turn them into spans, and for the fault campaign, which kills a server at a named call. Subscribe
 * before the shop opens (`node --import`); without a subscriber the port is returned as it is.
 */
export function tracePort<Port extends object>(port: string, target: Port): Port {
  if (!calls.hasSubscribers) return target;
  return new Proxy(target, {
    get(from, key) {
      const value: unknown = Reflect.get(from, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const publish = (phase: PortCall['phase']) =>
          calls.publish({ port, method: String(key), phase, given } satisfies PortCall);
        publish('start');
        const result: unknown = Reflect.apply(value, from, given);
        if (result instanceof Promise) return result.finally(() => publish('end'));
        publish('end');
        return result;
      };
    },
  });
}
