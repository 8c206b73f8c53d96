import type { PaypalConfig } from '@mela/contract'

/** The page at the provider where staff manage the shop's account (B45). */
const SITES = { live: 'https://www.paypal.com', sandbox: 'https://www.sandbox.paypal.com' }

/** In test mode the emulator's console; without a transaction the provider's home page for merchants. */
export function providerSite(config: PaypalConfig | undefined, transactionId?: string): string {
  if (config?.mode === 'test') return `${config.emulatorUrl ?? ''}/__emulator`
  const site = SITES[config?.mode ?? 'live']
  return transactionId ? `${site}/activity/payment/${encodeURIComponent(transactionId)}` : `${site}/business`
}
