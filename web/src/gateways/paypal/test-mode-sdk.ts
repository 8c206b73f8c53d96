import { buttonClass } from '../../ui/button.tsx'

interface SessionOptions {
  onApprove?: (data: { orderId: string }) => Promise<void> | void
  onCancel?: (data: { orderId: string }) => void
  onError?: (error: Error) => void
}

/**
 * Replaces the provider's browser SDK. It calls the shop's emulator (P8), on a path of the shop or on its own origin.
 * `eligible` is what the account may offer, in PayPal's words.
 */
export function installTestModeSdk(namespace: string, emulatorUrl: string, eligible = ['paypal']): void {
  for (const name of Object.keys(LABELS)) {
    if (!customElements.get(name)) customElements.define(name, class extends TestPayPalButton {})
  }
  const open = (options: SessionOptions) => createSession(options, emulatorUrl)
  const instance = {
    findEligibleMethods: async () => ({ isEligible: (way: string) => eligible.includes(way), getDetails: () => ({}) }),
    createPayPalOneTimePaymentSession: open,
    createPayLaterOneTimePaymentSession: open,
    createPayPalGuestOneTimePaymentSession: open,
  }
  Object.assign(window, { [namespace]: { version: '6-test', createInstance: async () => instance } })
}

function createSession({ onApprove, onCancel, onError }: SessionOptions, emulatorUrl: string) {
  let current: AbortController | undefined

  async function start(_options: object, order: Promise<{ orderId: string }>) {
    current?.abort()
    current = new AbortController()
    const { signal } = current
    // Browsers open popups only during the click, so before the order is known.
    const popup = open('about:blank', '', 'popup,width=480,height=760')
    signal.addEventListener('abort', () => popup?.close())
    try {
      const { orderId } = await order
      const page = `${emulatorUrl}/checkoutnow?token=${encodeURIComponent(orderId)}`
      if (!popup) return location.assign(page)
      if (!popup.closed) popup.location.href = `${page}&popup=1`
      const isApproved = await waitForDecision(popup, orderId, new URL(emulatorUrl, location.origin).origin, signal)
      if (isApproved) await onApprove?.({ orderId })
      else onCancel?.({ orderId })
    } catch (error) {
      if (signal.aborted) return
      popup?.close()
      onError?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return { start, cancel: () => current?.abort(), destroy: () => current?.abort() }
}

/** Waits for a message from the emulator's origin; a window closed without one means cancel. */
async function waitForDecision(popup: Window, orderId: string, origin: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const over = new AbortController()
  let sightings = 0

  function handleMessage({ origin: sender, data }: MessageEvent) {
    if (sender === origin && data?.type === 'paypal-emulator' && data.orderId === orderId)
      resolve(data.result === 'approve')
  }

  // The message of a closing window may arrive after it is seen closed: only the second check counts.
  const watch = setInterval(() => popup.closed && ++sightings > 1 && resolve(false), 300)
  addEventListener('message', handleMessage, { signal: over.signal })
  signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
  try {
    return await promise
  } finally {
    clearInterval(watch)
    over.abort()
  }
}

const LABELS: Record<string, string> = {
  'paypal-button': 'Pay with TEST PayPal – no real money',
  'paypal-pay-later-button': 'Pay later with TEST PayPal – no real money',
  'paypal-basic-card-button': 'Pay by TEST card at PayPal – no real money',
}

class TestPayPalButton extends HTMLElement {
  static readonly observedAttributes = ['disabled']
  readonly #button = document.createElement('button')

  connectedCallback() {
    this.#button.type = 'button'
    this.#button.className = buttonClass({
      variant: 'primary',
      wide: true,
      className: 'h-auto! min-h-12 whitespace-normal! py-2',
    })
    this.#button.textContent = LABELS[this.localName] ?? ''
    this.replaceChildren(this.#button)
  }

  attributeChangedCallback() {
    this.#button.disabled = this.hasAttribute('disabled')
  }
}
