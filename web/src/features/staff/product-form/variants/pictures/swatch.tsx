import type { Media } from '@mela/contract'
import { Palette } from 'lucide-react'
import { Picture } from '../../../../../ui/values/picture.tsx'

/** A swatch: a colour or a cropped picture in a circle. */
export function Swatch({ swatch, known }: { swatch: string | undefined; known: ReadonlyMap<string, Media> }) {
  if (!swatch) return <Palette className="size-4.5 text-ink-3" />
  if (swatch.startsWith('#'))
    return <span className="block size-6 rounded-full border border-edge" style={{ background: swatch }} />
  return (
    <span className="block size-6 overflow-hidden rounded-full border border-edge">
      <Picture picture={known.get(swatch)} alt="" sizes="24px" />
    </span>
  )
}
