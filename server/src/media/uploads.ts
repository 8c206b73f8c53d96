import { setTimeout } from 'node:timers/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { AVATAR_MEGABYTES } from '@mela/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { confirmVisitor } from '../people/request-session.ts'
import { refused, ShopError } from '../platform/http/errors.ts'
import { openPlaces } from '../platform/limits/limit-attempts.ts'
import { BUSY_WITH_PICTURES } from './pictures.ts'

/** The dashboard sends two pictures at a time. */
const UPLOADS_AT_ONCE = 6

/** Each upload holds its file in memory, so that further ones are refused before they are read. */
export const uploadPlaces = (mostOfOne?: number) => openPlaces(UPLOADS_AT_ONCE, BUSY_WITH_PICTURES, mostOfOne)

/** 5 MB take little less than this on a slow connection; larger pictures are reduced by the browser before. */
const RECEIVED_WITHIN_MS = 90_000

/** Other calls of this plugin could only be multipart: give an upload a plugin of its own. */
export async function takeUploads(
  app: FastifyInstance,
  megabytes = AVATAR_MEGABYTES,
  { files = 2, fieldSize = 1000 } = {},
): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: megabytes * 1_000_000, files, fields: 8, fieldSize, parts: 8 + files },
  })
}

export interface UploadedFile {
  name: string
  bytes: Buffer
}

export interface UploadedForm {
  files: UploadedFile[]
  texts: Map<string, string>
}

export const receiveImage = (request: FastifyRequest, field: string, megabytes = AVATAR_MEGABYTES) =>
  receiveFile(request, field, `Images of more than ${megabytes} MB are not allowed.`)

const NO_FILE = 'Please select a file to upload.'

/** `whenTooLarge` and `whenEmpty` are the refusals. */
export async function receiveFile(
  request: FastifyRequest,
  field: string,
  whenTooLarge: string,
  whenEmpty = NO_FILE,
): Promise<UploadedFile> {
  const { files } = await receiveForm(request, field, whenTooLarge)
  const [file, another] = files.filter(({ bytes }) => bytes.length > 0)
  if (!file) throw refused(files.some(({ name }) => name !== '') ? whenEmpty : NO_FILE)
  if (another) throw refused('Please select one file only.')
  return file
}

export async function receiveForm(request: FastifyRequest, field: string, whenTooLarge: string): Promise<UploadedForm> {
  if (!request.isMultipart()) return { files: [], texts: new Map() }
  // The parts of a closed request would neither arrive nor end.
  if (request.raw.destroyed) throw refused('This request could not be read.')
  const late = new AbortController()
  try {
    const form = await Promise.race([readForm(request, field, whenTooLarge), refuseLate(late.signal)])
    await confirmVisitor(request)
    return form
  } catch (error) {
    // The parser throws plain errors for malformed forms, which are the client's fault.
    if (error instanceof Error && !('code' in error)) throw refused('This request could not be read.')
    throw error
  } finally {
    late.abort()
    // Unread data would hold the connection for ever.
    request.raw.unpipe().resume()
  }
}

/** A slow upload would keep its place as long. */
async function refuseLate(signal: AbortSignal): Promise<never> {
  await setTimeout(RECEIVED_WITHIN_MS, undefined, { signal })
  throw refused('The upload took too long. Please try again.')
}

async function readForm(request: FastifyRequest, field: string, whenTooLarge: string): Promise<UploadedForm> {
  const form: UploadedForm = { files: [], texts: new Map() }
  for await (const part of request.parts()) {
    if (part.type === 'file') form.files.push(await readFile(part, field, whenTooLarge))
    else if (typeof part.value === 'string') form.texts.set(part.fieldname, part.value)
  }
  return form
}

/** A file of another field is ignored, but must be read to get past it. */
async function readFile(
  { file, fieldname, filename }: MultipartFile,
  field: string,
  whenTooLarge: string,
): Promise<UploadedFile> {
  const stop = () => void file.destroy(new ShopError('tooLarge', whenTooLarge))
  if (file.truncated) stop()
  file.once('limit', stop)
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (fieldname === field) chunks.push(chunk)
  }
  return { name: filename, bytes: Buffer.concat(chunks) }
}
