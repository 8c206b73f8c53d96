import {
  type AnswerOf,
  API_BASE,
  type Media,
  UPLOAD_MEGABYTES,
  type uploadMedia as uploadMediaCall,
} from '@mela/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { reducePicture } from '../../../lib/reduce-picture.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { keepRows } from '../../../ui/paged-table.tsx'
import { toastWarning } from '../../../ui/toast.tsx'

interface Sending {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

export type PictureUse = 'logo' | undefined

type Answer = AnswerOf<typeof uploadMediaCall>

/** Uploads one picture, reduced where the browser can; refuses what is too large then. */
async function uploadMedia(chosen: File, use: PictureUse, sending: Sending): Promise<Answer> {
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

/** A picture that is being uploaded. */
export interface Upload {
  id: string
  file: File
  /** Uploaded share, from 0 to 1. */
  progress: number
  problem?: string
}

interface Sent {
  /** How many were uploaded. */
  taken: number
  /** Whether the list is empty now. */
  isAll: boolean
}

/** Number of parallel uploads: one is sent while the server processes another. */
const AT_A_TIME = 2

/** The list of chosen files: `send` uploads them, and an uploaded file leaves the list. */
export function useUploads({ onTaken, use }: { onTaken?: (media: Media) => void; use?: PictureUse } = {}) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [isSending, setIsSending] = useState(false)
  /** Ids in the list, without those that the next render removes. */
  const listed = useRef(new Set<string>())
  const run = useRef<{ waiting: Upload[]; ended: Promise<Sent> }>(undefined)
  const leaving = useRef<AbortController>(undefined)
  const libraryChanged = useLibraryChanged()

  useEffect(() => () => leaving.current?.abort(), [])

  const change = (id: string, part: Partial<Upload>) =>
    setUploads(known => known.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
  function remove(id: string) {
    listed.current.delete(id)
    setUploads(known => known.filter(upload => upload.id !== id))
  }

  function add(files: Iterable<File>): Upload[] {
    const added = [...files].map(file => ({
      id: randomUuid(),
      file,
      progress: 0,
      problem: problemWith(file, use),
    }))
    for (const { id } of added) listed.current.add(id)
    setUploads(known => [...known, ...added])
    return added
  }

  async function sendOne({ id, file }: Upload, signal: AbortSignal): Promise<boolean> {
    change(id, { progress: 0, problem: undefined })
    try {
      const { data, message } = await uploadMedia(file, use, {
        signal,
        onProgress: progress => change(id, { progress }),
      })
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

  /** Uploads files, after those that are already being sent. A refused file stays in the list for another try. */
  function send(chosen: Upload[]): Promise<Sent> {
    const waiting = chosen.filter(({ file }) => !problemWith(file, use))
    if (run.current) run.current.waiting.push(...waiting)
    else run.current = { waiting, ended: sendAll(waiting) }
    return run.current.ended
  }

  async function sendAll(waiting: Upload[]): Promise<Sent> {
    leaving.current ??= new AbortController()
    const { signal } = leaving.current
    let taken = 0
    async function work() {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        if (await sendOne(next, signal)) taken++
      }
    }
    setIsSending(true)
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    run.current = undefined
    setIsSending(false)
    if (taken > 0) await libraryChanged()
    return { taken, isAll: listed.current.size === 0 && !signal.aborted }
  }

  return { uploads, add, remove, send, isSending }
}

export const TAKEN = 'Media uploaded successfully.'

/** Errors that a retry cannot cure; the server checks the content itself. Some systems know no type of a HEIC. */
export function problemWith({ type, name }: File, use?: PictureUse): string | undefined {
  const isPicture = type.startsWith('image/') || /\.hei[cf]$/i.test(name)
  if (!isPicture) return 'Only jpeg, jpg, png and webp images are allowed.'
  if (type === 'image/svg+xml' && use !== 'logo') return 'An SVG is taken as the logo alone, in Settings › Look.'
  return undefined
}

/** Takes files that are dropped on the element with the returned handlers, or pasted while the component is mounted. */
export function useBroughtFiles(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)

  const handlePaste = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    const files = [...(clipboardData?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })

  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])

  return {
    isOver,
    handlers: {
      // Otherwise the browser would open the file in place of the page.
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setIsOver(event.dataTransfer.types.includes('Files'))
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setIsOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      },
    },
  }
}

/** One page of the library, newest first. */
export const mediaQuery = ({ page, size, keyword }: { page: number; size: number; keyword: string }) =>
  queryOptions({
    queryKey: ['media', page, size, keyword],
    queryFn: ({ signal }) => call('GET /media', { query: { page, size, keyword }, signal }),
    ...keepRows,
  })

/** Reloads the library, and products because they lose deleted pictures. */
export function useLibraryChanged() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'media', 'products')
}
