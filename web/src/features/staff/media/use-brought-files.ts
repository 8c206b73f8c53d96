import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

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
