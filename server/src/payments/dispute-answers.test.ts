import { API_BASE } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { disputesOf } from './disputes-fixtures.ts'

const shop = startShop()
const { aDispute } = disputesOf(shop)

const parcel = { carrier: 'India Post', trackingNumber: 'EE123456789IN', note: 'Delivered on Monday.' }
const pdf = new File(['%PDF-1.7 receipt'], '../Receipt; of May.html', { type: 'text/html' })

/** Sends evidence as a form, with files. */
async function sendFiles(dispute: string, files: File[], as: Person, input: object = parcel) {
  const form = new FormData()
  form.set('input', JSON.stringify(input))
  for (const file of files) form.append('files', file)
  const url = `${API_BASE}/disputes/${dispute}/evidence/files`
  const answer = await shop.app.inject({ method: 'POST', url, payload: form, headers: { cookie: as.cookie } })
  return { status: answer.statusCode, ...answer.json() }
}

const answersOf = async (dispute: string, admin: Person) => (await shop.get(`/disputes/${dispute}`, admin)).data.answers

/** The evidence that PayPal holds. */
async function evidencesOf(dispute: string) {
  const { clientId, clientSecret } = shop.app.env.testPaypal
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const login = { method: 'POST', headers: { authorization: basic }, body }
  const answer = await fetch(`${shop.emulatorUrl}/v1/oauth2/token`, login)
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const shown = await fetch(`${shop.emulatorUrl}/v1/customer/disputes/${dispute}`, { headers })
  return ((await shown.json()) as { evidences: unknown }).evidences
}

describe('the answer to a dispute', () => {
  it('is stored and shown with its author, text, carrier and tracking number', async () => {
    const { dispute, admin } = await aDispute()

    const { data } = await shop.post(`/disputes/${dispute._id}/evidence`, parcel, admin)

    const { note: text, ...rest } = parcel
    const answer = { action: 'provide-evidence', state: 'sent', refusal: null, text, ...rest, files: [] }
    expect(data.answers).toMatchObject([{ ...answer, by: { _id: admin.id }, at: expect.any(String) }])
    expect(await answersOf(dispute._id, admin)).toEqual(data.answers)
  })

  it('is stored with the refusal of the provider', async () => {
    const { dispute, admin } = await aDispute()

    shop.emulator.addFault({ kind: 'error', status: 404, path: '/provide-evidence', count: 1 })
    const refused = await shop.post(`/disputes/${dispute._id}/evidence`, parcel, admin)

    expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/^PayPal: ./) })
    const answer = { state: 'refused', refusal: refused.message, trackingNumber: parcel.trackingNumber }
    expect(await answersOf(dispute._id, admin)).toMatchObject([answer])
    expect((await shop.get(`/audit?keyword=dispute:${dispute._id}`, admin)).data).toEqual([])
  })

  it("stays 'being sent' when the provider does not respond, because it may have arrived", async () => {
    const { dispute, admin } = await aDispute()
    shop.emulator.addFault({ kind: 'drop', path: '/provide-evidence', count: 1 })

    expect(await sendFiles(dispute._id, [pdf], admin)).toMatchObject({ status: 503 })

    const answer = { state: 'sending', text: parcel.note, files: [{ size: 16 }] }
    expect(await answersOf(dispute._id, admin)).toMatchObject([answer])
  })

  it('is shown as sent also while the provider does not answer about the payment', async () => {
    const { dispute, admin } = await aDispute()
    shop.emulator.addFault({ kind: 'error', status: 503, path: 'GET /v2/' })

    const answer = await shop.post(`/disputes/${dispute._id}/accept`, {}, admin)
    shop.emulator.clearFaults()

    expect(answer).toMatchObject({ status: 200, data: { answers: [{ state: 'sent' }] } })
  })
})

describe('a file of evidence', () => {
  it('goes to the provider and is downloaded by staff as an attachment under a safe name', async () => {
    const { dispute, admin } = await aDispute()

    const { status, data } = await sendFiles(dispute._id, [pdf], admin)

    expect(status).toBe(200)
    expect(data).toMatchObject({
      status: 'UNDER_REVIEW',
      answers: [{ files: [{ name: 'Receipt-of-May.pdf', size: 16 }] }],
    })
    const { note: notes } = parcel
    const documents = [{ name: 'Receipt-of-May.pdf' }]
    const tracking_info = [{ carrier_name: 'OTHER', carrier_name_other: parcel.carrier }]
    expect(await evidencesOf(dispute.disputeId)).toMatchObject([{ notes, documents, evidence_info: { tracking_info } }])
    const file = await shop.get(`/disputes/${dispute._id}/files/${data.answers[0].files[0]._id}`, admin)
    expect(file).toMatchObject({ status: 200, text: '%PDF-1.7 receipt' })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Receipt-of-May.pdf"',
      'x-content-type-options': 'nosniff',
    })
  })

  const big = (bytes: number) => new File(['%PDF-', new Uint8Array(bytes)], 'big.pdf')
  it.each([
    ['of another kind', [new File(['<script>'], 'receipt.pdf')], 400, 'Only JPG, GIF, PNG and PDF files can be sent.'],
    ['too large', [big(10_000_001)], 413, 'Files of more than 10 MB in all are not allowed.'],
    ['too large together', [big(6_000_000), big(6_000_000)], 400, 'Files of more than 10 MB in all are not allowed.'],
    ['too many', Array<File>(6).fill(pdf), 400, 'Please select 5 files at the most.'],
  ])('is refused when it is %s, and nothing is sent', async (_what, files, status, message) => {
    const { dispute, admin } = await aDispute()

    expect(await sendFiles(dispute._id, files, admin)).toMatchObject({ status, message })
    expect(await answersOf(dispute._id, admin)).toEqual([])
  })
})
