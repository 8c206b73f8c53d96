import { invalidRequest } from '../base/errors.ts'
import { anything, list, object, parse, text } from '../base/shape.ts'

const maxBytes = 10_000_000
const mediaTypes = new Set(['image/jpeg', 'image/gif', 'image/png', 'application/pdf'])

const tracking = object(
  { carrier_name: text(1, 50), tracking_number: text(1, 255) },
  { carrier_name_other: text(1, 2000), tracking_url: text(1, 2000) },
)
const submission = object(
  {
    evidences: list(
      object(
        { evidence_type: text(1, 255) },
        {
          evidence_info: object({}, { tracking_info: list(tracking, 1, 10), refund_ids: anything }),
          notes: text(1, 2000),
          item_id: text(1, 255),
        },
      ),
      1,
      100,
    ),
  },
  { return_shipping_address: anything },
)

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
