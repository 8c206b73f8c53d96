import { type AnswerOf, API_BASE, type Calls, type Media, UPLOAD_MEGABYTES } from '@mela/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { FileX, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { reducePicture } from '../../../lib/reduce-picture.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { toastWarning } from '../../../ui/toast.tsx'

type Answer = AnswerOf<Calls['POST /media']>

interface Sending {
  isLogo: boolean
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads one picture, reduced where the browser can, with XMLHttpRequest: `fetch` reports no upload progress. */
async function uploadMedia(chosen: File, { isLogo, onProgress, signal }: Sending): Promise<Answer> {
  const file = await reducePicture(chosen)
  if (file.size > UPLOAD_MEGABYTES * 1_000_000)
    throw new ApiError(413, { message: `Images of more than ${UPLOAD_MEGABYTES} MB are not allowed.` })

  const form = new FormData()
  form.append('image', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `${API_BASE}/media${isLogo ? '?use=logo' : ''}`)
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

interface Upload {
  id: string
  file: File
  /** Uploaded share, from 0 to 1. */
  progress: number
  problem?: string | undefined
}

/** Number of parallel uploads: one is sent while the server processes another. */
const AT_A_TIME = 2

/** The list of chosen files: `send` uploads them, and an uploaded file leaves the list. */
export function useUploads(onTaken?: (media: Media) => void, isLogo = false) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [isSending, setIsSending] = useState(false)
  /** The list without waiting for the next render. */
  const list = useRef<Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const running = useRef<Promise<{ message: string; isAll: boolean }>>(undefined)
  const leaving = useRef<AbortController>(undefined)
  const queryClient = useQueryClient()

  useEffect(() => () => leaving.current?.abort(), [])

  function update(next: Upload[]) {
    list.current = next
    setUploads(next)
  }

  const change = (id: string, part: Partial<Upload>) =>
    update(list.current.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
  const remove = (id: string) => update(list.current.filter(upload => upload.id !== id))

  function add(files: File[]): Upload[] {
    const added = files.map(file => ({ id: randomUuid(), file, progress: 0, problem: problemWith(file, isLogo) }))
    update([...list.current, ...added])
    return added
  }

  async function sendOne({ id, file }: Upload, signal: AbortSignal): Promise<boolean> {
    change(id, { progress: 0, problem: undefined })
    try {
      const onProgress = (progress: number) => change(id, { progress })
      const { data, message } = await uploadMedia(file, { isLogo, signal, onProgress })
      remove(id)
      // The answer says what became of a picture that moves.
      if (message !== TAKEN) toastWarning(`${file.name}: ${message.replace(TAKEN, '').trim()}`)
      onTaken?.(data)
      return true
    } catch (error) {
      change(id, { progress: 0, problem: toRefusal(error).message ?? 'Something went wrong, please try again.' })
      return false
    }
  }

  /**
   * Uploads files, after those that are being sent; a refused one stays in the list for another try. Answers what was
   * taken, in words, and whether the list is empty.
   */
  function send(chosen: Upload[]) {
    waiting.current.push(...chosen.filter(({ file }) => !problemWith(file, isLogo)))
    running.current ??= sendAll()
    return running.current
  }

  async function sendAll() {
    leaving.current ??= new AbortController()
    const { signal } = leaving.current
    let taken = 0
    async function work() {
      for (let next = waiting.current.shift(); next && !signal.aborted; next = waiting.current.shift()) {
        if (await sendOne(next, signal)) taken++
      }
    }
    setIsSending(true)
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    running.current = undefined
    setIsSending(false)
    if (taken > 0) await refresh(queryClient, 'media', 'products')
    const message = taken === 1 ? TAKEN : `${taken} pictures uploaded successfully.`
    return { message: taken > 0 ? message : '', isAll: list.current.length === 0 && !signal.aborted }
  }

  const ready = uploads.filter(({ file }) => !problemWith(file, isLogo))
  return { uploads, ready, add, remove, send, isSending }
}

const TAKEN = 'Media uploaded successfully.'

/** Errors that a retry cannot cure; the server checks the content itself. Some systems know no type of a HEIC. */
function problemWith({ type, name }: File, isLogo: boolean): string | undefined {
  const isPicture = type.startsWith('image/') || /\.hei[cf]$/i.test(name)
  if (!isPicture) return 'Only jpeg, jpg, png and webp images are allowed.'
  if (type === 'image/svg+xml' && !isLogo) return 'An SVG is taken as the logo alone, in Settings › Look.'
  return undefined
}

export const mediaQuery = (query: { page: number; size: number; keyword: string }) =>
  queryOptions({
    queryKey: ['media', query.page, query.size, query.keyword],
    queryFn: ({ signal }) => call('GET /media', { query, signal }),
    placeholderData: keepPreviousData,
  })

interface UploadTileProps {
  upload: Upload
  isSending: boolean
  onRemove: () => void
}

export function UploadTile({ upload: { file, progress, problem }, isSending, onRemove }: UploadTileProps) {
  return (
    <div className="grid content-start gap-1.5">
      <div className="relative">
        <FilePreview file={file} />
        {!isSending && (
          <IconButton
            label={`Remove ${file.name}`}
            size={32}
            tipEnd
            className="absolute! top-1.5 right-1.5 bg-surface"
            onClick={onRemove}
          >
            <X />
          </IconButton>
        )}
      </div>
      {isSending && !problem && <ProgressBar label={`Uploading ${file.name}`} share={progress} />}
      <p dir="auto" className="type-small truncate" title={file.name}>
        {file.name}
      </p>
      <ErrorText>{problem}</ErrorText>
    </div>
  )
}

function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setIsBroken] = useState(!file.type.startsWith('image/'))

  useEffect(() => {
    if (isBroken) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isBroken])

  return (
    <span className="on-tile grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-tile">
      {isBroken && <FileX className="size-8 stroke-1 text-ink-3" />}
      {url && !isBroken && (
        <img src={url} alt="" className="size-full object-cover" onError={() => setIsBroken(true)} />
      )}
    </span>
  )
}
