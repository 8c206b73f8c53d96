import { isOffline, type PaymentGatewayName, paths, type ShownGateway } from '@mela/contract'
import { call } from '../lib/api.ts'
import { approvedAt, currentChoices } from '../shared/cart/choices.store.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import { lastPaying, ledOrder } from './paying.store.ts'

/**
 * Called while 'Pay' is pressed, because browsers open windows only then. Answers what leads the buyer on to the
 * provider once the order is there; where the browser opens no window, the pay page has the provider's button.
 */
export function openProvider({ name, displayName, can, mode }: ShownGateway) {
  const approved = approvedAt(name, currentChoices())
  const popup = can.pay === 'buttons' && !approved ? open('about:blank', '', 'popup,width=480,height=760') : null
  if (popup) sayOpening(popup.document, displayName)

  async function leadTo(orderId: string): Promise<void> {
    if (approved)
      return location.replace((await startAt(approved.gateway, orderId, approved.ticket)) ?? paths.pay(orderId))
    if (isOffline(name) || (!popup && can.pay !== 'redirect')) return location.replace(paths.pay(orderId))
    const approveUrl = await startAt(name, orderId)
    if (can.pay === 'redirect' && approveUrl) {
      // Back from the provider leads to the pay page.
      history.replaceState(null, '', paths.pay(orderId))
      return leaveForProvider(approveUrl)
    }
    if (!approveUrl) popup?.close()
    else if (popup && !popup.closed) {
      popup.location.href = mode === 'test' ? `${approveUrl}&popup=1` : approveUrl
      lastPaying.set(Date.now())
      ledOrder.set(orderId)
    }
    location.replace(paths.pay(orderId))
  }

  return { leadTo, close: () => popup?.close() }
}

/** The window waits for the order, seconds on a slow network. A phone shows such a page 980 pixels wide. */
function sayOpening({ documentElement, body }: Document, provider: string) {
  Object.assign(documentElement.style, { font: 'clamp(1rem, 4vw, 2.5rem) system-ui', colorScheme: 'light dark' })
  body.append(`Opening ${provider}…`)
}

/** The pay page explains a failure, and its button tries again. */
async function startAt(gateway: PaymentGatewayName, order: string, ticket?: string): Promise<string | undefined> {
  const body = { order, ...(ticket && { ticket }) }
  const started = await call('POST /payments/:gateway/orders', { params: { gateway }, body }).catch(() => null)
  return started?.data.approveUrl
}
