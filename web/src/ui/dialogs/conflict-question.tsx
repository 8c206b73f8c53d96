import { Button } from '../buttons/button.tsx'
import type { Elements } from '../layout/elements.ts'
import { Dialog } from './dialog.tsx'

interface ConflictQuestionProps {
  title: string
  onLoad: () => void
  onKeep: () => void
  onClose: () => void
  children: Elements
}

/** Asks after a save was refused because of a newer version: load the newer version, or keep the typed values. */
export function ConflictQuestion({ title, onLoad, onKeep, onClose, children }: ConflictQuestionProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onLoad}>
            Load theirs
          </Button>
          <Button data-first onClick={onKeep}>
            Keep what I typed
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
