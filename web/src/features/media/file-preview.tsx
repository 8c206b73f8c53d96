import { useEffect, useState } from 'react'

/** A picture that is still in the browser alone. */
export function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return (
    <span className="block aspect-square w-full overflow-hidden rounded-control bg-tile">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  )
}
