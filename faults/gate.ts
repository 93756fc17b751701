import type { HttpFault, Passing } from './http-proxy.ts';

/** Which of the requests that pass a proxy suffer. */
export interface Gate {
  faultOf(passing: Passing): HttpFault | undefined;
  /** The next so many requests suffer. @returns what takes it back, and says how many have. */
  arm(requests: number, make: () => HttpFault): () => number;
}

export function createGate(suffered: (passing: Passing, fault: HttpFault) => void): Gate {
  const armed = new Set<{ left: number; hits: number; make: () => HttpFault }>();
  return {
    faultOf(passing) {
      for (const each of armed) {
        if (each.left === 0) continue;
        each.left -= 1;
        each.hits += 1;
        const fault = each.make();
        suffered(passing, fault);
        return fault;
      }
      return undefined;
    },
    arm(requests, make) {
      const each = { left: requests, hits: 0, make };
      armed.add(each);
      return () => {
        armed.delete(each);
        return each.hits;
      };
    },
  };
}
