import type { ShownGateway } from '@mela/contract'

/** URL of a transaction at the provider, or of its home page for merchants; in test mode, of the emulator's console. */
export function providerSite(gateway: ShownGateway | null | undefined, transactionId?: string): string | undefined {
  const { home, payment } = gateway?.site ?? {}
  return payment && transactionId ? payment + encodeURIComponent(transactionId) : home
}
