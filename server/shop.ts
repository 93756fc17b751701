import type { Ports } from './ports.ts';
import type { UseCases } from './use-cases.ts';

/** What every operation takes. `server/compose.ts` puts it together. */
export interface Shop extends UseCases, Ports {}
