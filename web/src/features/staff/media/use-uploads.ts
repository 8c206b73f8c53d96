import type { Media } from '@mela/contract'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../../lib/browser/request-key.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { toastWarning } from '../../../ui/toasts/toast.tsx'
import { useLibraryChanged } from './media.api.ts'
import { type PictureUse, uploadMedia } from './upload-media.ts'

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
