import { FileX } from 'lucide-react'
import { useEffect, useState } from 'react'

/** A picture that is not uploaded yet. */
export function FilePreview({ file }: { file: File }) {
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
