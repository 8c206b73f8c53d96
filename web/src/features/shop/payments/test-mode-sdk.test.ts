import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installTestModeSdk } from './test-mode-sdk.ts'

const emulatorUrl = 'http://127.0.0.1:4010'
const popup = { closed: false, location: { href: '' }, close: vi.fn() }
const callbacks = { onApprove: vi.fn(), onCancel: vi.fn(), onError: vi.fn(), onComplete: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(popup, { closed: false, location: { href: '' } })
  vi.stubGlobal(
    'open',
    vi.fn(() => popup),
  )
})
afterEach(() => {
  destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

let destroy = () => {}

async function session() {
  installTestModeSdk('testNamespace', emulatorUrl)
  const instance = await Reflect.get(window, 'testNamespace').createInstance()
  const session = instance.createPayPalOneTimePaymentSession(callbacks)
  destroy = session.destroy
  return session
}

const order = Promise.resolve({ orderId: 'ORDER1' })
const say = (data: object, origin = emulatorUrl) => dispatchEvent(new MessageEvent('message', { origin, data }))
const approval = { type: 'paypal-emulator', result: 'approve', orderId: 'ORDER1', payerId: 'PAYER1' }

describe('the SDK of test mode', () => {
  it('opens its window in the click and sends it to the emulator once the order is known', async () => {
    const { start } = await session()
    const { promise, resolve } = Promise.withResolvers<{ orderId: string }>()

    void start({ presentationMode: 'auto' }, promise)
    expect(open).toHaveBeenCalledWith('about:blank', '', expect.stringContaining('popup'))
    expect(popup.location.href).toBe('')
    resolve({ orderId: 'ORDER1' })
    await vi.advanceTimersByTimeAsync(0)

    expect(popup.location.href).toBe(`${emulatorUrl}/checkoutnow?token=ORDER1&popup=1`)
  })

  it('reports the approval, with the payer', async () => {
    const { start } = await session()
    const finished = start({}, order)
    await vi.advanceTimersByTimeAsync(0)

    say(approval, 'http://evil.test')
    say({ ...approval, type: 'other' })
    expect(callbacks.onApprove).not.toHaveBeenCalled()
    say(approval)
    await finished

    expect(callbacks.onApprove).toHaveBeenCalledExactlyOnceWith({
      orderId: 'ORDER1',
      payerId: 'PAYER1',
      fundingSource: 'paypal',
    })
    expect(callbacks.onComplete).toHaveBeenCalledWith({ paymentSessionState: 'approved' })
  })

  it('treats a window that the buyer closes as cancel', async () => {
    const { start } = await session()
    void start({}, order)
    await vi.advanceTimersByTimeAsync(0)

    popup.closed = true
    await vi.advanceTimersByTimeAsync(700)

    expect(callbacks.onCancel).toHaveBeenCalledWith({ orderId: 'ORDER1' })
    expect(callbacks.onComplete).toHaveBeenCalledWith({ paymentSessionState: 'canceled' })
  })

  it('accepts a message that arrives just after the window has closed itself', async () => {
    const { start } = await session()
    void start({}, order)
    await vi.advanceTimersByTimeAsync(0)

    popup.closed = true
    await vi.advanceTimersByTimeAsync(400)
    say(approval)
    await vi.advanceTimersByTimeAsync(700)

    expect(callbacks.onApprove).toHaveBeenCalledOnce()
    expect(callbacks.onCancel).not.toHaveBeenCalled()
  })

  it('closes its window and reports the error when there is no order', async () => {
    const { start } = await session()
    const error = new Error('No order')

    await start({}, Promise.reject(error))

    expect(popup.close).toHaveBeenCalled()
    expect(callbacks.onError).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('reports nothing after it is destroyed', async () => {
    const { start } = await session()
    void start({}, order)
    await vi.advanceTimersByTimeAsync(0)

    destroy()
    say(approval)
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1000)

    for (const callback of Object.values(callbacks)) expect(callback).not.toHaveBeenCalled()
  })
})
