import { EVIDENCE_FILES, EVIDENCE_MEGABYTES } from '@mela/contract'
import type { UploadedFile } from '../media/uploads.ts'
import { refused } from '../platform/http/errors.ts'
import type { EvidenceFile } from './gateways/gateway.ts'

export const TOO_MUCH_EVIDENCE = `Files of more than ${EVIDENCE_MEGABYTES} MB in all are not allowed.`

/** The type of a file follows from its first bytes; its name is ignored. */
const kinds: { begins: Buffer; contentType: EvidenceFile['contentType']; extension: string }[] = [
  { begins: Buffer.from([0xff, 0xd8, 0xff]), contentType: 'image/jpeg', extension: 'jpg' },
  { begins: Buffer.from('GIF8'), contentType: 'image/gif', extension: 'gif' },
  { begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), contentType: 'image/png', extension: 'png' },
  { begins: Buffer.from('%PDF-'), contentType: 'application/pdf', extension: 'pdf' },
]

export function evidenceFiles(uploads: UploadedFile[]): EvidenceFile[] {
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

function safeStem(name: string): string {
  const stem = name.replace(/^.*[\\/]/s, '').replace(/\.\w*$/, '')
  return stem.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60) || 'file'
}
