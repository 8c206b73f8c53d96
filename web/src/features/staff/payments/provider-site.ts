import type { PaypalConfig } from '@mela/contract'

/** The page at the provider where staff manage the shop's account. */
const SITES = { live: 'https://www.paypal.com', sandbox: 'https://www.sandbox.paypal.com' }

/** URL of a transaction at the provider, or of its home page for merchants; in test mode, of the emulator's console. */
export function providerSite(config: PaypalConfig | undefined, transactionId?: string): string {
  if (config?.mode === 'test') return `${config.emulatorUrl ?? ''}/__emulator`
  const site = SITES[config?.mode ?? 'live']
  return transactionId ? `${site}/activity/payment/${encodeURIComponent(transactionId)}` : `${site}/business`
}
