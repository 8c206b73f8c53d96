import { type Media, UPLOAD_MEGABYTES, UPLOAD_TYPES } from '@mela/contract'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../../lib/browser/random-uuid.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { useLibraryChanged } from './media.api.ts'
import { uploadMedia } from './upload-media.ts'

/** A picture that is being uploaded. */
export interface Upload {
  id: string
  file: File
  /** Uploaded share, from 0 to 1. */
  progress: number
  /** The error. */
  problem?: string
}

/** Parallel uploads: the server processes each of them for a moment. */
const AT_A_TIME = 2

/** The chosen files; they wait until they are sent, and leave the list once they are uploaded. */
export function useUploads({ onTaken }: { onTaken?: (media: Media) => void } = {}) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [underWay, setUnderWay] = useState(0)
  const leaving = useRef<AbortController>(undefined)
  const libraryChanged = useLibraryChanged()

  useEffect(() => () => leaving.current?.abort(), [])

  const change = (id: string, part: Partial<Upload>) =>
    setUploads(known => known.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
  const remove = (id: string) => setUploads(known => known.filter(upload => upload.id !== id))

  function add(files: Iterable<File>): Upload[] {
    const added = [...files].map(file => ({
      id: randomUuid(),
      file,
      progress: 0,
      problem: problemWith(file),
    }))
    setUploads(known => [...known, ...added])
    return added
  }

  async function sendOne({ id, file }: Upload, signal: AbortSignal): Promise<boolean> {
    change(id, { progress: 0, problem: undefined })
    try {
      const media = await uploadMedia(file, { signal, onProgress: progress => change(id, { progress }) })
      remove(id)
      onTaken?.(media)
      return true
    } catch (error) {
      change(id, { progress: 0, problem: toRefusal(error).message ?? 'Something went wrong, please try again.' })
      return false
    }
  }

  /** Uploads these and answers how many succeeded. Refused ones stay in the list, to be tried again. */
  async function send(chosen: Upload[]): Promise<number> {
    const waiting = chosen.filter(({ file }) => !problemWith(file))
    leaving.current ??= new AbortController()
    const { signal } = leaving.current
    let taken = 0
    async function work() {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        if (await sendOne(next, signal)) taken++
      }
    }
    setUnderWay(count => count + 1)
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    setUnderWay(count => count - 1)
    if (taken > 0) await libraryChanged()
    return taken
  }

  return { uploads, add, remove, send, isSending: underWay > 0 }
}

/** Errors that a retry cannot cure; the server checks the content itself (B88). */
export function problemWith({ type, size }: File): string | undefined {
  if (!UPLOAD_TYPES.some(known => known === type)) return 'Only jpeg, jpg, png and webp images are allowed.'
  if (size > UPLOAD_MEGABYTES * 1_000_000) return `Images of more than ${UPLOAD_MEGABYTES} MB are not allowed.`
  return undefined
}
