import { disputeCalls, EVIDENCE_FILES, EVIDENCE_MEGABYTES } from '@mela/contract'
import type { UploadedFile, UploadedForm } from '../media/uploads.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalidBecause, refused } from '../platform/http/errors.ts'
import { parseJson } from '../platform/runtime/parse-json.ts'
import { type DisputeEvidence, GatewayError, type Gateways, type PaymentGateway } from './gateways/gateway.ts'
import { providerTrouble } from './payment-sessions.ts'
import { showDispute } from './read-disputes.ts'

type EvidenceFile = DisputeEvidence['files'][number]

type Answer = { disputeId: string; actorId: string } & (
  | { action: 'accept-claim'; text: string }
  | ({ action: 'provide-evidence' } & DisputeEvidence)
)

const past = { 'accept-claim': 'accepted', 'provide-evidence': 'answered' } as const

/**
 * Answers a dispute for staff: check what the provider allows → store the answer → send it → mark it as sent.
 * If no response comes the provider may have it, so it stays 'being sent'.
 */
export async function answerDispute(db: Database, gateways: Gateways, answer: Answer) {
  const { disputeId: id, actorId: actor, action } = answer
  const { disputeId, actions, gateway: name } = await showDispute(db, gateways, id)
  const gateway = gateways.of(name)
  if (!actions.includes(action))
    throw conflict('The payment provider does not allow this for this dispute now.', 'action_not_allowed')

  const answerId = await insertAnswer(db, answer)
  const { disputes } = gateway
  const isClaim = answer.action === 'accept-claim'
  const sending = isClaim ? disputes.accept(disputeId, answer.text) : disputes.sendEvidence(disputeId, answer)
  await sending.catch(error => keepRefusal(db, gateway, answerId, error))
  await transact(db, async db => {
    await markAnswer(db, answerId, { state: 'sent' })
    const after = { dispute: disputeId, answer: answerId }
    await recordAudit(db, { actor, action: `dispute.${past[action]}`, subject: `dispute:${id}`, after })
  })
  return showDispute(db, gateways, id)
}

type NewAnswer = Pick<Answer, 'disputeId' | 'actorId' | 'action'> & Partial<DisputeEvidence>

export async function insertAnswer(db: Database, answer: NewAnswer): Promise<string> {
  const { disputeId: dispute_id, actorId: actor_id, action, files = [] } = answer
  const id = newId()
  await transact(db, async db => {
    const { text = null, carrier = null, trackingNumber: tracking_number = null } = answer
    await db
      .insertInto('dispute_answers')
      .values({ id, dispute_id, actor_id, action, text, carrier, tracking_number })
      .execute()
    for (const { name, contentType: content_type, bytes } of files)
      await db
        .insertInto('dispute_files')
        .values({ id: newId(), answer_id: id, name, content_type, size: bytes.length, bytes })
        .execute()
  })
  return id
}

async function keepRefusal(db: Database, gateway: PaymentGateway, answerId: string, error: unknown): Promise<never> {
  if (!(error instanceof GatewayError) || error.kind === 'ambiguous') return providerTrouble(error)
  const refusal = `${gateway.displayName}: ${error.description ?? error.issue ?? 'refused.'}`
  await markAnswer(db, answerId, { state: 'refused', refusal })
  throw conflict(refusal, 'provider_refused')
}

export async function markAnswer(db: Database, id: string, how: { state: 'sent' | 'refused'; refusal?: string }) {
  await db.updateTable('dispute_answers').set(how).where('id', '=', id).execute()
}

/** A form's evidence: `input` holds the body as JSON, beside the files. */
export function readEvidence({ texts, files }: UploadedForm) {
  const input = parseJson(texts.get('input') ?? '')
  if (input === undefined) throw refused('This request could not be read.')
  const { success, data, error } = disputeCalls['POST /disputes/:id/evidence'].body.safeParse(input)
  if (!success) throw invalidBecause(error)
  const { note, ...parcel } = data
  return { action: 'provide-evidence', ...parcel, text: note, files: evidenceFiles(files) } as const
}

export const TOO_MUCH_EVIDENCE = `Files of more than ${EVIDENCE_MEGABYTES} MB in all are not allowed.`

function evidenceFiles(uploads: UploadedFile[]): EvidenceFile[] {
  const size = uploads.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (uploads.length > EVIDENCE_FILES)
    throw refused(`Please select ${EVIDENCE_FILES} files at the most.`, 'invalid_file')
  if (size >= EVIDENCE_MEGABYTES * 1_000_000) throw refused(TOO_MUCH_EVIDENCE, 'invalid_file')
  return uploads.map(evidenceFile)
}

function evidenceFile({ name, bytes }: UploadedFile): EvidenceFile {
  const kind = kinds.find(({ begins }) => bytes.subarray(0, begins.length).equals(begins))
  if (!kind) throw refused('Only JPG, GIF, PNG and PDF files can be sent.', 'invalid_file')
  return { name: `${safeStem(name)}.${kind.extension}`, contentType: kind.contentType, bytes }
}

/** The type of a file follows from its first bytes; its name is ignored. */
const kinds: { begins: Buffer; contentType: EvidenceFile['contentType']; extension: string }[] = [
  { begins: Buffer.from([0xff, 0xd8, 0xff]), contentType: 'image/jpeg', extension: 'jpg' },
  { begins: Buffer.from('GIF8'), contentType: 'image/gif', extension: 'gif' },
  { begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), contentType: 'image/png', extension: 'png' },
  { begins: Buffer.from('%PDF-'), contentType: 'application/pdf', extension: 'pdf' },
]

function safeStem(name: string): string {
  const stem = name.replace(/^.*[\\/]/s, '').replace(/\.\w*$/, '')
  return stem.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60) || 'file'
}
