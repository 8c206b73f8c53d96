import { z } from 'zod'
import { invalidRequest } from '../base/errors.ts'
import { parse, text, webAddress } from '../base/request-schema.ts'

const maxBytes = 10_000_000
const mediaTypes = new Set(['image/jpeg', 'image/gif', 'image/png', 'application/pdf'])

/** PayPal takes the carriers of its list, and others in words. */
const tracking = z
  .strictObject({
    carrier_name: text(1, 255, /^[0-9A-Z_]+$/),
    tracking_number: text(1, 255),
    carrier_name_other: text(1, 2000).optional(),
    tracking_url: webAddress.optional(),
  })
  .refine(({ carrier_name, carrier_name_other }) => carrier_name !== 'OTHER' || carrier_name_other)
const evidence = z
  .strictObject({
    evidence_info: z
      .strictObject({ tracking_info: z.array(tracking).min(1).max(10), refund_ids: z.unknown() })
      .partial(),
    notes: text(1, 2000),
    item_id: text(1, 255, /^[A-Za-z0-9]+$/),
  })
  .partial()
  .extend({ evidence_type: text(1, 255, /^[0-9A-Z_]+$/) })
const submission = z.strictObject({
  evidences: z.array(evidence).min(1).max(100),
  return_shipping_address: z.unknown().optional(),
})

/** The JSON part `input`, and the names of the attached files. */
export async function parseEvidences(form: FormData) {
  const input = form.get('input')
  const { evidences } = parse(submission, parseInput(input instanceof File ? await input.text() : input))
  const files = [...form].flatMap(([name, part]) => (name !== 'input' && part instanceof File ? [part] : []))
  const wrong = files.find(({ size, type }) => size > maxBytes || !mediaTypes.has(type))
  if (wrong) throw refusal('INVALID_DOCUMENT', 'JPG, GIF, PNG or PDF up to 10 MB.', wrong.name)

  const documents = files.map(({ name }) => ({ name }))
  return evidences.map(evidence => ({ ...evidence, source: 'SUBMITTED_BY_SELLER', documents }))
}

function parseInput(input: string | null): unknown {
  try {
    return JSON.parse(input ?? '')
  } catch {
    throw refusal('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.', 'input')
  }
}

function refusal(issue: string, description: string, field: string) {
  return invalidRequest([{ issue, description, field, location: 'body' }])
}
