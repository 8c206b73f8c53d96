import { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import { describe, expect, it } from 'vitest'
import { useEmulator } from '../test/emulator.ts'
import { rebasedClient } from '../test/rebased-client.ts'

/** Converts the keys of an answer to camel case, which the SDK uses. */
function camelised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelised)
  if (typeof value !== 'object' || value === null) return value
  const spell = (name: string) => name.replace(/_(\w)/g, (_, email: string) => email.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [spell(name), camelised(entry)]))
}

describe('Answers have the fields that PayPal publishes, and no others', () => {
  const paypal = useEmulator()
  const prefer = 'return=representation'

  it('as orders, captures and refunds: the SDK drops what it does not know, and drops nothing', async () => {
    const client = rebasedClient(paypal.url())
    const [orders, payments] = [new OrdersController(client), new PaymentsController(client)]
    const { orderId, captureId } = await paypal.pay('pay', { invoice_id: 'shapes-1' })
    const part = {
      amount: { currencyCode: 'USD', value: '1.00' },
      customId: 'r-1',
      invoiceId: 'r-1',
      noteToPayer: 'Sorry',
    }
    const waiting = await paypal.createOrder()

    const answers = [
      await payments.refundCapturedPayment({ captureId, body: part, prefer }),
      await orders.getOrder({ id: waiting }),
      await orders.getOrder({ id: orderId }),
      await payments.getCapturedPayment({ captureId }),
    ]

    expect(answers.map(({ body }) => camelised(JSON.parse(String(body))))).toEqual(
      answers.map(({ result }) => JSON.parse(JSON.stringify(result))),
    )
  })
})
