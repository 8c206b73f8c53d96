import type { PaypalConfig } from '@mela/contract'

/** Where a shop looks after its account at the provider (B45). */
const SITES = { live: 'https://www.paypal.com', sandbox: 'https://www.sandbox.paypal.com' }

/** In test mode the emulator's own console; without a transaction the provider's first page for businesses. */
export function providerSite(config: PaypalConfig | undefined, transactionId?: string): string {
  if (config?.mode === 'test') return `${config.emulatorUrl ?? ''}/__emulator`
  const site = SITES[config?.mode ?? 'live']
  return transactionId ? `${site}/activity/payment/${encodeURIComponent(transactionId)}` : `${site}/business`
}
