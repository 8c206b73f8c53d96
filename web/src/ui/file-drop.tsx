import { type ChangeEvent, type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { cx, type Elements } from './cx.ts'

interface FileDropProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  onFiles: (files: File[]) => void
  children: Elements
}

/** A button that chooses files from the disk; while it is shown, they can be dropped or pasted too. */
export function FileDrop({ onFiles, className, children, ...input }: FileDropProps) {
  const isOver = useBroughtFiles(onFiles)

  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(input.files ?? [])])
    // Otherwise choosing the same file again would fire no event.
    input.value = ''
  }

  return (
    <label
      className={cx(
        'grid place-content-center place-items-center gap-2 rounded-control border border-edge border-dashed p-4 text-center text-ink-2 outline-offset-2 transition-colors hover:bg-ink/4 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isOver && 'bg-info-soft text-info',
        className,
      )}
    >
      {children}
      <input {...input} type="file" className="sr-only" onChange={handleChange} />
    </label>
  )
}

/** Takes files that are dropped or pasted anywhere on the page; answers whether some are dragged over it. */
function useBroughtFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    function handleFiles(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setIsOver(event.type === 'dragover')
      if (event.type === 'drop') take(event.dataTransfer)
    }
    document.addEventListener('paste', ({ clipboardData }) => take(clipboardData), { signal })
    document.addEventListener('dragleave', () => setIsOver(false), { signal })
    document.addEventListener('dragover', handleFiles, { signal })
    document.addEventListener('drop', handleFiles, { signal })
    return () => listening.abort()
  }, [])

  return isOver
}
