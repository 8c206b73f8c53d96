import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installTestModeSdk } from './test-mode-sdk.ts'

const emulatorUrl = 'http://127.0.0.1:4010'
const popup = { closed: false, location: { href: '' }, close: vi.fn() }
const callbacks = { onApprove: vi.fn(), onCancel: vi.fn(), onError: vi.fn() }

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
  it.each([
    ['treats a window that the buyer closes as cancel', false],
    ['accepts a message that arrives just after the window has closed itself', true],
  ])('%s', async (_, isLate) => {
    const { start } = await session()
    void start({}, order)
    await vi.advanceTimersByTimeAsync(0)

    popup.closed = true
    await vi.advanceTimersByTimeAsync(400)
    if (isLate) say(approval)
    await vi.advanceTimersByTimeAsync(700)

    const { onApprove, onCancel } = callbacks
    expect([onApprove, onCancel].map(({ mock }) => mock.calls)).toEqual(
      isLate ? [[[{ orderId: 'ORDER1' }]], []] : [[], [[{ orderId: 'ORDER1' }]]],
    )
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
