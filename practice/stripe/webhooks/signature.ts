import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header over the exact bytes that are sent. */
export function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
