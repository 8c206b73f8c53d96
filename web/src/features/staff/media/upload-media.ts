import { type AnswerOf, API_BASE, type Media, type uploadMedia as uploadMediaCall } from '@mela/contract'
import { ApiError } from '../../../lib/api.ts'
import { forgetUser } from '../../../lib/current-user.ts'

interface Sending {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one picture with XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadMedia(file: File, { onProgress, signal }: Sending): Promise<Media> {
  const form = new FormData()
  form.append('image', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `${API_BASE}/media`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () => {
      if (request.status === 201) return resolve((request.response as AnswerOf<typeof uploadMediaCall>).data)
      if (request.status === 401) forgetUser()
      reject(new ApiError(request.status, request.response ?? {}))
    }
    request.onerror = () => reject(new TypeError('The connection broke.'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
