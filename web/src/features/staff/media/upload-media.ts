import { type AnswerOf, API_BASE, UPLOAD_MEGABYTES, type uploadMedia as uploadMediaCall } from '@mela/contract'
import { ApiError } from '../../../lib/api.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { reducePicture } from '../../../ui/forms/reduce-picture.ts'

interface Sending {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

export type PictureUse = 'logo' | undefined

type Answer = AnswerOf<typeof uploadMediaCall>

/** Uploads one picture, reduced where the browser can; refuses what is too large then. */
export async function uploadMedia(chosen: File, use: PictureUse, sending: Sending): Promise<Answer> {
  const file = await reducePicture(chosen)
  if (file.size > UPLOAD_MEGABYTES * 1_000_000)
    throw new ApiError(413, { message: `Images of more than ${UPLOAD_MEGABYTES} MB are not allowed.` })
  return sendFile(file, use, sending)
}

/** Sends a file with XMLHttpRequest, because `fetch` reports no upload progress. */
function sendFile(file: File, use: PictureUse, { onProgress, signal }: Sending): Promise<Answer> {
  const form = new FormData()
  form.append('image', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `${API_BASE}/media${use ? `?use=${use}` : ''}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Answer)
      if (request.status === 401) forgetUser()
      reject(new ApiError(request.status, request.response ?? {}))
    }
    request.onerror = () => reject(new TypeError('The connection broke.'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) request.abort()
    else request.send(form)
  })
}
