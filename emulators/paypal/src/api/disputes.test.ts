import { describe, expect, it } from 'vitest'
import { usd, useEmulator } from '../../test/emulator.ts'
import { useListener } from '../../test/listener.ts'
import type { ProviderEvent } from '../index.ts'

const disputes = '/v1/customer/disputes'

describe('Disputes', () => {
  const paypal = useEmulator()
  const shop = useListener()

  async function aDispute(changes: Partial<ProviderEvent> = {}) {
    paypal.emulator().setWebhook({ id: 'HOOK-1', url: shop.url() })
    const { captureId } = await paypal.pay()
    paypal.emulator().trigger({ what: 'dispute-opened', id: captureId, ...changes })
    const { body } = await paypal.api('GET', `${disputes}?disputed_transaction_id=${captureId}`)
    return { captureId, id: String(body.items[0].dispute_id) }
  }
  const show = async (id: string) => (await paypal.api('GET', `${disputes}/${id}`)).body
  const act = (id: string, action: string, body?: object) => paypal.api('POST', `${disputes}/${id}/${action}`, body)
  const provide = async (id: string, input: unknown, file?: File) => {
    const form = new FormData()
    form.set('input', JSON.stringify(input))
    if (file) form.set('file1', file)
    const headers = { authorization: `Bearer ${await paypal.token()}` }
    return fetch(`${paypal.url()}${disputes}/${id}/provide-evidence`, { method: 'POST', headers, body: form })
  }
  const linksOf = (body: { links: { rel: string }[] }) => body.links.map(({ rel }) => rel)
  const tracking_info = [{ carrier_name: 'INDIA_POST', tracking_number: 'EE123456789IN' }]
  const evidences = [{ evidence_type: 'PROOF_OF_FULFILLMENT', evidence_info: { tracking_info } }]

  it.each([
    ['SELLER_FAVOR', 'RESOLVED_SELLER_FAVOUR', '0.00', 'COMPLETED'],
    ['BUYER_FAVOR', 'RESOLVED_BUYER_FAVOUR', '25.98', 'REFUNDED'],
  ])('go to review with evidence and are decided: %s', async (adjudication_outcome, outcome_code, refunded, status) => {
    const { id, captureId } = await aDispute()
    const early = await act(id, 'adjudicate', { adjudication_outcome })

    const provided = await provide(id, { evidences }, new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' }))
    const review = await show(id)
    const again = await provide(id, { evidences })
    await act(id, 'adjudicate', { adjudication_outcome })

    const issue = 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE'
    expect(early).toMatchObject({ status: 422, body: { details: [{ issue }] } })
    expect([provided.status, again.status]).toEqual([200, 422])
    expect(review).toMatchObject({
      status: 'UNDER_REVIEW',
      evidences: [{ ...evidences[0], source: 'SUBMITTED_BY_SELLER', documents: [{ name: 'receipt.pdf' }] }],
    })
    expect(linksOf(review)).toEqual(['self', 'adjudicate'])
    expect((await show(id)).dispute_outcome).toEqual({ outcome_code, amount_refunded: usd(refunded) })
    expect((await paypal.api('GET', `/v2/payments/captures/${captureId}`)).body.status).toBe(status)
  })

  it('forbid a partial refund, and end with a full one', async () => {
    const { id, captureId } = await aDispute()

    const part = await paypal.refund(captureId, { amount: usd('1.00') })
    const whole = await paypal.refund(captureId)

    expect(part).toMatchObject({ status: 422, body: { details: [{ issue: 'TRANSACTION_DISPUTED' }] } })
    expect(whole.status).toBe(201)
    expect(await show(id)).toMatchObject({ status: 'RESOLVED' })
  })
})

describe('The list of disputes', () => {
  const paypal = useEmulator()

  it('comes in pages and can be narrowed by state and by time', async () => {
    const ids: string[] = []
    for (const stage of ['INQUIRY', 'CHARGEBACK', 'CHARGEBACK'] as const) {
      const { captureId } = await paypal.pay()
      paypal.emulator().trigger({ what: 'dispute-opened', id: captureId, stage })
      paypal.clock.advance(1)
      ids.unshift(captureId)
    }
    const list = async (query: string) => (await paypal.api('GET', `${disputes}?${query}`)).body
    const captures = ({ items }: { items: { disputed_transactions: { seller_transaction_id: string }[] }[] }) =>
      items.map(({ disputed_transactions }) => disputed_transactions[0]?.seller_transaction_id)

    const first = await list('page_size=2')
    const next = new URL(first.links.find(({ rel }: { rel: string }) => rel === 'next').href)
    const second = await list(next.search.slice(1))
    const inquiries = await list('dispute_state=OPEN_INQUIRIES')
    const recent = await list(`update_time_after=${first.items[1].update_time}`)

    expect([...captures(first), ...captures(second)]).toEqual(ids)
    expect(second.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self'])
    expect(captures(inquiries)).toEqual([ids[2]])
    expect(captures(recent)).toEqual(ids.slice(0, 2))
  })
})
